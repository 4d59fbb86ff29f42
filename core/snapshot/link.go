package snapshot

import (
	"errors"
	"fmt"
	"strings"

	"rampart/core/strict"
)

// MaxLink is the number of characters from which on a link is too long to be
// offered: some servers, messengers and printers take no more.
const MaxLink = 8000

// MaxFragment is the number of characters from which on ParseLink does not look
// at a fragment.
const MaxFragment = 1 << 20

// What can be wrong with a link as a whole. Errors of ParseLink wrap one of
// them, or are a *strict.Error where the content is wrong.
var (
	ErrCut      = errors.New("the link is cut: characters are missing at its end")
	ErrAltered  = errors.New("the link was altered: its checksum does not fit its content")
	ErrAlphabet = errors.New("the link has a character that does not belong there")
	ErrNewer    = errors.New("the link was made by a later version of Rampart")
	ErrTooBig   = errors.New("the link holds too much")
	ErrID       = errors.New("the link names no snapshot")
)

// Link is what the fragment of an address says.
type Link struct {
	Snapshot *Snapshot // nil for a link that names a snapshot kept by a server
	ID       string    // of that snapshot, else ""
	Notes    []string  // what was ignored, a sentence each
}

// Short returns a readable link, without "#", that says the experiment and the
// view of s; ok is false if it cannot say all of them.
func Short(s *Snapshot) (fragment string, ok bool) { return "", false }

// Compressed returns a link, without "#", that holds all of s, however long it
// gets; "" if the canonical form is longer than MaxBytes. s must be valid.
func Compressed(s *Snapshot) string {
	canonical := AppendCanonical(nil, s)
	if len(canonical) > MaxBytes {
		return ""
	}
	return compressedPrefix + alphabet.EncodeToString(compress(canonical))
}

const (
	compressedPrefix = "r1="
	keptPrefix       = "s="
)

// ParseLink reads the fragment of an address, with or without "#". It returns
// nil and no error if the fragment is no link of Rampart's.
func ParseLink(fragment string) (*Link, error) {
	fragment = strings.TrimPrefix(fragment, "#")
	if len(fragment) > MaxFragment {
		return nil, fmt.Errorf("%w: %d characters, expected at most %d", ErrTooBig, len(fragment), MaxFragment)
	}
	if text, is := strings.CutPrefix(fragment, compressedPrefix); is {
		return parseCompressed(text)
	}
	if id, is := strings.CutPrefix(fragment, keptPrefix); is {
		if !IsID(id) {
			return nil, fmt.Errorf("%w: %s has %d characters, expected %d of A-Z, a-z, 0-9, - and _", ErrID, strict.Excerpt(id), len(id), IDLength)
		}
		return &Link{ID: id}, nil
	}
	return nil, nil
}

func parseCompressed(text string) (*Link, error) {
	packed, err := alphabet.DecodeString(text)
	if err != nil {
		return nil, ErrAlphabet
	}
	canonical, err := decompress(packed)
	if err != nil {
		return nil, err
	}
	s, err := Decode(canonical)
	if err != nil {
		return nil, err
	}
	return &Link{Snapshot: s}, nil
}
