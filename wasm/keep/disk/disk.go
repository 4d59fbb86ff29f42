// Package disk keeps snapshots as files in a folder.
//
//	DIR/rampart-snapshots       says what the folder is; locked while it is open
//	DIR/incoming/*              files that are being written
//	DIR/snapshots/ab/abcd....json   a snapshot, named by its key in hexadecimal
//
// A snapshot is written to incoming, flushed, and renamed to where it stays;
// then the folder that names it is flushed. So a file under snapshots is whole
// from the moment it has its name, also if the program or the machine stops at
// any instant, and when Put returns nil the snapshot outlasts both. What a stop
// leaves in incoming is removed when the folder is opened again. The names are
// hexadecimal because some file systems take A and a for the same letter.
//
// Nothing is believed of a file: every read compares the bytes with the id. One
// that was damaged is never returned, and is replaced when the same snapshot is
// kept again.
package disk

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

// Settings say what a Store may take. It refuses what does not fit: removing
// the oldest instead would let whoever fills the store break every link that
// others have shared. What nobody has shared for some time may go, if the owner
// of the folder says so.
type Settings struct {
	Quota int64         // bytes, every file rounded up to 4096; above zero
	Keep  time.Duration // a snapshot may be removed this long after it was last put; 0: never
}

// block is what file systems hand out at least.
const block = 4096

// cleanEvery is how often a full store looks for snapshots to remove.
const cleanEvery = time.Minute

// Store is a keep.Store in a folder.
type Store struct {
	settings Settings
	root     *os.Root
	lock     *os.File
	now      func() time.Time
	step     func(step string, f *os.File, data []byte) // nil but in tests: called between the steps of a Put

	mu      sync.Mutex
	used    int64                      // bytes of the files that are kept and of those being written
	writing map[[16]byte]chan struct{} // closed when the write has ended
	cleaned time.Time                  // when the store was last searched for old snapshots
}

var (
	_ keep.Store   = (*Store)(nil)
	_ keep.Healthy = (*Store)(nil)
)

// name returns the folder and the path of a snapshot.
func name(key [16]byte) (folder, path string) {
	h := hex.EncodeToString(key[:])
	folder = snapshots + "/" + h[:2]
	return folder, folder + "/" + h + suffix
}

// Get implements keep.Store.
func (s *Store) Get(_ context.Context, id string) ([]byte, error) {
	key, ok := keep.Key(id)
	if !ok {
		return nil, keep.ErrNotFound
	}
	_, path := name(key)
	data, err := s.read(path)
	if err == nil {
		err = keep.Check(id, data)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, keep.ErrNotFound
	case errors.Is(err, keep.ErrDamaged):
		return nil, fmt.Errorf("%w: %s", err, path)
	case err != nil:
		return nil, err
	}
	return data, nil
}

// read returns a file that may be a snapshot: one of another size than
// snapshots have is damaged, and not read.
func (s *Store) read(path string) ([]byte, error) {
	f, err := s.root.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > snapshot.MaxBytes {
		return nil, keep.ErrDamaged
	}
	data := make([]byte, info.Size())
	for n := 0; n < len(data); {
		m, err := f.Read(data[n:])
		if n += m; err != nil {
			return nil, err
		}
	}
	return data, nil
}

// Put implements keep.Store. It panics if the id is not that of the bytes.
func (s *Store) Put(_ context.Context, id string, canonical []byte) error {
	key, ok := keep.Key(id)
	if !ok || keep.Check(id, canonical) != nil || len(canonical) > snapshot.MaxBytes {
		panic("disk: the id is not that of the snapshot")
	}
	defer s.claim(key)()
	folder, path := name(key)
	had := int64(0)
	data, err := s.read(path)
	switch {
	case err == nil && keep.Check(id, data) == nil:
		now := s.now()
		_ = s.root.Chtimes(path, now, now) // only its age: it stays, and is whole
		return keep.ErrKept
	case err == nil || errors.Is(err, keep.ErrDamaged):
		if info, err := s.root.Lstat(path); err == nil {
			had = room(info.Size())
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	need := room(int64(len(canonical)))
	if !s.reserve(need - had) {
		return keep.ErrFull
	}
	if err := s.write(folder, path, canonical); err != nil {
		s.release(need - had)
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
			return fmt.Errorf("%w: %v", keep.ErrFull, err)
		}
		return err
	}
	return nil
}

// claim waits until nobody else writes the snapshot, and returns the function
// that lets the next one write.
func (s *Store) claim(key [16]byte) (done func()) {
	for {
		s.mu.Lock()
		other, busy := s.writing[key]
		if !busy {
			mine := make(chan struct{})
			s.writing[key] = mine
			s.mu.Unlock()
			return func() {
				s.mu.Lock()
				delete(s.writing, key)
				s.mu.Unlock()
				close(mine)
			}
		}
		s.mu.Unlock()
		<-other
	}
}

// reserve takes room under the quota, if need be after removing what is old.
func (s *Store) reserve(bytes int64) bool {
	for {
		s.mu.Lock()
		if s.used+bytes <= s.settings.Quota {
			s.used += bytes
			s.mu.Unlock()
			return true
		}
		now := s.now()
		due := s.settings.Keep > 0 && now.Sub(s.cleaned) >= cleanEvery
		if due {
			s.cleaned = now
		}
		s.mu.Unlock()
		if !due || s.Clean() != nil {
			return false
		}
	}
}

// release gives room back.
func (s *Store) release(bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used -= bytes
}

// write makes a file of the data, in one step for everybody who reads.
func (s *Store) write(folder, path string, data []byte) (err error) {
	temporary := incoming + "/" + path[len(folder)+1:]
	f, err := s.root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = s.root.Remove(temporary)
		}
	}()
	s.reached("created", f, data)
	_, err = f.Write(data)
	s.reached("written", f, data)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	s.reached("flushed", nil, nil)
	if err := s.makeFolder(folder); err != nil {
		return err
	}
	if err := s.root.Rename(temporary, path); err != nil {
		return err
	}
	s.reached("renamed", nil, nil)
	return s.flush(folder)
}

func (s *Store) reached(step string, f *os.File, data []byte) {
	if s.step != nil {
		s.step(step, f, data)
	}
}

// makeFolder makes one of the 256 folders, so that it lasts.
func (s *Store) makeFolder(folder string) error {
	err := s.root.Mkdir(folder, 0o700)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.flush(snapshots)
}

// flush makes the names in a folder last. Not every system can flush a folder;
// those that cannot flush names with the files.
func (s *Store) flush(folder string) error {
	f, err := s.root.Open(folder)
	if err != nil {
		return err
	}
	err = f.Sync()
	if runtime.GOOS == "windows" || errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, f.Close())
}

// room is what a file of some size takes.
func room(size int64) int64 { return (max(size, 1) + block - 1) / block * block }
