package strict

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error says what is wrong with a document and where.
type Error struct {
	Path    string // workload.jobs[3].beta; "" for the document itself and for broken syntax
	Line    int    // line of the value, from 1
	Column  int    // column in characters, from 1; 0 unless the syntax is broken
	Message string // what is wrong and what would have been right, one sentence without a full stop
}

// Error returns "PATH: what is wrong", or "line N, column M: what is wrong"
// where the text is not JSON at all.
func (e *Error) Error() string {
	switch {
	case e.Path != "":
		return e.Path + ": " + e.Message
	case e.Column > 0:
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
	}
	return e.Message
}

// shown is the number of characters of a value or name that messages repeat.
const shown = 40

// Excerpt shortens s to what fits in a message and quotes it, so that text
// from a file can neither break a line nor fill the screen.
func Excerpt(s string) string {
	return strconv.Quote(shorten(s))
}

func shorten(s string) string {
	n := 0
	for i := range s {
		if n == shown {
			return s[:i] + "..."
		}
		n++
	}
	return s
}

// position returns the line and the column, in characters, of an offset.
func position(data []byte, offset int) (line, column int) {
	offset = max(0, min(offset, len(data)))
	line, start := 1, 0
	for i, c := range data[:offset] {
		if c == '\n' {
			line++
			start = i + 1
		}
	}
	return line, utf8.RuneCount(data[start:offset]) + 1
}

// pathName appends a member name to a path: with a dot where the name is a
// plain word, else quoted in brackets.
func pathName(path, name string) string {
	plain := name != ""
	for _, r := range name {
		if !(r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			plain = false
			break
		}
	}
	switch {
	case !plain || len(name) > shown:
		return path + "[" + Excerpt(name) + "]"
	case path == "":
		return name
	}
	return path + "." + name
}

// oneOf lists names for a message.
func oneOf(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "one of " + strings.Join(names, ", ")
}
