package strict

import "fmt"

// Fields reads the members of one object. It remembers which names were asked
// for, so that Done can refuse the others.
type Fields struct {
	node   Node
	at     int32 // member after the last one found: fields mostly come in the order in which they are read
	found  int
	known  []string
	inline [20]string // keeps known off the heap for ordinary objects
}

// Object starts reading an object. Reading from an absent value, or from one
// that is no object (which is recorded as an error), does nothing.
func (n Node) Object() *Fields {
	if n.ok() && n.Kind() != Object {
		n.wrong("expected an object")
	}
	f := &Fields{node: n, at: n.index + 1}
	f.known = f.inline[:0]
	return f
}

// Node returns the object as a value.
func (f *Fields) Node() Node { return f.node }

// Present reports whether the object is in the document.
func (f *Fields) Present() bool { return f.node.Present() }

// Get returns the value of a field, absent if there is none.
func (f *Fields) Get(name string) Node {
	if !f.node.ok() || f.node.Kind() != Object {
		return Node{}
	}
	asked := false
	for _, k := range f.known {
		asked = asked || k == name
	}
	if !asked {
		f.known = append(f.known, name)
	}
	d, end := f.node.doc, f.node.item().next
	start, at := f.at, f.at
	for range f.node.Len() {
		if at == end {
			at = f.node.index + 1
		}
		next := d.items[at+1].next
		if d.named(at, name) {
			f.at = next
			if !asked {
				f.found++
			}
			return Node{d, at + 1}
		}
		at = next
	}
	f.at = start
	return Node{}
}

func (d *Document) named(index int32, name string) bool {
	it := &d.items[index]
	if it.escaped {
		return d.text(index) == name
	}
	return string(d.data[it.start+1:it.end-1]) == name
}

// Require records an error for the first of the fields that is absent.
func (f *Fields) Require(names ...string) {
	for _, name := range names {
		if !f.Get(name).Present() {
			f.Errorf(name, "the field is missing")
		}
	}
}

// Done refuses fields that were never asked for, naming the first of them and
// the known field it may have been meant to be.
func (f *Fields) Done() {
	if !f.node.ok() || f.node.Kind() != Object || f.found == f.node.Len() {
		return
	}
	d := f.node.doc
	at := f.node.index + 1
members:
	for range f.node.Len() {
		for _, name := range f.known {
			if d.named(at, name) {
				at = d.items[at+1].next
				continue members
			}
		}
		name := d.text(at)
		hint := meant(name, f.known)
		if hint == "" && len(f.known) > 0 {
			hint = fmt.Sprintf(", expected %s", oneOf(f.known))
		}
		Node{d, at + 1}.Errorf("unknown field%s", hint)
		return
	}
}

// Errorf records an error at a field, or at the object if name is "", unless
// there is one already. The field may be absent.
func (f *Fields) Errorf(name, format string, args ...any) {
	if !f.node.ok() {
		return
	}
	field := f.node
	if name != "" {
		if n := f.Get(name); n.Present() {
			field = n
		}
	}
	field.Errorf(format, args...)
	if name != "" && field == f.node {
		f.node.doc.err.Path = pathName(f.node.doc.err.Path, name)
	}
}

// Float, Int, Uint64, Bool, String, Array and Object read the field of that
// name with the Node method of the same name; an absent field changes nothing.
// OneOf reads with the function of that name: strict.OneOf(f.Get(name), ...).

// Float stores a finite number in r.
func (f *Fields) Float(name string, dst *float64, r Range) { f.Get(name).Float(dst, r) }

// Int stores a whole number in r.
func (f *Fields) Int(name string, dst *int, r Range) { f.Get(name).Int(dst, r) }

// Uint64 stores a whole number in r, from 0 to 2^53-1.
func (f *Fields) Uint64(name string, dst *uint64, r Range) { f.Get(name).Uint64(dst, r) }

// Bool stores true or false.
func (f *Fields) Bool(name string, dst *bool) { f.Get(name).Bool(dst) }

// String stores a string of at most maxLen characters.
func (f *Fields) String(name string, dst *string, maxLen int) { f.Get(name).String(dst, maxLen) }

// Array calls each for every element of an array of lo to hi elements and
// reports whether the array was there and its length was right.
func (f *Fields) Array(name string, lo, hi int, each func(i int, element Node)) bool {
	return f.Get(name).Array(lo, hi, each)
}

// Object starts reading the object in a field.
func (f *Fields) Object(name string) *Fields { return f.Get(name).Object() }
