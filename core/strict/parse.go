package strict

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Limits bound a document before it is decoded. A zero field takes its default.
type Limits struct {
	MaxBytes  int // length of the text; default 32 MiB, at most 1 GiB
	MaxDepth  int // nested objects and arrays; default 32
	MaxValues int // values and member names together; default 6,000,000, about 20 bytes of memory each
}

// The defaults of Limits. MaxValues leaves room for the largest job graph that
// core/jobgraph accepts.
const (
	DefaultMaxBytes  = 32 << 20
	DefaultMaxDepth  = 32
	DefaultMaxValues = 6_000_000
)

func (l Limits) orDefaults() Limits {
	if l.MaxBytes == 0 {
		l.MaxBytes = DefaultMaxBytes
	}
	if l.MaxDepth == 0 {
		l.MaxDepth = DefaultMaxDepth
	}
	if l.MaxValues == 0 {
		l.MaxValues = DefaultMaxValues
	}
	if l.MaxBytes < 0 || l.MaxBytes > 1<<30 || l.MaxDepth < 0 || l.MaxValues < 0 || l.MaxValues > 1<<28 {
		panic("strict: limits out of range")
	}
	return l
}

// Document is one parsed JSON text together with the first error of decoding
// it. It is not safe for concurrent use.
type Document struct {
	data  []byte
	items []item
	err   *Error
}

// item is one value or member name. Items stand in document order: the items
// of a container follow it, and every member is its name and then its value.
type item struct {
	start, end uint32 // the text, quotes included
	next       int32  // index after the last item inside this one
	count      int32  // elements or members of a container
	kind       Kind
	escaped    bool // a string with a backslash in it
}

// Err returns the first error of reading the document's fields, or nil.
func (d *Document) Err() error {
	if d.err == nil {
		return nil
	}
	return d.err
}

// Root returns the outermost value.
func (d *Document) Root() Node { return Node{d, 0} }

// Parse checks and indexes a JSON text; it does not copy it, so data must stay
// unchanged while the Document is in use. A byte order mark in front is
// ignored. The error, if any, is an *Error.
func Parse(data []byte, limits Limits) (*Document, error) {
	limits = limits.orDefaults()
	if len(data) > limits.MaxBytes {
		return nil, &Error{Line: 1, Message: fmt.Sprintf("%d bytes are too long, expected at most %d", len(data), limits.MaxBytes)}
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if !utf8.Valid(data) {
		return nil, syntaxError(data, invalidUTF8(data), "the text is not UTF-8")
	}
	p := parser{doc: &Document{data: data, items: make([]item, 0, estimate(data, limits))}, dec: jsontext.NewDecoder(bytes.NewBuffer(data)), limits: limits}
	if err := p.run(); err != nil {
		return nil, err
	}
	return p.doc, nil
}

// estimate returns an upper bound of the number of items: each is the first of
// the document or of a container, or follows a comma or a colon. Room made once
// costs half the memory of room that grows.
func estimate(data []byte, limits Limits) int {
	n := 1
	for _, mark := range []string{",", ":", "[", "{"} {
		n += bytes.Count(data, []byte(mark))
	}
	return min(n, limits.MaxValues)
}

type parser struct {
	doc    *Document
	dec    *jsontext.Decoder
	limits Limits
	open   []int32 // the containers around the next token, outermost first
}

func (p *parser) run() *Error {
	for {
		kind := p.dec.PeekKind()
		var err error
		switch kind {
		case jsontext.KindBeginObject, jsontext.KindBeginArray, jsontext.KindEndObject, jsontext.KindEndArray:
			if _, err = p.dec.ReadToken(); err == nil {
				err := p.delimiter(kind)
				if err != nil {
					return err
				}
			}
		default:
			var text jsontext.Value
			if text, err = p.dec.ReadValue(); err == nil {
				end := int(p.dec.InputOffset())
				err := p.add(Kind(kind), end-len(text), end)
				if err != nil {
					return err
				}
			}
		}
		if err != nil {
			return p.syntax(err)
		}
		if len(p.open) == 0 {
			return p.trailing()
		}
	}
}

// delimiter opens or closes a container whose delimiter was just read.
func (p *parser) delimiter(kind jsontext.Kind) *Error {
	end := int(p.dec.InputOffset())
	if kind == jsontext.KindEndObject || kind == jsontext.KindEndArray {
		top := &p.doc.items[p.open[len(p.open)-1]]
		top.end = uint32(end)
		top.next = int32(len(p.doc.items))
		if top.kind == Object {
			top.count /= 2
		}
		p.open = p.open[:len(p.open)-1]
		return nil
	}
	if len(p.open) == p.limits.MaxDepth {
		return syntaxError(p.doc.data, end-1, fmt.Sprintf("nested too deeply, expected at most %d levels", p.limits.MaxDepth))
	}
	if err := p.add(Kind(kind), end-1, end); err != nil {
		return err
	}
	p.open = append(p.open, int32(len(p.doc.items)-1))
	return nil
}

func (p *parser) add(kind Kind, start, end int) *Error {
	d := p.doc
	if len(d.items) == p.limits.MaxValues {
		return syntaxError(d.data, start, fmt.Sprintf("too many values, expected at most %d", p.limits.MaxValues))
	}
	if len(p.open) > 0 {
		d.items[p.open[len(p.open)-1]].count++
	}
	if kind == 'f' {
		kind = Bool
	}
	d.items = append(d.items, item{
		start:   uint32(start),
		end:     uint32(end),
		next:    int32(len(d.items) + 1),
		kind:    kind,
		escaped: kind == String && bytes.IndexByte(d.data[start:end], '\\') >= 0,
	})
	return nil
}

// trailing refuses anything but white space after the outermost value.
func (p *parser) trailing() *Error {
	_, err := p.dec.ReadToken()
	if err == io.EOF {
		return nil
	}
	rest := p.doc.data[p.doc.items[0].end:]
	offset := len(p.doc.data) - len(bytes.TrimLeft(rest, " \t\r\n"))
	return syntaxError(p.doc.data, offset, "there is more text after the end of the JSON value")
}

// syntax explains an error of the tokenizer.
func (p *parser) syntax(err error) *Error {
	data := p.doc.data
	if err == io.EOF {
		return syntaxError(data, len(data), "the text is empty, expected a JSON value")
	}
	var syntactic *jsontext.SyntacticError
	if !errors.As(err, &syntactic) {
		return syntaxError(data, int(p.dec.InputOffset()), err.Error())
	}
	offset := int(syntactic.ByteOffset)
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return syntaxError(data, offset, "field "+Excerpt(syntactic.JSONPointer.LastToken())+" appears twice in one object")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return syntaxError(data, len(data), "the text ends before the JSON value does")
	}
	return syntaxError(data, offset, syntactic.Err.Error())
}

func syntaxError(data []byte, offset int, message string) *Error {
	line, column := position(data, offset)
	return &Error{Line: line, Column: column, Message: message}
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8.
func invalidUTF8(data []byte) int {
	offset := 0
	for offset < len(data) {
		r, n := utf8.DecodeRune(data[offset:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		offset += n
	}
	return offset
}
