package tour

import (
	"fmt"
	"strconv"

	"github.com/vugu/vugu"
)

// View shows the tour above what it talks about.
type View struct {
	Model *Model

	what Check
}

// Compute implements vugu's life cycle.
func (c *View) Compute() {
	c.what = c.step().check(c.Model)
	if c.what.State == holds && c.Model.at == Length-1 {
		c.Model.finish(Length - 1)
	}
}

func (c *View) step() *step { return &steps[c.Model.at] }

func (c *View) check() Check { return c.what }

func (c *View) last() bool { return c.Model.at == Length-1 }

func (c *View) number() string { return strconv.Itoa(c.Model.at + 1) }

func (c *View) place() string { return fmt.Sprintf("step %d of %d", c.Model.at+1, Length) }

// acts are those that can be pressed now.
func (c *View) acts() []act {
	var list []act
	for _, a := range c.step().acts {
		if (a.tab == "" || c.Model.page.Has(a.tab)) && (!a.after || c.ran()) {
			list = append(list, a)
		}
	}
	return list
}

// ran reports whether the step has something to look at.
func (c *View) ran() bool {
	if c.last() {
		t := c.Model.page.Desk().Current
		return t != nil && t.Policy != ""
	}
	return c.Model.results[c.Model.at] != nil
}

func (c *View) press(k int) {
	if list := c.acts(); k < len(list) {
		list[k].do(c.Model)
	}
}

// actClass makes the first thing to do the one that stands out, until it is done.
func (c *View) actClass(k int) string {
	if k == 0 && !c.ran() {
		return "primary"
	}
	return ""
}

func (c *View) nextClass() string {
	if c.ran() {
		return "primary"
	}
	return ""
}

func (c *View) dotClass(i int) string {
	if c.Model.done[i] {
		return "tour-dot tour-done"
	}
	return "tour-dot"
}

func (c *View) dot(i int) string { return strconv.Itoa(i + 1) }

func (c *View) dotLabel(i int) string {
	s := fmt.Sprintf("Step %d: %s", i+1, steps[i].title)
	if c.Model.done[i] {
		s += ", done"
	}
	return s
}

// current is the ARIA state of a step; no attribute for the others.
func (c *View) current(i int) any {
	if i == c.Model.at {
		return "step"
	}
	return nil
}

// key closes the tour with Escape.
func (c *View) key(event vugu.DOMEvent) {
	if event.PropString("key") == "Escape" {
		event.PreventDefault()
		c.Model.Toggle()
	}
}
