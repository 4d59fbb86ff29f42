package keep_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

// example returns the canonical form of a snapshot with some name.
func example(name string) []byte {
	x := experiment.Default()
	x.Name = name
	return snapshot.AppendCanonical(nil, &snapshot.Snapshot{Engine: "1.0.0", Experiment: x})
}

// send gives a request to a handler. Headers are pairs of name and value.
func send(h http.Handler, method, target string, body io.Reader, header ...string) *http.Response {
	r := httptest.NewRequest(method, "/", body)
	r.URL.Path = target // as sent: NewRequest would refuse some hostile paths
	r.RequestURI = ""
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func post(h http.Handler, body []byte) *http.Response {
	return send(h, "POST", keep.SnapshotsPath, bytes.NewReader(body), "Content-Type", "application/json")
}

func text(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func service() http.Handler { return keep.New(keep.Options{Store: keep.NewMemory(1 << 30)}) }

func TestKeepAndGet(t *testing.T) {
	h := service()
	canonical := example("one")
	id := snapshot.ID(canonical)
	file := append([]byte("\n"), bytes.ReplaceAll(canonical, []byte(`,"`), []byte(",\n  \""))...)
	for i, body := range [][]byte{canonical, canonical, file} {
		res := post(h, body)
		want := http.StatusOK
		if i == 0 {
			want = http.StatusCreated
		}
		if got := text(t, res); res.StatusCode != want || got != fmt.Sprintf("{\"id\":%q,\"bytes\":%d}\n", id, len(canonical)) {
			t.Errorf("kept %d times: got %d %s", i, res.StatusCode, got)
		}
		if got := res.Header.Get("Location"); got != "/api/snapshots/"+id {
			t.Errorf("the location is %q", got)
		}
		if got := res.Header.Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("keeping is open to the origin %q", got)
		}
	}
	res := send(h, "GET", "/api/snapshots/"+id, nil)
	if got := text(t, res); res.StatusCode != 200 || got != string(canonical) {
		t.Errorf("got %d %.200s, want what was kept", res.StatusCode, got)
	}
	head := send(h, "HEAD", "/api/snapshots/"+id, nil)
	if got := text(t, head); got != "" {
		t.Errorf("HEAD has the body %.200s", got)
	}
	for name, want := range map[string]string{
		"ETag": `"` + id + `"`, "Cache-Control": "public, max-age=31536000, immutable", "Content-Type": "application/json",
		"Content-Length": fmt.Sprint(len(canonical)), "Access-Control-Allow-Origin": "*",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
		if got := head.Header.Get(name); got != want {
			t.Errorf("%s of HEAD is %q, want %q", name, got, want)
		}
	}
}

func TestConditionalGet(t *testing.T) {
	h := service()
	canonical := example("one")
	post(h, canonical)
	id := snapshot.ID(canonical)
	for _, test := range []struct {
		name, field string
		status      int
	}{
		{"its tag", `"` + id + `"`, 304},
		{"its tag, weak, in a list", `"x", W/"` + id + `"`, 304},
		{"any", "*", 304},
		{"another", `"x"`, 200},
		{"its tag without quotes", id, 200},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, method := range []string{"GET", "HEAD"} {
				res := send(h, method, "/api/snapshots/"+id, nil, "If-None-Match", test.field)
				body := text(t, res)
				if res.StatusCode != test.status || res.StatusCode == 304 && (body != "" || res.Header.Get("ETag") == "") {
					t.Errorf("%s: got %d with tag %s and body %.100s", method, res.StatusCode, res.Header.Get("ETag"), body)
				}
			}
		})
	}
	if res := send(h, "GET", "/api/snapshots/AAAAAAAAAAAAAAAAAAAAAA", nil, "If-None-Match", "*"); res.StatusCode != 404 {
		t.Errorf("a snapshot that is not there: got %d, want 404", res.StatusCode)
	}
}

// endless is a body without an end that counts what is read of it.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	e.read += len(b)
	return len(b), nil
}

// cut is a body whose connection breaks.
type cut struct{}

func (cut) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// refusal is a request that the service refuses, with what it must say.
type refusal struct {
	name, method, target string
	body                 io.Reader
	header               []string
	status               int
	code                 string
	says                 string
}

