//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

const snapshots = keep.SnapshotsPath

func TestRoundTrip(t *testing.T) {
	w := edge(t)
	small, _ := example("round trip")
	big, _ := large(t)
	for _, canonical := range [][]byte{small, big} {
		id := snapshot.ID(canonical)
		t.Run(fmt.Sprint(len(canonical)), func(t *testing.T) {
			for i, want := range []int{201, 200, 200} {
				a, err := w.post(canonical)
				if err != nil {
					t.Fatal(err)
				}
				if a.status != want || string(a.body) != fmt.Sprintf("{\"id\":%q,\"bytes\":%d}\n", id, len(canonical)) {
					t.Errorf("kept %d times: got %d %s", i, a.status, a.body)
				}
			}
			got := w.mustAsk(t, "GET", snapshots+"/"+id, nil)
			if got.status != 200 || !bytes.Equal(got.body, canonical) {
				t.Errorf("got %d and %d bytes, want what was kept, %d bytes", got.status, len(got.body), len(canonical))
			}
			head := w.mustAsk(t, "HEAD", snapshots+"/"+id, nil)
			if head.status != 200 || len(head.body) != 0 || head.length != int64(len(canonical)) {
				t.Errorf("HEAD: got %d, %d bytes, length %d, want %d", head.status, len(head.body), head.length, len(canonical))
			}
			again := w.mustAsk(t, "GET", snapshots+"/"+id, nil, "If-None-Match", got.header.Get("ETag"))
			if again.status != 304 || len(again.body) != 0 {
				t.Errorf("with its own tag: got %d and %d bytes, want 304", again.status, len(again.body))
			}
		})
	}
}

// The worker answers as the same handler does in rampart serve, in every header
// field and to the byte.
func TestAnswersAsTheNativeServer(t *testing.T) {
	w := edge(t)
	native := keep.Headers(keep.New(keep.Options{Store: keep.NewMemory(1 << 30), Lasting: true}))
	kept, id := example("answers as the native server")
	jsonType := []string{"Content-Type", "application/json"}
	tests := []struct {
		name, method, path string
		body               string
		fields             []string
		status             int
	}{
		{"a new snapshot", "POST", snapshots, string(kept), jsonType, 201},
		{"the same again", "POST", snapshots, string(kept), jsonType, 200},
		{"reading it", "GET", snapshots + "/" + id, "", nil, 200},
		{"its head", "HEAD", snapshots + "/" + id, "", nil, 200},
		{"from another origin", "GET", snapshots + "/" + id, "", []string{"Origin", "https://example.org"}, 200},
		{"not changed", "GET", snapshots + "/" + id, "", []string{"If-None-Match", `"x", W/"` + id + `"`}, 304},
		{"changed", "GET", snapshots + "/" + id, "", []string{"If-None-Match", `"x"`}, 200},
		{"health", "GET", keep.HealthPath, "", nil, 200},
		{"head of health", "HEAD", keep.HealthPath, "", nil, 200},
		{"an unknown id", "GET", snapshots + "/AAAAAAAAAAAAAAAAAAAAAA", "", nil, 404},
		{"head of an unknown id", "HEAD", snapshots + "/AAAAAAAAAAAAAAAAAAAAAA", "", nil, 404},
		{"no id", "GET", snapshots + "/", "", nil, 404},
		{"no id but a path", "GET", snapshots + "/../snapshots", "", nil, 405},
		{"two slashes", "GET", "/api//snapshots", "", nil, 404},
		{"an escaped slash", "GET", snapshots + "/a%2Fb", "", nil, 404},
		{"another address", "GET", "/api/other", "", nil, 404},
		{"reading all", "GET", snapshots, "", nil, 405},
		{"deleting", "DELETE", snapshots + "/" + id, "", nil, 405},
		{"replacing", "PUT", snapshots + "/" + id, string(kept), jsonType, 405},
		{"changing", "PATCH", snapshots + "/" + id, string(kept), jsonType, 405},
		{"asking first", "OPTIONS", snapshots, "", []string{"Origin", "https://example.org", "Access-Control-Request-Method", "POST"}, 204},
		{"asking first to read", "OPTIONS", snapshots + "/" + id, "", []string{"Origin", "https://example.org"}, 204},
		{"no media type", "POST", snapshots, string(kept), nil, 415},
		{"a form", "POST", snapshots, "a=b", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{"another charset", "POST", snapshots, string(kept), []string{"Content-Type", "application/json; charset=latin1"}, 415},
		{"compressed", "POST", snapshots, "\x1f\x8b", append([]string{"Content-Encoding", "gzip"}, jsonType...), 415},
		{"no body", "POST", snapshots, "", jsonType, 400},
		{"no JSON", "POST", snapshots, "hello", jsonType, 400},
		{"no snapshot", "POST", snapshots, `{"rampart":1}`, jsonType, 400},
		{"cut", "POST", snapshots, string(kept[:len(kept)/2]), jsonType, 400},
		{"an unknown field", "POST", snapshots, `{"rampart":1,"snapshot":1,"engine":"","experiment":{"rampart":1,"x":2}}`, jsonType, 400},
		{"a later version", "POST", snapshots, `{"rampart":1,"snapshot":99,"engine":"","experiment":{"rampart":1}}`, jsonType, 400},
		{"bytes that are not UTF-8", "POST", snapshots, "{\"rampart\xff\":1}", jsonType, 400},
		{"nested deeply", "POST", snapshots, strings.Repeat("[", 900_000), jsonType, 400},
		{"many values", "POST", snapshots, "[" + strings.Repeat("0,", 500_000) + "0]", jsonType, 400},
		{"a long number", "POST", snapshots, `{"rampart":1,"snapshot":1` + strings.Repeat("0", 1_000_000) + "}", jsonType, 400},
		{"a byte too many", "POST", snapshots, string(kept) + strings.Repeat(" ", snapshot.MaxBytes+1-len(kept)), jsonType, 413},
		{"nine times too large", "POST", snapshots, strings.Repeat(" ", 9<<20), jsonType, 413},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest(test.method, "http://edge"+test.path, strings.NewReader(test.body))
			for i := 0; i < len(test.fields); i += 2 {
				r.Header.Set(test.fields[i], test.fields[i+1])
			}
			r.URL.Path = strings.ReplaceAll(r.URL.Path, "/snapshots/../", "/") // as every client sends it
			rec := httptest.NewRecorder()
			native.ServeHTTP(rec, r)
			got := w.mustAsk(t, test.method, test.path, strings.NewReader(test.body), test.fields...)
			if got.status != test.status || rec.Code != test.status {
				t.Errorf("got status %d, natively %d, want %d", got.status, rec.Code, test.status)
			}
			if !bytes.Equal(got.body, rec.Body.Bytes()) {
				t.Errorf("got %.300q, natively %.300q", got.body, rec.Body)
			}
			same(t, got.header, rec.Result().Header)
		})
	}
}

