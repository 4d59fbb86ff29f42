package strict

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// maxExact bounds integers: beyond it a JSON number is no longer exact in
// every program that reads it (RFC 8259, section 6).
const maxExact = 1<<53 - 1

// number returns a finite number in r.
func (n Node) number(r Range, noun string) (x float64, ok bool) {
	if n.Kind() != Number {
		n.wrong(r.expected(noun))
		return 0, false
	}
	x, err := strconv.ParseFloat(string(n.Raw()), 64)
	if err != nil || !r.Contains(x) {
		n.Errorf("%s is out of range, %s", shorten(string(n.Raw())), r.expected(noun))
		return 0, false
	}
	return x, true
}

// Float stores a finite number in r.
func (n Node) Float(dst *float64, r Range) {
	if !n.ok() {
		return
	}
	if x, ok := n.number(r, "a number"); ok {
		*dst = x
	}
}

func (n Node) integer(r Range) (x float64, ok bool) {
	r.lo, r.hi = max(r.lo, -maxExact), min(r.hi, maxExact)
	if n.Kind() == Number {
		x, err := strconv.ParseFloat(string(n.Raw()), 64)
		if err == nil && x != math.Trunc(x) {
			n.Errorf("%s is not a whole number, %s", shorten(string(n.Raw())), r.expected("an integer"))
			return 0, false
		}
	}
	return n.number(r, "an integer")
}

// Int stores a whole number in r, at most 2^53-1 and what an int holds. 1e3
// and 2.0 are whole numbers.
func (n Node) Int(dst *int, r Range) {
	if !n.ok() {
		return
	}
	r.lo, r.hi = max(r.lo, math.MinInt), min(r.hi, math.MaxInt)
	if x, ok := n.integer(r); ok {
		*dst = int(x)
	}
}

// Uint64 stores a whole number in r, from 0 to 2^53-1.
func (n Node) Uint64(dst *uint64, r Range) {
	if !n.ok() {
		return
	}
	if r.lo < 0 {
		r.lo, r.open = 0, false
	}
	if x, ok := n.integer(r); ok {
		*dst = uint64(x)
	}
}

// Bool stores true or false.
func (n Node) Bool(dst *bool) {
	if !n.ok() {
		return
	}
	if n.Kind() != Bool {
		n.wrong("expected true or false")
		return
	}
	*dst = n.doc.data[n.item().start] == 't'
}

// String stores a string of at most maxLen characters.
func (n Node) String(dst *string, maxLen int) {
	if !n.ok() {
		return
	}
	if n.Kind() != String {
		n.wrong(fmt.Sprintf("expected a string of at most %d characters", maxLen))
		return
	}
	s := n.doc.text(n.index)
	if count := utf8.RuneCountInString(s); count > maxLen {
		n.Errorf("%d characters are too long, expected at most %d", count, maxLen)
		return
	}
	*dst = s
}

// Text returns the content of a string and whether the value is one, for
// fields that may have one of several types.
func (n Node) Text() (s string, ok bool) {
	if n.Kind() != String {
		return "", false
	}
	return n.doc.text(n.index), true
}

// OneOf stores one of a few strings.
func OneOf[T ~string](n Node, dst *T, allowed ...T) {
	if !n.ok() {
		return
	}
	names := make([]string, len(allowed))
	for i, a := range allowed {
		names[i] = string(a)
	}
	if n.Kind() != String {
		n.wrong("expected " + oneOf(names))
		return
	}
	s := n.doc.text(n.index)
	for _, a := range allowed {
		if string(a) == s {
			*dst = a
			return
		}
	}
	n.Errorf("%s is not known, expected %s%s", Excerpt(s), oneOf(names), meant(s, names))
}

// Array calls each for every element of an array of lo to hi elements, in
// order, until an error is recorded. It reports whether the array was there
// and its length was right.
func (n Node) Array(lo, hi int, each func(i int, element Node)) bool {
	if !n.ok() {
		return false
	}
	expected := fmt.Sprintf("from %d to %d", lo, hi)
	if lo == hi {
		expected = strconv.Itoa(lo)
	}
	if n.Kind() != Array {
		n.wrong("expected an array of " + expected + " elements")
		return false
	}
	if count := n.Len(); count < lo || count > hi {
		n.Errorf("the array has %d elements, expected %s", count, expected)
		return false
	}
	at := n.index + 1
	for i := range n.Len() {
		each(i, Node{n.doc, at})
		if n.doc.err != nil {
			break
		}
		at = n.doc.items[at].next
	}
	return true
}

// Ints fills dst with an array of exactly len(dst) whole numbers in r.
func (n Node) Ints(dst []int, r Range) {
	if !n.ok() {
		return
	}
	if n.Kind() != Array || n.Len() != len(dst) {
		n.Array(len(dst), len(dst), func(int, Node) {})
		return
	}
	for i := range dst { // numbers are single items
		Node{n.doc, n.index + 1 + int32(i)}.Int(&dst[i], r)
		if n.doc.err != nil {
			return
		}
	}
}
