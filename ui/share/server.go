package share

import (
	"fmt"
	"strconv"
	"strings"

	"rampart/core/snapshot"
	"rampart/core/strict"
	"rampart/ui/number"
)

// The statuses of HTTP that the service answers with (RFC 9110, RFC 4918 and RFC
// 6585). Package net/http would be half a megabyte more to transfer.
const (
	statusOK         = 200
	statusCreated    = 201
	statusNotFound   = 404
	statusNotAllowed = 405
	statusTooLarge   = 413
	statusTooMany    = 429
	statusFull       = 507
)

// The addresses of the snapshot service, relative to the page.
const (
	healthPath    = "api/health"
	snapshotsPath = "api/snapshots"
)

// serverState says what the page's server can do and has done.
type serverState struct {
	there   bool // it keeps snapshots
	busy    bool // a snapshot is on its way
	id      string
	problem string // why it was not kept, a sentence
	round   int    // counts what makes an answer late
}

// forget drops what belongs to another snapshot.
func (s *serverState) forget() {
	s.busy, s.id, s.problem = false, "", ""
	s.round++
}

// askServer asks whether the server keeps snapshots.
func (m *Model) askServer() {
	m.browser.Ask("GET", healthPath, "", func(a Answer) {
		if there := a.Status == statusOK && isJSON(a.Body); there != m.server.there {
			m.server.there = there
			m.changed()
		}
	})
}

// isJSON tells a service's answer from a page that a static server shows for
// every address.
func isJSON(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "{") }

// serverTier is the tier of a server that keeps snapshots.
func (m *Model) serverTier() *Tier {
	t := &Tier{
		Kind: Server, Title: "Kept by this server", Holds: holds(m.offer.Snapshot),
		Readers: "Anyone with the link can read it, and so can those who run the server. It cannot be changed or taken back.",
	}
	if m.server.id != "" {
		t.Text = m.browser.Page() + "#s=" + m.server.id
		t.Size = characters(len(t.Text))
	}
	if n := len(m.offer.Canonical); n > snapshot.MaxBytes {
		t.Why = fmt.Sprintf("It would have %s; a server keeps at most %s. Leave something out.", bytesWords(n), bytesWords(snapshot.MaxBytes))
	}
	return t
}

// keep sends the snapshot to the server.
func (m *Model) keep() {
	if m.server.busy {
		return
	}
	m.server.forget()
	m.server.busy = true
	round, canonical := m.server.round, m.offer.Canonical
	m.browser.Ask("POST", snapshotsPath, string(canonical), func(a Answer) {
		if m.server.round != round {
			return
		}
		m.server.busy = false
		id, problem := kept(a, snapshot.ID(canonical))
		m.server.id, m.server.problem = id, problem
		if problem != "" {
			m.said(problem)
		} else {
			m.said("The server keeps the snapshot.")
		}
		m.changed()
	})
}

// kept reads the answer to a snapshot that has an ID: that ID, or why it was
// not kept, a sentence.
func kept(a Answer, want string) (id, problem string) {
	switch a.Status {
	case statusOK, statusCreated:
		if member(a.Body, "id") == want {
			return want, ""
		}
		return "", "The server's answer names another snapshot. Do not use it; save a file instead."
	case 0:
		return "", "The server cannot be reached. Try again, or save a file."
	case statusTooMany:
		return "", "The server takes no more snapshots from here" + afterWords(a.RetryAfter) + ". Try again then, or save a file."
	case statusFull:
		return "", "The server has no room left. Save a file instead."
	case statusTooLarge:
		return "", "The snapshot is too large for the server. Leave something out, or save a file."
	case statusNotFound, statusNotAllowed:
		return "", "This server keeps no snapshots any more. Save a file instead."
	}
	problem = fmt.Sprintf("The server refused the snapshot (%d)", a.Status)
	if detail := member(a.Body, "detail"); detail != "" {
		problem += ": " + strings.TrimSuffix(detail, ".")
	}
	return "", problem + ". Save a file instead."
}

// afterWords says how long a server wants to be left alone.
func afterWords(header string) string {
	seconds, err := strconv.Atoi(header)
	if err != nil || seconds <= 0 {
		return " for a while"
	}
	return " for " + number.Duration(float64(seconds))
}

// maxDetail is how much of a server's words is shown, in characters.
const maxDetail = 300

// member reads a text of a JSON object, "" if it is not there.
func member(text, name string) string {
	doc, err := strict.Parse([]byte(text), strict.Limits{MaxBytes: 64 << 10})
	if err != nil || doc.Root().Kind() != strict.Object {
		return ""
	}
	value := ""
	doc.Root().Object().String(name, &value, maxDetail)
	if doc.Err() != nil {
		return ""
	}
	return value
}

// Fetch reads a snapshot that the page's server keeps. got hears the snapshot,
// or why there is none, a sentence.
func Fetch(b Browser, id string, got func(s *snapshot.Snapshot, problem string)) {
	b.Ask("GET", snapshotsPath+"/"+id, "", func(a Answer) {
		got(fetched(a, id))
	})
}

func fetched(a Answer, id string) (*snapshot.Snapshot, string) {
	switch {
	case a.Status == 0:
		return nil, "The server that keeps the snapshot cannot be reached."
	case a.Status == statusNotFound:
		return nil, "This server keeps no snapshot of that name. The link may be cut, or belong to another server."
	case a.Status != statusOK:
		return nil, fmt.Sprintf("The server did not hand the snapshot over (%d).", a.Status)
	}
	s, err := snapshot.Decode([]byte(a.Body))
	if err != nil {
		return nil, Refusal("the snapshot", err)
	}
	if snapshot.ID(snapshot.AppendCanonical(nil, s)) != id {
		return nil, "The server handed over another snapshot than the link names."
	}
	return s, ""
}
