package train

import (
	"slices"

	"rampart/wasm/wire"
)

// smallSeconds is the least time between two drawings of the small curves of a
// training that runs: they are half of a drawing's work.
const smallSeconds = 1

// kept says which parts of the tab the drawing in hand leaves as they stand in
// the page. vugu leaves the children of an element alone if it is drawn without
// any. But it finds an element by its place among its siblings, so that a part
// can be kept only where the siblings before it are the same as at the last
// drawing.
type kept struct {
	curves, policies bool

	drawn   bool // there was a drawing
	place   place
	list    list
	smallAt float64 // when the small curves were last drawn
}

// place is what decides which elements the tab has, and which training they are
// of.
type place struct {
	training         string // its ID
	state            State
	trouble, failure bool
	plots            int
}

func (c *View) place() place {
	p := place{trouble: c.Desk.Trouble != "", plots: len(c.plots)}
	if t := c.current(); t != nil {
		p.training, p.state, p.failure = t.ID, t.State, t.Failure != ""
	}
	return p
}

// list is what the table of policies shows.
type list struct {
	own              []Policy
	builtin          []wire.Policy
	renaming, doomed string
}

// same reports whether two lists look the same. A field that is being typed in
// is drawn always.
func (l *list) same(o *list) bool {
	sameFiles := len(l.builtin) == len(o.builtin) && (len(l.builtin) == 0 || &l.builtin[0] == &o.builtin[0])
	return sameFiles && slices.Equal(l.own, o.own) && l.doomed == o.doomed && l.renaming == "" && o.renaming == ""
}

// keep decides what the drawing in hand leaves alone.
func (c *View) keep() {
	k, now := &c.stands, c.Desk.host.Now()
	place, list := c.place(), list{slices.Clone(c.Desk.Policies), c.Desk.Builtin, c.renaming, c.doomed}
	alike := k.drawn && place == k.place
	k.policies = alike && list.same(&k.list)
	k.curves = alike && place.state == Running && now < k.smallAt+smallSeconds
	if !k.curves {
		k.smallAt = now
	}
	k.drawn, k.place, k.list = true, place, list
}
