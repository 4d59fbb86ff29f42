package jobgraph

import (
	"encoding/json/jsontext"
	"fmt"
	"strconv"

	"rampart/core/strict"
)

// DecodeJSON reads a job graph in the project's own JSON form (contract,
// section 3). All fields but name, source and type are required; unknown ones
// are refused. The error is a *strict.Error whose message ends with the line.
func DecodeJSON(data []byte) (*Graph, error) {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: MaxFileBytes, MaxDepth: 8})
	if err != nil {
		return nil, err
	}
	g, err := FromNode(doc.Root())
	if e, ok := err.(*strict.Error); ok {
		withLine := *e
		withLine.Message = fmt.Sprintf("%s (line %d)", e.Message, e.Line)
		return nil, &withLine
	}
	return g, err
}

// FromNode reads a job graph that is part of a larger document, with errors
// that carry the path in that document. The error, which is also recorded
// there, is the document's first. It panics if n is absent.
func FromNode(n strict.Node) (*Graph, error) {
	if !n.Present() {
		panic("jobgraph: FromNode of an absent value")
	}
	g := new(Graph)
	o := n.Object()
	o.String("name", &g.Name, MaxNameLen)
	o.String("source", &g.Source, MaxSourceLen)
	strict.OneOf(o.Get("unit"), &g.Unit, Milliseconds, Seconds)
	o.Require("unit", "ops", "edges")
	g.Ops = make([]Op, 0, min(o.Get("ops").Len(), MaxOps))
	o.Array("ops", 1, MaxOps, func(_ int, n strict.Node) {
		g.Ops = append(g.Ops, decodeOp(n))
	})
	g.Edges = make([][2]int, 0, min(o.Get("edges").Len(), MaxEdges))
	ids := strict.Between(1, float64(max(1, len(g.Ops))))
	o.Array("edges", 0, MaxEdges, func(_ int, n strict.Node) {
		var e [2]int
		n.Ints(e[:], ids)
		g.Edges = append(g.Edges, e)
	})
	o.Done()
	if err := n.Err(); err != nil {
		return nil, err
	}
	if f := g.check(); f != nil {
		report(o, f)
		return nil, n.Err()
	}
	return g, nil
}

func decodeOp(n strict.Node) (op Op) {
	o := n.Object()
	o.Require("id", "forward", "backward", "activationBytes", "parameterBytes")
	o.Int("id", &op.ID, strict.Between(1, MaxOps))
	o.String("type", &op.Type, MaxTypeLen)
	o.Float("forward", &op.Forward, figures)
	o.Float("backward", &op.Backward, figures)
	o.Float("activationBytes", &op.ActivationBytes, figures)
	o.Float("parameterBytes", &op.ParameterBytes, figures)
	o.Done()
	return op
}

// report records a flaw at the op or edge where it is.
func report(o *strict.Fields, f *flaw) {
	if f.list == "" {
		o.Errorf(f.field, "%s", f.message)
		return
	}
	o.Array(f.list, 0, MaxEdges, func(i int, n strict.Node) {
		if i != f.index {
			return
		}
		if f.list == "ops" {
			n.Object().Errorf(f.field, "%s", f.message)
		} else {
			n.Errorf("%s", f.message)
		}
	})
}

// AppendJSON appends the canonical JSON form of g to b: fields in the order of
// the contract, none left out, no white space, numbers in the shortest form
// that reads back the same. Equal graphs give equal bytes.
func AppendJSON(b []byte, g *Graph) []byte { return appendJSON(b, g, false) }

// EncodeJSON returns the same JSON as AppendJSON, laid out as a file for
// people and for line-based tools: one op on a line, the edges of one op on a
// line as far as they stand together, and a final newline.
func EncodeJSON(g *Graph) []byte { return append(appendJSON(nil, g, true), '\n') }

func appendJSON(b []byte, g *Graph, lines bool) []byte {
	newline := func() {
		if lines {
			b = append(b, '\n')
		}
	}
	b = appendString(append(b, `{"name":`...), g.Name)
	b = appendString(append(b, `,"source":`...), g.Source)
	b = appendString(append(b, `,"unit":`...), string(g.Unit))
	b = append(b, `,"ops":[`...)
	for i := range g.Ops {
		if i > 0 {
			b = append(b, ',')
		}
		newline()
		b = appendOp(b, &g.Ops[i])
	}
	newline()
	b = append(b, `],"edges":[`...)
	for i, e := range g.Edges {
		if i > 0 {
			b = append(b, ',')
		}
		if i == 0 || g.Edges[i-1][0] != e[0] {
			newline()
		}
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(e[0]), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(e[1]), 10)
		b = append(b, ']')
	}
	newline()
	return append(b, `]}`...)
}

func appendOp(b []byte, op *Op) []byte {
	b = strconv.AppendInt(append(b, `{"id":`...), int64(op.ID), 10)
	b = appendString(append(b, `,"type":`...), op.Type)
	b = strict.AppendFloat(append(b, `,"forward":`...), op.Forward)
	b = strict.AppendFloat(append(b, `,"backward":`...), op.Backward)
	b = strict.AppendFloat(append(b, `,"activationBytes":`...), op.ActivationBytes)
	b = strict.AppendFloat(append(b, `,"parameterBytes":`...), op.ParameterBytes)
	return append(b, '}')
}

// appendString quotes s. Text that is not UTF-8 is refused by Validate; here
// it becomes replacement characters.
func appendString(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}
