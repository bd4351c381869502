package agenthome

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"atrium/internal/proc"
)

func recordText(pid int, start, entrypoint string) string {
	return fmt.Sprintf(`{"pid":%d,"sessionId":%q,"cwd":"/work","procStart":%q,"entrypoint":%q,"status":"idle"}`, pid, id, start, entrypoint)
}

func TestLive(t *testing.T) { // R047
	ticks, known := proc.Ticks(os.Getpid())
	if !known {
		t.Fatal("our own start is not known")
	}
	own := fmt.Sprint(os.Getpid())
	cases := map[string]struct {
		name, text string
		live       bool
	}{
		"running":              {own + ".json", recordText(os.Getpid(), ticks, "cli"), true},
		"start as a number":    {own + ".json", fmt.Sprintf(`{"pid":%s,"sessionId":%q,"cwd":"/work","procStart":%s,"entrypoint":"cli"}`, own, id, ticks), true},
		"old end behind it":    {own + ".json", recordText(os.Getpid(), ticks, "cli") + `tion prompt"}`, true},
		"number reused":        {own + ".json", recordText(os.Getpid(), ticks+"1", "cli"), false},
		"no start":             {own + ".json", recordText(os.Getpid(), "", "cli"), false},
		"process gone":         {"999999999.json", recordText(999999999, ticks, "cli"), false},
		"of another pid":       {"1.json", recordText(os.Getpid(), ticks, "cli"), false},
		"of a script":          {own + ".json", recordText(os.Getpid(), ticks, "sdk-cli"), false},
		"half a record":        {own + ".json", recordText(os.Getpid(), ticks, "cli")[:40], false},
		"a key, no record":     {own + ".0123abcd.key", recordText(os.Getpid(), ticks, "cli"), false},
		"another kind of file": {own + ".json.tmp", recordText(os.Getpid(), ticks, "cli"), false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			home := place(t)
			write(t, filepath.Join(home.Dir, "sessions", c.name), c.text, 0o600)
			mkdir(t, filepath.Join(home.Dir, "sessions", "7.json"))
			all, known := home.Live()
			if !known {
				t.Fatal("the records were not read")
			}
			want := Live{ID: proc.Self(), SessionID: id, Cwd: "/work"}
			if c.live && (len(all) != 1 || all[0] != want) {
				t.Errorf("got %+v, want %+v", all, want)
			}
			if !c.live && len(all) != 0 {
				t.Errorf("got %+v, want none", all)
			}
		})
	}
}

func TestLiveRecordsThatCannotBeRead(t *testing.T) {
	home := place(t)
	if all, known := home.Live(); len(all) != 0 || !known {
		t.Errorf("no records: %v, %v", all, known)
	}
	link(t, "/no/such/place", filepath.Join(home.Dir, "sessions"))
	if all, known := home.Live(); len(all) != 0 || known {
		t.Errorf("a dangling place: %v, %v", all, known)
	}
}