func (test *refusal) check(t *testing.T, h http.Handler) {
	t.Helper()
	res := send(h, test.method, test.target, test.body, test.header...)
	got := text(t, res)
	if res.StatusCode != test.status {
		t.Fatalf("got status %d and %.200s, want %d", res.StatusCode, got, test.status)
	}
	if kind := res.Header.Get("Content-Type"); kind != "application/problem+json" {
		t.Errorf("the answer is %q", kind)
	}
	if res.Header.Get("Cache-Control") != "no-store" {
		t.Error("a cache may keep the refusal")
	}
	if test.method != "HEAD" && !strings.Contains(got, fmt.Sprintf(`"status":%d,"code":%q,"detail":"`, test.status, test.code)) || !strings.Contains(got, test.says) {
		t.Errorf("the problem is %s, want the code %s, and %q in it", got, test.code, test.says)
	}
	if len(got) > 600 {
		t.Errorf("the problem has %d characters", len(got))
	}
	if test.status == 405 && res.Header.Get("Allow") == "" {
		t.Error("no Allow")
	}
}

func TestRefusesAddresses(t *testing.T) {
	good := string(example("one"))
	id := snapshot.ID([]byte(good))
	body := func(s string) io.Reader { return strings.NewReader(s) }
	json := []string{"Content-Type", "application/json"}
	h := service()
	for _, test := range []refusal{
		{"a list of all", "GET", "/api/snapshots", nil, nil, 405, keep.CodeMethod, "OPTIONS, POST"},
		{"a list of all, by HEAD", "HEAD", "/api/snapshots", nil, nil, 405, "", ""},
		{"a deletion", "DELETE", "/api/snapshots/" + id, nil, nil, 405, keep.CodeMethod, "GET, HEAD, OPTIONS"},
		{"a change", "PUT", "/api/snapshots/" + id, body(good), json, 405, keep.CodeMethod, ""},
		{"a post to a snapshot", "POST", "/api/snapshots/" + id, body(good), json, 405, keep.CodeMethod, ""},
		{"a post to health", "POST", "/api/health", body(good), json, 405, keep.CodeMethod, ""},
		{"an invented method", "BREW", "/api/snapshots", nil, nil, 405, keep.CodeMethod, ""},

		{"an unknown address", "GET", "/api/", nil, nil, 404, keep.CodeNoRoute, ""},
		{"an unknown id", "GET", "/api/snapshots/" + id, nil, nil, 404, keep.CodeNotFound, ""},
		{"no id", "GET", "/api/snapshots/", nil, nil, 404, keep.CodeNotFound, ""},
		{"a short id", "GET", "/api/snapshots/" + id[:21], nil, nil, 404, keep.CodeNotFound, "cut"},
		{"a long id", "GET", "/api/snapshots/" + id + "A", nil, nil, 404, keep.CodeNotFound, ""},
		{"an id with a slash", "GET", "/api/snapshots/" + id + "/", nil, nil, 404, keep.CodeNotFound, ""},
		{"the parent folder as id", "GET", "/api/snapshots/..", nil, nil, 404, keep.CodeNotFound, ""},
		{"a path as long as an id", "GET", "/api/snapshots/../../../../etc/passwd", nil, nil, 404, keep.CodeNotFound, ""},
		{"a path of 22 characters", "GET", "/api/snapshots/../../../../../etc/host", nil, nil, 404, keep.CodeNotFound, ""},
		{"a zero byte", "GET", "/api/snapshots/" + id[:21] + "\x00", nil, nil, 404, keep.CodeNotFound, ""},
		{"line feeds", "GET", "/api/snapshots/" + id[:20] + "\n\n", nil, nil, 404, keep.CodeNotFound, ""},
		{"a second spelling of the same bytes", "GET", "/api/snapshots/AAAAAAAAAAAAAAAAAAAAAB", nil, nil, 404, keep.CodeNotFound, ""},
	} {
		t.Run(test.name, func(t *testing.T) { test.check(t, h) })
	}
}

