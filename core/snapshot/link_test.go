package snapshot_test

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/core/strict"
)

// shared is a snapshot whose link is some hundred characters long.
func shared(t testing.TB) *snapshot.Snapshot {
	m := newMaker(7)
	x := experiment.Paper("A")
	s := &snapshot.Snapshot{Engine: "1.0.0", Experiment: x, Digest: "sha256:" + strings.Repeat("0123456789abcdef", 4), Summaries: m.summaries(x)}
	valid(t, s)
	return s
}

// shortLinks are links that people could have typed.
var shortLinks = []string{
	"p=A",
	"p=A&degree=8&seed=3&tab=timeline&t=1000",
	"p=B&run=max,8,policy:firstfit-B&seed=0..9&left=max@3&right=8@4&t=1e3..2e3&job=17@right",
	"p=D&shape=8x4x2&interarrival=exponential:500&beta=skewnormal:3:0.1..1:2&rules=corrected&placer=compact",
	"p=C&name=Two%20words&graphs=alexnet,gnmt&horizon=1e5&maxdegree=24&train.preset=paper&train.warmStart.kind=max",
}

// A link that lost its end says so, at whatever character it was cut.
func TestCut(t *testing.T) {
	link := snapshot.Compressed(shared(t))
	for n := len("r1="); n < len(link); n++ {
		if _, err := snapshot.ParseLink(link[:n]); !errors.Is(err, snapshot.ErrCut) {
			t.Errorf("%d of %d characters: %v", n, len(link), err)
		}
	}
	const want = "the link is cut, characters are missing at its end: about 96 of "
	if _, err := snapshot.ParseLink(link[:100]); !strings.HasPrefix(err.Error(), want) {
		t.Error(err)
	}
}

// A link with one character changed is found out.
func TestAltered(t *testing.T) {
	link := []byte(snapshot.Compressed(shared(t)))
	for i := len("r1="); i < len(link); i++ {
		was := link[i]
		for _, c := range []byte("A9_z") {
			if link[i] = c; c == was {
				continue
			}
			_, err := snapshot.ParseLink(string(link))
			switch {
			case errors.Is(err, snapshot.ErrAltered):
			case i < 16 && (errors.Is(err, snapshot.ErrNewer) || errors.Is(err, snapshot.ErrCut)): // the head
			default:
				t.Fatalf("character %d is %c: %v", i, c, err)
			}
		}
		link[i] = was
	}
}

// What programs do to links in texts is undone or named.
func TestLinkForms(t *testing.T) {
	s := shared(t)
	link := snapshot.Compressed(s)
	id := snapshot.ID(snapshot.AppendCanonical(nil, s))
	for _, c := range []struct{ name, fragment, note string }{
		{"plain", link, ""},
		{"with its sign", "#" + link, ""},
		{"in a sentence", link + ".", `The end of the link, ".", does not belong to it and was ignored.`},
		{"in brackets", link + ">),", `The end of the link, ">),", does not belong to it and was ignored.`},
		{"over lines", link[:40] + "\r\n " + link[40:] + "\n", ""},
		{"escaped", "r1%3d" + link[3:], ""},
		{"with more", link + "&utm_source=mail", `What follows & in the link, "utm_source=mail", was ignored.`},
		{"kept", snapshot.Kept(id), ""},
		{"kept, in a sentence", "#s=" + id + "!", `The end of the link, "!", does not belong to it and was ignored.`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, err := snapshot.ParseLink(c.fragment)
			if err != nil || l == nil {
				t.Fatal(l, err)
			}
			if got := strings.Join(l.Notes, " "); got != c.note {
				t.Errorf("notes %q", got)
			}
			switch l.Form {
			case snapshot.KeptForm:
				if l.ID != id || l.Snapshot != nil {
					t.Errorf("got %+v", l)
				}
			case snapshot.CompressedForm:
				if got := snapshot.ID(snapshot.AppendCanonical(nil, l.Snapshot)); got != id || l.ID != "" {
					t.Errorf("got %+v", l)
				}
			default:
				t.Errorf("form %q", l.Form)
			}
		})
	}
	for _, other := range []string{"", "#", "main", "tab-timeline", "x=1", "r=1", "r0=A", "rx1=A", "R1=A", "s", "#:~:text=cost", "x=1&y=2", strings.Repeat("a", 9000)} {
		if l, err := snapshot.ParseLink(other); l != nil || err != nil {
			t.Errorf("%.20q is a link: %+v, %v", other, l, err)
		}
	}
}

