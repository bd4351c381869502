package term

import (
	"errors"
	"os"
	"sync"

	"golang.org/x/sys/windows"
)

var errCancelled = errors.New("reading was cancelled")

// input reads a console and can be cancelled while it waits.
type input struct {
	file   *os.File
	stop   windows.Handle // an event; set, it cancels
	closed sync.Once
}

func newInput(f *os.File) (*input, error) {
	stop, err := windows.CreateEvent(nil, 1, 0, nil)
	if err != nil {
		return nil, err
	}
	return &input{file: f, stop: stop}, nil
}

// read waits for bytes; 0 bytes without an error is the end of the console.
// The console also wakes it for events that are no bytes, and then the read
// itself waits, where only the end of the process cancels it.
func (i *input) read(p []byte) (int, error) {
	handles := []windows.Handle{i.stop, windows.Handle(i.file.Fd())}
	which, err := windows.WaitForMultipleObjects(handles, false, windows.INFINITE)
	if err != nil {
		return 0, err
	}
	if which == windows.WAIT_OBJECT_0 {
		return 0, errCancelled
	}
	return i.file.Read(p)
}

// cancel ends the read that waits and every later one. After close it does
// nothing: the handle may be another object's by then.
func (i *input) cancel() {
	i.closed.Do(func() { _ = windows.SetEvent(i.stop) })
}

// close frees the event. It must not run beside a read.
func (i *input) close() {
	i.closed.Do(func() {})
	_ = windows.CloseHandle(i.stop)
}
