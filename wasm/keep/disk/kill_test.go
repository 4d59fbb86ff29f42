//go:build unix

package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

// The variables that make a program of these tests a child that writes: the
// folder, the number of its first snapshot, and the step of the fourth one at
// which it kills itself.
const (
	childDir   = "RAMPART_TEST_DISK_DIR"
	childFirst = "RAMPART_TEST_DISK_FIRST"
	childStep  = "RAMPART_TEST_DISK_STEP"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		writeUntilKilled(dir)
	}
	os.Exit(m.Run())
}

// numbered returns a snapshot of some kilobytes and its id.
func numbered(n int) (id string, canonical []byte) {
	x := experiment.Default()
	x.Name = strconv.Itoa(n)
	x.Notes = strings.Repeat(x.Name+" ", n%500)
	canonical = snapshot.AppendCanonical(nil, &snapshot.Snapshot{Engine: "1.0.0", Experiment: x})
	return snapshot.ID(canonical), canonical
}

func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// writeUntilKilled is the child: it keeps snapshots, with five writers unless
// it is to die at a step, and prints the number of each one that is kept.
func writeUntilKilled(dir string) {
	s, err := Open(dir, Settings{Quota: 1 << 30})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	first, _ := strconv.Atoi(os.Getenv(childFirst))
	writers := 5
	if at := os.Getenv(childStep); at != "" {
		writers = 1
		puts := 0
		s.step = func(step string, f *os.File, data []byte) {
			if step == "created" {
				puts++
			}
			if puts == 4 && step == at {
				if step == "created" {
					_, _ = f.Write(data[:len(data)/2])
				}
				die()
			}
		}
	}
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			for n := first + w; ; n += writers {
				id, canonical := numbered(n)
				if err := s.Put(nil, id, canonical); err != nil && !errors.Is(err, keep.ErrKept) { // no context is looked at
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				fmt.Println(n)
			}
		})
	}
	group.Wait()
}

// child starts a child and returns the numbers that it prints.
func child(t *testing.T, dir string, first int, step string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir, childFirst+"="+strconv.Itoa(first), childStep+"="+step)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, bufio.NewScanner(out)
}

// reap waits for a child and fails unless it was killed.
func reap(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	err := cmd.Wait()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("the child ended with %v, not by SIGKILL", err)
	}
}

// sound opens the folder as a restart does and fails unless every file in it is
// whole and everything in kept is there. It returns how many files there are.
func sound(t *testing.T, dir string, kept []int) int {
	t.Helper()
	s, err := Open(dir, Settings{Quota: 1 << 30})
	if err != nil {
		t.Fatalf("the folder does not open any more: %v", err)
	}
	defer s.Close()
	for _, n := range kept {
		id, canonical := numbered(n)
		if got, err := s.Get(t.Context(), id); err != nil || string(got) != string(canonical) {
			t.Errorf("snapshot %d was kept and is lost: %v", n, err)
		}
	}
	count, used := 0, int64(0)
	err = s.each(func(key [16]byte, info fs.FileInfo) error {
		_, path := name(key)
		data, err := os.ReadFile(filepath.Join(dir, path))
		if id := snapshot.ID(data); err != nil || filepath.Base(path) != fileOf(id) {
			t.Errorf("%s is not whole: %v", path, err)
		}
		count++
		used += room(info.Size())
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if s.Used() != used {
		t.Errorf("%d bytes are used, want %d", s.Used(), used)
	}
	if left, err := os.ReadDir(filepath.Join(dir, incoming)); err != nil || len(left) > 0 {
		t.Errorf("after opening %d files are left in %s: %v", len(left), incoming, err)
	}
	return count
}

func fileOf(id string) string {
	key, _ := keep.Key(id)
	_, path := name(key)
	return filepath.Base(path)
}

// A program that is killed at any step of the fourth write leaves three
// snapshots, or four if the step comes after the one at which it appears.
func TestKilledAtEachStep(t *testing.T) {
	for _, test := range []struct {
		name, step string
		left       int64 // bytes in incoming, as a part of the snapshot: 0, 1/2 or 1
		count      int
	}{
		{"half of it is written", "created", 1, 3},
		{"all of it is written", "written", 2, 3},
		{"it is flushed", "flushed", 2, 3},
		{"it has its name", "renamed", 0, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			cmd, lines := child(t, dir, 0, test.step)
			var kept []int
			for lines.Scan() {
				n, _ := strconv.Atoi(lines.Text())
				kept = append(kept, n)
			}
			reap(t, cmd)
			if len(kept) != 3 {
				t.Fatalf("%d snapshots were kept, want 3", len(kept))
			}
			id, canonical := numbered(3)
			info, err := os.Stat(filepath.Join(dir, incoming, fileOf(id)))
			if test.left == 0 && !errors.Is(err, fs.ErrNotExist) || test.left > 0 && (err != nil || info.Size() != int64(len(canonical))*test.left/2) {
				t.Errorf("the child was not killed where this test says: %v", err)
			}
			if got := sound(t, dir, kept); got != test.count {
				t.Errorf("there are %d snapshots, want %d", got, test.count)
			}
			cmd, lines = child(t, dir, 3, "") // the folder can be written to
			if !lines.Scan() {
				t.Error("nothing can be kept any more")
			}
			_ = cmd.Process.Kill()
			for lines.Scan() {
			}
			reap(t, cmd)
		})
	}
}

// Programs with five writers each are killed one after the other at any moment.
func TestKilledAtAnyMoment(t *testing.T) {
	const rounds = 25
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	var kept []int
	before := 0
	for round := range rounds {
		cmd, lines := child(t, dir, 1000*round, "")
		for range random.IntN(30) {
			if !lines.Scan() {
				t.Fatal("the child has stopped by itself")
			}
			n, _ := strconv.Atoi(lines.Text())
			kept = append(kept, n)
		}
		time.Sleep(time.Duration(random.IntN(3_000_000)))
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			n, err := strconv.Atoi(lines.Text())
			if err != nil {
				t.Fatal(err)
			}
			kept = append(kept, n)
		}
		reap(t, cmd)
		count := sound(t, dir, kept)
		if count < before || count > 999*(round+1) {
			t.Errorf("round %d: there are %d snapshots after %d", round, count, before)
		}
		before = count
	}
	t.Logf("%d programs were killed, %d snapshots were kept and are there", rounds, len(kept))
}
