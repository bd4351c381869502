package main

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
)

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// sink takes one bracketed paste after the other and draws the checksum of
// each.
func sink() error {
	os.Stdout.WriteString("\x1b[?2004h")
	ready()
	var text []byte
	buffer := make([]byte, 4096)
	for {
		n, err := os.Stdin.Read(buffer)
		if err != nil {
			return nil
		}
		text = append(text, buffer[:n]...)
		if rest, ended := bytes.CutSuffix(text, []byte(pasteEnd)); ended {
			pasted := bytes.TrimPrefix(rest, []byte(pasteStart))
			fmt.Printf("sum:%d:%08x.\r\n", len(pasted), crc32.ChecksumIEEE(pasted))
			text = text[:0]
		}
	}
}
