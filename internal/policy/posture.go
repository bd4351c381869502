package policy

import (
	"fmt"
	"math"
)

// Posture is a rank of the trust ladder: how much an agent may do without
// asking. A higher value may do everything that a lower one may.
type Posture uint8

// The ladder, lowest first. The zero value relaxes nothing.
const (
	Default  Posture = iota // the agent asks, as its own settings say
	Plan                    // reads and proposes, changes nothing
	Accept                  // edits files and runs the accept allowlist unasked
	Automode                // the agent judges for itself what to ask
	Skip                    // never asks
)

// Unlimited is the spawn depth of a session without a recursion guard, and how
// a snapshot writes it.
const Unlimited int64 = math.MaxInt64

// DefaultMaxDepth is the spawn recursion guard where nobody chose one.
const DefaultMaxDepth int64 = 6

// Keywords are the words that name a posture, the canonical label first.
var keywords = [...][]string{
	Default:  {"default", "off", "ask", "manual"},
	Plan:     {"plan"},
	Accept:   {"accept", "acceptedits", "edits"},
	Automode: {"automode", "auto"},
	Skip:     {"skip", "bypass", "dangerous"},
}

// ParsePosture reads a keyword in any ASCII case, so that the acceptEdits of
// claude's own documentation is one. Anything else, blanks around a keyword
// included, is Default and false.
func ParsePosture(word string) (Posture, bool) {
	folded := asciiLower(word)
	for posture, names := range keywords {
		for _, name := range names {
			if name == folded {
				return Posture(posture), true
			}
		}
	}
	return Default, false
}

// asciiLower leaves everything outside ASCII alone: Unicode folding would make
// a keyword of a word that only looks like one.
func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + ('a' - 'A')
		}
	}
	return string(b)
}

// String is the canonical label, the only spelling that atrium writes.
func (p Posture) String() string { return keywords[p.known()][0] }

// known makes a value outside the ladder the lowest rank, so that no damaged
// number outranks Skip.
func (p Posture) known() Posture {
	if p > Skip {
		return Default
	}
	return p
}

// Cap is the posture that a request really gets under a session's ceiling, and
// whether that is less than it asked for. No request follows the ceiling. The
// ceiling binds everyone, the operator included: it is raised at a launch only.
func Cap(request *Posture, ceiling Posture) (effective Posture, capped bool) {
	limit := ceiling.known()
	if request == nil {
		return limit, false
	}
	asked := request.known()
	if asked > limit {
		return limit, true
	}
	return asked, false
}

// CapNote tells whoever asked for a posture above the ceiling what was made of
// the request, and where postures are raised.
func CapNote(asked, ceiling Posture) string {
	return fmt.Sprintf("mode %s is above the session's ceiling, capped to %s; posture is raised at launch, with --trust",
		asked, ceiling)
}