func TestRefusesBodies(t *testing.T) {
	good := string(example("one"))
	body := func(s string) io.Reader { return strings.NewReader(s) }
	json := []string{"Content-Type", "application/json"}
	h := service()
	for _, test := range []refusal{
		{"no media type", "POST", "/api/snapshots", body(good), nil, 415, keep.CodeMediaType, ""},
		{"a form, which needs no leave from another origin", "POST", "/api/snapshots", body(good), []string{"Content-Type", "text/plain"}, 415, keep.CodeMediaType, "application/json"},
		{"a media type that begins right", "POST", "/api/snapshots", body(good), []string{"Content-Type", "application/jsonp"}, 415, keep.CodeMediaType, ""},
		{"another character set", "POST", "/api/snapshots", body(good), []string{"Content-Type", "application/json; charset=utf-16"}, 415, keep.CodeMediaType, ""},
		{"a broken media type", "POST", "/api/snapshots", body(good), []string{"Content-Type", "application/json;;=x"}, 415, keep.CodeMediaType, ""},
		{"a gzip bomb", "POST", "/api/snapshots", body("\x1f\x8b\x08"), append(json, "Content-Encoding", "gzip"), 415, keep.CodeEncoding, "not compressed"},
		{"two encodings", "POST", "/api/snapshots", body(good), append(json, "Content-Encoding", "identity", "Content-Encoding", "br"), 415, keep.CodeEncoding, ""},

		{"no body", "POST", "/api/snapshots", body(""), json, 400, keep.CodeNotASnapshot, "empty"},
		{"a snapshot cut short", "POST", "/api/snapshots", body(good[:len(good)-1]), json, 400, keep.CodeNotASnapshot, "ends before"},
		{"a connection that breaks", "POST", "/api/snapshots", cut{}, json, 400, keep.CodeUnreadable, ""},
		{"no JSON", "POST", "/api/snapshots", body("<html>"), json, 400, keep.CodeNotASnapshot, "line 1"},
		{"an experiment", "POST", "/api/snapshots", body(`{"rampart":1}`), json, 400, keep.CodeNotASnapshot, ""},
		{"a field out of range", "POST", "/api/snapshots", body(strings.Replace(good, `"queueCapacity":10`, `"queueCapacity":-1`, 1)), json, 400, keep.CodeNotASnapshot, `"path":"experiment.queueCapacity"`},
		{"an unknown field", "POST", "/api/snapshots", body(strings.Replace(good, `{"rampart"`, `{"owner":"me","rampart"`, 1)), json, 400, keep.CodeNotASnapshot, "owner"},
		{"a later format", "POST", "/api/snapshots", body(strings.Replace(good, `"snapshot":1`, `"snapshot":2`, 1)), json, 400, keep.CodeNotASnapshot, "newer"},
		{"data after the end", "POST", "/api/snapshots", body(good + good), json, 400, keep.CodeNotASnapshot, "after the end"},
		{"deep nesting", "POST", "/api/snapshots", body(strings.Repeat("[", 1<<20)), json, 400, keep.CodeNotASnapshot, "nested"},
		{"very many values", "POST", "/api/snapshots", body(`[` + strings.Repeat("0,", 1<<19-2) + `0]`), json, 400, keep.CodeNotASnapshot, ""},
		{"a long string", "POST", "/api/snapshots", body(`{"rampart":1,"snapshot":1,"engine":"` + strings.Repeat("x", 1<<19) + `"}`), json, 400, keep.CodeNotASnapshot, ""},
		{"a byte too many", "POST", "/api/snapshots", body(good + strings.Repeat(" ", snapshot.MaxBytes+1-len(good))), json, 413, keep.CodeTooLarge, "1048576"},
	} {
		t.Run(test.name, func(t *testing.T) { test.check(t, h) })
	}
	if res := post(h, []byte(good)); res.StatusCode != http.StatusCreated {
		t.Errorf("after all that a good snapshot gets %d", res.StatusCode)
	}
}

