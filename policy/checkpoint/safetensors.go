package checkpoint

import (
	"bytes"
	"encoding/binary"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"rampart/core/strict"
)

// What a file may have.
const (
	MaxFileBytes   = 16 << 20 // a checkpoint
	maxHeaderBytes = 1 << 20  // its header, and so an experiment with its graphs
	maxValues      = 1 << 15  // of the header's JSON; the largest model has 500 tensors of 8 values
	maxRank        = 8        // dimensions of a tensor
)

// dtype is the type of a tensor's elements, as the format names it.
type dtype string

// The types in use.
const (
	f64 dtype = "F64"
	i64 dtype = "I64"
	u64 dtype = "U64"
	f32 dtype = "F32"
	f16 dtype = "F16"
	i16 dtype = "I16"
	u8  dtype = "U8"
)

// size returns the bytes of an element.
func (d dtype) size() int {
	switch d {
	case f64, i64, u64:
		return 8
	case f32:
		return 4
	case f16, i16:
		return 2
	}
	return 1
}

// tensor is one tensor to write; data is little-endian.
type tensor struct {
	name  string
	dtype dtype
	shape []int
	data  []byte
}

// entry is one entry of the metadata.
type entry struct{ key, value string }

const (
	lengthBytes = 8 // of the header's length
	metadataKey = "__metadata__"

	metadataPath = "header." + metadataKey
)

// write returns a file with the given metadata and tensors. Tensors of larger
// elements come first, so that every tensor is aligned without padding.
func write(metadata []entry, tensors []tensor) ([]byte, error) {
	tensors = slices.Clone(tensors)
	slices.SortStableFunc(tensors, func(a, b tensor) int { return b.dtype.size() - a.dtype.size() })
	dst := append(make([]byte, lengthBytes), `{"`+metadataKey+`":{`...)
	for i, m := range metadata {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, m.key)
		dst = append(dst, ':')
		dst = appendText(dst, m.value)
	}
	dst = append(dst, '}')
	offset := 0
	for _, t := range tensors {
		dst = append(dst, ',')
		dst = appendText(dst, t.name)
		dst = fmt.Appendf(dst, `:{"dtype":"%s","shape":[`, t.dtype)
		for i, n := range t.shape {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = strconv.AppendInt(dst, int64(n), 10)
		}
		dst = fmt.Appendf(dst, `],"data_offsets":[%d,%d]}`, offset, offset+len(t.data))
		offset += len(t.data)
	}
	dst = append(dst, '}')
	for len(dst)%lengthBytes != 0 {
		dst = append(dst, ' ')
	}
	if n := len(dst) - lengthBytes; n > maxHeaderBytes {
		return nil, refuse("", "a header of %d bytes is too long, expected at most %d: the experiment is too large to be kept with a policy", n, maxHeaderBytes)
	}
	if n := len(dst) + offset; n > MaxFileBytes {
		return nil, refuse("", "a checkpoint of %d bytes is too long, expected at most %d", n, MaxFileBytes)
	}
	binary.LittleEndian.PutUint64(dst, uint64(len(dst)-lengthBytes))
	for _, t := range tensors {
		dst = append(dst, t.data...)
	}
	return dst, nil
}

// appendText appends a JSON string.
func appendText(dst []byte, s string) []byte {
	dst, err := jsontext.AppendQuote(dst, s)
	if err != nil {
		panic("checkpoint: text is not UTF-8") // Policy.check has refused it
	}
	return dst
}

// reader takes the tensors of a file one by one. Its first error stays: what is
// read afterwards is nil.
type reader struct {
	doc    *strict.Document
	root   *strict.Fields
	header []byte
	data   []byte
	known  []string
	spans  [][2]int
}

// open reads the header of a file.
func open(file []byte) (*reader, error) {
	if len(file) > MaxFileBytes {
		return nil, refuse("", "%d bytes are too long for a checkpoint, expected at most %d", len(file), MaxFileBytes)
	}
	if len(file) < lengthBytes+2 {
		return nil, refuse("", "%d bytes are too short for a checkpoint", len(file))
	}
	n, rest := binary.LittleEndian.Uint64(file), file[lengthBytes:]
	if rest[0] != '{' {
		return nil, refuse("", "this is not a safetensors file: its header does not begin with a brace")
	}
	if n > maxHeaderBytes {
		return nil, refuse("", "a header of %d bytes is too long, expected at most %d", n, maxHeaderBytes)
	}
	if n > uint64(len(rest)) {
		return nil, refuse("", "the file is cut off: its header should have %d bytes, but %d follow", n, len(rest))
	}
	r := &reader{header: rest[:n], data: rest[n:]}
	doc, err := strict.Parse(r.header, strict.Limits{MaxBytes: maxHeaderBytes, MaxDepth: 4, MaxValues: maxValues})
	if err != nil {
		return nil, within("header", err)
	}
	r.doc, r.root = doc, doc.Root().Object()
	return r, r.err()
}