// same compares header fields. The platform adds a date, a length to empty
// bodies and, to what it might compress, Vary.
func same(t *testing.T, got, want http.Header) {
	t.Helper()
	names := maps.Clone(got)
	maps.Copy(names, want)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if name == "Date" || name == "Connection" || name == "Keep-Alive" || name == "Content-Length" && want.Get(name) == "" {
			continue
		}
		if g, w := got.Values(name), want.Values(name); !slices.Equal(g, w) {
			t.Errorf("%s: got %q, natively %q", name, g, w)
		}
	}
}

// A body that says nothing of its length is refused as well, and the connection
// and the program go on.
func TestEndlessBody(t *testing.T) {
	w := edge(t)
	for range 3 {
		a, err := w.ask("POST", snapshots, io.MultiReader(strings.NewReader(strings.Repeat(" ", 3<<20))), "Content-Type", "application/json")
		if err != nil {
			t.Fatal(err)
		}
		if a.status != 413 {
			t.Errorf("got %d %s, want 413", a.status, a.body)
		}
		if health := w.mustAsk(t, "GET", keep.HealthPath, nil); health.status != 200 {
			t.Errorf("then health is %d", health.status)
		}
	}
}

// Clients that go away in the middle of sending do no harm to others.
func TestClientsGoAway(t *testing.T) {
	w := edge(t)
	canonical, id := example("clients go away")
	host := strings.TrimPrefix(w.url, "http://")
	for range 30 {
		c, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: %s\r\nCF-Connecting-IP: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			snapshots, host, newClient(), len(canonical), canonical[:len(canonical)/2])
		c.Close()
		if c, err = net.Dial("tcp", host); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", keep.HealthPath, host)
		c.Close()
	}
	if a, err := w.post(canonical); err != nil || a.status != 201 {
		t.Fatalf("got %+v, %v, want 201", a, err)
	}
	if a := w.mustAsk(t, "GET", snapshots+"/"+id, nil); !bytes.Equal(a.body, canonical) {
		t.Errorf("got %d %.200s", a.status, a.body)
	}
}

// Twenty requests at once: each writes or reads its own snapshot or one that
// all share, and every answer is looked at.
func TestParallel(t *testing.T) {
	w := edge(t)
	common, commonID := example("parallel, everybody's")
	var created sync.Map
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			mine, id := example(fmt.Sprintf("parallel, number %d", i))
			for _, c := range [][]byte{common, mine, common} {
				a, err := w.post(c)
				if err != nil || a.status != 201 && a.status != 200 {
					t.Errorf("request %d: %+v, %v", i, a, err)
					return
				}
				if a.status == 201 {
					if _, twice := created.LoadOrStore(snapshot.ID(c), true); twice {
						t.Errorf("%s was new twice", snapshot.ID(c))
					}
				}
			}
			for id, want := range map[string][]byte{id: mine, commonID: common} {
				a, err := w.ask("GET", snapshots+"/"+id, nil)
				if err != nil || a.status != 200 || !bytes.Equal(a.body, want) || a.header.Get("ETag") != `"`+id+`"` {
					t.Errorf("request %d: %+v, %v", i, a, err)
				}
			}
		})
	}
	wg.Wait()
	n := 0
	created.Range(func(any, any) bool { n++; return true })
	if n != 21 {
		t.Errorf("%d snapshots were new, want 21", n)
	}
}

