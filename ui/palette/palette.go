// Package palette gives every strategy one colour in every view. The colours
// themselves are custom properties of the style sheet, --hue-0 to --hue-7 and
// --cause-NAME, once for each colour scheme.
package palette

import (
	"strconv"

	"rampart/core/cluster"
	"rampart/core/experiment"
)

// Hues is the number of hues in the style sheet.
const Hues = 8

// Mark is how a strategy is drawn.
type Mark struct {
	Hue  int // 0 .. Hues-1
	Lap  int // how often all hues had been used before: another shape tells equal hues apart
	Rank int // index of the strategy in its experiment: its place in every view
}

// Class returns the class of the style sheet that sets --hue to the mark's hue.
func (m Mark) Class() string { return "hue-" + strconv.Itoa(m.Hue) }

// Marks returns the mark of each strategy. A strategy keeps its preferred hue
// whatever stands before it, unless an earlier strategy of the experiment
// prefers the same.
func Marks(strategies []experiment.StrategySpec) []Mark {
	marks := make([]Mark, len(strategies))
	used := [Hues]int{}
	for i, s := range strategies {
		hue := preferred(s)
		lap := used[hue]
		for step := range Hues {
			if candidate := (hue + step) % Hues; used[candidate] < lap {
				hue, lap = candidate, used[candidate]
			}
		}
		used[hue]++
		marks[i] = Mark{Hue: hue, Lap: lap, Rank: i}
	}
	return marks
}

// preferred is the hue of a strategy by what it is, so that unticking one
// strategy does not recolour the others.
func preferred(s experiment.StrategySpec) int {
	switch s.Kind {
	case "max":
		return 0
	case "acceptable":
		return 1
	case "random":
		return 2
	case "policy":
		return 7
	case "fixed":
		switch s.Degree {
		case 2:
			return 5
		case 4:
			return 3
		case 8:
			return 4
		case 16:
			return 6
		}
		return s.Degree % Hues
	case "min":
		return 5
	case "sipml":
		return 6
	}
	return 7
}

// CauseClass returns the class of the style sheet that sets --hue to the
// colour of a cause of blocking.
func CauseClass(cause cluster.Cause) string { return "cause-" + string(cause) }

// CauseName says a cause in words.
func CauseName(cause cluster.Cause) string {
	switch cause {
	case cluster.CausePolicy:
		return "chose not to place"
	case cluster.CausePlacement:
		return "no free block of servers"
	case cluster.CauseJCT:
		return "would miss the deadline"
	case cluster.CauseQueue:
		return "queue was full"
	case cluster.CauseHorizon:
		return "still running at the end"
	}
	return ""
}

// CauseShort says a cause in a word or two, for a column or a key.
func CauseShort(cause cluster.Cause) string {
	switch cause {
	case cluster.CausePolicy:
		return "Not placed"
	case cluster.CausePlacement:
		return "No block"
	case cluster.CauseJCT:
		return "Too slow"
	case cluster.CauseQueue:
		return "Queue full"
	case cluster.CauseHorizon:
		return "Unfinished"
	}
	return ""
}
