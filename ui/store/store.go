// Package store keeps what must survive a reload: trainings in progress and
// finished policies. The browser's implementation is in wasm/app; Memory is one
// for tests and for browsers that keep nothing.
package store

import "errors"

// Version is the version of the layout of what is kept. A Store of a later
// version is left alone: ErrNewer.
const Version = 1

// Record is one thing that is kept. Its key begins with its kind and a slash,
// as in "policy/kx2v".
type Record struct {
	Key  string
	Meta []byte // JSON, small: what lists show
	Data []byte // the file itself; nil in a list
}

// Errors that a Store reports; others are the browser's own words.
var (
	// ErrFull says that the browser has no room left for this page.
	ErrFull = errors.New("store: the browser has no room left for this page")
	// ErrNone says that the browser lets this page keep nothing.
	ErrNone = errors.New("store: the browser keeps nothing for this page")
	// ErrNewer says that a later version of the page has changed the layout.
	ErrNewer = errors.New("store: a later version of Rampart has used this browser's storage")
)

// Store keeps records. Nothing waits: each function is called back once, after
// it has returned, while the page's state may be changed. Calls take effect in
// their order.
type Store interface {
	// Put keeps a record in place of the one with its key. All of it is kept
	// or nothing.
	Put(r Record, done func(error))
	// Get reads a record; nil if there is none.
	Get(key string, got func(*Record, error))
	// List reads all records whose key begins with prefix, without their data,
	// ordered by key.
	List(prefix string, got func([]Record, error))
	// Delete removes a record; it is no error if there is none.
	Delete(key string, done func(error))
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
		return "The browser has no room left for this page. Delete a policy, or export to a file what must not be lost."
	case errors.Is(err, ErrNone):
		return "The browser keeps nothing for this page, as in a private window. Export to a file what must not be lost."
	case errors.Is(err, ErrNewer):
		return "A later version of Rampart has used this browser's storage. Reload the page to get that version."
	}
	return "The browser could not keep it: " + err.Error() + ". Export to a file what must not be lost."
}
