package chart

import "slices"

// An operation of a List is Stride numbers: its kind, its colour as an index
// into the colours that the canvas has been given, and six arguments in CSS
// pixels. public/draw.js reads the same layout.
const Stride = 8

// The kinds of operation and their arguments.
const (
	opRect    = 0 // x, y, width, height, alpha
	opLine    = 1 // x1, y1, x2, y2, alpha, width
	opText    = 2 // x, y of the baseline, index into Texts, align, size, bold
	opFrame   = 3 // x, y, width, height, alpha, line width; drawn inside the rectangle
	opClip    = 4 // x, y, width, height; until opUnclip
	opUnclip  = 5
	opHatched = 6 // x, y, width, height, alpha; lines at 45 degrees
	opGrid    = 7 // x, y, width, height, columns, rows; takes its cells from Cells
	opCurve   = 8 // x1, y1, x2, y2, alpha, width; level at both ends
)

// Align says which point of a text its x is.
type Align float32

// The alignments of a text.
const (
	Start  Align = 0
	Middle Align = 1
	End    Align = 2
)

// Colour is an index into the colours that the canvas has been given.
type Colour int

// List is what one frame of a canvas draws, in order. It is packed so that a
// frame costs one copy and one call into the browser, and it is reused, so
// that a frame allocates nothing once its buffers have grown.
type List struct {
	Ops   []float32 // Stride numbers an operation
	Texts []string
	// Cells are those of all grids in order, row by row: the colour of each,
	// then its alpha, 0 to 255.
	Cells []byte
}

// Reset empties the list and keeps its memory.
func (l *List) Reset() {
	l.Ops = l.Ops[:0]
	clear(l.Texts)
	l.Texts = l.Texts[:0]
	l.Cells = l.Cells[:0]
}

// Len is the number of operations.
func (l *List) Len() int { return len(l.Ops) / Stride }

// Rect fills a rectangle; alpha is 0 to 1.
func (l *List) Rect(c Colour, x, y, width, height, alpha float64) {
	l.add(opRect, c, x, y, width, height, alpha, 0)
}

// Hatched draws lines at 45 degrees over a rectangle.
func (l *List) Hatched(c Colour, x, y, width, height, alpha float64) {
	l.add(opHatched, c, x, y, width, height, alpha, 0)
}

// Grid fills a rectangle with columns times rows equal cells and returns two
// bytes for each, row by row, to be filled in before the next operation: its
// colour and its alpha, 0 to 255. It costs one operation however many cells
// there are.
func (l *List) Grid(x, y, width, height float64, columns, rows int) []byte {
	l.add(opGrid, 0, x, y, width, height, float64(columns), float64(rows))
	start := len(l.Cells)
	l.Cells = slices.Grow(l.Cells, 2*columns*rows)[:start+2*columns*rows]
	clear(l.Cells[start:])
	return l.Cells[start:]
}

// Line draws a straight line of a width.
func (l *List) Line(c Colour, x1, y1, x2, y2, alpha, width float64) {
	l.add(opLine, c, x1, y1, x2, y2, alpha, width)
}

// Curve draws a line of a width from one point to another that is level at both
// ends.
func (l *List) Curve(c Colour, x1, y1, x2, y2, alpha, width float64) {
	l.add(opCurve, c, x1, y1, x2, y2, alpha, width)
}

// Frame draws the border of a rectangle inside it.
func (l *List) Frame(c Colour, x, y, width, height, alpha, lineWidth float64) {
	l.add(opFrame, c, x, y, width, height, alpha, lineWidth)
}

// Text writes one line; y is its baseline, size its font size in pixels. A
// line break becomes a space.
func (l *List) Text(c Colour, x, y float64, text string, align Align, size float64, bold bool) {
	weight := 0.0
	if bold {
		weight = 1
	}
	l.add(opText, c, x, y, float64(len(l.Texts)), float64(align), size, weight)
	l.Texts = append(l.Texts, text)
}

// Clip keeps what follows inside a rectangle, until Unclip.
func (l *List) Clip(x, y, width, height float64) { l.add(opClip, 0, x, y, width, height, 0, 0) }

// Unclip ends Clip.
func (l *List) Unclip() { l.add(opUnclip, 0, 0, 0, 0, 0, 0, 0) }

func (l *List) add(kind int, c Colour, a, b, d, e, f, g float64) {
	l.Ops = append(l.Ops, float32(kind), float32(c),
		float32(a), float32(b), float32(d), float32(e), float32(f), float32(g))
}

// TextWidth estimates the width of a text in the system's UI face at a size,
// both in pixels. It is for deciding what fits, and errs to the wide side.
func TextWidth(text string, size float64) float64 {
	width := 0.0
	for _, r := range text {
		switch r {
		case '\u202f', 'i', 'l', 'j', '.', ',', '\'', '|', '·':
			width += 0.32
		case 'm', 'w', 'M', 'W', '%', '×':
			width += 0.88
		case ' ', 'f', 't', 'r', '-', '(', ')':
			width += 0.40
		default:
			width += 0.60
		}
	}
	return width * size
}
