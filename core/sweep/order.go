package sweep

import "rampart/core/experiment"

// Order lists the units that the points allow in the order in which they should
// be run: so that the shape of the result shows early, and that plans are made
// once. Points that share their plans stand together; among them every point
// gets its first seed before any gets its second, the ends of an axis come
// before its middle, and that before what lies between.
func (s *Sweep) Order() []int {
	strategies, seeds := len(s.Base.Strategies), len(s.Base.Seeds)
	groups := make([][]int, s.groups)
	for _, p := range s.spread() {
		g := s.points[p].group
		groups[g] = append(groups[g], p)
	}
	units := make([]int, 0, s.Runs())
	seen := make([]bool, s.groups)
	for _, first := range s.spread() {
		g := s.points[first].group
		if seen[g] {
			continue
		}
		seen[g] = true
		for k := range seeds {
			for _, p := range groups[g] {
				for i := range strategies {
					if s.points[p].runs[i] {
						units = append(units, (p*strategies+i)*seeds+k)
					}
				}
			}
		}
	}
	return units
}

// Batches cuts units, in the order of Order, into pieces of about so many
// seconds of a browser's core, none of which needs the plans of two groups.
func (s *Sweep) Batches(units []int, seconds float64) [][]int {
	var batches [][]int
	cost := s.unitSeconds()
	start, spent := 0, 0.0
	perPoint := len(s.Base.Strategies) * len(s.Base.Seeds)
	for i, n := range units {
		group := s.points[n/perPoint].group
		if i > start && (spent >= seconds || group != s.points[units[start]/perPoint].group) {
			batches = append(batches, units[start:i])
			start, spent = i, 0
		}
		spent += cost[n/perPoint]
	}
	if start < len(units) {
		batches = append(batches, units[start:])
	}
	return batches
}

// unitSeconds estimates the seconds of one run at each point, without plans.
func (s *Sweep) unitSeconds() []float64 {
	list := make([]float64, len(s.points))
	for p := range list {
		w := experiment.Cost(s.points[p].x)
		w.Dependencies = 0
		list[p] = w.Seconds() / float64(max(1, w.Runs))
	}
	return list
}

// spread lists all points, from the coarse to the fine.
func (s *Sweep) spread() []int {
	list := []int{0}
	for _, a := range s.Axes {
		var next []int
		for _, k := range coarseFirst(len(a.Values)) {
			for _, p := range list {
				next = append(next, p*len(a.Values)+k)
			}
		}
		list = next
	}
	return list
}

// coarseFirst lists 0 .. n-1: the ends, then what halves the gaps, again and
// again.
func coarseFirst(n int) []int {
	list := []int{0}
	if n > 1 {
		list = append(list, n-1)
	}
	type gap struct{ from, to int }
	for gaps := []gap{{0, n - 1}}; len(gaps) > 0; {
		g := gaps[0]
		gaps = gaps[1:]
		if g.to-g.from < 2 {
			continue
		}
		middle := (g.from + g.to) / 2
		list = append(list, middle)
		gaps = append(gaps, gap{g.from, middle}, gap{middle, g.to})
	}
	return list
}
