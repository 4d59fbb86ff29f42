package keep_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

// bomb returns megabytes of zeros, compressed.
func bomb(t *testing.T, megabytes int) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for range megabytes {
		if _, err := z.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What clients really send: a request, byte by byte, to a real server. It must
// answer, and then answer the next one on another connection.
func TestOnTheWire(t *testing.T) {
	canonical := string(example("one"))
	id := snapshot.ID([]byte(canonical))
	server := httptest.NewServer(keep.Headers(service()))
	defer server.Close()
	ask := func(t *testing.T, request string) *http.Response {
		t.Helper()
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		go func() { // the server may answer, and stop reading, before all is sent
			_, _ = io.WriteString(conn, request)
			_ = conn.(*net.TCPConn).CloseWrite()
		}()
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("no answer: %v", err)
		}
		return res
	}
	head := "POST /api/snapshots HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	chunked := func(body string) string {
		return fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	}
	sized := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	get := func(path string) string { return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n" }
	inflated := bomb(t, 200)
	for _, test := range []struct {
		name, request string
		status        int
	}{
		{"a snapshot", head + sized(canonical), 201},
		{"the same in chunks", head + chunked(canonical), 200},
		{"the same, asking first", head + "Expect: 100-continue\r\n" + sized(canonical), 100},
		{"the same with its character set", strings.Replace(head, "json", "json; charset=UTF-8", 1) + sized(canonical), 200},
		{"reading it", get("/api/snapshots/" + id), 200},
		{"reading it with a query", get("/api/snapshots/" + id + "?x=1"), 200},
		{"an escaped id", get("/api/snapshots/%" + fmt.Sprintf("%02x", id[0]) + id[1:]), 200},
		{"an escaped path to the parent folder", get("/api/snapshots/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd"), 404},
		{"a path to the parent folder", get("/api/snapshots/../../go.mod"), 404},
		{"an escaped zero byte", get("/api/snapshots/" + id + "%00"), 404},
		{"five megabytes", head + sized(strings.Repeat(" ", 5<<20)), 413},
		{"five megabytes in one chunk", head + chunked(strings.Repeat(" ", 5<<20)), 413},
		{"five megabytes, announced and never sent", head + "Content-Length: 5000000\r\n\r\n", 413},
		{"a body that ends early", head + "Content-Length: 1000\r\n\r\n" + canonical[:500], 400},
		{"a bomb that says that it is one", head + "Content-Encoding: gzip\r\n" + sized(inflated), 415},
		{"a bomb that does not", head + sized(inflated), 400},
		{"a bomb as transfer coding", head + "Transfer-Encoding: gzip, chunked\r\n\r\n" + inflated, 501},
		{"two lengths", head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400},
		{"no request", "\x00\x00\r\n\r\n", 400},
	} {
		t.Run(test.name, func(t *testing.T) {
			if res := ask(t, test.request); res.StatusCode != test.status {
				t.Errorf("got %s, want %d", res.Status, test.status)
			}
			res := ask(t, get("/api/snapshots/"+id))
			if got := text(t, res); res.StatusCode != 200 || got != canonical {
				t.Errorf("after that reading gets %d %.100s", res.StatusCode, got)
			}
		})
	}
}

// Whatever is sent, the service answers with one of its statuses, and keeps
// only what it can read back, in the one form.
func FuzzPost(f *testing.F) {
	good := string(example("one"))
	f.Add([]byte(good), "application/json")
	f.Add([]byte(`{"rampart":1,"snapshot":1,"engine":"x","experiment":{"rampart":1}}`), "application/json; charset=utf-8")
	f.Add([]byte(good[:len(good)/2]), "application/json")
	f.Add([]byte("[[[[[[[["), "text/plain")
	f.Add([]byte{0xff, 0xfe, '{'}, "application/json;;")
	f.Fuzz(func(t *testing.T, body []byte, kind string) {
		h := service()
		res := send(h, "POST", keep.SnapshotsPath, bytes.NewReader(body), "Content-Type", kind)
		switch res.StatusCode {
		case 201:
			got := text(t, send(h, "GET", res.Header.Get("Location"), nil))
			s, err := snapshot.Decode([]byte(got))
			if err != nil {
				t.Fatalf("what was kept cannot be read: %v", err)
			}
			if again := snapshot.AppendCanonical(nil, s); string(again) != got {
				t.Errorf("what was kept is not canonical: %s", got)
			}
		case 400, 413, 415:
			if text := text(t, res); !strings.HasPrefix(text, `{"title":"`) || len(text) > 1000 {
				t.Errorf("the problem is %s", text)
			}
		default:
			t.Errorf("got %d", res.StatusCode)
		}
	})
}
