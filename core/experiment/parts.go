package experiment

import (
	"math"

	"rampart/core/strict"
)

// This file lends parts of the formats to documents around them, such as the
// snapshots of core/snapshot.

// AppendSummaries appends the canonical JSON of summaries, an array as in a
// result. It panics if a number is not finite.
func AppendSummaries(dst []byte, summaries []Summary) []byte {
	w := writer{dst}
	w.open('[')
	for i := range summaries {
		w.next()
		appendSummary(&w, &summaries[i])
	}
	w.close(']')
	return w.buf
}

// DecodeSummaries reads an array of summaries of x, strictly. What is wrong
// is recorded in the document.
func DecodeSummaries(n strict.Node, x *Experiment) []Summary {
	summaries := make([]Summary, 0, min(n.Len(), MaxStrategies))
	n.Array(0, MaxStrategies, func(_ int, n strict.Node) {
		summaries = append(summaries, Summary{})
		decodeSummary(n.Object(), &summaries[len(summaries)-1], len(x.Strategies))
	})
	return summaries
}

// IsDigest reports whether s has the form of a result's digest: "sha256:" and
// 64 hexadecimal digits.
func IsDigest(s string) bool { return digestPattern.MatchString(s) }

// AppendPretty lays canonical JSON out over lines as the files of this package
// are, with a line feed at the end. The input must be valid JSON without white
// space.
func AppendPretty(dst, canonical []byte) []byte {
	return append(appendPretty(dst, canonical, math.MaxInt), '\n')
}
