// Package chart holds what every drawing of the page shares: the palette,
// scales and ticks, a packed list of drawing operations for a canvas, and two
// small figures in SVG. Nothing here touches the browser.
package chart

import (
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/ui/words"
)

// Token is one colour of the palette. Its CSS custom property is "--" + Name;
// Light and Dark are sRGB "#rrggbb" for the two schemes.
type Token struct {
	Name, Light, Dark string
}

// Base are the colours of what is not data: what figures are drawn on, their
// text, lesser text, grid lines, and the accent of what has the focus.
var Base = []Token{
	{"chart-surface", "#ffffff", "#14171c"},
	{"chart-ink", "#14171c", "#e9ebee"},
	{"chart-quiet", "#5b626c", "#a0a7b1"},
	{"chart-grid", "#e3e6ea", "#2a2f37"},
	{"chart-accent", "#1d4fd7", "#8fb0ff"},
}

// Series are the colours of strategies: a neutral one, then eight hues that
// readers with any of the three kinds of colour blindness tell apart. The hues
// were found by simulated annealing on lightness, chroma and hue in OKLCH,
// maximising the least distance between two of them under normal vision and
// the three simulations that the test uses.
var Series = []Token{
	{"series-0", "#868d97", "#98a0ab"}, // neutral
	{"series-1", "#4192fb", "#547ae7"}, // blue
	{"series-2", "#c53602", "#e1744f"}, // vermilion
	{"series-3", "#127d5f", "#a4ed98"}, // green
	{"series-4", "#a34fa6", "#fccbfb"}, // magenta
	{"series-5", "#672aa9", "#856398"}, // violet
	{"series-6", "#00566e", "#19b5ff"}, // teal
	{"series-7", "#950f00", "#b55146"}, // red
	{"series-8", "#b78b1d", "#ecab06"}, // gold
}

// Causes are the colours of the causes of blocking, in the order of
// CauseOrder.
var Causes = []Token{
	{"cause-policy", "#9083f4", "#735ed1"},
	{"cause-placement", "#ca8313", "#e88a00"},
	{"cause-jct", "#916a75", "#ad565a"},
	{"cause-queue", "#0958bf", "#7baefd"},
	{"cause-horizon", "#4b5210", "#c5e1c1"},
}

// Graphs are the colours of job graphs: calm fills that carry dark text in
// both schemes.
var Graphs = []Token{
	{"graph-1", "#5a95f0", "#598fe3"},
	{"graph-2", "#cc8600", "#f1b94b"},
	{"graph-3", "#1a9374", "#50e1b5"},
	{"graph-4", "#b188ab", "#aa7194"},
	{"graph-5", "#8f74bc", "#b6b2fe"},
	{"graph-6", "#d15d50", "#e37c54"},
}

// Heat are the colours of degrees on a map: one hue from pale to deep, so that
// a larger degree is further from the surface, and another for not at all.
var Heat = []Token{
	{"heat-none", "#f0e2d0", "#4a3a26"},
	{"heat-0", "#eaf0fd", "#1c2740"},
	{"heat-1", "#d3e0fa", "#233357"},
	{"heat-2", "#b9cef6", "#2b4272"},
	{"heat-3", "#9bb8f0", "#35548f"},
	{"heat-4", "#7a9fe8", "#4469ae"},
	{"heat-5", "#5883dc", "#5b82c9"},
	{"heat-6", "#3a66c8", "#7a9dde"},
	{"heat-7", "#274ca6", "#a0bbee"},
	{"heat-8", "#183480", "#cbdcfa"},
}

// groups are all tokens: Base, then those that text may stand on.
var groups = [][]Token{Base, Series, Causes, Graphs, Heat}

// Dark text and light text, for writing on a fill.
const (
	DarkText  = "#14171c"
	LightText = "#ffffff"
)

// CauseOrder is the order of the causes in every view: as a job meets them.
var CauseOrder = []cluster.Cause{
	cluster.CauseQueue, cluster.CausePolicy, cluster.CausePlacement, cluster.CauseJCT, cluster.CauseHorizon,
}

// CauseClass is the CSS class and token name of a cause of blocking.
func CauseClass(cause cluster.Cause) string {
	if cause == cluster.NoCause {
		return "series-0"
	}
	return "cause-" + string(cause)
}

