package snapshot_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"rampart/core/snapshot"
)

// link is a compressed link whose body is data, and which announces so many
// bytes; its checksum fits.
func link(data []byte, announced int) string {
	var body bytes.Buffer
	dictionary, err := os.ReadFile("dictionary.txt")
	if err != nil {
		panic(err)
	}
	w, err := flate.NewWriterDict(&body, flate.BestCompression, dictionary)
	if err != nil {
		panic(err)
	}
	w.Write(data)
	w.Close()
	packed := append([]byte{1, 0, 0, 0, 0, 0, 0}, body.Bytes()...)
	return text(announce(packed, 1, body.Len(), announced))
}

// bombs are links of about 10 KB that inflate to 10 MB, with different lies.
var bombs = sync.OnceValue(func() map[string]string {
	zeros := make([]byte, 10<<20)
	blanks := append([]byte(`{"rampart":1,"snapshot":1,`), bytes.Repeat([]byte(" "), 10<<20)...)
	return map[string]string{
		"honest":                    link(zeros, len(zeros)),
		"says as much as may be":    link(zeros, snapshot.MaxBytes),
		"says it is small":          link(zeros, 1000),
		"says nothing":              link(zeros, 0),
		"says more than there is":   link(make([]byte, 100), snapshot.MaxBytes),
		"begins as a snapshot does": link(blanks, snapshot.MaxBytes),
		"says 2 GB":                 link(zeros, 1<<31-1),
	}
})

// A bomb is refused after at most MaxBytes have come out of it, in memory that
// says so.
func TestBombs(t *testing.T) {
	for name, bomb := range bombs() {
		t.Run(name, func(t *testing.T) {
			if len(bomb) > 20_000 {
				t.Fatalf("%d characters", len(bomb))
			}
			var err error
			if used := allocated(func() { _, err = snapshot.ParseLink(bomb) }); used > 4<<20 {
				t.Errorf("%d bytes were allocated", used)
			}
			if !errors.Is(err, snapshot.ErrTooBig) && !errors.Is(err, snapshot.ErrAltered) {
				t.Error(err)
			}
		})
	}
	const want = "the link holds too much: it would inflate to 10485760 bytes, expected at most 1048576"
	if _, err := snapshot.ParseLink(bombs()["honest"]); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

// allocated is how many bytes f allocates, freed or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// heavy are links within all limits that take as much as any to read.
func heavy() map[string]string {
	around := func(inside string) string {
		return canonicalLink([]byte(`{"rampart":1,"snapshot":1,"engine":"1.0.0","experiment":{"rampart":1,` + inside + `}}`))
	}
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return map[string]string{
		"values":           around(`"view":{"a":[` + strings.Repeat("0,", 100_000) + `0]}`),
		"just few enough":  around(`"view":{"a":[` + strings.Repeat("0,", 8_000) + `0]}`),
		"members":          around(`"view":{` + many(49_000, `"%d":0`) + `}`),
		"members allowed":  around(`"train":{` + many(1_500, `"%d":0`) + `},"view":{` + many(1_500, `"%d":0`) + `}`),
		"unknown members":  around(many(49_000, `"%d":0`)),
		"nested":           around(`"view":{"a":[` + strings.Repeat(strings.Repeat("[", 25)+strings.Repeat("]", 25)+",", 300) + `0]}`),
		"seeds":            around(`"strategies":[{"kind":"max"}],"seeds":[` + many(10_000, "%d") + `]`),
		"trace":            around(`"workload":{"jobs":[` + strings.TrimSuffix(strings.Repeat(`{"arrivalSeconds":0,"graph":"gnmt","beta":1},`, 14_000), ",") + `]}`),
		"script":           around(`"strategies":[{"kind":"script","degrees":[` + strings.Repeat("16,", 99_000) + `0]}]`),
		"bad script":       around(`"strategies":[{"kind":"script","degrees":[` + strings.Repeat("15,", 99_000) + `0]}]`),
		"policy":           around(`"strategies":[{"kind":"policy","checkpoint":"data:` + strings.Repeat("A", 1_040_000) + `"}]`),
		"escapes":          around(`"notes":"` + strings.Repeat(`\u0041`, 4000) + `"`),
		"late escape":      around(`"notes":"` + strings.Repeat(`\u0041`, 170_000) + `"`),
		"every graph":      around(`"partition":{"maxDegree":1024},"cluster":{"groups":32,"racksPerGroup":32},"workload":{"graphs":["alexnet","vgg16","resnet18","squeezenet1_0","gnmt","resnet50","densenet121","gnmt_large","inception_v3","nasnetalarge","nasnetamobile","resnet101","resnext50","resnext101","bert_large","bert_large_128","gpt2_xl"]}`),
		"fine skew-normal": around(`"workload":{"beta":{"kind":"skewnormal","skewness":-1000,"min":0.000001,"max":1,"decimals":6}}`),
		"probabilities":    around(`"workload":{"beta":{"kind":"pmf","values":[` + many(10_000, `{"value":0.5%05d,"probability":0.0001}`) + `]}}`),
		"short, seeds":     "p=A&run=max&seed=" + strings.Repeat("0..9999,", 500),
		"short, keys":      "p=A" + strings.Repeat("&"+strings.Repeat("x", 35)+"=1", 199),
		"short, unknown":   "p=A&" + many(190, strings.Repeat("degre%d", 4)) + "=1",
		"short, values":    "p=A&beta=pmf:" + strings.Repeat("0.5@0.5,", 900),
		"short, members":   "p=A" + many(190, "&train.a%d.b.c.d=1"),
	}
}

// Links at the limits are read or refused in memory that stays bounded; how
// long they take is printed by BenchmarkHeavy.
func TestHeavy(t *testing.T) {
	for name, fragment := range heavy() {
		t.Run(name, func(t *testing.T) {
			var err error
			used := allocated(func() { _, err = snapshot.ParseLink(fragment) })
			if used > 64<<20 {
				t.Errorf("%d bytes were allocated", used)
			}
			t.Logf("%d characters, %.1f MB: %.100v", len(fragment), float64(used)/1e6, err)
		})
	}
}

// BenchmarkBomb prints how long it takes to refuse 10 KB that inflate to 10 MB.
func BenchmarkBomb(b *testing.B) {
	for name, bomb := range bombs() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				snapshot.ParseLink(bomb)
			}
			b.ReportMetric(float64(len(bomb)), "characters")
		})
	}
}

