package jobgraph

import (
	"bytes"
	"strings"

	"rampart/core/strict"
)

// Format is the format of a graph file.
type Format string

// The formats that Read knows.
const (
	JSON      Format = "job graph (JSON)"
	PipeDream Format = "PipeDream graph.txt"
	CostGraph Format = "CostGraphDef pbtxt"
)

// Read reads a graph file of any known format, told by its content. A graph
// without a name of its own takes it from the file's name.
func Read(fileName string, data []byte) (*Graph, error) {
	data, err := bounded(data)
	if err != nil {
		return nil, err
	}
	name := NameOf(fileName)
	format, err := Detect(data)
	if err != nil {
		return nil, err
	}
	switch format {
	case PipeDream:
		return ReadPipeDream(name, data)
	case CostGraph:
		return ReadCostGraph(name, data)
	}
	g, err := DecodeJSON(data)
	if err == nil && g.Name == "" {
		g.Name = name
	}
	return g, err
}

// Detect tells the format of a graph file by its first line that is neither
// blank nor a comment.
func Detect(data []byte) (Format, error) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	number := 0
	for line := range bytes.Lines(data) {
		number++
		text := strings.TrimSpace(string(line[:min(len(line), 4096)]))
		switch {
		case text == "" || text[0] == '#':
			continue
		case text[0] == '{' || text[0] == '[':
			return JSON, nil
		case strings.Contains(text, " -- "):
			return PipeDream, nil
		case startsProtoText(text):
			return CostGraph, nil
		}
		return "", lineError(number, "", "%s starts none of the known formats, expected a %s, %s or %s", strict.Excerpt(text), JSON, PipeDream, CostGraph)
	}
	return "", &strict.Error{Line: 1, Message: "the file is empty, expected a job graph"}
}

// startsProtoText reports whether text starts with a field of a text message:
// a word and then a colon or an opening mark.
func startsProtoText(text string) bool {
	rest := strings.TrimLeftFunc(text, func(r rune) bool { return r < 128 && (isLetter(byte(r)) || isDigit(byte(r))) })
	if len(rest) == len(text) || isDigit(text[0]) {
		return false
	}
	rest = strings.TrimSpace(rest)
	// The mark may stand on the next line only behind a bare word.
	return rest == "" || rest[0] == ':' || rest[0] == '{' || rest[0] == '<'
}

// NameOf makes the name of a graph from that of its file as the reference
// does (spec/simulator.md, section 1.4): without folder and extension, but the
// folder's name for a file called graph.txt.
func NameOf(fileName string) string {
	parts := strings.FieldsFunc(fileName, func(r rune) bool { return r == '/' || r == '\\' })
	if len(parts) == 0 {
		return ""
	}
	name := parts[len(parts)-1]
	if name == "graph.txt" && len(parts) > 1 {
		name = parts[len(parts)-2]
	} else if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		name = name[:dot]
	}
	return cut(name, MaxNameLen)
}

// cut makes text from outside valid and at most limit characters long.
func cut(s string, limit int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	n := 0
	for i := range s {
		if n == limit {
			return s[:i]
		}
		n++
	}
	return s
}
