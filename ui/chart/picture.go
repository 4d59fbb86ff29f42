package chart

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Paper says what a picture is drawn on. The zero value is a white page of the
// figure's own width.
type Paper struct {
	Width float64 // CSS pixels; 0 or too narrow a one takes the figure's own
	Dark  bool    // the colours of the dark scheme
	// Themed gives every shape the classes of Themes besides its colours, so
	// that an HTML page around the picture can give it either scheme.
	Themed bool
}

// Picture is an SVG document in the making. It needs nothing from outside:
// colours and sizes are attributes of the shapes, and fonts are named by their
// generic family.
type Picture struct {
	Width, Height float64
	paper         Paper
	title, words  string
	body          []byte
}

// NewPicture begins a picture with a title, and its content in words. The
// height may be set until the picture is finished.
func NewPicture(paper Paper, width, height float64, title, words string) *Picture {
	return &Picture{Width: math.Max(width, paper.Width), Height: height, paper: paper, title: title, words: words}
}

// The sizes of text in pictures, in CSS pixels, and the space at their edges.
const (
	textSize  = 14.0
	smallSize = 12.0
	titleSize = 15.0
	margin    = 16.0
)

// SVG finishes the picture.
func (p *Picture) SVG() []byte {
	b := make([]byte, 0, len(p.body)+1024)
	b = append(b, `<svg xmlns="http://www.w3.org/2000/svg" width="`...)
	b = appendLength(b, p.Width)
	b = append(append(b, `" height="`...), length(p.Height)...)
	b = append(append(append(b, `" viewBox="0 0 `...), length(p.Width)...), ' ')
	b = append(append(b, length(p.Height)...), `" role="img" aria-label="`...)
	b = appendText(b, p.title)
	b = append(b, `" font-family="system-ui, sans-serif" font-size="`...)
	b = append(append(b, length(textSize)...), `">`...)
	b = append(appendText(append(b, "<title>"...), p.title), "</title><desc>"...)
	b = append(appendText(b, p.words), "</desc>\n"...)
	frame := Picture{paper: p.paper}
	frame.Rect("chart-surface", 0, 0, p.Width, p.Height, 1, "")
	b = append(append(b, frame.body...), p.body...)
	return append(b, "</svg>\n"...)
}

// token is a colour by its name in the palette; "on-" before a name is text on
// it.
func (p *Picture) token(name string) string {
	hex, ok := Hex(name, p.paper.Dark)
	if !ok {
		panic("chart: no colour has the name " + name)
	}
	return hex
}

// Hex is the colour of a token in one of the schemes; "on-" before the name is
// the colour of text on it.
func Hex(name string, dark bool) (hex string, ok bool) {
	fill, on := strings.CutPrefix(name, "on-")
	for _, group := range groups {
		for _, t := range group {
			if t.Name != fill {
				continue
			}
			hex = t.Light
			if dark {
				hex = t.Dark
			}
			if on {
				hex = textOn(hex)
			}
			return hex, true
		}
	}
	return "", false
}

// Themes is a style sheet for pictures on Themed paper inside an HTML page that
// has the custom properties of CSS.
func Themes() string {
	var b strings.Builder
	rule := func(name string) {
		b.WriteString(".f-" + name + "{fill:var(--" + name + ")}.s-" + name + "{stroke:var(--" + name + ")}\n")
	}
	for i, group := range groups {
		for _, t := range group {
			rule(t.Name)
			if i > 0 { // Base has no text on it
				rule("on-" + t.Name)
			}
		}
	}
	return b.String()
}

// open begins an element; its attributes follow, and end.
func (p *Picture) open(element string) { p.body = append(append(p.body, '<'), element...) }

func (p *Picture) attribute(name, value string) {
	p.body = append(append(append(p.body, ' '), name...), `="`...)
	p.body = append(appendText(p.body, value), '"')
}

func (p *Picture) number(name string, v float64) { p.attribute(name, length(v)) }

// paint gives a shape its colours; "" is none.
func (p *Picture) paint(fill, stroke string) {
	class := ""
	if fill != "" {
		p.attribute("fill", p.token(fill))
		class = "f-" + fill
	} else {
		p.attribute("fill", "none")
	}
	if stroke != "" {
		p.attribute("stroke", p.token(stroke))
		class = strings.TrimPrefix(class+" s-"+stroke, " ")
	}
	if p.paper.Themed && class != "" {
		p.attribute("class", class)
	}
}

