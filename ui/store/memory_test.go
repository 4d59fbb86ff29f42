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
	for _, err := range []error{ErrFull, ErrNone, ErrNewer, ErrBlocked, ErrLost, ErrGone, errors.New("the disk is broken")} {
		if s := Sentence(err); !strings.Contains(s, "xport to a file what must not be lost") || !strings.HasSuffix(s, ".") {
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

// What another page has deleted does not come back because this one changes it.
func TestReplace(t *testing.T) {
	var q queue
	m := &Memory{Later: q.later}
	var got []error
	note := func(err error) { got = append(got, err) }
	m.Replace(Record{Key: "policy/a"}, note)
	m.Put(Record{Key: "policy/a", Data: []byte("one")}, note)
	m.Replace(Record{Key: "policy/a", Data: []byte("three")}, note)
	m.Fail = ErrFull
	m.Replace(Record{Key: "policy/b"}, note)
	q.run()
	if len(got) != 4 || got[0] != ErrGone || got[1] != nil || got[2] != nil || got[3] != ErrFull || m.Len() != 1 {
		t.Errorf("answers %v, %d records", got, m.Len())
	}
	m.List("policy/", func(list []Record, _ error) {
		if list[0].Size != 5 {
			t.Errorf("the size is %d", list[0].Size)
		}
	})
	q.run()
}

// Records that are taken are gone, and can be put back whole.
func TestTake(t *testing.T) {
	var q queue
	m := &Memory{Later: q.later}
	for _, key := range []string{"part/a/1", "history/a", "part/b/1", "part/a/2", "policy/a"} {
		m.Put(Record{Key: key, Meta: []byte("m"), Data: []byte(key)}, func(error) {})
	}
	var keys []string
	m.Take([]string{"history/a", "part/a/", "none/"}, func(list []Record, err error) {
		for _, r := range list {
			keys = append(keys, r.Key)
			if string(r.Data) != r.Key || err != nil {
				t.Errorf("%s came with %q, %v", r.Key, r.Data, err)
			}
		}
	})
	q.run()
	if got := strings.Join(keys, " "); got != "history/a part/a/1 part/a/2" || m.Len() != 2 {
		t.Errorf("taken %s, %d are left", got, m.Len())
	}
}

func TestWatch(t *testing.T) {
	var q queue
	m := &Memory{Later: q.later}
	var heard []string
	for range 2 {
		m.Watch(func(key string, err error) { heard = append(heard, key+Sentence(err)) })
	}
	m.Tell("policy/a", nil)
	m.Put(Record{Key: "policy/b"}, func(error) {}) // its own doing
	q.run()
	if strings.Join(heard, " ") != "policy/a policy/a" {
		t.Errorf("heard %v", heard)
	}
}
