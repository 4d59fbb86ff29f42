package experiment

import "math"

// prettyColumns is the width up to which a value stays on one line.
const prettyColumns = 96

// appendPretty lays canonical JSON out over lines: an object or array that
// fits into prettyColumns, or lies as many as deepest levels inside others,
// stays on one line; another has a line a member. The input must be valid JSON
// without white space.
func appendPretty(dst, compact []byte, deepest int) []byte {
	p := pretty{in: compact, out: dst, deepest: deepest}
	p.value(0, 0)
	return p.out
}

type pretty struct {
	in, out []byte
	at      int
	deepest int
}

// value lays out the value at p.at, which starts in the given column of its
// line, inside depth levels.
func (p *pretty) value(depth, column int) {
	if c := p.in[p.at]; c != '{' && c != '[' {
		p.scalar()
		return
	}
	if p.in[p.at+1] == '}' || p.in[p.at+1] == ']' {
		p.out = append(p.out, p.in[p.at:p.at+2]...)
		p.at += 2
		return
	}
	columns := prettyColumns - column
	if depth >= p.deepest {
		columns = math.MaxInt
	}
	if end, fits := p.measure(columns); fits {
		p.line(end)
		return
	}
	p.out = append(p.out, p.in[p.at])
	p.at++
	for {
		p.indent(depth + 1)
		from := len(p.out)
		if p.in[p.at] == '"' {
			p.scalar()
			if p.in[p.at] == ':' {
				p.at++
				p.out = append(p.out, ':', ' ')
				p.value(depth+1, 2*depth+2+len(p.out)-from)
			}
		} else {
			p.value(depth+1, 2*depth+2)
		}
		c := p.in[p.at]
		p.at++
		if c != ',' {
			p.indent(depth)
			p.out = append(p.out, c)
			return
		}
		p.out = append(p.out, c)
	}
}

func (p *pretty) indent(depth int) {
	p.out = append(p.out, '\n')
	for range depth {
		p.out = append(p.out, ' ', ' ')
	}
}

// scalar copies the string, number or literal at p.at.
func (p *pretty) scalar() {
	end := p.at + scalarLength(p.in[p.at:])
	p.out = append(p.out, p.in[p.at:end]...)
	p.at = end
}

// measure finds the end of the value at p.at and whether it fits into so many
// columns; it looks no further than it must.
func (p *pretty) measure(columns int) (end int, fits bool) {
	depth, width := 0, 0
	for i := p.at; ; {
		switch c := p.in[i]; c {
		case '{', '[':
			depth++
			i++
			width += 2
		case '}', ']':
			depth--
			i++
			width += 2
		case ',', ':':
			i++
			width += 2
		default:
			n := scalarLength(p.in[i:])
			i += n
			width += n
		}
		if width > columns {
			return 0, false
		}
		if depth == 0 {
			return i, true
		}
	}
}

// line copies the value up to end onto one line, with spaces.
func (p *pretty) line(end int) {
	for p.at < end {
		switch c := p.in[p.at]; c {
		case '{':
			p.out = append(p.out, c)
			if p.in[p.at+1] != '}' {
				p.out = append(p.out, ' ')
			}
			p.at++
		case '}':
			if p.in[p.at-1] != '{' {
				p.out = append(p.out, ' ')
			}
			p.out = append(p.out, c)
			p.at++
		case '[', ']':
			p.out = append(p.out, c)
			p.at++
		case ',', ':':
			p.out = append(p.out, c, ' ')
			p.at++
		default:
			p.scalar()
		}
	}
}

// scalarLength is the length of the string, number or literal that in starts
// with.
func scalarLength(in []byte) int {
	if in[0] == '"' {
		for i := 1; ; i++ {
			switch in[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
	}
	for i, c := range in {
		switch c {
		case ',', ':', ']', '}':
			return i
		}
	}
	return len(in)
}
