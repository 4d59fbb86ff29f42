package graphs

import (
	"math"

	"rampart/ui/chart"
)

// Tone is what the colours of the nodes say.
type Tone string

// The tones.
const (
	ByTime   Tone = "time"
	ByMemory Tone = "memory"
	ByType   Tone = "type"
	BySplit  Tone = "split" // sub-ops at the chosen degree
)

// tones lists them as the page offers them.
var tones = []struct {
	Tone Tone
	Name string
}{{ByTime, "Compute time"}, {ByMemory, "Memory"}, {ByType, "Type of op"}, {BySplit, "Sub-ops at the degree"}}

// The colours of the canvases, in the order of colourNames: nine of heat and
// the text on them, six of types and the text on them follow those named here.
const (
	surface chart.Colour = iota
	ink
	quiet
	grid
	accent
	neutral
	onNeutral
	moving  // of communication
	heat    // the first
	onHeat  = heat + heats
	group   = onHeat + heats
	onGroup = group + groups
)

const (
	heats  = 9
	groups = 6
)

// tokens are the names of the colours in the palette, "on-" for text.
var tokens = func() []string {
	names := []string{
		"chart-surface", "chart-ink", "chart-quiet", "chart-grid", "chart-accent", "series-0", "on-series-0", "graph-2",
	}
	for _, prefix := range []string{"", "on-"} {
		for _, t := range chart.Heat[1:] {
			names = append(names, prefix+t.Name)
		}
	}
	for _, prefix := range []string{"", "on-"} {
		for _, t := range chart.Graphs {
			names = append(names, prefix+t.Name)
		}
	}
	return names
}()

// colourNames are the custom properties of the canvases' colours.
func colourNames() []string {
	names := make([]string, len(tokens))
	for i, t := range tokens {
		names[i] = "--" + t
	}
	return names
}

// step is where a value stands among the nine of heat: 0 is none, and then by
// the square root, so that small ops are told apart too.
func step(v, most float64) int {
	if !(v > 0) || !(most > 0) {
		return 0
	}
	return 1 + min(heats-2, int(math.Sqrt(v/most)*(heats-1)))
}

// palette is the fill of each node, and the text on it.
type palette struct{ fill, text []chart.Colour }

// paint colours the nodes of a figure; split are the sub-ops of each node, nil
// if they are not known.
func (f *Figure) paint(tone Tone, split []int) palette {
	p := palette{make([]chart.Colour, 2*f.n), make([]chart.Colour, 2*f.n)}
	value := f.value(tone, split)
	most := 0.0
	for node := range 2 * f.n {
		most = math.Max(most, value(node))
	}
	for node := range 2 * f.n {
		if tone == ByType {
			if k := f.kind[f.op(node)]; k < groups {
				p.fill[node], p.text[node] = group+chart.Colour(k), onGroup+chart.Colour(k)
			} else {
				p.fill[node], p.text[node] = neutral, onNeutral
			}
			continue
		}
		k := chart.Colour(step(value(node), most))
		p.fill[node], p.text[node] = heat+k, onHeat+k
	}
	return p
}

// value is what a tone shows of a node.
func (f *Figure) value(tone Tone, split []int) func(node int) float64 {
	switch tone {
	case ByTime:
		return f.time
	case ByMemory:
		return f.memory
	case BySplit:
		return func(node int) float64 {
			if node < len(split) && split[node] > 1 {
				return float64(split[node])
			}
			return 0
		}
	}
	return func(int) float64 { return 0 }
}

// most is the largest value of a tone.
func (f *Figure) most(tone Tone, split []int) float64 {
	value, most := f.value(tone, split), 0.0
	for node := range 2 * f.n {
		most = math.Max(most, value(node))
	}
	return most
}
