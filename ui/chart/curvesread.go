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

// move reads out the value under the pointer.
func (c *Curves) move(event vugu.DOMEvent) {
	if c.Read == nil {
		return
	}
	box := event.JSEventTarget().Call("getBoundingClientRect")
	width := box.Get("width").Float()
	if !(width > 0) {
		return
	}
	at := c.nearest((event.PropFloat64("clientX") - box.Get("left").Float()) / width)
	if at != c.At {
		c.Read(at)
	}
}

func (c *Curves) leave() {
	if c.Read != nil && c.At >= 0 {
		c.Read(-1)
	}
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
		return ""
	}
	parts := []string{}
	for i := range c.Lines {
		if l := &c.Lines[i]; l.has(c.At) {
			parts = append(parts, l.Name+" "+c.Show(l.Y[c.At]))
		}
	}
	return "At " + ShortValue(c.X[c.At]) + ": " + strings.Join(parts, ", ")
}
