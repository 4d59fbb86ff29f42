package snapshot_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"rampart/core/snapshot"
)

// again fails unless a snapshot that was read is valid and comes back from its
// canonical form.
func again(t *testing.T, s *snapshot.Snapshot) {
	t.Helper()
	if err := snapshot.Validate(s); err != nil {
		t.Fatal(err)
	}
	canonical := snapshot.AppendCanonical(nil, s)
	got, err := snapshot.Decode(canonical)
	if err != nil {
		t.Fatalf("%v: %s", err, canonical)
	}
	if twice := snapshot.AppendCanonical(nil, got); !bytes.Equal(twice, canonical) {
		t.Fatalf("%s became %s", canonical, twice)
	}
}

func FuzzDecode(f *testing.F) {
	m := newMaker(21)
	for range 10 {
		f.Add(snapshot.AppendCanonical(nil, m.snapshot()))
	}
	f.Add([]byte(`{"rampart":1,"snapshot":1,"engine":"","experiment":{"rampart":1,"view":{"time":{"from":1}}}}`))
	f.Add([]byte("\uFEFF{}"))
	if file, err := os.ReadFile("testdata/engine-0.9.0.rampart.json"); err == nil {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := snapshot.Decode(data)
		if (s == nil) != (err != nil) {
			t.Fatal(s, err)
		}
		if err == nil {
			if !snapshot.IsSnapshot(data) {
				t.Error("it is not recognised")
			}
			again(t, s)
		}
	})
}

func FuzzParseLink(f *testing.F) {
	m := newMaker(22)
	for range 10 {
		f.Add(snapshot.Compressed(m.snapshot()))
	}
	for _, fragment := range shortLinks {
		f.Add(fragment)
	}
	f.Add("#s=ypeBEsobvcr6wjGzmiPcTQ")
	f.Add("r1=AQAAAAAAAA")
	f.Add("r2=AQ")
	f.Fuzz(func(t *testing.T, fragment string) {
		l, err := snapshot.ParseLink(fragment)
		switch {
		case err != nil && l != nil, err != nil && strings.TrimSpace(err.Error()) == "":
			t.Fatal(l, err)
		case l == nil:
		case l.Form == snapshot.KeptForm:
			if !snapshot.IsID(l.ID) || l.Snapshot != nil {
				t.Fatalf("%+v", l)
			}
		default:
			again(t, l.Snapshot)
		}
	})
}

// FuzzCanonical reads texts in whole links: what lies behind the checksum.
func FuzzCanonical(f *testing.F) {
	m := newMaker(23)
	for range 10 {
		f.Add(snapshot.AppendCanonical(nil, m.snapshot()), 0)
	}
	f.Add(make([]byte, 5000), 1<<20)
	f.Fuzz(func(t *testing.T, text []byte, more int) {
		l, err := snapshot.ParseLink(link(text, len(text)+more))
		if err == nil {
			again(t, l.Snapshot)
		}
	})
}

// FuzzShort takes any link that is read and can be said in short: it says the
// same, and is written the same.
func FuzzShort(f *testing.F) {
	for _, fragment := range shortLinks {
		f.Add(fragment)
	}
	m := newMaker(24)
	for range 20 {
		if fragment, ok := snapshot.Short(&snapshot.Snapshot{Experiment: m.experiment(true)}); ok {
			f.Add(fragment)
		}
	}
	f.Fuzz(func(t *testing.T, fragment string) {
		l, err := snapshot.ParseLink(fragment)
		if err != nil || l == nil || l.Form != snapshot.ShortForm {
			return
		}
		short, ok := snapshot.Short(l.Snapshot)
		if !ok {
			return
		}
		back := parse(t, short)
		if a, b := snapshot.AppendCanonical(nil, l.Snapshot), snapshot.AppendCanonical(nil, back.Snapshot); !bytes.Equal(a, b) {
			t.Fatalf("%s and %s differ:\n%s\n%s", fragment, short, a, b)
		}
		if twice, ok := snapshot.Short(back.Snapshot); !ok || twice != short {
			t.Fatalf("%s became %s", short, twice)
		}
	})
}
