package store

import "testing"

func TestLegacyNewest(t *testing.T) { // check 59
	s, m := memStore(t)
	must(t, m.Mkdir("/tmp"))
	if _, ok := s.LegacyNewest("/tmp", procs{}.alive); ok {
		t.Error("found something in an empty directory")
	}
	for _, name := range []string{"atrium-session-9.json", "atrium-session-7.json", "atrium-session-8.json",
		"atrium-session-x.json", "atrium-session-6.txt", "other-5.json", "atrium-session-.json"} {
		plant(t, m, "/tmp/"+name, "{}")
	}
	must(t, m.Mkdir("/tmp/atrium-session-4.json"))
	path, ok := s.LegacyNewest("/tmp", procs{8: Unsure}.alive)
	if !ok || path != "/tmp/atrium-session-7.json" {
		t.Errorf("found %q, %v", path, ok)
	}
	if _, ok := s.LegacyNewest("/missing", procs{}.alive); ok {
		t.Error("found something in a missing directory")
	}
}
