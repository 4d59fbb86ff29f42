package strict

import (
	"encoding/json/jsontext"
	"fmt"
	"slices"
	"strconv"
)

// Kind is the type of a JSON value.
type Kind byte

// The kinds of a value. None is the kind of an absent value.
const (
	None   Kind = 0
	Null   Kind = 'n'
	Bool   Kind = 't'
	Number Kind = '0'
	String Kind = '"'
	Object Kind = '{'
	Array  Kind = '['
)

// String names the kind with its article, for messages.
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "a boolean"
	case Number:
		return "a number"
	case String:
		return "a string"
	case Object:
		return "an object"
	case Array:
		return "an array"
	}
	return "nothing"
}

// Node is one value of a Document. The zero Node is absent: it has kind None
// and reading from it does nothing.
type Node struct {
	doc   *Document
	index int32
}

// Present reports whether there is a value.
func (n Node) Present() bool { return n.doc != nil }

// Kind returns the type of the value.
func (n Node) Kind() Kind {
	if n.doc == nil {
		return None
	}
	return n.item().kind
}

// Len returns the number of elements of an array or of members of an object.
func (n Node) Len() int {
	if n.doc == nil {
		return 0
	}
	return int(n.item().count)
}

// Line returns the line on which the value starts, from 1; it takes time
// proportional to the text before it.
func (n Node) Line() int {
	if n.doc == nil {
		return 0
	}
	line, _ := position(n.doc.data, int(n.item().start))
	return line
}

// Raw returns the text of the value as it stands in the document. It must not
// be changed.
func (n Node) Raw() []byte {
	if n.doc == nil {
		return nil
	}
	it := n.item()
	return slices.Clip(n.doc.data[it.start:it.end])
}

// Canonical returns the value in the canonical form of RFC 8785: no white
// space, members sorted, numbers in their shortest form.
func (n Node) Canonical() []byte {
	v := jsontext.Value(slices.Clone(n.Raw()))
	if len(v) == 0 || v.Canonicalize() != nil {
		return nil // absent: every value of a Document can be canonicalized
	}
	return v
}

// Err returns the first error of the document, like Document.Err.
func (n Node) Err() error {
	if n.doc == nil {
		return nil
	}
	return n.doc.Err()
}

// Path returns the path of the value from the root, as in
// workload.jobs[3].beta. It is searched for when asked, which costs time
// proportional to the document; nothing is kept for it while decoding.
func (n Node) Path() string {
	if n.doc == nil {
		return ""
	}
	d, path, at := n.doc, "", int32(0)
	for at != n.index {
		object := d.items[at].kind == Object
		child, i := at+1, 0
		for {
			name := child
			if object {
				child++
			}
			if n.index < d.items[child].next {
				if object {
					path = pathName(path, d.text(name))
				} else {
					path += "[" + strconv.Itoa(i) + "]"
				}
				break
			}
			child = d.items[child].next
			i++
		}
		at = child
	}
	return path
}

// Errorf records an error at the value unless there is one already. The
// message should say what was found and what is expected.
func (n Node) Errorf(format string, args ...any) {
	if n.ok() {
		n.doc.err = &Error{Path: n.Path(), Line: n.Line(), Message: fmt.Sprintf(format, args...)}
	}
}

func (n Node) item() *item { return &n.doc.items[n.index] }

// ok reports whether the value is there and nothing has failed yet.
func (n Node) ok() bool { return n.doc != nil && n.doc.err == nil }

// wrong records that the value has the wrong type.
func (n Node) wrong(expected string) {
	switch kind := n.Kind(); kind {
	case Null:
		n.Errorf("null is not allowed, %s", expected)
	case Object, Array:
		n.Errorf("found %v, %s", kind, expected)
	default:
		n.Errorf("%s is %v, %s", shorten(string(n.Raw())), kind, expected)
	}
}

// text returns the content of a string item.
func (d *Document) text(index int32) string {
	it := &d.items[index]
	raw := d.data[it.start:it.end]
	if !it.escaped {
		return string(raw[1 : len(raw)-1])
	}
	b, _ := jsontext.AppendUnquote(nil, raw) // the tokenizer has checked it
	return string(b)
}
