package compose

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func parseXML(picture []byte) (text string, err error) {
	d := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return text, nil
		}
		if err != nil {
			return text, err
		}
		if data, ok := token.(xml.CharData); ok {
			text += string(data)
		}
	}
}

func TestSVGShowsTheFrame(t *testing.T) {
	f := NewFrame(1, 1)
	f.Draw(team(80, 16))
	picture := SVG(f, `atrium <"&">`)
	text, err := parseXML(picture)
	if err != nil {
		t.Fatalf("%v in %s", err, picture)
	}
	for _, want := range []string{`atrium <"&">`, "1:lead", "make: *** [all] Error 2", "Ctrl+A ? keys", "好"} {
		if !strings.Contains(text, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if again := SVG(f, `atrium <"&">`); !bytes.Equal(picture, again) {
		t.Error("two pictures of one frame differ")
	}
	checkGolden(t, "testdata/team.svg", string(picture))
}

func TestSVGOfAnyFrameIsXML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomFrame(t, 20, 3, nil)
		f.write(0, 0, 20, "\x01<&>\ufffe", plain)
		if _, err := parseXML(SVG(f, rapid.String().Draw(t, "title"))); err != nil {
			t.Fatal(err)
		}
	})
}