// CauseName says a cause in a word or two, for labels.
func CauseName(cause cluster.Cause) string {
	switch cause {
	case cluster.CausePolicy:
		return "declined"
	case cluster.CausePlacement:
		return "no room"
	case cluster.CauseJCT:
		return "too slow"
	case cluster.CauseQueue:
		return "queue full"
	case cluster.CauseHorizon:
		return "unfinished"
	}
	return "no cause"
}

// CauseMeaning says a cause in one sentence.
func CauseMeaning(cause cluster.Cause) string {
	if cause == cluster.NoCause {
		return "The job was not blocked."
	}
	return words.Short(CauseName(cause))
}

// StrategyClass is the CSS class and token name of a kind of strategy: the
// same colour in every view. The strong baselines have the colours of their
// relatives, and shapes of their own (see Marks). An unknown kind is neutral, as
// is random.
func StrategyClass(kind string) string {
	switch kind {
	case "policy":
		return "series-1"
	case "max":
		return "series-2"
	case "acceptable", "feasible", "reserve", "elastic":
		return "series-3"
	case "sequential":
		return "series-4"
	case "fixed", "table":
		return "series-5"
	case "sipml":
		return "series-6"
	case "script", "rollout":
		return "series-7"
	case "min":
		return "series-8"
	}
	return "series-0"
}

// GraphClass is the CSS class and token name of the i-th graph of a workload.
// Colours repeat after six: the name and the focus tell such graphs apart.
func GraphClass(i int) string {
	return Graphs[((i%len(Graphs))+len(Graphs))%len(Graphs)].Name
}

// Luminance is the relative luminance of "#rrggbb", 0 to 1, as WCAG 2.2
// defines it.
func Luminance(hex string) float64 {
	c := linear(hex)
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}

// Contrast is the contrast ratio of two colours "#rrggbb", 1 to 21, as WCAG
// 2.2 defines it.
func Contrast(a, b string) float64 {
	la, lb := Luminance(a), Luminance(b)
	if la < lb {
		la, lb = lb, la
	}
	return (la + 0.05) / (lb + 0.05)
}

// textOn is the text colour that reads better on a fill.
func textOn(fill string) string {
	if Contrast(fill, DarkText) >= Contrast(fill, LightText) {
		return DarkText
	}
	return LightText
}

// CSS is the whole of public/palette.css: the custom properties for both
// schemes and for print, and a class for each token that sets --mark and, for
// text on it, --on-mark.
func CSS() string {
	var b strings.Builder
	b.WriteString("/* The palette of ui/chart/palette.go; a test holds both equal. */\n")
	block := func(before, after string, dark bool) {
		b.WriteString(before)
		for _, group := range groups {
			for _, t := range group {
				colour := t.Light
				if dark {
					colour = t.Dark
				}
				b.WriteString("  --" + t.Name + ": " + colour + ";\n")
			}
		}
		for _, group := range groups[1:] {
			for _, t := range group {
				colour := t.Light
				if dark {
					colour = t.Dark
				}
				b.WriteString("  --on-" + t.Name + ": " + textOn(colour) + ";\n")
			}
		}
		b.WriteString(after)
	}
	block(":root {\n", "}\n", false)
	block("@media screen and (prefers-color-scheme: dark) {\n:root:not([data-theme=\"light\"]) {\n", "}\n}\n", true)
	block("@media screen {\n:root[data-theme=\"dark\"] {\n", "}\n}\n", true)
	for _, group := range groups[1:] {
		for _, t := range group {
			b.WriteString("." + t.Name + " { --mark: var(--" + t.Name + "); --on-mark: var(--on-" + t.Name + "); }\n")
		}
	}
	return b.String()
}

// linear decodes "#rrggbb" into linear-light sRGB, 0 to 1. A colour that does
// not parse is a programmer's error.
func linear(hex string) [3]float64 {
	if len(hex) != 7 || hex[0] != '#' {
		panic("chart: a colour is not #rrggbb")
	}
	var c [3]float64
	for i := range c {
		v, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			panic("chart: a colour is not #rrggbb")
		}
		c[i] = decode(float64(v) / 255)
	}
	return c
}
