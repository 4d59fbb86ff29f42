package snapshot

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"rampart/core/strict"
)

// MaxLink is the number of characters above which a link should not be
// offered: some servers, messengers and printers take no more.
const MaxLink = 8000

// MaxFragment is the number of characters above which ParseLink does not look
// at a fragment.
const MaxFragment = 1 << 20

// What can be wrong with a link as a whole. Errors of ParseLink wrap one of
// them, or are a *strict.Error where the link is whole and what it says is
// wrong.
var (
	ErrCut      = errors.New("the link is cut, characters are missing at its end")
	ErrAltered  = errors.New("the link was altered, its checksum does not fit what it holds")
	ErrAlphabet = errors.New("the link has a character that does not belong there")
	ErrNewer    = errors.New("the link was made by a later version of Rampart")
	ErrTooBig   = errors.New("the link holds too much")
	ErrID       = errors.New("the link names no snapshot")
)

// Link is what the fragment of an address says.
type Link struct {
	Form     Form
	Snapshot *Snapshot // nil for Kept
	ID       string    // of the snapshot for Kept, else ""
	Notes    []string  // what was ignored, a sentence each
}

// Form is one of the forms of a link.
type Form string

// The forms of a link.
const (
	ShortForm      Form = "short"      // p=A&degree=8
	CompressedForm Form = "compressed" // r1=...
	KeptForm       Form = "kept"       // s=ID, by a server
)

// The beginnings of a fragment.
const (
	compressedPrefix = "r1="
	keptPrefix       = "s="
)

// Compressed returns a link, without "#", that holds all of s, however long it
// gets; "" if the canonical form is longer than MaxBytes. s must be valid.
func Compressed(s *Snapshot) string {
	canonical := AppendCanonical(nil, s)
	if len(canonical) > MaxBytes {
		return ""
	}
	return compressedPrefix + alphabet.EncodeToString(compress(canonical))
}

// Kept returns a link, without "#", to a snapshot that a server keeps.
func Kept(id string) string { return keptPrefix + id }

// ParseLink reads the fragment of an address, with or without "#". It returns
// nil and no error if the fragment is no link of Rampart's: neither begins it
// with "r" and a number, or "s", and "=", nor has it any key of a short link.
func ParseLink(fragment string) (*Link, error) {
	fragment = strings.TrimPrefix(fragment, "#")
	if len(fragment) > MaxFragment {
		return nil, fmt.Errorf("%w: %d characters, expected at most %d", ErrTooBig, len(fragment), MaxFragment)
	}
	if !strings.Contains(fragment, "=") && strings.Contains(strings.ToUpper(fragment), "%3D") {
		if plain, err := url.PathUnescape(fragment); err == nil { // some programs escape all of it
			fragment = plain
		}
	}
	name, text, found := strings.Cut(fragment, "=")
	switch {
	case !found:
		return nil, nil
	case name+"=" == compressedPrefix:
		return parseCompressed(text)
	case name+"=" == keptPrefix:
		return parseKept(text)
	case isLater(name):
		return nil, fmt.Errorf("%w: form %s, this program reads r1", ErrNewer, strict.Excerpt(name))
	}
	return parseShort(fragment)
}

// isLater reports whether a key is that of a compressed form to come: r2, r3.
func isLater(name string) bool {
	digits, is := strings.CutPrefix(name, "r")
	return is && digits != "" && len(digits) < 5 && strings.Trim(digits, "0123456789") == "" && strings.Trim(digits, "0") != ""
}

// clean takes off what programs add to a link: further keys, white space from
// the ends of lines, and the marks of a sentence behind it.
func clean(text string) (cleaned string, notes []string) {
	cleaned, more, found := strings.Cut(text, "&")
	if found && more != "" {
		notes = append(notes, "What follows & in the link, "+strict.Excerpt(more)+", was ignored.")
	}
	cleaned = strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\r' || r == '\t' {
			return -1
		}
		return r
	}, cleaned)
	trimmed := strings.TrimRight(cleaned, `.,:;!?'"()[]{}<>*=`)
	if trimmed != cleaned {
		notes = append(notes, "The end of the link, "+strict.Excerpt(cleaned[len(trimmed):])+", does not belong to it and was ignored.")
	}
	return trimmed, notes
}

func parseKept(text string) (*Link, error) {
	id, notes := clean(text)
	if !IsID(id) {
		return nil, fmt.Errorf("%w: %s has %d characters, expected %d of A-Z, a-z, 0-9, - and _", ErrID, strict.Excerpt(id), len(id), IDLength)
	}
	return &Link{Form: KeptForm, ID: id, Notes: notes}, nil
}

func parseCompressed(text string) (*Link, error) {
	text, notes := clean(text)
	if at := strings.IndexFunc(text, foreign); at >= 0 {
		end := min(len(text), at+8)
		return nil, fmt.Errorf("%w: character %d, in %s", ErrAlphabet, at+len(compressedPrefix)+1, strict.Excerpt(strings.ToValidUTF8(text[at:end], "?")))
	}
	packed, irregular := alphabet.DecodeString(text)
	if irregular != nil { // a cut or altered link: what can be read says which
		whole := text
		if len(text)%4 == 1 {
			whole = text[:len(text)-1] // one character more says nothing
		}
		packed, _ = base64.RawURLEncoding.DecodeString(whole)
	}
	canonical, err := decompress(packed)
	if err != nil {
		return nil, err
	}
	if irregular != nil {
		return nil, ErrAltered
	}
	s, err := Decode(canonical)
	if err != nil {
		return nil, err
	}
	return &Link{Form: CompressedForm, Snapshot: s, Notes: notes}, nil
}

// foreign reports whether a character is none of the alphabet's.
func foreign(r rune) bool {
	return !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '-' || r == '_')
}