// end ends an element; what it is exactly is told on hover.
func (p *Picture) end(element, title string) {
	if title == "" {
		p.body = append(p.body, "/>\n"...)
		return
	}
	p.body = appendText(append(p.body, "><title>"...), title)
	p.body = append(append(append(p.body, "</title></"...), element...), ">\n"...)
}

// Rect fills a rectangle with a colour; alpha is 0 to 1, title may be empty.
func (p *Picture) Rect(colour string, x, y, width, height, alpha float64, title string) {
	p.open("rect")
	p.number("x", x)
	p.number("y", y)
	p.number("width", width)
	p.number("height", height)
	p.paint(colour, "")
	if alpha < 1 {
		p.number("fill-opacity", alpha)
	}
	p.end("rect", title)
}

// Line draws a straight line; alpha is 0 to 1.
func (p *Picture) Line(colour string, x1, y1, x2, y2, width, alpha float64) {
	p.open("line")
	p.number("x1", x1)
	p.number("y1", y1)
	p.number("x2", x2)
	p.number("y2", y2)
	p.paint("", colour)
	p.number("stroke-width", width)
	if alpha < 1 {
		p.number("stroke-opacity", alpha)
	}
	p.end("line", "")
}

// Stroke is how the outline of a path is drawn.
type Stroke struct {
	Colour  string
	Width   float64
	Dashes  string // as stroke-dasharray; "" for none
	Alpha   float64
	Rounded bool // ends and corners
}

// Path draws a path, moved to a place.
func (p *Picture) Path(d string, x, y float64, fill string, s Stroke, title string) {
	p.open("path")
	if x != 0 || y != 0 {
		p.attribute("transform", "translate("+length(x)+" "+length(y)+")")
	}
	p.attribute("d", d)
	p.paint(fill, s.Colour)
	if s.Colour != "" {
		p.number("stroke-width", s.Width)
		if s.Dashes != "" {
			p.attribute("stroke-dasharray", s.Dashes)
		}
		if s.Rounded {
			p.attribute("stroke-linecap", "round")
			p.attribute("stroke-linejoin", "round")
		}
		if s.Alpha > 0 && s.Alpha < 1 {
			p.number("stroke-opacity", s.Alpha)
		}
	}
	p.end("path", title)
}

// Letters is how a text is set. The zero value is the usual size, in the colour
// of text, from its start.
type Letters struct {
	Colour string // "" takes chart-ink
	Size   float64
	Bold   bool
	Align  Align
}

// Text writes one line; y is its baseline.
func (p *Picture) Text(text string, x, y float64, l Letters) {
	if text == "" {
		return
	}
	if l.Colour == "" {
		l.Colour = "chart-ink"
	}
	p.open("text")
	p.number("x", x)
	p.number("y", y)
	if l.Size != 0 && l.Size != textSize {
		p.number("font-size", l.Size)
	}
	if l.Bold {
		p.attribute("font-weight", "600")
	}
	switch l.Align {
	case Middle:
		p.attribute("text-anchor", "middle")
	case End:
		p.attribute("text-anchor", "end")
	}
	p.paint(l.Colour, "")
	p.body = append(p.body, '>')
	p.body = append(appendText(p.body, text), "</text>\n"...)
}

// heading writes the title of the picture, and behind it its unit.
func (p *Picture) heading(unit string) {
	p.Text(p.title, margin, margin+titleSize, Letters{Size: titleSize, Bold: true})
	p.Text(unit, margin+12+1.12*TextWidth(p.title, titleSize), margin+titleSize, Letters{Size: smallSize, Colour: "chart-quiet"})
}

// Fit shortens a text to a width, both in pixels.
func Fit(text string, size, width float64) string {
	if TextWidth(text, size) <= width {
		return text
	}
	runes := []rune(text)
	for n := len(runes) - 1; n > 0; n-- {
		if short := string(runes[:n]) + "…"; TextWidth(short, size) <= width {
			return short
		}
	}
	return ""
}

// length writes a number of pixels to a hundredth.
func length(v float64) string { return string(appendLength(nil, v)) }

func appendLength(b []byte, v float64) []byte {
	return strconv.AppendFloat(b, math.Round(100*v)/100+0, 'f', -1, 64)
}

// appendText appends text for XML, as content or as an attribute. What XML 1.0
// has no room for becomes a replacement character.
func appendText(b []byte, text string) []byte {
	for _, r := range text {
		switch {
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '"':
			b = append(b, "&quot;"...)
		case r < ' ', r == 0xFFFE, r == 0xFFFF:
			if r == '\n' || r == '\t' || r == '\r' {
				b = append(b, ' ')
			} else {
				b = append(b, "\uFFFD"...)
			}
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}
