package keep

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"rampart/core/snapshot"
	"rampart/core/strict"
)

var (
	tooLarge = problem{http.StatusRequestEntityTooLarge, CodeTooLarge, "a snapshot has at most " + strconv.Itoa(snapshot.MaxBytes) + " bytes: leave out runs or policies, or save it as a file", ""}
	notFound = problem{http.StatusNotFound, CodeNotFound, "there is no snapshot of this address here: the link was cut or mistyped, or the snapshot was removed", ""}
	failed   = problem{http.StatusInternalServerError, CodeInternal, "the service failed; its log says why", ""}
)

// post keeps a snapshot. What can be refused unread is refused unread, and
// bodies that are refused so do not count against the client's limit.
func (s *service) post(w http.ResponseWriter, r *http.Request, e *entry) *problem {
	if p := acceptable(w, r); p != nil {
		return p
	}
	if s.Limiter != nil {
		if ok, seconds := s.Limiter.Allow(r.Context(), s.Client(r)); !ok {
			w.Header().Set("Retry-After", strconv.Itoa(max(1, seconds)))
			return &problem{http.StatusTooManyRequests, CodeTooMany, "too many snapshots in a short time: try again in " + strconv.Itoa(max(1, seconds)) + " s", ""}
		}
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, snapshot.MaxBytes+1))
	if err != nil {
		return &problem{http.StatusBadRequest, CodeUnreadable, "the body did not arrive whole", ""}
	}
	if len(body) > snapshot.MaxBytes {
		return &tooLarge
	}
	canonical, p := s.canonical(r, body)
	if p != nil {
		return p
	}
	id := snapshot.ID(canonical)
	e.id = id
	status := http.StatusCreated
	switch e.err = s.Store.Put(r.Context(), id, canonical); {
	case errors.Is(e.err, ErrKept):
		status, e.err = http.StatusOK, nil
	case errors.Is(e.err, ErrFull):
		return &problem{http.StatusInsufficientStorage, CodeFull, "the service has no room for more snapshots: share a link or a file instead", ""}
	case e.err != nil:
		return &failed
	}
	h := w.Header()
	h.Set("Location", SnapshotsPath+"/"+id)
	h.Set("Cache-Control", "no-store")
	writeBody(w, r, status, "application/json", append([]byte(`{"id":"`+id+`","bytes":`+strconv.Itoa(len(canonical))), "}\n"...))
	return nil
}

// acceptable looks at what the headers say of a body. Compressed bodies are
// refused: a snapshot is small, and what is not inflated cannot be a bomb.
func acceptable(w http.ResponseWriter, r *http.Request) *problem {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := params["charset"]
	if err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		w.Header().Set("Accept", "application/json")
		return &problem{http.StatusUnsupportedMediaType, CodeMediaType, "a snapshot is sent as application/json", ""}
	}
	for _, encoding := range r.Header.Values("Content-Encoding") {
		if encoding != "" && !strings.EqualFold(encoding, "identity") {
			w.Header().Set("Accept-Encoding", "identity")
			return &problem{http.StatusUnsupportedMediaType, CodeEncoding, "a snapshot is sent as it is, not compressed", ""}
		}
	}
	if r.ContentLength > snapshot.MaxBytes {
		return &tooLarge
	}
	return nil
}

// canonical decodes a body under all limits of the format and returns the one
// form that is kept.
func (s *service) canonical(r *http.Request, body []byte) ([]byte, *problem) {
	if !s.enter(r.Context()) {
		return nil, &problem{http.StatusServiceUnavailable, CodeInternal, "the request was given up", ""}
	}
	defer func() { <-s.decoding }()
	snap, err := snapshot.Decode(body)
	if err != nil {
		p := problem{http.StatusBadRequest, CodeNotASnapshot, err.Error(), ""}
		if at, ok := errors.AsType[*strict.Error](err); ok && at.Path != "" {
			p.detail, p.path = at.Message, at.Path
		}
		return nil, &p
	}
	return snapshot.AppendCanonical(make([]byte, 0, len(body)+4096), snap), nil
}

// enter waits for a free decoder. It is false if the client goes away before;
// a client that only ends its half of the connection looks the same, and has
// its answer if a decoder is free.
func (s *service) enter(ctx context.Context) bool {
	select {
	case s.decoding <- struct{}{}:
		return true
	default:
	}
	select {
	case s.decoding <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// get answers with a snapshot. Its bytes can never change, so a cache may keep
// them for ever and the id is their tag; they are compared with the id once
// more, because a cache would keep wrong ones for ever too.
func (s *service) get(w http.ResponseWriter, r *http.Request, id string, e *entry) *problem {
	if _, ok := Key(id); !ok {
		return &notFound
	}
	e.id = id
	data, err := s.Store.Get(r.Context(), id)
	if err == nil {
		err = Check(id, data)
	}
	switch {
	case errors.Is(err, ErrNotFound):
		return &notFound
	case errors.Is(err, ErrDamaged):
		e.err = err
		return &problem{http.StatusInternalServerError, CodeDamaged, "the snapshot was damaged where it is kept; sharing it again repairs it", ""}
	case err != nil:
		e.err = err
		return &failed
	}
	h := w.Header()
	tag := `"` + id + `"`
	h.Set("ETag", tag)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if matches(r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	writeBody(w, r, http.StatusOK, "application/json", data)
	return nil
}

// matches says whether If-None-Match fields name the tag.
func matches(fields []string, tag string) bool {
	for _, field := range fields {
		for item := range strings.SplitSeq(field, ",") {
			item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
			if item == tag || item == "*" {
				return true
			}
		}
	}
	return false
}
