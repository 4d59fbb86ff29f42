//go:build js && wasm

package main

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall/js"

	"rampart/wasm/keep"
)

// offer gives worker.mjs the function serve(request, read, done) of this
// handler. It may be called again while requests are in progress. What goes to
// and fro is text in lines, since every JavaScript value that Go gets hold of
// costs as much as a hundred bytes of it: a request is its method, its address,
// the client's and then name and value of each header field; an answer is its
// status and its fields.
//
// Every wait of a request is for a promise that the request itself has made.
// The platform forbids that one request does another one's input and output,
// and no goroutine may therefore wait for another request's: no lock may be held
// over a wait, and no timer used.
func offer(handler http.Handler, log *slog.Logger) {
	serve := js.FuncOf(func(_ js.Value, args []js.Value) any {
		go answer(handler, log, args[0].String(), args[1], args[2])
		return nil
	})
	js.Global().Get("context").Get("binding").Set("serve", serve)
}

// answer lets the handler answer a request and calls done(text, body).
func answer(handler http.Handler, log *slog.Logger, request string, read, done js.Value) {
	w := &response{header: http.Header{}}
	func() {
		defer func() {
			if p := recover(); p != nil {
				log.Error("panic", slog.String("panic", fmt.Sprint(p)))
				w = failure()
			}
		}()
		r, err := newRequest(strings.Split(request, "\n"), read)
		if err != nil {
			http.Error(w, "the address is not one", http.StatusBadRequest)
			return
		}
		handler.ServeHTTP(w, r)
	}()
	w.WriteHeader(http.StatusOK) // if the handler has set no other
	text := []string{strconv.Itoa(w.status)}
	for name, values := range w.sent {
		for _, value := range values {
			text = append(text, name, strings.ReplaceAll(value, "\n", " "))
		}
	}
	body := js.Null()
	if len(w.body) > 0 {
		body = toJS(w.body)
	}
	done.Invoke(strings.Join(text, "\n"), body)
}

// newRequest turns the lines of a request into an http.Request. Its body is read
// when somebody asks for it.
func newRequest(lines []string, read js.Value) (*http.Request, error) {
	method, address, client, fields := lines[0], lines[1], lines[2], lines[3:]
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	for i := 0; i+1 < len(fields); i += 2 {
		header.Add(fields[i], fields[i+1])
	}
	length, err := strconv.ParseInt(header.Get("Content-Length"), 10, 64)
	if err != nil || length < 0 {
		length = -1
	}
	return &http.Request{
		Method: method,
		URL:    u,
		Host:   u.Host,
		Proto:  "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        header,
		ContentLength: length,
		Body:          &body{from: read},
		RemoteAddr:    net.JoinHostPort(client, "0"),
	}, nil
}

// body is the body of a request: worker.mjs reads it in one go, so that Go is
// entered once and not once for each piece.
type body struct {
	from js.Value // a function that returns the promise of an Uint8Array
	rest []byte
	read bool
}

func (b *body) Read(p []byte) (int, error) {
	if !b.read {
		b.read = true
		data, err := await(b.from.Invoke())
		if err != nil {
			return 0, err
		}
		b.rest = fromJS(data)
	}
	if len(b.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

func (b *body) Close() error { return nil }

// response collects what a handler answers.
type response struct {
	header http.Header
	sent   http.Header // the header when the status was set; nil before
	status int
	body   []byte
}

func (w *response) Header() http.Header { return w.header }

func (w *response) WriteHeader(status int) {
	if w.sent == nil {
		w.status, w.sent = status, w.header.Clone()
	}
}

func (w *response) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.body = append(w.body, p...)
	return len(p), nil
}

// failure is the answer to a request that made the handler panic.
func failure() *response {
	w := &response{header: http.Header{}}
	keep.Headers(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "the service failed; its log says why", http.StatusInternalServerError)
	})).ServeHTTP(w, nil)
	return w
}
