package compare

import (
	"bytes"

	"rampart/core/experiment"
)

// published are the blocking rates of the paper's figures for one
// distribution of deadlines (spec/learning.md section 2.1): means of three
// seeds for the heuristics, of the last three evaluation epochs for PAC-ML.
type published struct {
	pacML float64
	kinds map[string]float64 // by kind of strategy
}

var publishedRates = map[string]published{
	"A": {.2209, map[string]float64{"max": .2624, "acceptable": .3087, "random": .5172}},
	"B": {.2641, map[string]float64{"max": .2631, "acceptable": .3956, "random": .6011}},
	"C": {.1247, map[string]float64{"max": .2674, "acceptable": .3074, "random": .5055}},
	"D": {.1037, map[string]float64{"max": .2631, "acceptable": .1419, "random": .4652}},
}

// source says where the published numbers are from.
const source = "arXiv 2301.13799"

// publishedFor returns the published numbers that can be compared with the
// runs of x: those of the preset that x equals in all that a single run
// depends on. Which strategies and seeds run is free.
func publishedFor(x *experiment.Experiment) (published, bool) {
	preset := x.Workload.Beta.Preset
	rates, known := publishedRates[preset]
	paper := experiment.Paper(preset)
	if !known || paper == nil {
		return published{}, false
	}
	same := *x
	same.Name, same.Notes, same.Train, same.View = paper.Name, paper.Notes, paper.Train, paper.View
	same.Strategies, same.Seeds = paper.Strategies, paper.Seeds
	return rates, bytes.Equal(experiment.AppendCanonical(nil, &same), experiment.AppendCanonical(nil, paper))
}