// A body that says how long it is is refused unread, and of one that does not,
// no more is read than could be kept.
func TestReadsNoMoreThanItKeeps(t *testing.T) {
	for _, length := range []int64{snapshot.MaxBytes + 1, 1 << 40, -1} {
		t.Run(fmt.Sprint(length), func(t *testing.T) {
			body := &endless{}
			r := httptest.NewRequest("POST", keep.SnapshotsPath, body)
			r.Header.Set("Content-Type", "application/json")
			r.ContentLength = length
			w := httptest.NewRecorder()
			service().ServeHTTP(w, r)
			most := 0
			if length < 0 {
				most = snapshot.MaxBytes + 1
			}
			if w.Code != http.StatusRequestEntityTooLarge || body.read > most {
				t.Errorf("got %d after reading %d bytes", w.Code, body.read)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	h := service()
	for _, test := range []struct{ target, allow, origin, methods string }{
		{"/api/snapshots", "OPTIONS, POST", "", ""},
		{"/api/snapshots/x", "GET, HEAD, OPTIONS", "*", "GET, HEAD"},
		{"/api/health", "GET, HEAD, OPTIONS", "*", "GET, HEAD"},
	} {
		res := send(h, "OPTIONS", test.target, nil, "Origin", "https://elsewhere.example", "Access-Control-Request-Method", "POST")
		got := [...]string{res.Header.Get("Allow"), res.Header.Get("Access-Control-Allow-Origin"), res.Header.Get("Access-Control-Allow-Methods")}
		if res.StatusCode != 204 || got != [...]string{test.allow, test.origin, test.methods} {
			t.Errorf("%s: got %d and %q", test.target, res.StatusCode, got)
		}
	}
}

func TestHealth(t *testing.T) {
	for _, lasting := range []bool{false, true} {
		h := keep.New(keep.Options{Store: keep.NewMemory(1), Lasting: lasting})
		res := send(h, "GET", "/api/health", nil)
		want := fmt.Sprintf(`{"service":"rampart","status":"ok","lasting":%t,"snapshot":1,"maxBytes":1048576,"engine":"%s"}`+"\n", lasting, experiment.EngineVersion)
		if got := text(t, res); res.StatusCode != 200 || got != want || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("got %d %s, want %s", res.StatusCode, got, want)
		}
	}
	res := send(keep.New(keep.Options{Store: broken{errors.New("gone")}}), "GET", "/api/health", nil)
	if got := text(t, res); res.StatusCode != 503 || strings.Contains(got, "gone") {
		t.Errorf("a store that is ill: got %d %s", res.StatusCode, got)
	}
}

// broken is a store in which everything goes wrong.
type broken struct{ err error }

func (b broken) Get(context.Context, string) ([]byte, error) { return []byte("half"), b.err }
func (b broken) Put(context.Context, string, []byte) error   { return b.err }
func (b broken) Health(context.Context) error                { return b.err }

func TestStoreFails(t *testing.T) {
	for _, test := range []struct {
		name      string
		err       error
		get, post int
		code      string
	}{
		{"wrong bytes, although the store says nothing", nil, 500, 201, keep.CodeDamaged},
		{"damaged", fmt.Errorf("%w: secret/path", keep.ErrDamaged), 500, 500, keep.CodeDamaged},
		{"full", fmt.Errorf("%w: secret/path", keep.ErrFull), 500, 507, keep.CodeInternal},
		{"another error", errors.New("secret/path"), 500, 500, keep.CodeInternal},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := keep.New(keep.Options{Store: broken{test.err}})
			res := send(h, "GET", "/api/snapshots/"+snapshot.ID(example("one")), nil)
			got := text(t, res)
			if res.StatusCode != test.get || !strings.Contains(got, test.code) || strings.Contains(got, "secret") || strings.Contains(got, "half") {
				t.Errorf("GET: got %d %s", res.StatusCode, got)
			}
			if res.Header.Get("Cache-Control") != "no-store" || res.Header.Get("ETag") != "" {
				t.Error("a cache may keep the failure")
			}
			res = post(h, example("one"))
			if got := text(t, res); res.StatusCode != test.post || strings.Contains(got, "secret") {
				t.Errorf("POST: got %d %s", res.StatusCode, got)
			}
		})
	}
}

func TestFullStore(t *testing.T) {
	h := keep.New(keep.Options{Store: keep.NewMemory(int64(len(example("one"))) + 300)})
	first := example("one")
	if res := post(h, first); res.StatusCode != 201 {
		t.Fatalf("the first snapshot gets %d", res.StatusCode)
	}
	if res := post(h, example("two")); res.StatusCode != 507 || !strings.Contains(text(t, res), `"code":"full"`) {
		t.Errorf("the second snapshot gets %d", res.StatusCode)
	}
	if res := post(h, first); res.StatusCode != 200 {
		t.Errorf("the first snapshot again gets %d", res.StatusCode)
	}
	if res := send(h, "GET", "/api/snapshots/"+snapshot.ID(first), nil); text(t, res) != string(first) {
		t.Error("the first snapshot has changed")
	}
}
