package jobgraph

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"rampart/core/strict"
)

// MaxFileBytes bounds the length of a graph file of any format.
const MaxFileBytes = strict.DefaultMaxBytes

// maxLine bounds a line of a PipeDream file; the longest published ones have
// 500 bytes.
const maxLine = 64 << 10

// ReadPipeDream reads a graph.txt of the PipeDream profiler
// (spec/simulator.md, section 1.1): one line
//
//	node<ID> -- <description> -- forward_compute_time=a, backward_compute_time=b, activation_size=c, parameter_size=d
//
// for an op, where c may be a list [x; y; z] that is summed, and one line
// "node<U> -- node<V>", indented by a tab, for an edge. Lines may come in any
// order and end in LF or CRLF; edges that are repeated count once, where they
// first stand. Times are milliseconds, sizes bytes. Fields are found by name,
// others in between are passed over, as is a stage_id behind them. The
// description is kept as the op's type, cut to MaxTypeLen characters.
//
// The error, if any, names the line, the field, what was found and what was
// expected.
func ReadPipeDream(name string, data []byte) (*Graph, error) {
	data, err := bounded(data)
	if err != nil {
		return nil, err
	}
	p := pipeDream{g: &Graph{Name: name, Source: "PipeDream profile", Unit: Milliseconds}, edges: map[[2]int32]bool{}}
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if len(text) > maxLine {
			return nil, lineError(line, "", "the line has %d bytes, expected at most %d", len(text), maxLine)
		}
		if err := p.line(line, strings.TrimRight(string(text), "\r\n")); err != nil {
			return nil, err
		}
	}
	return finish(p.g, p.opLines, p.edgeLines)
}

// bounded refuses files that are too long and drops a byte order mark.
func bounded(data []byte) ([]byte, error) {
	if len(data) > MaxFileBytes {
		return nil, &strict.Error{Line: 1, Message: fmt.Sprintf("%d bytes are too long, expected at most %d", len(data), MaxFileBytes)}
	}
	return bytes.TrimPrefix(data, []byte("\uFEFF")), nil
}

// finish validates a graph that was read from lines of text.
func finish(g *Graph, opLines, edgeLines []int) (*Graph, error) {
	f := g.check()
	if f == nil {
		return g, nil
	}
	lines := map[string][]int{"ops": opLines, "edges": edgeLines}[f.list]
	if f.index < len(lines) {
		return nil, lineError(lines[f.index], f.field, "%s", f.message)
	}
	return nil, &strict.Error{Path: f.field, Line: 1, Message: f.message}
}

// lineError is an error of a text format: "line 12: field: message".
func lineError(line int, field, format string, args ...any) error {
	path := "line " + strconv.Itoa(line)
	if field != "" {
		path += ": " + field
	}
	return &strict.Error{Path: path, Line: line, Message: fmt.Sprintf(format, args...)}
}

type pipeDream struct {
	g                  *Graph
	opLines, edgeLines []int
	edges              map[[2]int32]bool // those found so far
}

func (p *pipeDream) line(line int, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	pieces := strings.Split(text, " -- ")
	for i, s := range pieces {
		pieces[i] = s[strings.LastIndexByte(s, '\t')+1:]
	}
	switch len(pieces) {
	case 1:
		return lineError(line, "", "%s is neither an op (node1 -- description -- figures) nor an edge (node1 -- node2)", strict.Excerpt(text))
	case 2:
		return p.edge(line, pieces)
	}
	return p.op(line, pieces)
}

func (p *pipeDream) edge(line int, pieces []string) error {
	var e [2]int
	for i, s := range pieces {
		id, err := nodeID(line, s)
		if err != nil {
			return err
		}
		e[i] = id
	}
	key := [2]int32{int32(e[0]), int32(e[1])}
	if p.edges[key] {
		return nil
	}
	if len(p.g.Edges) == MaxEdges {
		return lineError(line, "", "too many edges, expected at most %d", MaxEdges)
	}
	p.edges[key] = true
	p.g.Edges = append(p.g.Edges, e)
	p.edgeLines = append(p.edgeLines, line)
	return nil
}

func nodeID(line int, s string) (int, error) {
	s = strings.TrimSpace(s)
	digits, ok := strings.CutPrefix(s, "node")
	id, err := strconv.ParseUint(digits, 10, 31)
	if !ok || err != nil {
		return 0, lineError(line, "", "%s is no op, expected node and a number as in node7", strict.Excerpt(s))
	}
	return int(id), nil
}

// The figures of an op line, in the order in which the profiler writes them.
var pipeDreamFields = [...]string{"forward_compute_time=", "backward_compute_time=", "activation_size=", "parameter_size="}

func (p *pipeDream) op(line int, pieces []string) error {
	if len(p.g.Ops) == MaxOps {
		return lineError(line, "", "too many ops, expected at most %d", MaxOps)
	}
	id, err := nodeID(line, pieces[0])
	if err != nil {
		return err
	}
	// A description may itself contain the separator: the figures are the last
	// piece that starts like figures.
	at := len(pieces) - 1
	for at > 2 && !strings.HasPrefix(pieces[at], pipeDreamFields[0]) {
		at--
	}
	var values [len(pipeDreamFields)]float64
	var found [len(pipeDreamFields)]bool
	for item := range strings.SplitSeq(pieces[at], ", ") {
		for f, label := range pipeDreamFields {
			text, ok := strings.CutPrefix(strings.TrimSpace(item), label)
			if !ok {
				continue
			}
			field := strings.TrimSuffix(label, "=")
			if found[f] {
				return lineError(line, field, "op %d has the field twice, expected it once", id)
			}
			x, message := figure(text, f < 2)
			if message != "" {
				return lineError(line, field, "op %d: %s", id, message)
			}
			values[f], found[f] = x, true
		}
	}
	for f, label := range pipeDreamFields {
		if !found[f] {
			return lineError(line, strings.TrimSuffix(label, "="), "op %d lacks the field, expected %s and a number", id, label)
		}
	}
	p.g.Ops = append(p.g.Ops, Op{
		ID: id, Type: cut(strings.Join(pieces[1:at], " -- "), MaxTypeLen),
		Forward: values[0], Backward: values[1], ActivationBytes: values[2], ParameterBytes: values[3],
	})
	p.opLines = append(p.opLines, line)
	return nil
}

// figure reads a number, or a list of numbers which it sums.
func figure(text string, time bool) (sum float64, message string) {
	text = strings.TrimSpace(text)
	list := text
	if inner, ok := strings.CutPrefix(text, "["); ok {
		if list, ok = strings.CutSuffix(inner, "]"); !ok {
			return 0, strict.Excerpt(text) + " is no number, expected ] at the end of a list"
		}
	}
	for part := range strings.SplitSeq(list, ";") {
		x, err := parseDecimal(strings.TrimSpace(part))
		if err != nil {
			return 0, fmt.Sprintf("%s is no number, expected a number %v", strict.Excerpt(text), figures)
		}
		if message := checkFigure(x, time); message != "" {
			return 0, message
		}
		sum += x
	}
	return sum, checkFigure(sum, time)
}

// parseDecimal reads a decimal number; unlike ParseFloat it takes neither
// hexadecimal nor underscores, nor "infinity" and "nan" in any spelling.
func parseDecimal(s string) (float64, error) {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, strconv.ErrSyntax
		}
	}
	return strconv.ParseFloat(s, 64)
}
