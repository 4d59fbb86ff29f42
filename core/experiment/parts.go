package experiment

import (
	"encoding/json/jsontext"
	"fmt"
	"math"
	"slices"
	"strings"

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
func IsDigest(s string) bool {
	hex, ok := strings.CutPrefix(s, "sha256:")
	return ok && len(hex) == 64 && strict.Only(hex, strict.IsHex)
}

// AppendPretty lays canonical JSON out over lines as the files of this package
// are, with a line feed at the end. The input must be valid JSON without white
// space.
func AppendPretty(dst, canonical []byte) []byte {
	return append(appendPretty(dst, canonical, math.MaxInt), '\n')
}

// CompareSummaries lists every figure of recorded summaries that is another one
// now, in their order. Paths are those of a result file.
func CompareSummaries(file, again []Summary) []Difference {
	var list []Difference
	for i := range file {
		path := fmt.Sprintf("summaries[%d]", i)
		at := slices.IndexFunc(again, func(s Summary) bool { return s.Strategy == file[i].Strategy })
		if at < 0 {
			list = append(list, Difference{path, "a summary", "nothing"})
			continue
		}
		was, now := writer{}, writer{}
		appendSummary(&was, &file[i])
		appendSummary(&now, &again[at])
		list = appendDifferences(list, path, was.buf, now.buf)
	}
	return list
}

// appendDifferences appends the places where two values differ.
func appendDifferences(list []Difference, path string, file, now jsontext.Value) []Difference {
	if file.Kind() != jsontext.KindBeginObject || now.Kind() != jsontext.KindBeginObject {
		if string(file) != string(now) {
			list = append(list, Difference{path, shorten(file), shorten(now)})
		}
		return list
	}
	a, b := members(file), members(now)
	for _, m := range a {
		at := joinPath(path, m.name)
		if i := slices.IndexFunc(b, m.sameName); i < 0 {
			list = append(list, Difference{at, shorten(m.value), "nothing"})
		} else {
			list = appendDifferences(list, at, m.value, b[i].value)
		}
	}
	for _, m := range b {
		if !slices.ContainsFunc(a, m.sameName) {
			list = append(list, Difference{joinPath(path, m.name), "nothing", shorten(m.value)})
		}
	}
	return list
}
