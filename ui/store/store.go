// Package store keeps what must survive a reload: trainings in progress,
// finished policies and the history of runs. The browser's implementation is in
// wasm/app; Memory is one for tests and for browsers that keep nothing.
package store

import "errors"

// Version is the version of the layout of what is kept: 2 adds to every record
// how large it is and when it was written. An earlier layout is brought up to
// date (public/store.js); a Store of a later version is left alone: ErrNewer.
const Version = 2

// Record is one thing that is kept. Its key begins with its kind and a slash,
// as in "policy/kx2v".
type Record struct {
	Key  string
	Meta []byte // JSON, small: what lists show
	Data []byte // the file itself; nil in a list

	// Size is the number of bytes of Data, also in a list, and Saved when the
	// record was written, in milliseconds since 1970, 0 if that is not known. The
	// store fills in both.
	Size  int
	Saved int64
}

// Room says how much a page keeps and may keep, all that belongs to its address
// together.
type Room struct {
	Known       bool    // the browser says so
	Used, Quota float64 // bytes
	Lasting     bool    // the browser will not clear it by itself
}

// LostSeconds is how long after ErrLost a page should wait before it keeps
// anything again: what is deleting may not be done.
const LostSeconds = 1.0

// Errors that a Store reports; others are the browser's own words.
var (
	// ErrFull says that the browser has no room left for this page.
	ErrFull = errors.New("store: the browser has no room left for this page")
	// ErrNone says that the browser lets this page keep nothing.
	ErrNone = errors.New("store: the browser keeps nothing for this page")
	// ErrNewer says that a later version of the page has changed the layout.
	ErrNewer = errors.New("store: a later version of Rampart has used this browser's storage")
	// ErrBlocked says that a page of an earlier version, which is still open,
	// holds the storage in its layout.
	ErrBlocked = errors.New("store: a page of an earlier version holds this browser's storage")
	// ErrLost says that somebody has deleted everything that was kept.
	ErrLost = errors.New("store: what was kept has been deleted")
	// ErrGone says that a record that was to be replaced is there no more.
	ErrGone = errors.New("store: the record has been deleted by another page")
)

// Store keeps records. Nothing waits: each function is called back once, after
// it has returned, while the page's state may be changed. Calls take effect in
// their order. All pages of one address share what is kept.
type Store interface {
	// Put keeps a record in place of the one with its key. All of it is kept
	// or nothing.
	Put(r Record, done func(error))
	// Replace is Put if there is a record with this key, and else ErrGone:
	// another page may have deleted it.
	Replace(r Record, done func(error))
	// Get reads a record; nil if there is none.
	Get(key string, got func(*Record, error))
	// List reads all records whose key begins with prefix, without their data,
	// ordered by key.
	List(prefix string, got func([]Record, error))
	// Delete removes a record; it is no error if there is none.
	Delete(key string, done func(error))
	// Take removes all records whose key begins with one of the prefixes, and
	// returns them with their data, ordered by key within a prefix: all of them
	// or none.
	Take(prefixes []string, got func([]Record, error))
	// Watch hears of every record that another page has written or removed, and
	// of ErrLost and ErrNewer, which concern all of them, with the key "".
	Watch(heard func(key string, err error))

	// Room asks how much is kept.
	Room(got func(Room))
	// Persist asks the browser not to clear this page's records when it runs
	// out of room, and hears whether it will not.
	Persist(done func(granted bool))
	// Claim takes a name for this page as long as it is open, and hears whether
	// no other page has it.
	Claim(name string, got func(ok bool))
	// Release gives a claimed name back.
	Release(name string)
}

// Sentence says an error to the user, with a way out.
func Sentence(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, ErrFull):
		return "The browser has no room left for this page. Delete policies or past experiments, or export to a file what must not be lost."
	case errors.Is(err, ErrNone):
		return "The browser keeps nothing for this page, as in a private window. Export to a file what must not be lost."
	case errors.Is(err, ErrNewer):
		return "A later version of Rampart has used this browser's storage, so this page keeps nothing more. Reload the page to get that version; before that, export to a file what must not be lost."
	case errors.Is(err, ErrBlocked):
		return "Another tab with an earlier version of Rampart holds the storage, so nothing is kept. Close that tab, or export to a file what must not be lost."
	case errors.Is(err, ErrLost):
		return "What the browser had kept for this page has been deleted. Export to a file what must not be lost."
	case errors.Is(err, ErrGone):
		return "Another tab has deleted it. Export to a file what must not be lost."
	}
	return "The browser could not keep it: " + err.Error() + ". Export to a file what must not be lost."
}
