package snapshot

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json/jsontext"
	"strconv"

	"rampart/core/experiment"
)

// FormatVersion is the version of the snapshot format.
const FormatVersion = 1

// Limits of a snapshot.
const (
	MaxBytes     = 1 << 20 // of the canonical form
	MaxFileBytes = 4 << 20 // of a file, which has white space
	MaxValues    = 100_000 // and names of members, such as a trace of 11,000 jobs has: some tenths of a second in a browser
	MaxExtra     = 1 << 14 // of the "train" object and of the "view" object
	MaxEngine    = 200     // characters of an engine's version
	MaxPolicies  = experiment.MaxStrategies
)

// Snapshot is an experiment as somebody shared it.
type Snapshot struct {
	Engine     string                 // version of the engine that made it, at most MaxEngine characters; "" if unknown
	Experiment *experiment.Experiment // with name, notes, settings of the training and View
	Digest     string                 // of the maker's result, "sha256:..."; "" if nothing was run to its end
	Summaries  []experiment.Summary   // the maker's figures, at most one a strategy, ascending; nil if absent
	Policies   []Policy               // the built-in policies that the experiment names; nil if absent
}

// Policy is a built-in policy by its content: the program that opens a
// snapshot may have another one under the name.
type Policy struct {
	Name   string // as the experiment names it
	SHA256 string // of its file, 64 hexadecimal digits
}

// AppendCanonical appends the canonical JSON of s: absent parts left out,
// numbers in their shortest form, no white space. Equal snapshots have equal
// bytes, and Decode gives s back if Validate has nothing to say.
func AppendCanonical(dst []byte, s *Snapshot) []byte {
	dst = append(dst, `{"rampart":`...)
	dst = strconv.AppendInt(dst, experiment.FormatVersion, 10)
	dst = append(dst, `,"snapshot":`...)
	dst = strconv.AppendInt(dst, FormatVersion, 10)
	dst = appendText(append(dst, `,"engine":`...), s.Engine)
	dst = experiment.AppendCanonical(append(dst, `,"experiment":`...), s.Experiment)
	if s.Digest != "" {
		dst = appendText(append(dst, `,"digest":`...), s.Digest)
	}
	if s.Summaries != nil {
		dst = experiment.AppendSummaries(append(dst, `,"summaries":`...), s.Summaries)
	}
	if s.Policies != nil {
		dst = append(dst, `,"policies":[`...)
		for i, p := range s.Policies {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendText(append(dst, `{"name":`...), p.Name)
			dst = appendText(append(dst, `,"sha256":`...), p.SHA256)
			dst = append(dst, '}')
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// AppendFile appends s as a file for people, NAME.rampart.json: AppendCanonical,
// laid out over lines, with a line feed at the end.
func AppendFile(dst []byte, s *Snapshot) []byte {
	return experiment.AppendPretty(dst, AppendCanonical(nil, s))
}

// appendText quotes a string; what is not UTF-8, which Validate refuses,
// becomes replacement characters.
func appendText(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s)
	return dst
}

// idBytes is how much of the SHA-256 an ID keeps: 128 bits, which nobody can
// search for a second snapshot of the same ID.
const idBytes = 16

// IDLength is the number of characters of an ID.
const IDLength = 22

// ID names a snapshot by the content of its canonical form: the first 16 bytes
// of its SHA-256 in base64url, 22 characters.
func ID(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return base64.RawURLEncoding.EncodeToString(sum[:idBytes])
}

// IsID reports whether s is what ID could return.
func IsID(s string) bool {
	raw, err := alphabet.DecodeString(s)
	return err == nil && len(raw) == idBytes && len(s) == IDLength
}

// alphabet is that of links and IDs: it needs no escapes in an address. Each
// sequence of bytes has one text only.
var alphabet = base64.RawURLEncoding.Strict()
