package exporttest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// SVG is what is known of a picture.
type SVG struct {
	Title, Words string         // of the document
	Size         [2]string      // width and height
	Elements     map[string]int // how many of each name there are
}

// forbidden elements bring in something from outside, or run.
var forbidden = []string{"script", "style", "image", "foreignObject", "use", "a", "animate", "set"}

// ReadSVG reads a picture as XML and holds it to what makes it self-contained:
// all elements are SVG's; nothing is referred to; nothing but attributes of the
// shapes gives them their look; no number is missing; the document has a title
// and a description.
func ReadSVG(data []byte) (*SVG, error) {
	p := &SVG{Elements: map[string]int{}}
	d := xml.NewDecoder(bytes.NewReader(data))
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			if err := p.element(&e, len(open)); err != nil {
				return nil, err
			}
			open = append(open, e.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) == 2 && open[1] == "title" {
				p.Title += string(e)
			} else if len(open) == 2 && open[1] == "desc" {
				p.Words += string(e)
			}
		}
	}
	if p.Title == "" || p.Words == "" || p.Elements["desc"] != 1 {
		return nil, errors.New("the picture has no title or no description")
	}
	return p, nil
}

// element holds one element to the rules.
func (p *SVG) element(e *xml.StartElement, depth int) error {
	name := e.Name.Local
	p.Elements[name]++
	if e.Name.Space != "http://www.w3.org/2000/svg" || slices.Contains(forbidden, name) || (depth == 0) != (name == "svg") && name != "svg" {
		return fmt.Errorf("the element %s does not belong there", name)
	}
	for _, a := range e.Attr {
		key := a.Name.Local
		if key == "style" || key == "href" || strings.HasPrefix(key, "on") || strings.Contains(a.Value, "url(") ||
			strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
			return fmt.Errorf("%s has %s=%q", name, key, a.Value)
		}
		if depth == 0 && key == "width" {
			p.Size[0] = a.Value
		}
		if depth == 0 && key == "height" {
			p.Size[1] = a.Value
		}
	}
	return nil
}
