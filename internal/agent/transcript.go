package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"unicode/utf16"
)

// slugUnits is the length up to which claude names a project's transcript
// directory by the path alone.
const slugUnits = 200

// TranscriptSlug is the name of the directory in claude's projects directory
// that holds the transcripts of a working directory. The path must be the real
// one, symbolic links resolved. Every UTF-16 unit but ASCII letters and digits
// is a dash; a longer name is cut and a hash of the whole path follows.
func TranscriptSlug(realCwd string) string {
	units := utf16.Encode([]rune(realCwd))
	slug := make([]byte, len(units))
	var hash int32
	for i, unit := range units {
		slug[i] = slugByte(unit)
		hash = hash*31 + int32(unit)
	}
	if len(slug) <= slugUnits {
		return string(slug)
	}
	return string(slug[:slugUnits]) + "-" + strconv.FormatInt(magnitude(hash), 36)
}

func slugByte(unit uint16) byte {
	alnum := unit >= '0' && unit <= '9' || unit >= 'A' && unit <= 'Z' || unit >= 'a' && unit <= 'z'
	if alnum {
		return byte(unit)
	}
	return '-'
}

// magnitude is |hash|, for which the lowest int32 needs more bits.
func magnitude(hash int32) int64 {
	return max(int64(hash), -int64(hash))
}

var sessionRecordName = regexp.MustCompile(`^\d+\.json$`)

// IsSessionRecord reports whether a file name in claude's sessions directory
// is that of a live record. Newer versions keep key files beside them.
func IsSessionRecord(name string) bool { return sessionRecordName.MatchString(name) }

// SessionRecord is what a running claude writes of itself.
type SessionRecord struct {
	Pid        int
	ProcStart  string // start time of the process, as proc tells it; "" where the platform has none
	SessionID  string
	Cwd        string // real path
	Entrypoint string // "cli" is an interactive session
	Status     string // idle, busy, waiting, shell; "" just after the start
	WaitingFor string // beside waiting
}

// Interactive reports whether a person, and not a script, talks to the session.
func (r SessionRecord) Interactive() bool { return r.Entrypoint == "cli" }

// ParseSessionRecord reads a record. Claude writes it in place, so that a
// reader can meet the tail of a longer record behind a whole one, which is
// ignored, or half of one, which is an error and read again later. Everything
// in it is a claim of whoever wrote the file.
func ParseSessionRecord(data []byte) (SessionRecord, error) {
	var wire struct {
		Pid        int             `json:"pid"`
		ProcStart  json.RawMessage `json:"procStart"`
		SessionID  string          `json:"sessionId"`
		Cwd        string          `json:"cwd"`
		Entrypoint string          `json:"entrypoint"`
		Status     string          `json:"status"`
		WaitingFor string          `json:"waitingFor"`
	}
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&wire); err != nil {
		return SessionRecord{}, fmt.Errorf("read session record: %w", err)
	}
	if wire.Pid <= 0 || !validID(wire.SessionID) {
		return SessionRecord{}, fmt.Errorf("read session record: pid %d and session id %q name no session", wire.Pid, wire.SessionID)
	}
	return SessionRecord{
		Pid:        wire.Pid,
		ProcStart:  plainScalar(wire.ProcStart),
		SessionID:  wire.SessionID,
		Cwd:        wire.Cwd,
		Entrypoint: wire.Entrypoint,
		Status:     wire.Status,
		WaitingFor: wire.WaitingFor,
	}, nil
}

// plainScalar is a JSON string or number as text, "" for anything else.
func plainScalar(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String()
	}
	return ""
}
