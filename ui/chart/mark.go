package chart

import "rampart/core/experiment"

// Mark is how a strategy is drawn in every view.
type Mark struct {
	Class string // CSS class of its colour, as StrategyClass gives
	Shape Shape  // tells strategies of one colour apart
}

// Marks returns the mark of each strategy of an experiment. Strategies of one
// kind share a colour and take the shapes in turn.
func Marks(strategies []experiment.StrategySpec) []Mark {
	marks := make([]Mark, len(strategies))
	like := map[string]int{} // strategies of each colour so far
	for i, s := range strategies {
		class := StrategyClass(s.Kind)
		marks[i] = Mark{class, Shape(like[class] % int(Bound))}
		like[class]++
	}
	return marks
}

// Path is the outline of the shape around the origin, at most 7 units away
// from it, as the d of an SVG path.
func (s Shape) Path() string { return outlines[s] }
