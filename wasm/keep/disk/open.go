package disk

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The names in a folder of snapshots.
const (
	marker    = "rampart-snapshots"
	incoming  = "incoming"
	snapshots = "snapshots"
	suffix    = ".json"

	marked = "Snapshots of Rampart, layout 1\n" // what the marker holds
)

// ErrInUse is returned by Open for a folder that another program has open.
var ErrInUse = errors.New("another program keeps its snapshots there now")

// Open opens a folder of snapshots and makes it if there is none. A folder that
// holds other things is refused: opening removes files. One program at a time
// may have a folder open.
func Open(dir string, settings Settings) (*Store, error) {
	if settings.Quota < 1 || settings.Keep < 0 {
		panic("disk: settings out of range")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	s := &Store{settings: settings, root: root, now: time.Now, writing: map[[16]byte]chan struct{}{}}
	err = s.own()
	if err == nil {
		flushParent(dir)
		err = s.recover()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close gives the folder up to other programs. No call may be in progress.
func (s *Store) Close() error {
	var err error
	if s.lock != nil {
		err = s.lock.Close() // which unlocks it
	}
	return errors.Join(err, s.root.Close())
}

// own locks the folder for this program, and marks an empty one as its own.
func (s *Store) own() error {
	if _, err := s.root.Lstat(marker); errors.Is(err, fs.ErrNotExist) {
		entries, err := s.list(".")
		if err != nil {
			return err
		}
		if len(entries) > 0 {
			return errors.New("the folder is not one of snapshots: it has other files in it")
		}
	}
	var err error
	if s.lock, err = s.root.OpenFile(marker, os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return err
	}
	if err := lock(s.lock); err != nil {
		return err
	}
	text := make([]byte, len(marked)+1)
	n, err := s.lock.ReadAt(text, 0)
	if err != nil && err != io.EOF {
		return err
	}
	if !strings.HasPrefix(marked, string(text[:n])) {
		return errors.New("the folder is not one of snapshots, or of a later version")
	}
	if n < len(marked) { // new, or the program was stopped here
		if _, err := s.lock.WriteAt([]byte(marked), 0); err != nil {
			return err
		}
		if err := s.lock.Sync(); err != nil {
			return err
		}
	}
	for _, folder := range []string{incoming, snapshots} {
		if err := s.root.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return s.flush(".")
}

// flushParent makes the name of a new folder last like what is in it. It is
// not an error if it cannot: the folder above may be somebody else's.
func flushParent(dir string) {
	if f, err := os.Open(filepath.Dir(filepath.Clean(dir))); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}

// recover removes what a stop left half-written, counts the snapshots and
// removes those that are old.
func (s *Store) recover() error {
	left, err := s.list(incoming)
	if err != nil {
		return err
	}
	for _, f := range left {
		if err := s.root.Remove(incoming + "/" + f.Name()); err != nil {
			return err
		}
	}
	err = s.each(func(_ [16]byte, info fs.FileInfo) error {
		s.used += room(info.Size())
		return nil
	})
	if err != nil {
		return err
	}
	s.cleaned = s.now()
	return s.Clean()
}

// Clean removes the snapshots that are older than the settings keep them.
// A store does it when it is opened and when it is full.
func (s *Store) Clean() error {
	if s.settings.Keep == 0 {
		return nil
	}
	return s.each(func(key [16]byte, info fs.FileInfo) error {
		if !s.old(info) {
			return nil
		}
		defer s.claim(key)() // nobody may be told now that it is kept
		folder, path := name(key)
		info, err := s.root.Lstat(path)
		if err != nil || !s.old(info) {
			return ignoreAbsent(err)
		}
		if err := s.root.Remove(path); err != nil {
			return ignoreAbsent(err)
		}
		s.release(room(info.Size()))
		return s.flush(folder)
	})
}

func (s *Store) old(info fs.FileInfo) bool { return s.now().Sub(info.ModTime()) > s.settings.Keep }

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// each calls a function for every file that has a snapshot's name and place.
// Other files are left alone and not counted.
func (s *Store) each(visit func(key [16]byte, info fs.FileInfo) error) error {
	folders, err := s.list(snapshots)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		files, err := s.list(snapshots + "/" + folder.Name())
		if err != nil {
			return ignoreAbsent(err)
		}
		for _, f := range files {
			var key [16]byte
			h, ok := strings.CutSuffix(f.Name(), suffix)
			if n, err := hex.Decode(key[:], []byte(h[:min(len(h), 2*len(key))])); !ok || err != nil || n != len(key) {
				continue
			}
			if _, path := name(key); path != snapshots+"/"+folder.Name()+"/"+f.Name() {
				continue
			}
			info, err := f.Info()
			if err == nil && info.Mode().IsRegular() {
				err = visit(key, info)
			}
			if ignoreAbsent(err) != nil {
				return err
			}
		}
	}
	return nil
}

// list returns what is in a folder.
func (s *Store) list(folder string) ([]fs.DirEntry, error) {
	f, err := s.root.Open(folder)
	if err != nil {
		return nil, err
	}
	entries, err := f.ReadDir(-1)
	return entries, errors.Join(err, f.Close())
}

// Used returns how much of the quota is in use, in bytes.
func (s *Store) Used() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used
}

// Health implements keep.Healthy: the folder must still be there.
func (s *Store) Health(context.Context) error {
	_, err := s.root.Stat(incoming)
	return err
}
