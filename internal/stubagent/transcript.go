package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"
)

// session is one conversation under way.
type session struct {
	command
	cwd      string // real path
	path     string // the transcript, whether it exists or not
	messages int    // in the transcript: of the user and of the agent
}

// entry is one line of a transcript; only what readers of it look at.
type entry struct {
	Type      string  `json:"type"`
	SessionID string  `json:"sessionId"`
	Cwd       string  `json:"cwd"`
	Message   message `json:"message"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// open finds or begins the conversation, or refuses in the words of the real
// program.
func (c command) open() (*session, error) {
	wd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	cwd, err := filepath.EvalSymlinks(wd)
	if err != nil {
		return nil, err
	}
	s := &session{command: c, cwd: cwd}
	switch {
	case c.resume != "":
		return s, s.reopen()
	case c.proceed:
		return s, s.reopenNewest()
	}
	return s, s.begin()
}

func (s *session) begin() error {
	if s.id == "" {
		s.id = newID()
	}
	s.path = filepath.Join(s.folder(), s.id+".jsonl")
	if _, err := os.Stat(s.path); err == nil {
		return fmt.Errorf("Error: Session ID %s is already in use.", s.id)
	}
	return nil
}

func (s *session) reopen() error {
	s.id, s.path = s.resume, filepath.Join(s.folder(), s.resume+".jsonl")
	if filepath.IsAbs(s.resume) {
		s.id, s.path = strings.TrimSuffix(filepath.Base(s.resume), ".jsonl"), s.resume
	}
	text, err := os.ReadFile(s.path)
	if err != nil || len(text) == 0 {
		return fmt.Errorf("No conversation found with session ID: %s", s.resume)
	}
	s.messages = strings.Count(string(text), "\n")
	return nil
}

func (s *session) reopenNewest() error {
	entries, _ := os.ReadDir(s.folder())
	newest := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && info.ModTime().UnixNano() > newest {
			newest = info.ModTime().UnixNano()
			s.resume = strings.TrimSuffix(e.Name(), ".jsonl")
		}
	}
	if s.resume == "" {
		return fmt.Errorf("No conversation found to continue")
	}
	return s.reopen()
}

// append adds one message; the first one creates the file.
func (s *session) append(role, content string) error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	line, err := json.Marshal(entry{Type: role, SessionID: s.id, Cwd: s.cwd, Message: message{role, content}})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(s.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	s.messages++
	_, err = f.Write(append(line, '\n'))
	return err
}

// clear goes on under a new id, whose file is there at once.
func (s *session) clear() error {
	s.id, s.messages = newID(), 0
	s.path = filepath.Join(s.folder(), s.id+".jsonl")
	return s.append("system", "/clear")
}

// home is the folder that the product keeps everything in.
func (s *session) home() string {
	moved := "CLAUDE_CONFIG_DIR"
	if s.product == "codex" {
		moved = "CODEX_HOME"
	}
	if dir := os.Getenv(moved); dir != "" {
		return dir
	}
	return filepath.Join(os.Getenv("HOME"), "."+s.product)
}

// folder holds the transcripts of the working directory.
func (s *session) folder() string {
	if s.product == "codex" {
		return filepath.Join(s.home(), "sessions")
	}
	return filepath.Join(s.home(), "projects", slug(s.cwd))
}

// slug names the folder of a directory by the rule seen in the real program:
// every UTF-16 unit that is no letter or digit is a dash, and beyond 200 units
// a hash of the whole follows.
func slug(dir string) string {
	var name []byte
	var hash int32
	for _, unit := range utf16.Encode([]rune(dir)) {
		hash = hash*31 + int32(unit)
		if unit < 128 && (unit >= '0' && unit <= '9' || unit|0x20 >= 'a' && unit|0x20 <= 'z') {
			name = append(name, byte(unit))
		} else {
			name = append(name, '-')
		}
	}
	if len(name) <= 200 {
		return string(name)
	}
	return string(name[:200]) + "-" + strconv.FormatInt(max(int64(hash), -int64(hash)), 36)
}

// newID makes a random UUID, version 4.
func newID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