// What was kept is there after a restart, the same to the byte.
func TestRestart(t *testing.T) {
	state := t.TempDir()
	canonical, id := example("restart")
	w := own(t, bundle, state)
	if a, err := w.post(canonical); err != nil || a.status != 201 {
		t.Fatalf("got %+v, %v", a, err)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	w = own(t, bundle, state)
	if a := w.mustAsk(t, "GET", snapshots+"/"+id, nil); a.status != 200 || !bytes.Equal(a.body, canonical) {
		t.Errorf("got %d %.200s", a.status, a.body)
	}
	if a, err := w.post(canonical); err != nil || a.status != 200 {
		t.Errorf("kept again: %+v, %v, want 200", a, err)
	}
}

// A client may keep 30 snapshots a minute; others are not held up by it, nor
// is its reading.
func TestRateLimit(t *testing.T) {
	w := edge(t)
	client := newClient()
	refused := 0
	for i := range 40 {
		canonical, _ := example(fmt.Sprintf("rate limit, %d", i))
		a, err := w.post(canonical, "CF-Connecting-IP", client)
		switch {
		case err != nil:
			t.Fatal(err)
		case a.status == 429:
			refused++
			if a.header.Get("Retry-After") != "60" || a.header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("refused with %v", a.header)
			}
		case a.status != 201:
			t.Fatalf("got %d %s", a.status, a.body)
		}
	}
	// A new minute may begin meanwhile, and then all may pass: 30 in one, 10 in the next.
	if refused > 10 {
		t.Errorf("%d of 40 were refused, want at most 10", refused)
	}
	if refused == 0 {
		for i := 40; refused == 0 && i < 80; i++ {
			canonical, _ := example(fmt.Sprintf("rate limit, %d", i))
			if a, err := w.post(canonical, "CF-Connecting-IP", client); err == nil && a.status == 429 {
				refused++
			}
		}
		if refused == 0 {
			t.Error("none of 80 was refused")
		}
	}
	canonical, id := example("rate limit, another client")
	if a, err := w.post(canonical); err != nil || a.status != 201 {
		t.Errorf("another client: %+v, %v", a, err)
	}
	if a := w.mustAsk(t, "GET", snapshots+"/"+id, nil, "CF-Connecting-IP", client); a.status != 200 {
		t.Errorf("reading: %d", a.status)
	}
}

// Bytes that the id does not name are never given out, and sharing the
// snapshot again repairs them.
func TestDamagedObject(t *testing.T) {
	w := edge(t)
	canonical, id := example("damaged")
	for _, text := range []string{`{"rampart":1}`, strings.Repeat("x", snapshot.MaxBytes+1)} {
		w.put(t, folder+id, text)
		if a := w.mustAsk(t, "GET", snapshots+"/"+id, nil); a.status != 500 || !bytes.Contains(a.body, []byte(keep.CodeDamaged)) || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("got %d %.200s", a.status, a.body)
		}
		if a, err := w.post(canonical); err != nil || a.status != 201 {
			t.Errorf("kept again: %+v, %v", a, err)
		}
		if a := w.mustAsk(t, "GET", snapshots+"/"+id, nil); a.status != 200 || !bytes.Equal(a.body, canonical) {
			t.Errorf("then got %d %.200s", a.status, a.body)
		}
	}
}

// The log says what happened in lines of JSON, and nothing of what is kept and
// of who kept it.
func TestLog(t *testing.T) {
	w := edge(t)
	canonical, id := example("confidential name")
	if a, err := w.post(canonical, "CF-Connecting-IP", "203.0.113.7"); err != nil || a.status != 201 {
		t.Fatalf("got %+v, %v", a, err)
	}
	var found string
	for end := time.Now().Add(time.Minute); found == ""; time.Sleep(10 * time.Millisecond) {
		for line := range strings.Lines(w.log.String()) {
			if strings.Contains(line, id) {
				found = line
			}
		}
		if time.Now().After(end) {
			t.Fatalf("%s is not in the log: %s", id, w.log)
		}
	}
	var line struct{ Msg, Route, Method, ID string }
	if err := json.Unmarshal([]byte(found), &line); err != nil {
		t.Fatalf("%v in %s", err, found)
	}
	if line.Msg != "request" || line.Route != "snapshots" || line.Method != "POST" || line.ID != id {
		t.Errorf("got %s", found)
	}
	if log := w.log.String(); strings.Contains(log, "confidential") || strings.Contains(log, "203.0.113") {
		t.Errorf("the log says too much: %s", log)
	}
}
