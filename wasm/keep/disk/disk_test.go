package disk_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/wasm/keep"
	"rampart/wasm/keep/disk"
)

const room = 1 << 30

// example returns the canonical form of a snapshot with some name, and its id.
func example(name string) (id string, canonical []byte) {
	x := experiment.Default()
	x.Name = name
	canonical = snapshot.AppendCanonical(nil, &snapshot.Snapshot{Engine: "1.0.0", Experiment: x})
	return snapshot.ID(canonical), canonical
}

func open(t *testing.T, dir string, settings disk.Settings) *disk.Store {
	t.Helper()
	s, err := disk.Open(dir, settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// files returns the paths of all files below a folder, without the marker.
func files(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != "rampart-snapshots" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "on", "the", "way")
	s := open(t, dir, disk.Settings{Quota: room})
	for i := range 20 {
		id, canonical := example(fmt.Sprint(i))
		if _, err := s.Get(t.Context(), id); !errors.Is(err, keep.ErrNotFound) {
			t.Fatalf("before: %v", err)
		}
		if err := s.Put(t.Context(), id, canonical); err != nil {
			t.Fatal(err)
		}
		if err := s.Put(t.Context(), id, canonical); !errors.Is(err, keep.ErrKept) {
			t.Fatalf("again: %v", err)
		}
	}
	if err := s.Health(t.Context()); err != nil {
		t.Error(err)
	}
	used := s.Used()
	s.Close()
	s = open(t, dir, disk.Settings{Quota: room})
	for i := range 20 {
		id, canonical := example(fmt.Sprint(i))
		if got, err := s.Get(t.Context(), id); err != nil || string(got) != string(canonical) {
			t.Errorf("after a restart: %v, %.100s", err, got)
		}
	}
	if s.Used() != used || used != 20*4096 {
		t.Errorf("%d bytes are used, %d before the restart, want 20 blocks", s.Used(), used)
	}
	if n := len(files(t, dir)); n != 20 {
		t.Errorf("there are %d files, want 20", n)
	}
}

// On a disk that was not flushed or has gone bad a file can be cut, altered,
// too long, of another snapshot or no file: none of that is ever returned, and
// keeping the snapshot again repairs it.
func TestDamagedFiles(t *testing.T) {
	id, canonical := example("one")
	_, other := example("two")
	altered := append([]byte(nil), canonical...)
	altered[len(altered)/2] ^= 1
	for _, test := range []struct {
		name string
		data []byte
	}{
		{"empty", nil},
		{"cut", canonical[:len(canonical)-1]},
		{"zeros", make([]byte, len(canonical))},
		{"one bit", altered},
		{"longer", append(append([]byte(nil), canonical...), '\n')},
		{"another snapshot", other},
		{"larger than any snapshot", make([]byte, snapshot.MaxBytes+1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir, disk.Settings{Quota: room})
			if err := s.Put(t.Context(), id, canonical); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(files(t, dir)[0], test.data, 0o600); err != nil {
				t.Fatal(err)
			}
			s.Close()
			s = open(t, dir, disk.Settings{Quota: room})
			if got, err := s.Get(t.Context(), id); !errors.Is(err, keep.ErrDamaged) || got != nil {
				t.Errorf("got %v and %.100q", err, got)
			}
			if err := s.Put(t.Context(), id, canonical); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Get(t.Context(), id); err != nil || string(got) != string(canonical) {
				t.Errorf("after the repair: %v and %.100q", err, got)
			}
			if s.Used() != 4096 {
				t.Errorf("after the repair %d bytes are used, want one block", s.Used())
			}
		})
	}
}

func TestBadIDs(t *testing.T) {
	s := open(t, t.TempDir(), disk.Settings{Quota: room})
	for _, id := range []string{"", ".", "..", "../rampart-snapshots", "AAAAAAAAAAAAAAAAAAAAAB", strings.Repeat("/", 22), "../../../../etc/passwd"} {
		if _, err := s.Get(t.Context(), id); !errors.Is(err, keep.ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	defer func() {
		if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "disk: ") {
			t.Errorf("Put under a wrong id: %v", r)
		}
	}()
	_, canonical := example("one")
	id, _ := example("two")
	s.Put(t.Context(), id, canonical)
}

func TestQuota(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, disk.Settings{Quota: 3 * 4096})
	for i, want := range []error{nil, nil, nil, keep.ErrFull, keep.ErrFull} {
		id, canonical := example(fmt.Sprint(i))
		if err := s.Put(t.Context(), id, canonical); !errors.Is(err, want) {
			t.Errorf("snapshot %d: %v, want %v", i, err, want)
		}
	}
	id, canonical := example("0")
	if err := s.Put(t.Context(), id, canonical); !errors.Is(err, keep.ErrKept) {
		t.Errorf("one that was there: %v", err)
	}
	if n := len(files(t, dir)); n != 3 {
		t.Errorf("there are %d files, want 3", n)
	}
	s.Close()
	s = open(t, dir, disk.Settings{Quota: 1}) // smaller than what is there
	if got, err := s.Get(t.Context(), id); err != nil || string(got) != string(canonical) {
		t.Errorf("under a smaller quota: %v", err)
	}
}

