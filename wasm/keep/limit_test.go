package keep

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/core/snapshot"
)

func TestBuckets(t *testing.T) {
	now := time.Unix(1000, 0)
	b := NewBuckets(3, 10*time.Second)
	b.now = func() time.Time { return now }
	for _, step := range []struct {
		name   string
		after  time.Duration
		client string
		ok     bool
		retry  int
	}{
		{"first", 0, "a", true, 0},
		{"second", 0, "a", true, 0},
		{"third", 0, "a", true, 0},
		{"the bucket is empty", 0, "a", false, 10},
		{"another client has its own", 0, "b", true, 0},
		{"part of a second counts as one", 1500 * time.Millisecond, "a", false, 9},
		{"one more after a period", 8500 * time.Millisecond, "a", true, 0},
		{"but only one", 0, "a", false, 10},
		{"a whole burst after a while", time.Hour, "a", true, 0},
		{"its second", 0, "a", true, 0},
		{"its third", 0, "a", true, 0},
		{"and no more", 0, "a", false, 10},
	} {
		now = now.Add(step.after)
		if ok, retry := b.Allow(t.Context(), step.client); ok != step.ok || retry != step.retry {
			t.Errorf("%s: got %t and %d s, want %t and %d s", step.name, ok, retry, step.ok, step.retry)
		}
	}
}

// A flood of clients takes bounded memory, and does not shut out the others
// for longer than it lasts.
func TestBucketsForget(t *testing.T) {
	now := time.Unix(1000, 0)
	b := NewBuckets(2, 10*time.Second)
	b.now = func() time.Time { return now }
	for i := range 3 * maxClients {
		b.Allow(t.Context(), fmt.Sprint(i))
	}
	if len(b.full) > maxClients+1 {
		t.Errorf("%d clients are remembered, want at most %d", len(b.full), maxClients+1)
	}
	if ok, _ := b.Allow(t.Context(), "late"); ok {
		t.Error("a client above the bound has a bucket of its own")
	}
	now = now.Add(time.Minute)
	if ok, _ := b.Allow(t.Context(), "late"); !ok || len(b.full) != 1 {
		t.Errorf("after a minute: allowed is %t with %d clients remembered", ok, len(b.full))
	}
}

func TestClient(t *testing.T) {
	for _, test := range []struct{ name, address, want string }{
		{"IPv4", "192.0.2.7:1234", "192.0.2.7"},
		{"IPv4 in IPv6", "[::ffff:192.0.2.7]:1234", "192.0.2.7"},
		{"IPv6 by its network", "[2001:db8:1:2:3:4:5:6]:1234", "2001:db8:1:2::/64"},
		{"its neighbour", "[2001:db8:1:2:ffff::1]:99", "2001:db8:1:2::/64"},
		{"IPv6 with a zone", "[fe80::1%eth0]:1234", "fe80::/64"},
		{"no port", "192.0.2.7", "192.0.2.7"},
		{"no address", "@", "@"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = test.address
			r.Header.Set("X-Forwarded-For", "203.0.113.1") // anybody can write that
			if got := Client(r); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// Only what could be kept counts against the limit; reading never does.
func TestRateLimit(t *testing.T) {
	now := time.Unix(1000, 0)
	limit := NewBuckets(2, 30*time.Second)
	limit.now = func() time.Time { return now }
	h := New(Options{Store: NewMemory(1 << 20), Limiter: limit})
	body := snapshot.AppendCanonical(nil, &snapshot.Snapshot{Engine: "1.0.0", Experiment: experiment.Default()})
	send := func(address, kind string) *http.Response {
		r := httptest.NewRequest("POST", SnapshotsPath, bytes.NewReader(body))
		r.RemoteAddr = address
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Result()
	}
	for i, want := range []int{415, 201, 200, 429, 415} {
		kind := "application/json"
		if want == 415 {
			kind = "text/plain"
		}
		res := send("192.0.2.7:1", kind)
		if res.StatusCode != want {
			t.Errorf("request %d gets %d, want %d", i, res.StatusCode, want)
		}
		if retry := res.Header.Get("Retry-After"); (want == 429) != (retry == "30") {
			t.Errorf("request %d: Retry-After is %q", i, retry)
		}
	}
	if res := send("192.0.2.8:1", "application/json"); res.StatusCode != 200 {
		t.Errorf("another client gets %d", res.StatusCode)
	}
	for range 100 {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", SnapshotsPath+"/"+snapshot.ID(body), nil))
		if w.Code != 200 || !strings.HasPrefix(w.Body.String(), `{"rampart":1`) {
			t.Fatalf("reading gets %d", w.Code)
		}
	}
}
