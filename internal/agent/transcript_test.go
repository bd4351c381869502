package agent

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The long path and its name were taken from a run of claude 2.1.197.
func TestTranscriptSlug(t *testing.T) {
	var parts []string
	for _, n := range "0123456789" {
		parts = append(parts, "deep-Ünïcode_dir.0"+string(n)+" 日本😀")
	}
	long := "/tmp/ct/home/" + strings.Join(parts, "/")
	for path, want := range map[string]string{
		"/home/x/my project":           "-home-x-my-project",
		"/a.b_c/é'😀日":                  "-a-b-c------",
		`C:\Users\x`:                   "C--Users-x",
		"":                             "",
		"/" + strings.Repeat("a", 199): "-" + strings.Repeat("a", 199),
		long: "-tmp-ct-home-deep--n-code-dir-00------deep--n-code-dir-01------deep--n-code-dir-02------" +
			"deep--n-code-dir-03------deep--n-code-dir-04------deep--n-code-dir-05------" +
			"deep--n-code-dir-06------deep--n-code-v1ta7j",
	} {
		if got := TranscriptSlug(path); got != want {
			t.Errorf("TranscriptSlug(%q)\n got %q\nwant %q", path, got, want)
		}
	}
}

func TestTranscriptSlugIsOnePathComponent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slug := TranscriptSlug(rapid.StringN(0, 400, -1).Draw(t, "cwd"))
		if len(slug) > slugUnits+1+7 || strings.Trim(slug, "-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
			t.Fatalf("%q", slug)
		}
	})
}

func TestIsSessionRecord(t *testing.T) {
	for name, want := range map[string]bool{
		"1.json": true, "18612.json": true,
		"18612." + strings.Repeat("a", 64) + ".key": false, "x.json": false, "1.json.tmp": false, ".json": false,
		"1.json\n": false, "-1.json": false,
	} {
		if got := IsSessionRecord(name); got != want {
			t.Errorf("IsSessionRecord(%q) = %v", name, got)
		}
	}
}

func TestParseSessionRecord(t *testing.T) {
	want := SessionRecord{
		Pid: 42, ProcStart: "981", SessionID: someID, Cwd: "/w", Entrypoint: "cli", Status: "waiting", WaitingFor: "dialog open",
	}
	whole := `{"pid":42,"procStart":"981","sessionId":"` + someID +
		`","cwd":"/w","entrypoint":"cli","status":"waiting","waitingFor":"dialog open","peerFeatures":[1]}`
	for _, text := range []string{whole, whole + `dialog open"}`, whole + "}\n", strings.Replace(whole, `"981"`, `981`, 1)} {
		got, err := ParseSessionRecord([]byte(text))
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	if !want.Interactive() || (SessionRecord{Entrypoint: "sdk-cli"}).Interactive() {
		t.Error("only the entrypoint cli is interactive")
	}
}

func TestParseSessionRecordRefusesHalfOfOne(t *testing.T) {
	for _, text := range []string{
		"", "{", `{"pid":42,"sessionId":"` + someID, "null", "[]", `"x"`,
		`{"pid":0,"sessionId":"` + someID + `"}`, `{"pid":42}`, `{"pid":42,"sessionId":"--resume"}`,
		`{"pid":42,"sessionId":"../../etc"}`, `{"pid":"42","sessionId":"a"}`,
	} {
		if got, err := ParseSessionRecord([]byte(text)); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func FuzzParseSessionRecord(f *testing.F) {
	f.Add([]byte(`{"pid":42,"procStart":"981","sessionId":"a","cwd":"/w","entrypoint":"cli"}garbage`))
	f.Add([]byte(`{"pid":1e3,"procStart":{},"sessionId":"a"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		record, err := ParseSessionRecord(data)
		if err == nil && (record.Pid <= 0 || !validID(record.SessionID)) {
			t.Fatalf("%q is read as %+v", data, record)
		}
	})
}
