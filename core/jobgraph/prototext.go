package jobgraph

import (
	"math"
	"strconv"
	"strings"

	"rampart/core/strict"
)

// protoText reads the text format of protocol buffers, as its language
// specification at protobuf.dev describes it: fields "name: value" or
// "name { ... }" with optional separators, # comments, strings in either
// quotes, and [ ] lists. Which fields there are is decided by the caller.
type protoText struct {
	data  []byte
	at    int
	line  int // of data[at]
	depth int // of open messages
	tok   protoToken
	err   error // of the tokenizer; the token is then the end
}

// protoToken is one token: a word, a number, a string or a punctuation mark.
type protoToken struct {
	kind byte // 'a' word, '0' number, '"' string, 0 the end, else the mark itself
	text string
	line int
}

// maxProtoDepth bounds nested messages; a CostGraphDef needs six.
const maxProtoDepth = 32

// maxProtoName bounds what messages repeat of the name of an unknown field.
const maxProtoName = 40

func newProtoText(data []byte) *protoText {
	p := &protoText{data: data, line: 1}
	p.next()
	return p
}

// next moves to the next token.
func (p *protoText) next() {
	p.space()
	p.tok = protoToken{line: p.line}
	if p.at == len(p.data) || p.err != nil {
		return
	}
	start := p.at
	switch c := p.data[start]; {
	case c == '"' || c == '\'':
		p.quoted(c)
		return
	case isDigit(c) || c == '.':
		p.tok.kind = '0'
		for p.at < len(p.data) && p.inNumber() {
			p.at++
		}
	case isLetter(c):
		p.tok.kind = 'a'
		for p.at < len(p.data) && (isLetter(p.data[p.at]) || isDigit(p.data[p.at])) {
			p.at++
		}
	case strings.IndexByte(":{}<>[],;-/", c) >= 0:
		p.tok.kind = c
		p.at++
	default:
		p.err = lineError(p.line, "", "unexpected character %s, expected a field as in compute_cost: 58", strict.Excerpt(string(rune(c))))
		return
	}
	p.tok.text = string(p.data[start:p.at])
}

