package compare

import (
	"bytes"

	"rampart/core/experiment"
	"rampart/core/published"
)

// publishedRates are the blocking rates of the paper's figures for one
// distribution of deadlines.
type publishedRates struct {
	pacML float64
	kinds map[string]float64 // of the heuristics, by kind of strategy
}

func ratesOf(letter string) (publishedRates, bool) {
	at := published.Letter(letter)
	if at < 0 {
		return publishedRates{}, false
	}
	rates := publishedRates{kinds: map[string]float64{}}
	for agent, rate := range published.Blocking[at] {
		if agent == published.PACML {
			rates.pacML = rate
		} else {
			rates.kinds[published.Kinds[agent]] = rate
		}
	}
	return rates, true
}

// source says where the published numbers are from.
const source = published.Paper

// publishedFor returns the published numbers that can be compared with the
// runs of x: those of the preset that x equals in all that a single run
// depends on. Which strategies and seeds run is free.
func publishedFor(x *experiment.Experiment) (publishedRates, bool) {
	preset := x.Workload.Beta.Preset
	rates, known := ratesOf(preset)
	paper := experiment.Paper(preset)
	if !known || paper == nil {
		return publishedRates{}, false
	}
	same := *x
	same.Name, same.Notes, same.Train, same.View = paper.Name, paper.Notes, paper.Train, paper.View
	same.Strategies, same.Seeds = paper.Strategies, paper.Seeds
	return rates, bytes.Equal(experiment.AppendCanonical(nil, &same), experiment.AppendCanonical(nil, paper))
}
