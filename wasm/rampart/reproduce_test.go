package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"rampart/core/reproduce"
)

// A reproduction writes its text, keeps what it has run, and writes the same from
// that; what is altered is run again.
func TestReproduceCommand(t *testing.T) {
	in(t, nil)
	make := func() []byte {
		t.Helper()
		status, out, errors := call("", "reproduce", "--quick", "-o", "book")
		if status != exitDone || out != "" {
			t.Fatalf("status %d, wrote %q, said %q", status, out, errors)
		}
		text, err := os.ReadFile(filepath.Join("book", reproductionFile))
		if err != nil {
			t.Fatal(err)
		}
		t.Log(errors)
		return append(text, errors...)
	}
	said := func(all []byte) (text, kept string) {
		at := bytes.LastIndex(all, []byte("rampart: reproduce: "))
		return string(all[:bytes.Index(all, []byte("rampart: "))]), string(all[at:])
	}
	first := make()
	for _, want := range []string{"Made by `rampart reproduce --quick`", "26.24 | 26.47 26.27 25.97", "In short:", "corrected, bestfit on", "which 0 were kept"} {
		if !bytes.Contains(first, []byte(want)) {
			t.Errorf("there is no %q", want)
		}
	}
	files, err := filepath.Glob("book/cache/*.json")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d results are kept, %v", len(files), err)
	}
	for _, damage := range []string{"", `{"result":1}`} {
		if err := os.WriteFile(files[1], []byte(damage), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	second := make()
	text, _ := said(first)
	again, kept := said(second)
	if text != again {
		t.Error("the second text is another one")
	}
	if left := len(files) - 1; !strings.Contains(kept, "were kept from before") || !strings.Contains(kept, "of which "+strconv.Itoa(left)+" ") {
		t.Errorf("of %d results one was damaged, but it says %q", len(files), kept)
	}
}

func TestReproduceRefuses(t *testing.T) {
	in(t, map[string]string{"file": "x"})
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"a file", []string{"reproduce", "file"}, "takes no file"},
		{"an unknown flag", []string{"reproduce", "--slow"}, "slow"},
		{"too many rollouts", []string{"reproduce", "--rollouts", "101"}, "out of range, expected 0 to 100"},
		{"too many workers", []string{"reproduce", "--workers", "5000"}, "out of range"},
		{"a file for a folder", []string{"reproduce", "-o", "file"}, "file: not a directory"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, out, errors := call("", test.args...)
			if status == exitDone || out != "" || !strings.Contains(errors, test.want) {
				t.Errorf("status %d, wrote %q, said %q", status, out, errors)
			}
		})
	}
	if got := names(t); got != "file" {
		t.Errorf("files: %s", got)
	}
}

// Interrupted, it keeps what is done and writes no text; a later run goes on.
func TestReproduceInterrupted(t *testing.T) {
	in(t, nil)
	ctx, cancel := context.WithCancelCause(t.Context())
	var log interrupter
	c := &reproduction{
		book: reproduce.New(reproduce.Quick(nil)), folder: "book", workers: 1,
		digests: map[string]string{}, meter: newMeter(&log),
	}
	c.meter.next = time.Time{} // speaks at once
	log.stop = func() { cancel(errInterrupted) }
	if err := c.make(ctx); !errors.Is(err, errInterrupted) {
		t.Fatalf("interrupted it says %v", err)
	}
	if got := names(t); !strings.HasPrefix(got, "book") {
		t.Errorf("files: %s", got)
	}
	kept, err := filepath.Glob("book/cache/*.json")
	if err != nil || len(kept) != c.done {
		t.Errorf("%d results are kept of %d that are done, %v", len(kept), c.done, err)
	}
	if _, err := os.Stat(filepath.Join("book", reproductionFile)); err == nil {
		t.Error("there is a text")
	}
}

// interrupter is a stream that stops the work at the first word.
type interrupter struct{ stop func() }

func (i *interrupter) Write(p []byte) (int, error) {
	i.stop()
	return len(p), nil
}
