package snapshot

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/strict"
)

// lessInput ends the value of the key graph where the input op is left out.
const lessInput = "-input"

// readLook reads a graph, as in gnmt, with @ a degree, and behind that whether
// the input op is left out: gnmt@8-input.
func readLook(v *View, _ *exp, text string) (err error) {
	g := &Graph{Name: text}
	if at := strings.LastIndexByte(text, '@'); at >= 0 {
		degree := text[at+1:]
		g.Name = text[:at]
		degree, g.WithoutInput = strings.CutSuffix(degree, lessInput)
		if g.Degree, err = parseInt(degree); err != nil {
			return err
		}
	}
	switch degrees := strict.Between(0, experiment.MaxDegree); {
	case !degrees.Contains(float64(g.Degree)):
		return wrong(strconv.Itoa(g.Degree), "out of range, expected a degree "+degrees.String())
	case utf8.RuneCountInString(g.Name) > jobgraph.MaxNameLen:
		return wrong(g.Name, "too long for a graph's name")
	}
	v.Graph = g
	return nil
}

func writeLook(v *View, _ *exp) string {
	g := v.Graph
	if g == nil {
		return ""
	}
	text := g.Name
	if g.Degree != 0 || g.WithoutInput || strings.Contains(text, "@") || text == "" {
		text += "@" + strconv.Itoa(g.Degree)
	}
	if g.WithoutInput {
		text += lessInput
	}
	return text
}
