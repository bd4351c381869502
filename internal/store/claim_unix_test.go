//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"atrium/internal/durable"
	"atrium/internal/snapshot"
)

// resumable is a store on the disk and an entry with that conversation.
func resumable(t *testing.T, root, file, id string) (*Store, Entry) {
	t.Helper()
	s, err := Open(durable.OS(), root, t.TempDir())
	must(t, err)
	return s, Entry{Path: filepath.Join(s.Dir(), file), Snapshot: snapshot.Snapshot{Panes: []snapshot.Pane{{SessionID: &id}}}}
}

// check 47: of two terminals that answer at once, one gets the session, and of
// two sessions with one conversation, whatever project they are of, too.
func TestClaim(t *testing.T) {
	root := t.TempDir()
	a, entry := resumable(t, root, "1-1.json", "one")
	b, same := resumable(t, root, "2-2.json", "one")
	c, other := resumable(t, root, "3-3.json", "two")
	if a.Claimed(entry) {
		t.Error("claimed by nobody")
	}
	if files, _ := os.ReadDir(root); len(files) != 0 {
		t.Errorf("looking created %v", files)
	}
	must(t, a.Claim(entry))
	for name, err := range map[string]error{"the same session": a.Claim(entry), "the same conversation": b.Claim(same)} {
		if !errors.Is(err, ErrClaimed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !a.Claimed(entry) || !b.Claimed(same) || c.Claimed(other) {
		t.Error("not seen")
	}
	must(t, c.Claim(other))
}

func TestClaimThatCannotBeTold(t *testing.T) {
	root := t.TempDir()
	s, entry := resumable(t, root, "1-1.json", "one")
	must(t, os.WriteFile(filepath.Join(root, "claims"), nil, 0o600))
	if err := s.Claim(entry); err == nil || errors.Is(err, ErrClaimed) {
		t.Errorf("claim: %v", err)
	}
}

// A claim that was refused in part leaves nothing behind.
func TestRefusedClaimIsGivenBack(t *testing.T) {
	root := t.TempDir()
	a, entry := resumable(t, root, "1-1.json", "one")
	must(t, a.Claim(entry))
	b, both := resumable(t, root, "2-2.json", "one")
	if err := b.Claim(both); !errors.Is(err, ErrClaimed) {
		t.Fatal(err)
	}
	only := both
	only.Snapshot = snapshot.Snapshot{}
	if b.Claimed(only) {
		t.Error("the session stays claimed after the refusal")
	}
}

func TestPruneKeepsClaimsThatAreHeld(t *testing.T) {
	root := t.TempDir()
	s, entry := resumable(t, root, "1-1.json", "one")
	must(t, s.Claim(entry))
	dead := filepath.Join(root, "claims", claimName("conversation dead"))
	must(t, os.WriteFile(dead, nil, 0o600))
	if _, err := s.Prune(time.Now(), nil); err != nil {
		t.Fatal(err)
	}
	if !s.Claimed(entry) {
		t.Error("a claim that is held was removed")
	}
	if _, err := os.Stat(dead); err == nil {
		t.Error("a claim that nobody holds stays")
	}
}