// inNumber reports whether the byte at hand continues a number: 0x1F and 1e-5
// are single tokens.
func (p *protoText) inNumber() bool {
	c := p.data[p.at]
	if c == '+' || c == '-' {
		before := p.data[p.at-1]
		return before == 'e' || before == 'E'
	}
	return isDigit(c) || c == '.' || isLetter(c)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func (p *protoText) space() {
	comment := false
	for p.at < len(p.data) {
		switch c := p.data[p.at]; {
		case c == '\n':
			p.line++
			comment = false
		case comment || c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
		case c == '#':
			comment = true
		default:
			return
		}
		p.at++
	}
}

// quoted reads a string; escapes stay as they are except for the quote and the
// backslash, since strings serve only as names for people.
func (p *protoText) quoted(quote byte) {
	var text []byte
	for at := p.at + 1; at < len(p.data) && p.data[at] != '\n'; at++ {
		c := p.data[at]
		if c == quote {
			p.tok.kind, p.tok.text, p.at = '"', string(text), at+1
			return
		}
		if c == '\\' && at+1 < len(p.data) && (p.data[at+1] == quote || p.data[at+1] == '\\') {
			at++
			c = p.data[at]
		}
		text = append(text, c)
	}
	p.err = lineError(p.line, "", "a string is not closed, expected %c before the end of the line", quote)
}

// fail returns an error at the token at hand, or that of the tokenizer.
func (p *protoText) fail(field, expected string) error {
	switch {
	case p.err != nil:
		return p.err
	case p.tok.kind == 0:
		return lineError(p.tok.line, field, "the text ends here, expected %s", expected)
	}
	return lineError(p.tok.line, field, "found %s, expected %s", strict.Excerpt(p.tok.text), expected)
}

// take moves on if the token at hand is the mark.
func (p *protoText) take(mark byte) bool {
	if p.tok.kind != mark || p.err != nil {
		return false
	}
	p.next()
	return true
}

// fields calls each for every field up to the closing mark, or up to the end
// of the text if that is 0. The callee must read or skip the value.
func (p *protoText) fields(end byte, each func(name string) error) error {
	for {
		for p.take(',') || p.take(';') {
		}
		if p.err == nil && p.tok.kind == end {
			if end != 0 {
				p.next()
			}
			return p.err
		}
		name := cut(p.tok.text, maxProtoName)
		switch {
		case p.take('['): // an extension or Any: [some.type/name]
			for p.tok.kind != 0 && p.tok.kind != ']' {
				p.next()
			}
			name = "[]"
			if !p.take(']') {
				return p.fail("", "]")
			}
		case !p.take('a'):
			if end == 0 {
				return p.fail("", "the name of a field")
			}
			return p.fail("", "the name of a field or "+string(rune(end)))
		}
		if err := each(name); err != nil {
			return err
		}
	}
}

// message reads a message, or a list of messages, with each for its fields;
// start is called before each message and may refuse it.
func (p *protoText) message(name string, start func() error, each func(name string) error) error {
	p.take(':')
	if !p.take('[') {
		return p.oneMessage(name, start, each)
	}
	for first := true; !p.take(']'); first = false {
		if !first && !p.take(',') {
			return p.fail(name, ", or ]")
		}
		if err := p.oneMessage(name, start, each); err != nil {
			return err
		}
	}
	return nil
}

func (p *protoText) oneMessage(name string, start func() error, each func(name string) error) error {
	end := byte('}')
	if !p.take('{') {
		if !p.take('<') {
			return p.fail(name, "{")
		}
		end = '>'
	}
	if p.depth == maxProtoDepth {
		return lineError(p.tok.line, name, "messages are nested too deeply, expected at most %d levels", maxProtoDepth)
	}
	if err := start(); err != nil {
		return err
	}
	p.depth++
	err := p.fields(end, each)
	p.depth--
	return err
}

func noStart() error { return nil }

// integers reads a whole number or a list of them.
func (p *protoText) integers(name string, each func(x int64, line int) error) error {
	if !p.take(':') {
		return p.fail(name, ": and a whole number")
	}
	if !p.take('[') {
		return p.integer(name, each)
	}
	for first := true; !p.take(']'); first = false {
		if !first && !p.take(',') {
			return p.fail(name, ", or ]")
		}
		if err := p.integer(name, each); err != nil {
			return err
		}
	}
	return nil
}

func (p *protoText) integer(name string, each func(x int64, line int) error) error {
	line, negative := p.tok.line, p.take('-')
	if p.tok.kind != '0' {
		return p.fail(name, "a whole number")
	}
	x, err := strconv.ParseInt(p.tok.text, 0, 64) // 0x and octal are in the format
	if err != nil {
		return p.fail(name, "a whole number up to "+strconv.Itoa(math.MaxInt32)+" for ids and 2^63-1 for figures")
	}
	if negative {
		x = -x
	}
	p.next()
	return each(x, line)
}

// text reads a string, which may stand in several adjacent parts.
func (p *protoText) text(name string) (string, error) {
	if !p.take(':') || p.tok.kind != '"' {
		return "", p.fail(name, `a string as in name: "conv1"`)
	}
	var b strings.Builder
	for p.tok.kind == '"' {
		b.WriteString(p.tok.text)
		p.next()
	}
	return b.String(), p.err
}

// skip passes over the value of a field.
func (p *protoText) skip(name string) error {
	p.take(':')
	if !p.take('[') {
		return p.skipOne(name)
	}
	for first := true; !p.take(']'); first = false {
		if !first && !p.take(',') {
			return p.fail(name, ", or ]")
		}
		if err := p.skipOne(name); err != nil {
			return err
		}
	}
	return nil
}

func (p *protoText) skipOne(name string) error {
	switch p.tok.kind {
	case '{', '<':
		return p.oneMessage(name, noStart, p.skip)
	case '"':
		for p.take('"') {
		}
		return p.err
	case '-':
		p.next()
	}
	if !p.take('a') && !p.take('0') {
		return p.fail(name, "a value")
	}
	return p.err
}