func TestOldSnapshotsGo(t *testing.T) {
	dir := t.TempDir()
	month := 30 * 24 * time.Hour
	s := open(t, dir, disk.Settings{Quota: 2 * 4096, Keep: month})
	put := func(name string, want error) {
		t.Helper()
		id, canonical := example(name)
		if err := s.Put(t.Context(), id, canonical); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	age := func(by time.Duration) {
		for _, path := range files(t, dir) {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, time.Time{}, info.ModTime().Add(-by)); err != nil {
				t.Fatal(err)
			}
		}
	}
	reopen := func(settings disk.Settings) {
		s.Close()
		s = open(t, dir, settings)
	}
	put("a", nil)
	age(20 * 24 * time.Hour)
	put("b", nil)
	age(20 * 24 * time.Hour) // a is 40 days old, b is 20
	reopen(disk.Settings{Quota: 2 * 4096})
	put("c", keep.ErrFull) // nothing is removed unless the owner says so
	put("a", keep.ErrKept) // a was put again: it is new
	age(11 * 24 * time.Hour)
	reopen(disk.Settings{Quota: 2 * 4096, Keep: month}) // b is 31 days old, a is 11
	idA, _ := example("a")
	idB, _ := example("b")
	if _, err := s.Get(t.Context(), idA); err != nil {
		t.Errorf("the one that was put again: %v", err)
	}
	if _, err := s.Get(t.Context(), idB); !errors.Is(err, keep.ErrNotFound) {
		t.Errorf("the old one: %v", err)
	}
	put("c", nil)
	if s.Used() != 2*4096 {
		t.Errorf("%d bytes are used, want two blocks", s.Used())
	}
}

func TestOpenRefuses(t *testing.T) {
	write := func(t *testing.T, path, text string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name string
		make func(t *testing.T, dir string)
		says string
	}{
		{"a folder with other things", func(t *testing.T, dir string) { write(t, dir+"/incoming/thesis.txt", "years of work") }, "other files"},
		{"a later layout", func(t *testing.T, dir string) { write(t, dir+"/rampart-snapshots", "Snapshots of Rampart, layout 2\n") }, "later version"},
		{"a file", func(t *testing.T, dir string) {
			if err := os.Remove(dir); err != nil {
				t.Fatal(err)
			}
			write(t, dir, "text")
		}, "not a directory"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			test.make(t, dir)
			before := files(t, filepath.Dir(dir))
			s, err := disk.Open(dir, disk.Settings{Quota: room})
			if err == nil {
				s.Close()
				t.Fatal("the folder was opened")
			}
			if !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is %q, want %q in it", err, test.says)
			}
			if after := files(t, filepath.Dir(dir)); strings.Join(after, " ") != strings.Join(before, " ") {
				t.Errorf("the files were %v and are %v", before, after)
			}
		})
	}
}

// Two programs must not share a folder: each would remove what the other is
// writing.
func TestOpenTwice(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, disk.Settings{Quota: room})
	unfinished := filepath.Join(dir, "incoming", "half")
	if err := os.WriteFile(unfinished, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if other, err := disk.Open(dir, disk.Settings{Quota: room}); !errors.Is(err, disk.ErrInUse) {
		if err == nil {
			other.Close()
		}
		t.Fatalf("got %v, want %v", err, disk.ErrInUse)
	}
	if _, err := os.Stat(unfinished); err != nil {
		t.Errorf("the second program touched what the first writes: %v", err)
	}
	s.Close()
	open(t, dir, disk.Settings{Quota: room})
	if _, err := os.Stat(unfinished); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a stop left is still there: %v", err)
	}
}

// Files of others below the folder are left alone and not served.
func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	open(t, dir, disk.Settings{Quota: room}).Close()
	id, canonical := example("one")
	for _, name := range []string{"snapshots/README", "snapshots/ab/note.json", "snapshots/ab/" + strings.Repeat("0", 32) + ".json"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, canonical, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, dir, disk.Settings{Quota: room, Keep: time.Nanosecond})
	if n := len(files(t, dir)); n != 3 || s.Used() != 0 {
		t.Errorf("%d files and %d bytes in use, want 3 and none", n, s.Used())
	}
	if _, err := s.Get(t.Context(), id); !errors.Is(err, keep.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

// A write that fails takes no room and leaves nothing behind, and the store
// says that it is ill until the folder is there again.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, disk.Settings{Quota: room})
	incoming := filepath.Join(dir, "incoming")
	if err := os.Remove(incoming); err != nil {
		t.Fatal(err)
	}
	id, canonical := example("one")
	if err := s.Put(t.Context(), id, canonical); err == nil || errors.Is(err, keep.ErrKept) || errors.Is(err, keep.ErrFull) {
		t.Errorf("got %v", err)
	}
	if s.Health(t.Context()) == nil || s.Used() != 0 || len(files(t, dir)) != 0 {
		t.Errorf("health is %v, %d bytes are used by %d files", s.Health(t.Context()), s.Used(), len(files(t, dir)))
	}
	if _, err := s.Get(t.Context(), id); !errors.Is(err, keep.ErrNotFound) {
		t.Errorf("the one that failed: %v", err)
	}
	if err := os.Mkdir(incoming, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Health(t.Context()), s.Put(t.Context(), id, canonical)); err != nil {
		t.Errorf("when the folder is back: %v", err)
	}
}