// metadata returns the fields of the metadata.
func (r *reader) metadata() *strict.Fields {
	r.known = append(r.known, metadataKey)
	return r.root.Object(metadataKey)
}

// err returns the first error of reading the header's fields.
func (r *reader) err() error { return within("header", r.doc.Err()) }

// take returns the bytes of the tensor with the given name, type and shape, or
// nil after an error. The shape has at most two dimensions,
// each below 2^25 where it was read from the file.
func (r *reader) take(name string, d dtype, shape ...int) []byte {
	r.known = append(r.known, name)
	o := r.root.Object(name)
	if !o.Present() {
		r.root.Errorf(name, "the tensor is missing")
		return nil
	}
	o.Require("dtype", "shape", "data_offsets")
	strict.OneOf(o.Get("dtype"), &d, d)
	found := make([]int, 0, maxRank)
	o.Array("shape", 0, maxRank, func(_ int, n strict.Node) {
		var v int
		n.Int(&v, strict.Between(0, MaxFileBytes))
		found = append(found, v)
	})
	if !slices.Equal(found, shape) {
		o.Errorf("shape", "%v is not the shape of this policy, expected %v", found, shape)
	}
	var span [2]int
	o.Get("data_offsets").Ints(span[:], strict.Between(0, float64(len(r.data))))
	o.Done()
	if r.doc.Err() != nil {
		return nil
	}
	size := int64(d.size())
	for _, n := range shape {
		size *= int64(n)
	}
	if int64(span[1]-span[0]) != size {
		o.Errorf("data_offsets", "%d to %d are not the %d bytes of %s %v", span[0], span[1], size, d, shape)
		return nil
	}
	r.spans = append(r.spans, span)
	return r.data[span[0]:span[1]:span[1]]
}

// close returns the first error, or one that says which tensor is unknown or
// that the tensors taken do not fill the file.
func (r *reader) close() error {
	if err := r.err(); err != nil {
		return err
	}
	if r.root.Node().Len() != len(r.known) {
		return refuse("header", "the tensor %s is unknown", strict.Excerpt(r.unknown()))
	}
	slices.SortFunc(r.spans, func(a, b [2]int) int {
		if a[0] != b[0] {
			return a[0] - b[0]
		}
		return a[1] - b[1]
	})
	end := 0
	for _, s := range r.spans {
		if s[0] < end {
			return refuse("header", "the tensor at byte %d of the data overlaps the one before, which ends at %d", s[0], end)
		}
		if s[0] > end {
			return refuse("header", "bytes %d to %d of the data belong to no tensor", end, s[0])
		}
		end = s[1]
	}
	if end != len(r.data) {
		return refuse("header", "bytes %d to %d of the data belong to no tensor", end, len(r.data))
	}
	return nil
}

// unknown returns the first name of the header that was never taken. The header
// is known to be an object.
func (r *reader) unknown() string {
	known := make(map[string]bool, len(r.known))
	for _, name := range r.known {
		known[name] = true
	}
	d := jsontext.NewDecoder(bytes.NewReader(r.header))
	d.ReadToken()
	for {
		token, err := d.ReadToken()
		if err != nil || token.Kind() != jsontext.KindString {
			return ""
		}
		if name := token.String(); !known[name] {
			return name
		}
		d.SkipValue()
	}
}

// refuse returns the error of a field of a file; path is "" for the file.
func refuse(path, format string, args ...any) error {
	return &strict.Error{Path: path, Message: fmt.Sprintf(format, args...)}
}

// within puts an error of a part of a file, or of a struct whose messages begin
// with the field, into its place.
func within(path string, err error) error {
	if err == nil {
		return nil
	}
	var e *strict.Error
	switch {
	case !errors.As(err, &e):
		return fmt.Errorf("%s.%w", path, err)
	case e.Path == "":
		return &strict.Error{Path: path, Message: e.Error()}
	case e.Path[0] == '[':
		return &strict.Error{Path: path + e.Path, Message: e.Message}
	}
	return &strict.Error{Path: path + "." + e.Path, Message: e.Message}
}
