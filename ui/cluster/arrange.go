package cluster

import (
	"math"

	"rampart/core/ramp"
)

// plan says where the servers of a cluster are on the picture, in CSS pixels:
// groups side by side and below each other, in each its racks, in each rack its
// servers. It shows the groups first..first+groups.
type plan struct {
	shape         ramp.Shape
	first, groups int
	width, height float64

	unit      float64 // side of a server
	gap       float64 // between two servers of a rack
	rackGap   float64 // between two racks
	groupGap  float64 // between two groups
	label     float64 // height of a group's name above it, 0 for none
	gutter    float64 // left of the first group, for the numbers of racks
	across    int     // servers of a rack side by side
	racksWide int     // racks of a group side by side
	wide      int     // groups side by side
	rack      box     // sizes of one rack and of one group
	group     box
}

type box struct{ width, height float64 }

// Sizes in CSS pixels.
const (
	largestUnit = 60.0
	roomHeight  = 460.0  // what the picture may be high
	mostDrawn   = 131072 // servers that are drawn at a time
	labelHeight = 18.0
	gutterWidth = 46.0
	edge        = 2.0 // space for outlines
)

// arrange finds the largest servers with which the groups fit a width and
// roomHeight; where even the smallest do not, the picture grows higher. Somewhat
// smaller ones are taken if they leave no gap in the last row of groups.
func arrange(s ramp.Shape, first, groups int, width float64) plan {
	fits := func(p *plan) bool { return p.height <= roomHeight && p.group.width <= width-2*edge-p.gutter }
	best := plan{}
	for unit := largestUnit; unit >= 1; unit-- {
		best = layOut(s, first, groups, width, unit)
		if fits(&best) {
			break
		}
	}
	for unit := best.unit; unit >= max(2, 0.6*best.unit); unit-- {
		if p := layOut(s, first, groups, width, unit); fits(&p) && groups%p.wide == 0 {
			return p
		}
	}
	return best
}

// layOut arranges servers of a size.
func layOut(s ramp.Shape, first, groups int, width, unit float64) plan {
	p := plan{shape: s, first: first, groups: groups, width: width, unit: unit}
	switch {
	case unit >= 8:
		p.gap, p.rackGap, p.groupGap, p.label = 2, 5, 16, labelHeight
	case unit >= 4:
		p.gap, p.rackGap, p.groupGap = 1, 2, 6
	case unit >= 2:
		p.rackGap, p.groupGap = 1, 3
	default:
		p.groupGap = 1
	}
	p.across = wideOf(s.Servers, 16)
	p.rack = p.box(s.Servers, p.across, box{unit, unit}, p.gap)
	p.racksWide = 1
	if p.across == s.Servers { // racks of one line stand below each other, many of them in columns
		p.racksWide = (s.Racks + 15) / 16
	} else {
		p.racksWide = wideOf(s.Racks, 1)
	}
	p.group = p.box(s.Racks, p.racksWide, p.rack, p.rackGap)
	if p.label > 0 && p.group.width < 24 {
		p.groupGap = 24 + p.groupGap/2 - p.group.width // room for "12"
	}
	if unit >= 12 && p.racksWide == 1 && p.rack.height == unit && s.Racks > 1 {
		p.gutter = gutterWidth
	}
	p.wide = max(1, min(groups, int((width-2*edge-p.gutter+p.groupGap)/(p.group.width+p.groupGap))))
	rows := (groups + p.wide - 1) / p.wide
	p.height = 2*edge + float64(rows)*(p.group.height+p.label) + float64(rows-1)*p.groupGap
	return p
}

// wideOf is how many of n things stand side by side: all up to most, of more so
// many that they make about a square, without a gap in its last row if that can
// be.
func wideOf(n, most int) int {
	if n <= most {
		return n
	}
	square := int(math.Ceil(math.Sqrt(float64(n))))
	for wide := square; wide <= 2*square; wide++ {
		if n%wide == 0 {
			return wide
		}
	}
	return square
}

// box is the size of n things, wide side by side.
func (p *plan) box(n, wide int, one box, gap float64) box {
	rows := (n + wide - 1) / wide
	wide = min(wide, n)
	return box{float64(wide)*(one.width+gap) - gap, float64(rows)*(one.height+gap) - gap}
}

// groupAt is the corner of a group, below its name.
func (p *plan) groupAt(group int) (x, y float64) {
	i := group - p.first
	return edge + p.gutter + float64(i%p.wide)*(p.group.width+p.groupGap),
		edge + p.label + float64(i/p.wide)*(p.group.height+p.label+p.groupGap)
}

// at is the corner of a server; its group must be shown.
func (p *plan) at(server int) (x, y float64) {
	c, r, v := p.shape.Coord(server)
	x, y = p.groupAt(c)
	x += float64(r%p.racksWide)*(p.rack.width+p.rackGap) + float64(v%p.across)*(p.unit+p.gap)
	y += float64(r/p.racksWide)*(p.rack.height+p.rackGap) + float64(v/p.across)*(p.unit+p.gap)
	return x, y
}

// shows reports whether a server is on the picture.
func (p *plan) shows(server int) bool {
	c, _, _ := p.shape.Coord(server)
	return c >= p.first && c < p.first+p.groups
}

// hit is the server at a point of the picture, or none; what is between two
// servers of a rack belongs to the first.
func (p *plan) hit(x, y float64) int {
	if p.groups == 0 {
		return none
	}
	step := func(at, size, gap float64, n int) (int, float64) {
		i := int(math.Floor(at / (size + gap)))
		if at < 0 || i >= n {
			return none, 0
		}
		return i, at - float64(i)*(size+gap)
	}
	column, x := step(x-edge-p.gutter, p.group.width, p.groupGap, p.wide)
	row, y := step(y-edge, p.group.height+p.label, p.groupGap, (p.groups+p.wide-1)/p.wide)
	if column < 0 || row < 0 || row*p.wide+column >= p.groups {
		return none
	}
	c := p.first + row*p.wide + column
	rackColumn, x := step(x, p.rack.width, p.rackGap, p.racksWide)
	rackRow, y := step(y-p.label, p.rack.height, p.rackGap, (p.shape.Racks+p.racksWide-1)/p.racksWide)
	r := rackRow*p.racksWide + rackColumn
	if rackColumn < 0 || rackRow < 0 || r >= p.shape.Racks {
		return none
	}
	vx, _ := step(x, p.unit, p.gap, p.across)
	vy, _ := step(y, p.unit, p.gap, (p.shape.Servers+p.across-1)/p.across)
	v := vy*p.across + vx
	if vx < 0 || vy < 0 || v >= p.shape.Servers {
		return none
	}
	return p.shape.Index(c, r, v)
}