func TestLinkRefuses(t *testing.T) {
	link := snapshot.Compressed(shared(t))
	newer := canonicalLink([]byte(`{"rampart":1,"snapshot":2,"colour":"red"}`))
	invalid := canonicalLink([]byte(`{"rampart":1,"snapshot":1,"engine":"1.0.0","experiment":{"rampart":1,"queueCapacity":-1}}`))
	for _, c := range []struct {
		name, fragment string
		is             error
		want           string
	}{
		{"nothing", "r1=", snapshot.ErrCut, "the link is cut, characters are missing at its end"},
		{"a head", "r1=AQAA", snapshot.ErrCut, "the link is cut, characters are missing at its end"},
		{"wrong alphabet", link[:50] + "é" + link[50:], snapshot.ErrAlphabet, `the link has a character that does not belong there: character 51, in "é`},
		{"other base64", link[:50] + "+" + link[51:], snapshot.ErrAlphabet, `the link has a character that does not belong there: character 51, in "+`},
		{"longer", link + "AAAA", snapshot.ErrAltered, "the link was altered, its checksum does not fit what it holds"},
		{"longer by one", link + "A", snapshot.ErrAltered, "the link was altered, its checksum does not fit what it holds"},
		{"version 0", "r1=AAAAAAAAAAAAAAAA", snapshot.ErrAltered, "the link was altered, its checksum does not fit what it holds"},
		{"later compressed form", "r1=AgAAAAAAAAAA", snapshot.ErrNewer, "the link was made by a later version of Rampart: compressed form 2, this program reads 1"},
		{"later form", "r2=AQAA", snapshot.ErrNewer, `the link was made by a later version of Rampart: form "r2", this program reads r1`},
		{"later snapshot", newer, snapshot.ErrNewer, "snapshot: version 2 is newer than this program, which reads 1; a later version of Rampart opens it"},
		{"later short form", "p=A&v=2", snapshot.ErrNewer, `the link was made by a later version of Rampart: short form "2", this program reads 1`},
		{"out of range", invalid, nil, "experiment.queueCapacity: -1 is out of range, expected an integer from 0 to 1000000"},
		{"very long", "r1=" + strings.Repeat("A", 1<<20), snapshot.ErrTooBig, "the link holds too much: 1048579 characters, expected at most 1048576"},
		{"very long short link", "p=A&name=" + strings.Repeat("A", 8000), snapshot.ErrTooBig, "the link holds too much: 8009 characters, expected at most 8000"},
		{"many keys", "p=A" + strings.Repeat("&x=1", 300), snapshot.ErrTooBig, "the link holds too much: more than 200 keys"},
		{"no identity", "s=abc", snapshot.ErrID, `the link names no snapshot: "abc" has 3 characters, expected 22 of A-Z, a-z, 0-9, - and _`},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, err := snapshot.ParseLink(c.fragment)
			if l != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Fatalf("got  %v\nwant %s", err, c.want)
			}
			var field *strict.Error
			if c.is != nil && !errors.Is(err, c.is) || c.is == nil && !errors.As(err, &field) {
				t.Errorf("%v is another error", err)
			}
		})
	}
}

// canonicalLink is a compressed link with any text as its canonical form.
func canonicalLink(canonical []byte) string { return link(canonical, len(canonical)) }

// announce changes what a packed link says about itself and mends its checksum.
func announce(packed []byte, version byte, compressed, inflated int) []byte {
	rest := packed[5:]
	for range 2 {
		_, n := binary.Uvarint(rest)
		rest = rest[n:]
	}
	out := []byte{version, 0, 0, 0, 0}
	out = binary.AppendUvarint(out, uint64(compressed))
	out = append(binary.AppendUvarint(out, uint64(inflated)), rest...)
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(crc32.Checksum(out[:1], table), table, out[5:])
	binary.BigEndian.PutUint32(out[1:], sum)
	return out
}

func text(packed []byte) string { return "r1=" + base64.RawURLEncoding.EncodeToString(packed) }
