package chart

import (
	"math"
	"slices"
	"strconv"
)

// List draws what a canvas would, moved to a place; colours are the tokens of
// the list's colours.
func (p *Picture) List(l *List, x, y float64, colours []string) {
	p.open("g")
	p.attribute("transform", "translate("+length(x)+" "+length(y)+")")
	p.body = append(p.body, ">\n"...)
	cells := l.Cells
	for at := 0; at+Stride <= len(l.Ops); at += Stride {
		op := l.Ops[at : at+Stride]
		colour := colours[int(op[1])]
		a, b, c, d, e, f := float64(op[2]), float64(op[3]), float64(op[4]), float64(op[5]), float64(op[6]), float64(op[7])
		switch int(op[0]) {
		case opRect:
			p.Rect(colour, a, b, c, d, e, "")
		case opLine:
			p.Line(colour, a, b, c, d, f, e)
		case opCurve:
			middle := length((a + c) / 2)
			path := "M" + length(a) + " " + length(b) + "C" + middle + " " + length(b) + " " + middle + " " + length(d) + " " + length(c) + " " + length(d)
			p.Path(path, 0, 0, "", Stroke{Colour: colour, Width: f, Alpha: e}, "")
		case opText:
			p.Text(l.Texts[int(op[4])], a, b, Letters{Colour: colour, Size: e, Bold: f != 0, Align: Align(op[5])})
		case opFrame:
			p.Path(outline(a+f/2, b+f/2, c-f, d-f), 0, 0, "", Stroke{Colour: colour, Width: f, Alpha: e}, "")
		case opClip:
			p.clip(a, b, c, d)
		case opUnclip:
			p.body = append(p.body, "</svg>\n"...)
		case opHatched:
			p.Path(hatching(a, b, c, d), 0, 0, "", Stroke{Colour: colour, Width: 1, Alpha: e}, "")
		case opGrid:
			n := 2 * int(e) * int(f)
			p.grid(cells[:n], a, b, c, d, int(e), int(f), colours)
			cells = cells[n:]
		}
	}
	p.body = append(p.body, "</g>\n"...)
}

// clip keeps what follows inside a rectangle, until the element is closed: an
// inner document needs no name, as a clip path would.
func (p *Picture) clip(x, y, width, height float64) {
	p.open("svg")
	p.number("x", x)
	p.number("y", y)
	p.number("width", width)
	p.number("height", height)
	p.attribute("viewBox", length(x)+" "+length(y)+" "+length(width)+" "+length(height))
	p.body = append(p.body, ">\n"...)
}

func outline(x, y, width, height float64) string {
	return "M" + length(x) + " " + length(y) + "h" + length(width) + "v" + length(height) + "h" + length(-width) + "Z"
}

// hatching is lines at 45 degrees, 4 pixels apart, inside a rectangle.
func hatching(x, y, w, h float64) string {
	var b []byte
	for at := x - h - math.Mod(x-y, 4); at < x+w; at += 4 {
		// From the bottom edge at (at, y+h) up to the right, cut at the sides.
		from, to := math.Max(at, x), math.Min(at+h, x+w)
		if from >= to {
			continue
		}
		b = append(b, 'M')
		b = append(appendLength(b, from), ' ')
		b = append(appendLength(b, y+h-(from-at)), 'L')
		b = append(appendLength(b, to), ' ')
		b = appendLength(b, y+h-(to-at))
	}
	return string(b)
}

// alphaLevels is how many strengths the cells of a grid have in a picture:
// cells of one strength and colour are one path.
const alphaLevels = 24

// grid draws the cells of a grid, those of one colour and strength as one path.
func (p *Picture) grid(cells []byte, x, y, width, height float64, columns, rows int, colours []string) {
	type kind struct{ colour, level int }
	at := func(row, column int) kind {
		i := 2 * (row*columns + column)
		if cells[i+1] == 0 {
			return kind{}
		}
		return kind{int(cells[i]), max(1, (int(cells[i+1])*alphaLevels+127)/255)}
	}
	paths := map[kind][]byte{}
	var kinds []kind
	w, h := width/float64(columns), height/float64(rows)
	for row := range rows {
		for from := 0; from < columns; {
			k := at(row, from)
			to := from + 1
			for to < columns && at(row, to) == k {
				to++
			}
			if k.level > 0 {
				d, known := paths[k]
				if !known {
					kinds = append(kinds, k)
				}
				d = append(appendLength(append(d, 'M'), x+float64(from)*w), ' ')
				d = append(appendLength(d, y+float64(row)*h), 'h')
				d = append(appendLength(d, float64(to-from)*w), 'v')
				d = append(appendLength(d, h), 'h')
				paths[k] = append(appendLength(d, -float64(to-from)*w), 'Z')
			}
			from = to
		}
	}
	slices.SortFunc(kinds, func(a, b kind) int { return (a.colour-b.colour)*(alphaLevels+1) + a.level - b.level })
	for _, k := range kinds {
		p.open("path")
		p.attribute("d", string(paths[k]))
		p.paint(colours[k.colour], "")
		p.attribute("fill-opacity", strconv.FormatFloat(math.Round(100*float64(k.level)/alphaLevels)/100, 'f', -1, 64))
		p.attribute("shape-rendering", "crispEdges")
		p.end("path", "")
	}
}
