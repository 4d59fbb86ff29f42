package timeline

import (
	"sort"
	"strconv"
	"strings"

	"rampart/core/experiment"
)

// mostLanes is how many lanes a timeline has at most: with more, a lane would
// be thinner than one can point at.
const mostLanes = 128

// shape is the cluster as lanes of the timeline: one server a lane, or as many
// as make at most mostLanes lanes.
type shape struct {
	groups, racks, servers int // groups, racks in each, servers in each rack
	size                   int // servers in a lane
	lanes                  int
}

func shapeOf(c experiment.Cluster) shape {
	s := shape{groups: max(c.Groups, 1), racks: max(c.RacksPerGroup, 1), servers: max(c.ServersPerRack, 1)}
	total := s.groups * s.racks * s.servers
	for _, s.size = range []int{1, s.servers, s.servers * s.racks} {
		if (total+s.size-1)/s.size <= mostLanes {
			break
		}
	}
	for (total+s.size-1)/s.size > mostLanes {
		s.size *= 2
	}
	s.lanes = (total + s.size - 1) / s.size
	return s
}

func (s shape) total() int { return s.groups * s.racks * s.servers }

// row is the place of a server named "c-r-s" in (c, r, s) order, from 0.
func (s shape) row(server string) (int, bool) {
	first, rest, ok := strings.Cut(server, "-")
	second, third, ok2 := strings.Cut(rest, "-")
	if !ok || !ok2 {
		return 0, false
	}
	c, err1 := strconv.Atoi(first)
	r, err2 := strconv.Atoi(second)
	n, err3 := strconv.Atoi(third)
	if err1 != nil || err2 != nil || err3 != nil ||
		c < 0 || c >= s.groups || r < 0 || r >= s.racks || n < 0 || n >= s.servers {
		return 0, false
	}
	return (c*s.racks+r)*s.servers + n, true
}

// name says which servers a lane holds.
func (s shape) name(lane int) string {
	first := lane * s.size
	c, r, n := first/(s.racks*s.servers), first/s.servers%s.racks, first%s.servers
	switch {
	case s.size == 1:
		return "server " + strconv.Itoa(c) + "-" + strconv.Itoa(r) + "-" + strconv.Itoa(n)
	case s.size == s.servers:
		return "rack " + strconv.Itoa(c) + "-" + strconv.Itoa(r)
	case s.size == s.servers*s.racks:
		return "group " + strconv.Itoa(c)
	}
	last := min(first+s.size, s.total()) - 1
	return "groups " + strconv.Itoa(c) + "\u2009–\u2009" + strconv.Itoa(last/(s.racks*s.servers))
}

// bar is a job on a lane. Its times are those of the job.
type bar struct {
	job     int32
	servers int32 // servers of the lane that the job has
	rows    int32 // lanes from here that the job covers without a gap; 0 if it began on a lane above
}

// lane is one row of the timeline.
type lane struct {
	bars []bar // by start, then job
	// reach[i] is the latest end of bars[..i]: where bars of one lane overlap,
	// as they do when a lane holds several servers, the ends alone are not
	// sorted.
	reach []float64
	mips  []mip // coarser and coarser; nil for a lane with few bars
}

// span is the range of bars that may overlap from..to: those before it end
// earlier, those after it start later.
func (l *lane) span(t *track, from, to float64) (first, after int) {
	first = sort.Search(len(l.reach), func(i int) bool { return l.reach[i] > from })
	after = first + sort.Search(len(l.bars)-first, func(i int) bool { return t.starts[l.bars[first+i].job] >= to })
	return first, after
}
