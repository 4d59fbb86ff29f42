package chart

import (
	"math"
	"strings"

	"github.com/vugu/vugu"
)

// pointsOut reports whether there is a value to point out.
func (c *Curves) pointsOut() bool {
	if math.IsNaN(c.Now) || len(c.X) == 0 || c.Log && !(c.Now > 0) {
		return false
	}
	at := c.across(c.Now)
	return at >= -1e-9 && at <= 1+1e-9
}

// strip is where the strip of a value begins: what is nearer to it than to any
// other.
func (c *Curves) strip(k int) string { return Percent(c.border(k)) }

func (c *Curves) stripWidth(k int) string { return Percent(c.border(k+1) - c.border(k)) }

// border is the left end of the strip of a value, 0 to 1.
func (c *Curves) border(k int) float64 {
	switch {
	case k <= 0:
		return 0
	case k >= len(c.X):
		return 1
	}
	return (c.across(c.X[k-1]) + c.across(c.X[k])) / 2
}

// pick reads out a value, or no more.
func (c *Curves) pick(k int) {
	if c.Read == nil {
		return
	}
	if k == c.At {
		k = -1
	}
	c.Read(k)
}

// within is where in the element the pointer is, 0 to 1 across and down.
func within(event vugu.DOMEvent) (across, down float64, ok bool) {
	box := event.JSEventTarget().Call("getBoundingClientRect")
	width, height := box.Get("width").Float(), box.Get("height").Float()
	if !(width > 0 && height > 0) {
		return 0, 0, false
	}
	return (event.PropFloat64("clientX") - box.Get("left").Float()) / width, (event.PropFloat64("clientY") - box.Get("top").Float()) / height, true
}

// pick reads out the cell of a map under the pointer, or no more.
func (c *HeatMaps) pick(one int, event vugu.DOMEvent) {
	if c.Read == nil {
		return
	}
	across, down, ok := within(event)
	if !ok {
		return
	}
	column := max(0, min(len(c.Across)-1, int(across*float64(len(c.Across)))))
	row := max(0, min(len(c.Down)-1, int((1-down)*float64(len(c.Down)))))
	cell := row*len(c.Across) + column
	if cell == c.Cell {
		one, cell = -1, -1
	}
	c.Read(one, cell)
}

// reading says the cell that is read out in all maps.
func (c *HeatMaps) reading() string {
	if c.Cell < 0 || c.Cell >= len(c.Across)*len(c.Down) {
		return "Choose a cell to read it out in all maps."
	}
	var parts []string
	for i := range c.Maps {
		if v := c.Maps[i].Values[c.Cell]; c.level(v) >= 0 {
			parts = append(parts, c.Maps[i].Name+" "+c.Show(v))
		}
	}
	columns := len(c.Across)
	return "At " + ShortValue(c.Across[c.Cell%columns]) + " and " + ShortValue(c.Down[c.Cell/columns]) + ": " + strings.Join(parts, ", ")
}

// marked are the lines that have marks.
func (c *Curves) marked() []Curve {
	if c.Bare {
		return nil
	}
	return c.Lines
}

// reading says all lines at the value that is read out.
func (c *Curves) reading() string {
	if c.At < 0 || c.At >= len(c.X) {
		return "Choose a value in the figure to read it out."
	}
	return c.readingAt(c.At)
}

// readingAt says all lines at a value.
func (c *Curves) readingAt(k int) string {
	parts := []string{}
	for i := range c.Lines {
		if l := &c.Lines[i]; l.has(k) {
			parts = append(parts, l.Name+" "+c.Show(l.Y[k]))
		}
	}
	return "At " + ShortValue(c.X[k]) + ": " + strings.Join(parts, ", ")
}