func BenchmarkHeavy(b *testing.B) {
	for name, fragment := range heavy() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				snapshot.ParseLink(fragment)
			}
		})
	}
}

// mutate changes a text in one of the ways in which links get damaged.
func (m maker) mutate(s string) string {
	b := []byte(s)
	for range 1 + m.IntN(3) {
		if len(b) == 0 {
			return ""
		}
		at := m.IntN(len(b))
		switch m.IntN(8) {
		case 0:
			b = b[:at] // cut
		case 1:
			b[at] = byte(m.IntN(256))
		case 2:
			b[at] = "ABCxyz019-_=&%#."[m.IntN(16)]
		case 3:
			b = append(b[:at], b[at+1:]...) // a character lost
		case 4:
			b = append(b[:at], append([]byte{"AQ=&%+ \n"[m.IntN(8)]}, b[at:]...)...)
		case 5: // two characters swapped
			to := m.IntN(len(b))
			b[at], b[to] = b[to], b[at]
		case 6: // a part twice
			to := at + m.IntN(len(b)-at)
			b = append(b[:to], append(bytes.Clone(b[at:to]), b[to:]...)...)
		case 7: // a part gone
			to := at + m.IntN(len(b)-at)
			b = append(b[:at], b[to:]...)
		}
	}
	return string(b)
}

// 10,000 mutated links of all forms, some of them with a checksum that was
// mended: no panic, and what is read is valid and can be shared again.
func TestMutations(t *testing.T) {
	m := newMaker(11)
	read, refused, other := 0, 0, 0
	var most uint64
	var slowest time.Duration
	var bases []*snapshot.Snapshot
	var links []string
	for range 100 {
		s := m.snapshot()
		bases, links = append(bases, s), append(links, snapshot.Compressed(s))
	}
	for i := range 10_000 {
		base := m.IntN(len(bases))
		s, fragment := bases[base], ""
		switch i % 8 { // damaged content costs a compression
		case 0, 3, 6:
			fragment = m.mutate(pick(m, shortLinks...))
		case 1, 4, 7:
			fragment = m.mutate(links[base])
		case 2: // damaged content, whole link
			fragment = canonicalLink([]byte(m.mutate(string(snapshot.AppendCanonical(nil, s)))))
		case 5: // damaged body, mended checksum
			packed, err := base64.RawURLEncoding.DecodeString(links[base][3:])
			if err != nil {
				t.Fatal(err)
			}
			body := []byte(m.mutate(string(packed[9:])))
			packed = append(packed[:9:9], body...)
			fragment = text(announce(packed, 1, len(packed)-9, m.IntN(30_000)))
		}
		var l *snapshot.Link
		var err error
		most = max(most, allocated(func() {
			start := time.Now()
			l, err = snapshot.ParseLink(fragment)
			slowest = max(slowest, time.Since(start))
		}))
		switch {
		case err != nil:
			refused++
			if l != nil || strings.TrimSpace(err.Error()) == "" {
				t.Fatalf("%q: %+v, %v", fragment, l, err)
			}
		case l == nil:
			other++
		case l.Snapshot != nil:
			read++
			valid(t, l.Snapshot)
			if again, err := snapshot.ParseLink(snapshot.Compressed(l.Snapshot)); err != nil || again.Snapshot == nil {
				t.Fatalf("%q: cannot be shared again: %v", fragment, err)
			}
		}
	}
	t.Logf("%d read, %d refused, %d no links; at most %.1f MB allocated for one, %v taken", read, refused, other, float64(most)/1e6, slowest)
	if read < 500 || refused < 5000 {
		t.Error("the mutations are too weak or too strong to test anything")
	}
	if most > 64<<20 {
		t.Errorf("%d bytes were allocated for one link", most)
	}
}
