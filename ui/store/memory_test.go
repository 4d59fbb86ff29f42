package store

import (
	"errors"
	"strings"
	"testing"
)

// queue is a Later that runs callbacks only when told to, as a browser does.
type queue []func()

func (q *queue) later(f func()) { *q = append(*q, f) }

func (q *queue) run() {
	for len(*q) > 0 {
		f := (*q)[0]
		*q = (*q)[1:]
		f()
	}
}

func TestMemory(t *testing.T) {
	var q queue
	m := &Memory{Later: q.later}
	data := []byte{1, 2, 3}
	m.Put(Record{Key: "policy/b", Meta: []byte("{}"), Data: data}, func(err error) {
		if err != nil {
			t.Error(err)
		}
	})
	data[0] = 9 // what is kept does not change with the caller's bytes
	m.Put(Record{Key: "policy/a", Meta: []byte("1")}, func(error) {})
	m.Put(Record{Key: "training/c"}, func(error) {})
	m.Put(Record{Key: "policy/a", Meta: []byte("2")}, func(error) {}) // in place of the first
	called := 0
	m.List("policy/", func(list []Record, err error) {
		called++
		if err != nil || len(list) != 2 || list[0].Key != "policy/a" || string(list[0].Meta) != "2" || list[1].Data != nil {
			t.Errorf("list %v, %v", list, err)
		}
	})
	m.Get("policy/b", func(r *Record, err error) {
		called++
		if err != nil || r == nil || r.Data[0] != 1 {
			t.Errorf("record %v, %v", r, err)
		}
	})
	m.Delete("policy/b", func(error) {})
	m.Delete("policy/none", func(err error) {
		if err != nil {
			t.Error("deleting what is not there is an error")
		}
	})
	m.Get("policy/b", func(r *Record, err error) {
		called++
		if r != nil || err != nil {
			t.Errorf("deleted, but %v, %v", r, err)
		}
	})
	if called != 0 {
		t.Fatal("a callback came before the call returned")
	}
	q.run()
	if called != 3 || m.Len() != 2 {
		t.Errorf("%d callbacks, %d records", called, m.Len())
	}
}

// Two pages must not go on with one training.
func TestClaims(t *testing.T) {
	var q queue
	m := &Memory{Later: q.later}
	var got []bool
	claim := func() { m.Claim("x", func(ok bool) { got = append(got, ok) }) }
	claim()
	claim()
	m.Release("x")
	claim()
	q.run()
	if len(got) != 3 || !got[0] || got[1] || !got[2] {
		t.Errorf("claims %v, want true, false, true", got)
	}
}

// Every failure is told with a way out.
func TestSentences(t *testing.T) {
	for _, err := range []error{ErrFull, ErrNone, ErrNewer, errors.New("the disk is broken")} {
		if s := Sentence(err); !strings.Contains(s, "file") && !strings.Contains(s, "Reload") || !strings.HasSuffix(s, ".") {
			t.Errorf("%v: %s", err, s)
		}
	}
	if Sentence(nil) != "" {
		t.Error("no error has a sentence")
	}
	var q queue
	m := &Memory{Later: q.later, Fail: ErrFull}
	m.Put(Record{Key: "a"}, func(err error) {
		if !errors.Is(err, ErrFull) {
			t.Errorf("error %v", err)
		}
	})
	q.run()
	if m.Len() != 0 {
		t.Error("a failed save kept something")
	}
}
