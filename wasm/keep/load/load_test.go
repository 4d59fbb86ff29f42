package load

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

func numbered(n int) []byte {
	x := experiment.Default()
	x.Name = fmt.Sprint(n)
	return snapshot.AppendCanonical(nil, &snapshot.Snapshot{Engine: "1.0.0", Experiment: x})
}

// A server that lies must be found out, and one that does not must not.
func TestMeasure(t *testing.T) {
	first := numbered(1 << 20) // no writer comes so far
	path := keep.SnapshotsPath + "/" + snapshot.ID(first)
	for _, test := range []struct {
		name  string
		lie   func(h http.Handler) http.Handler
		wrong func(f *Figures) int
	}{
		{"an honest server", func(h http.Handler) http.Handler { return h }, func(*Figures) int { return 0 }},
		{"one that changes a byte of one snapshot", func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == path {
					fmt.Fprint(w, strings.Replace(string(first), "1.0.0", "1.0.1", 1))
					return
				}
				h.ServeHTTP(w, r)
			})
		}, func(f *Figures) int { return f.Reads.Count }},
		{"one that forgets what is written", func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodGet && r.URL.Path != path {
					http.NotFound(w, r)
					return
				}
				h.ServeHTTP(w, r)
			})
		}, func(f *Figures) int { return f.Writes.Count }},
	} {
		t.Run(test.name, func(t *testing.T) {
			store := keep.NewMemory(1 << 30)
			if err := store.Put(t.Context(), snapshot.ID(first), first); err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(test.lie(keep.New(keep.Options{Store: store})))
			defer server.Close()
			f, err := Measure(t.Context(), Settings{
				Addr: server.Listener.Addr().String(), Readers: 3, Items: []Item{{path, first}},
				Writers: 1, Snapshot: numbered, Duration: 50 * time.Millisecond,
			})
			if err != nil {
				t.Fatal(err)
			}
			if f.Reads.Count == 0 || f.Writes.Count == 0 || f.Reads.P99 < f.Reads.P50 || f.Reads.PerSecond <= 0 {
				t.Errorf("the figures are %+v", f)
			}
			if want := test.wrong(&f); f.Wrong != want {
				t.Errorf("%d answers are wrong, want %d", f.Wrong, want)
			}
		})
	}
}

func TestSeries(t *testing.T) {
	var took []time.Duration
	for i := range 100 {
		took = append(took, time.Duration(100-i)*time.Millisecond)
	}
	if got, want := series(took, 2), (Series{100, 50, 51 * time.Millisecond, 100 * time.Millisecond}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := series(nil, 2); got != (Series{}) {
		t.Errorf("of nothing: %+v", got)
	}
}
