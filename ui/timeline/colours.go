package timeline

import "rampart/ui/chart"

// The colours of the canvas, in the order of ColourNames.
const (
	colourSurface chart.Colour = iota
	colourInk
	colourQuiet
	colourGrid
	colourAccent
	colourOnGraph
	colourUse
	colourCause // the first of the causes, in chart.CauseOrder
)

// ColourNames are the custom properties of public/palette.css that a surface
// reads whenever the colour scheme changes, in the order of the draw list's
// colours.
func ColourNames() []string {
	names := []string{
		"--chart-surface", "--chart-ink", "--chart-quiet", "--chart-grid", "--chart-accent",
		"--on-graph-1", "--series-0",
	}
	for _, cause := range chart.CauseOrder {
		names = append(names, "--"+chart.CauseClass(cause))
	}
	for _, graph := range chart.Graphs {
		names = append(names, "--"+graph.Name)
	}
	return names
}

func causeColour(cause int) chart.Colour { return colourCause + chart.Colour(cause) }

func graphColour(graph uint8) chart.Colour {
	return colourCause + chart.Colour(len(chart.CauseOrder)+int(graph)%len(chart.Graphs))
}
