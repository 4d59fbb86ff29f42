// Package strict decodes JSON that nobody vouches for.
//
// Parse bounds the length, the nesting and the number of values before
// anything is built, refuses what RFC 8259 leaves open (repeated names, text
// that is no UTF-8, data after the end), and keeps the document as one flat
// slice of offsets into the text. Decoders then read field by field:
//
//	doc, err := strict.Parse(data, strict.Limits{})
//	if err != nil {
//		return nil, err
//	}
//	o := doc.Root().Object()
//	o.Float("horizonSeconds", &x.Horizon, strict.Above(0))
//	c := o.Object("cluster")
//	c.Int("groups", &x.Groups, strict.Between(1, 64))
//	c.Done()
//	o.Done()
//	return x, doc.Err()
//
// The rules are the same for every field. An absent field leaves the variable
// as it is, so defaults are set before reading; null is a wrong type. The
// first error is kept in the Document and every read after it does nothing, so
// that decoders need not check in between. An error names the path of the
// field, what was found and what would have been right.
package strict
