package main

import (
	"fmt"
	"hash/crc32"
	"strings"
	"time"
)

const pasteSize = 1 << 20

// paste measures a bracketed paste, from its first byte to the drawing of the
// right checksum by the program that took it.
func paste(p place, t target) ([][]float64, error) {
	term, _, err := startReady(t, p.hosted("sink"))
	if err != nil {
		return nil, err
	}
	defer term.kill()
	time.Sleep(100 * time.Millisecond) // the mode is to reach the terminal
	text := strings.Repeat("some words of a long text\r", pasteSize/26+1)[:pasteSize]
	found := term.expect(fmt.Sprintf("sum:%d:%08x.", len(text), crc32.ChecksumIEEE([]byte(text))))
	began := time.Now()
	if err := term.send("\x1b[200~" + text + "\x1b[201~"); err != nil {
		return nil, err
	}
	at, err := term.wait("the checksum", found)
	return sample(milliseconds(at.Sub(began))), err
}
