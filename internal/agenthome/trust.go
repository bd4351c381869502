package agenthome

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"unicode/utf8"
)

// TrustWriter marks folders as trusted in claude's configuration. The zero
// value is ready; one of them serves a whole session, so that panes starting
// together do not undo each other's mark.
type TrustWriter struct{ mu sync.Mutex }

// trustTries bounds how often the file is edited anew because claude wrote it
// meanwhile.
const trustTries = 5

// configLimit is the most, in bytes, that is read of claude's configuration,
// which is kilobytes and grows with the projects in it.
const configLimit = 64 << 20

var (
	errBusy     = errors.New("another program keeps writing it")
	errReadOnly = errors.New("it is read-only")
	errTooLarge = fmt.Errorf("it is larger than %d bytes", configLimit)
	errNotText  = errors.New("its name is not UTF-8, which claude's configuration cannot hold")
)

// Trust marks dir as trusted, so that an agent at a posture the operator chose
// does not stop to ask for the folder. An already trusted folder writes
// nothing. A file that is not a JSON object is left as it is, byte for byte,
// and reported; nothing but the two marks ever changes.
func (w *TrustWriter) Trust(c Claude, dir string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	keys, err := folderKeys(dir)
	if err != nil {
		return fmt.Errorf("trust folder %q: %w", dir, err)
	}
	if err := rewrite(c.File, keys); err != nil {
		return fmt.Errorf("trust folder %q in %q: %w", dir, c.File, err)
	}
	return nil
}

// folderKeys is the folder as claude names it: absolute, forward slashes, no
// slash at the end. Claude looks the real path up, so that is marked too where
// it is another one.
func folderKeys(dir string) ([]string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if !utf8.ValidString(abs) {
		return nil, errNotText
	}
	keys := []string{path.Clean(filepath.ToSlash(abs))}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		if key := filepath.ToSlash(real); key != keys[0] {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// rewrite edits the file and replaces it as a whole, unless it changed in
// between.
func rewrite(file string, keys []string) error {
	target, err := resolve(file)
	if err != nil {
		return err
	}
	for range trustTries {
		before, mode, err := readConfig(target)
		if err != nil {
			return err
		}
		after, err := addTrust(before, keys)
		if err != nil || bytes.Equal(before, after) {
			return err
		}
		done, err := replace(target, before, after, mode)
		if done || err != nil {
			return err
		}
	}
	return errBusy
}

// resolve follows a link to the file itself: replacing the link would part the
// operator's configuration from where it is kept.
func resolve(file string) (string, error) {
	target, err := filepath.EvalSymlinks(file)
	if !errors.Is(err, fs.ErrNotExist) {
		return target, err
	}
	if _, linked := os.Lstat(file); linked == nil {
		return "", err
	}
	return file, nil
}

// readConfig reads the file. One that is not there is an empty object.
func readConfig(file string) (text []byte, mode fs.FileMode, err error) {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0o600, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if info.Mode().IsRegular() && info.Mode()&0o200 == 0 {
		return nil, 0, errReadOnly
	}
	text, err = readRegular(file, configLimit+1)
	switch {
	case err != nil:
	case len(text) == 0:
		err = errNotObject
	case len(text) > configLimit:
		err = errTooLarge
	}
	return text, info.Mode().Perm(), err
}

// replace writes a whole new file beside the old one and puts it in its place.
// done is false when the old one is no longer what the edit started from.
func replace(file string, before, after []byte, mode fs.FileMode) (done bool, err error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return false, err
	}
	temp, err := writeTemp(filepath.Dir(file), after, mode)
	if err != nil {
		return false, err
	}
	defer os.Remove(temp) // gone after the rename
	now, _, err := readConfig(file)
	if err != nil || !bytes.Equal(now, before) {
		return false, err
	}
	return true, os.Rename(temp, file)
}

func writeTemp(dir string, text []byte, mode fs.FileMode) (name string, err error) {
	f, err := os.CreateTemp(dir, ".claude.json.atrium-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err != nil {
		os.Remove(f.Name())
	}
	return f.Name(), err
}
