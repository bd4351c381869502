package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"atrium/internal/proc"
	"atrium/internal/snapshot"
	"atrium/internal/terminaltest"
)

// prompt is that of every shell in the demo.
const prompt = "weather $ "

// project is the files of the directory that the demo works in.
var project = map[string]string{
	"mean.go":      "package weather\n\nfunc mean(r []float64) float64 {\n\tif len(r) == 0 {\n\t\treturn 0\n\t}\n\treturn sum(r) / float64(len(r))\n}\n",
	"mean_test.go": "package weather\n",
	"sum.go":       "package weather\n",
}

// scratch is the machine as the demo sees it: directories of its own and an
// environment that has nothing of the operator's.
type scratch struct {
	t     testing.TB
	dir   string
	state string
}

// newScratch builds atrium and puts the agent beside it.
func newScratch(t testing.TB) *scratch {
	dir, err := os.MkdirTemp("", "atrium-demo-")
	s := &scratch{t: t, dir: dir}
	s.must(err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	s.dir, err = filepath.EvalSymlinks(dir)
	s.must(err)
	s.state = s.folder("state")
	s.folder("run")
	s.folder("home")
	weather := s.folder("weather")
	for name, text := range project {
		s.must(os.WriteFile(filepath.Join(weather, name), []byte(text), 0o600))
	}
	bin := s.folder("bin")
	self, err := os.Executable()
	s.must(err)
	s.must(os.Symlink(self, filepath.Join(bin, agentName)))
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "atrium"), "atrium/cmd/atrium")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build atrium: %v\n%s", err, out)
	}
	return s
}

func (s *scratch) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatalf("prepare the demo: %v", err)
	}
}

func (s *scratch) folder(name string) string {
	path := filepath.Join(s.dir, name)
	s.must(os.MkdirAll(path, 0o700))
	return path
}

// start runs atrium in the project, on a new terminal.
func (s *scratch) start(args ...string) *terminaltest.Screen {
	in := func(name string) string { return filepath.Join(s.dir, name) }
	return terminaltest.Start(s.t, terminaltest.Options{
		Argv: append([]string{in("bin/atrium")}, args...),
		Dir:  in("weather"), Cols: 100, Rows: 30,
		Env: []string{
			"HOME=" + in("home"), "XDG_RUNTIME_DIR=" + in("run"), "ATRIUM_STATE_DIR=" + s.state,
			"PATH=" + in("bin") + ":/usr/bin:/bin", "SHELL=/bin/sh", "PS1=" + prompt,
			"TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "ATRIUM_DENY=git push",
		},
	})
}

// saved waits until the snapshot of a session is as cond wants it.
func (s *scratch) saved(what string, cond func(snapshot.Snapshot) bool) (image snapshot.Snapshot) {
	s.await(what, func() bool {
		files, _ := filepath.Glob(filepath.Join(s.state, "*", "*.json"))
		if len(files) != 1 {
			return false
		}
		data, err := os.ReadFile(files[0])
		if err != nil {
			return false
		}
		image, err = snapshot.Decode(data)
		return err == nil && cond(image)
	})
	return image
}

// gone waits until nothing runs any more of the panes of a session.
func (s *scratch) gone(image snapshot.Snapshot) {
	owner := proc.ID{Pid: *image.Meta.Pid, Start: *image.Meta.PidStart}
	s.await("the panes of the killed session have ended", func() bool {
		left, known := proc.Marked(proc.SessionMark(owner))
		return !known || len(left) == 0
	})
}

// await polls what nothing tells. Its limit bounds broken runs and measures
// nothing.
func (s *scratch) await(what string, cond func() bool) {
	s.t.Helper()
	const patience, pause = 30 * time.Second, 20 * time.Millisecond
	for began := time.Now(); !cond(); time.Sleep(pause) {
		if time.Since(began) > patience {
			s.t.Fatalf("waited until %s: it did not come within %v", what, patience)
		}
	}
}

// write keeps a picture in a folder that is there.
func (s *scratch) write(folder, name string, picture []byte) {
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, picture, 0o644); err != nil {
		s.t.Fatalf("keep a picture: %v", err)
	}
}
