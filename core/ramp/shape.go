// Package ramp models the RAMP optical cluster (arXiv 2211.15226) as PAC-ML
// uses it (arXiv 2301.13799): communication groups of racks of servers, every
// pair of servers one hop apart, jobs on blocks of servers. Beside RAMP's costs it
// holds those of two other networks, a torus and a fat tree, so that results on
// RAMP can be held against them: they have the same servers in groups, racks and
// places, and jobs lie on the same blocks.
package ramp

import "strconv"

// Shape is the extent of a RAMP cluster, or of its blocks: a server is named
// by its communication group, its rack within the group and its place within
// the rack. Servers are numbered with the group outermost and the place
// innermost, so that ascending numbers are the (c,r,s) order of the reference.
type Shape struct {
	Groups, Racks, Servers int // all > 0
}

// N returns the number of servers.
func (s Shape) N() int { return s.Groups * s.Racks * s.Servers }

// Index returns the number of server c-r-v.
func (s Shape) Index(c, r, v int) int { return (c*s.Racks+r)*s.Servers + v }

// Coord returns group, rack and place of server i.
func (s Shape) Coord(i int) (c, r, v int) {
	return i / (s.Racks * s.Servers), i / s.Servers % s.Racks, i % s.Servers
}

// Name returns the name of server i in the form c-r-s.
func (s Shape) Name(i int) string {
	c, r, v := s.Coord(i)
	b := make([]byte, 0, 12)
	b = strconv.AppendInt(b, int64(c), 10)
	b = append(b, '-')
	b = strconv.AppendInt(b, int64(r), 10)
	b = append(b, '-')
	b = strconv.AppendInt(b, int64(v), 10)
	return string(b)
}
