package keep

import (
	"encoding/json/jsontext"
	"net/http"
	"strconv"
)

// The codes of problems.
const (
	CodeNoRoute      = "no-such-address"
	CodeNotFound     = "not-found"
	CodeMethod       = "method"
	CodeMediaType    = "media-type"
	CodeEncoding     = "content-encoding"
	CodeTooLarge     = "too-large"
	CodeUnreadable   = "unreadable"
	CodeNotASnapshot = "not-a-snapshot"
	CodeTooMany      = "too-many"
	CodeFull         = "full"
	CodeDamaged      = "damaged"
	CodeInternal     = "internal"
)

// problem is an RFC 9457 problem of the type about:blank, whose title is the
// status's own phrase.
type problem struct {
	status int
	code   string
	detail string // one sentence for people, without a full stop
	path   string // of the field that is wrong, "" if it is not one field
}

// appendJSON writes the problem as JSON.
func (p *problem) appendJSON(b []byte) []byte {
	b = append(b, `{"title":`...)
	b = quote(b, http.StatusText(p.status))
	b = append(b, `,"status":`...)
	b = strconv.AppendInt(b, int64(p.status), 10)
	b = append(b, `,"code":`...)
	b = quote(b, p.code)
	b = append(b, `,"detail":`...)
	b = quote(b, p.detail)
	if p.path != "" {
		b = append(b, `,"path":`...)
		b = quote(b, p.path)
	}
	return append(b, "}\n"...)
}

// quote appends s as a JSON string. It cannot fail: bytes that are not UTF-8
// become replacement characters.
func quote(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}

// write answers with the problem. A later request may go well, so no cache may
// keep it.
func (p *problem) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	writeBody(w, r, p.status, "application/problem+json", p.appendJSON(nil))
}

// writeBody answers with a body, to HEAD without it.
func writeBody(w http.ResponseWriter, r *http.Request, status int, mediaType string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // a client that went away needs no answer
	}
}
