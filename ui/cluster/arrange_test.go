package cluster

import (
	"testing"

	"rampart/core/ramp"
	"rampart/ui/chart"
)

// Whatever the cluster and the width, every server has a place of its own inside
// the picture, and is found there.
func TestEveryServerHasAPlace(t *testing.T) {
	for _, s := range shapes {
		for _, width := range []float64{320, 760, 1400} {
			p := arrange(s, 0, s.Groups, width)
			if p.unit < 1 {
				t.Fatalf("%s at %v: servers of %v pixels", shapeName(s), width, p.unit)
			}
			taken := map[[2]int]int{}
			step := max(1, s.N()/997)
			for server := 0; server < s.N(); server += step {
				x, y := p.at(server)
				if x < 0 || y < 0 || y+p.unit > p.height || p.group.width < width-2*edge-p.gutter && x+p.unit > width {
					t.Fatalf("%s at %v: server %d is at %v, %v of a picture %v high", shapeName(s), width, server, x, y, p.height)
				}
				if got := p.hit(x+p.unit/2, y+p.unit/2); got != server {
					t.Fatalf("%s at %v: server %d is found as %d", shapeName(s), width, server, got)
				}
				at := [2]int{int(x), int(y)}
				if other, has := taken[at]; has {
					t.Fatalf("%s at %v: servers %d and %d are both at %v", shapeName(s), width, other, server, at)
				}
				taken[at] = server
			}
			for _, out := range [][2]float64{{-1, 5}, {5, -1}, {width + 1e4, 5}, {5, p.height + 1e4}} {
				if got := p.hit(out[0], out[1]); got != none {
					t.Errorf("%s at %v: there is server %d at %v", shapeName(s), width, got, out)
				}
			}
		}
	}
}

// 65,536 servers fit a screen: the picture is no higher than a small one's.
func TestLargeClustersFit(t *testing.T) {
	for _, s := range shapes {
		if p := arrange(s, 0, s.Groups, 760); p.height > roomHeight {
			t.Errorf("%s: %v pixels high", shapeName(s), p.height)
		}
	}
}

// A frame of a small cluster draws each server, that of a large one is an image.
func TestPaint(t *testing.T) {
	for _, s := range shapes {
		c := scene{
			plan: arrange(s, 0, s.Groups, 760), owner: make([]int32, s.N()), graph: func(int) int { return 8 },
			job: none, server: 0, hover: s.N() - 1, label: func(int) string { return "0" }, tip: "A server.", marked: []int{0},
		}
		for i := range c.owner {
			c.owner[i] = int32(i%3) - 1
		}
		var list chart.List
		c.paint(&list)
		if s.N() > mostSingle {
			if list.Len() > 20+4*s.Groups && c.plan.label == 0 || len(list.Cells) == 0 {
				t.Errorf("%s: %d operations, %d cells", shapeName(s), list.Len(), len(list.Cells))
			}
			coloured := 0
			for i := 1; i < len(list.Cells); i += 2 {
				if list.Cells[i] > 0 {
					coloured++
				}
			}
			if coloured < s.N() {
				t.Errorf("%s: only %d pixels are coloured", shapeName(s), coloured)
			}
		} else if list.Len() < s.N() {
			t.Errorf("%s: %d operations for %d servers", shapeName(s), list.Len(), s.N())
		}
	}
}

// The image of a large cluster is the same whether it is remembered or made, and
// made again when what it shows has changed.
func TestStillImage(t *testing.T) {
	s := ramp.Shape{Groups: 32, Racks: 32, Servers: 8}
	image := func(c scene) string {
		var list chart.List
		c.image(&list)
		return string(list.Cells)
	}
	owner := func(job int32) []int32 {
		list := make([]int32, s.N())
		for i := range list {
			list[i] = job
		}
		return list
	}
	base := scene{plan: arrange(s, 0, s.Groups, 760), owner: owner(0), graph: func(job int) int { return job }, job: none, server: none, hover: none}
	var kept still
	for name, change := range map[string]func(c *scene){
		"another moment": func(c *scene) { c.owner = owner(1) },
		"a job chosen":   func(c *scene) { c.job = 3 },
		"a block":        func(c *scene) { c.marked = []int{5, 6} },
		"a wider window": func(c *scene) { c.plan = arrange(s, 0, s.Groups, 900) },
	} {
		c := base
		c.still = &kept
		first := image(c)
		c.hover = 7
		if image(c) != first || first != image(base) {
			t.Errorf("%s: the image differs from itself", name)
		}
		change(&c)
		plain := c
		plain.still = nil
		if got := image(c); got == first || got != image(plain) {
			t.Errorf("%s: the image is not made again", name)
		}
	}
}
