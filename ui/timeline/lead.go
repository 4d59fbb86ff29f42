package timeline

import (
	"strings"

	"rampart/core/experiment"
	"rampart/ui/number"
)

// lead is one sentence about all sides, computed from what they show.
func (c *View) lead() string {
	var runs []*experiment.Run
	var names []string
	seeds, strategies := map[uint64]bool{}, map[int]bool{}
	for side, run := range c.Runs[:c.sides()] {
		if run == nil || run.Arrived == 0 {
			continue
		}
		seeds[run.Seed] = true
		if !strategies[run.Strategy] {
			runs, names = append(runs, run), append(names, c.name(side))
		}
		strategies[run.Strategy] = true
	}
	switch {
	case len(runs) == 0 || len(runs) == 1 && c.Runs[0] == nil || c.Runs[1] == nil:
		return "Two runs side by side over simulated time."
	case len(seeds) > 1:
		return "The runs have different seeds, so that different jobs arrive. With one seed their jobs can be compared one by one."
	case len(runs) == 1:
		return "All sides show the same run. Pick another strategy on one side to compare."
	}
	return "On the same " + plural(runs[0].Arrived, "arrival") + ", " + ranking(runs, names)
}

// ranking says who blocks how many, the most first.
func ranking(runs []*experiment.Run, names []string) string {
	order, equal := make([]int, 0, len(runs)), true
	for i, run := range runs {
		at := len(order)
		for at > 0 && runs[order[at-1]].Blocked < run.Blocked {
			at--
		}
		order = append(order[:at], append([]int{i}, order[at:]...)...)
		equal = equal && run.Blocked == runs[0].Blocked
	}
	if equal {
		all := "all"
		if len(runs) == 2 {
			all = "both"
		}
		return all + " block " + number.Count(runs[0].Blocked) + "."
	}
	parts := make([]string, len(order))
	for k, i := range order {
		parts[k] = names[i] + " blocks " + number.Count(runs[i].Blocked)
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last] + "."
}
