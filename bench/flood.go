package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
)

// floodSize is the length of the flood in bytes.
const floodSize = 64 << 20

// partSize is the length of the flood of each of several panes.
const partSize = 16 << 20

// writeFlood writes size bytes of coloured lines as an agent logs them.
func writeFlood(path string, size int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	for n, written := 0, 0; written < size; n++ {
		line := fmt.Sprintf("\x1b[2m%07d\x1b[0m \x1b[3%dmtool\x1b[0m read internal/part/file%d.go \x1b[1m%d lines\x1b[0m, nothing to change\n",
			n, 1+n%6, n%97, n%1000)
		line = line[:min(len(line), size-written)]
		w.WriteString(line)
		written += len(line)
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// buildHosted builds the hosted programs.
func buildHosted(path string) error {
	out, err := exec.Command("go", "build", "-o", path, "atrium/bench/hosted").CombinedOutput()
	if err != nil {
		return fmt.Errorf("build the hosted programs: %w\n%s", err, out)
	}
	return nil
}
