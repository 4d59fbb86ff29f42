package keep

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rampart/core/experiment"
	"rampart/core/snapshot"
)

// The addresses of the service.
const (
	Prefix        = "/api/" // all of its addresses begin so
	SnapshotsPath = "/api/snapshots"
	HealthPath    = "/api/health"
)

// decoders is how many snapshots are decoded at one time. Decoding the largest
// one takes some ten megabytes.
const decoders = 4

// Options say what a service is made of.
type Options struct {
	Store   Store
	Limiter Limiter                      // of what a client may keep; nil: no limit
	Client  func(r *http.Request) string // names the client for the Limiter; nil: Client
	Log     *slog.Logger                 // nil: no log. It is told of no contents and no addresses
	Lasting bool                         // whether the store outlasts the program; the page tells people
}

type service struct {
	Options
	decoding chan struct{} // holds a token for each decoder at work
}

// New returns the service. It answers every address below Prefix; the security
// headers are those of Headers, which the caller puts around this and around
// what else it serves.
func New(o Options) http.Handler {
	if o.Store == nil {
		panic("keep: no store")
	}
	if o.Client == nil {
		o.Client = Client
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &service{o, make(chan struct{}, decoders)}
}

// entry is what the log says of a request, apart from its answer.
type entry struct {
	route string
	id    string // a valid id, or ""
	err   error  // why the service failed
}

// ServeHTTP implements http.Handler.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	a := &answer{ResponseWriter: w, status: http.StatusOK}
	// Nothing of the service is a page, should somebody open it as one.
	a.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
	e := entry{route: "none"}
	if p := s.route(a, r, &e); p != nil {
		p.write(a, r)
	}
	s.record(r, a, &e, time.Since(start))
}

// route answers the request, or returns the problem to answer with.
func (s *service) route(w http.ResponseWriter, r *http.Request, e *entry) *problem {
	id, one := strings.CutPrefix(r.URL.Path, SnapshotsPath+"/")
	switch {
	case r.URL.Path == SnapshotsPath:
		e.route = "snapshots"
		return s.method(w, r, false, func() *problem { return s.post(w, r, e) })
	case one:
		e.route = "snapshot"
		return s.method(w, r, true, func() *problem { return s.get(w, r, id, e) })
	case r.URL.Path == HealthPath:
		e.route = "health"
		return s.method(w, r, true, func() *problem { return s.health(w, r, e) })
	}
	return &problem{http.StatusNotFound, CodeNoRoute, "the service has no such address", ""}
}

// method answers a request by its method: reading is open to all origins, so
// that a script elsewhere can also read why it failed.
func (s *service) method(w http.ResponseWriter, r *http.Request, reads bool, serve func() *problem) *problem {
	h := w.Header()
	allow, match := "OPTIONS, POST", r.Method == http.MethodPost
	if reads {
		allow, match = "GET, HEAD, OPTIONS", r.Method == http.MethodGet || r.Method == http.MethodHead
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Expose-Headers", "ETag")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	if match {
		return serve()
	}
	h.Set("Allow", allow)
	if r.Method != http.MethodOptions {
		return &problem{http.StatusMethodNotAllowed, CodeMethod, "this address takes " + allow, ""}
	}
	if reads {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD")
		h.Set("Access-Control-Allow-Headers", "If-None-Match")
		h.Set("Access-Control-Max-Age", "86400")
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// health says that there is a service, what it takes and whether it lasts.
func (s *service) health(w http.ResponseWriter, r *http.Request, e *entry) *problem {
	if store, ok := s.Store.(Healthy); ok {
		if e.err = store.Health(r.Context()); e.err != nil {
			return &problem{http.StatusServiceUnavailable, CodeInternal, "the service cannot keep snapshots now", ""}
		}
	}
	b := append([]byte(nil), `{"service":"rampart","status":"ok","lasting":`...)
	b = strconv.AppendBool(b, s.Lasting)
	b = append(b, `,"snapshot":`...)
	b = strconv.AppendInt(b, snapshot.FormatVersion, 10)
	b = append(b, `,"maxBytes":`...)
	b = strconv.AppendInt(b, snapshot.MaxBytes, 10)
	b = append(b, `,"engine":`...)
	b = quote(b, experiment.EngineVersion)
	b = append(b, "}\n"...)
	w.Header().Set("Cache-Control", "no-store")
	writeBody(w, r, http.StatusOK, "application/json", b)
	return nil
}

// answer remembers the status of what was answered.
type answer struct {
	http.ResponseWriter
	status int
}

func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

// record writes one line about a request. Reading is the common case and said
// only to those who debug.
func (s *service) record(r *http.Request, a *answer, e *entry, took time.Duration) {
	level := slog.LevelDebug
	switch {
	case a.status >= 500:
		level = slog.LevelError
	case a.status == http.StatusTooManyRequests:
		level = slog.LevelWarn
	case r.Method == http.MethodPost:
		level = slog.LevelInfo
	}
	ctx := context.WithoutCancel(r.Context())
	if !s.Log.Enabled(ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("route", e.route), slog.String("method", knownMethod(r.Method)),
		slog.Int("status", a.status), slog.Duration("took", took),
	}
	if e.id != "" {
		attrs = append(attrs, slog.String("id", e.id))
	}
	if e.err != nil {
		attrs = append(attrs, slog.String("error", e.err.Error()))
	}
	s.Log.LogAttrs(ctx, level, "request", attrs...)
}

// knownMethod keeps what a client calls its method out of the log.
func knownMethod(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return m
	}
	return "other"
}
