package ui

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"rampart/ui/chart"
)

// schemes reads the custom properties of the two schemes out of the style
// sheet.
func schemes(t *testing.T) (light, dark map[string]string) {
	t.Helper()
	css, err := os.ReadFile("../public/style.css")
	if err != nil {
		t.Fatal(err)
	}
	before, after, found := strings.Cut(string(css), "@media screen and (prefers-color-scheme: dark)")
	if !found {
		t.Fatal("the style sheet has no dark scheme")
	}
	property := regexp.MustCompile(`--([a-z-]+):\s*(#[0-9a-f]{6});`)
	read := func(text string) map[string]string {
		block, _, _ := strings.Cut(text, "\n}")
		tokens := map[string]string{}
		for _, m := range property.FindAllStringSubmatch(block, -1) {
			tokens[m[1]] = m[2]
		}
		return tokens
	}
	return read(before), read(after)
}

// The contrasts that WCAG 2.2 asks for: 4.5 for text (1.4.3), 3 for what shows
// a control or its state (1.4.11).
func TestContrast(t *testing.T) {
	light, dark := schemes(t)
	for _, pair := range []struct {
		on, of string
		least  float64
	}{
		{"surface", "ink", 7}, {"raised", "ink", 7}, {"surface", "quiet", 4.5}, {"raised", "quiet", 4.5},
		{"surface", "accent", 4.5}, {"raised", "accent", 4.5}, {"accent", "on-accent", 4.5},
		{"surface", "wrong", 4.5}, {"surface", "right", 4.5}, {"surface", "field", 3},
	} {
		for name, tokens := range map[string]map[string]string{"light": light, "dark": dark} {
			t.Run(name+" "+pair.of+" on "+pair.on, func(t *testing.T) {
				on, of := tokens[pair.on], tokens[pair.of]
				if on == "" || of == "" {
					t.Fatal("the colour is missing")
				}
				if got := chart.Contrast(on, of); got < pair.least {
					t.Errorf("contrast %.2f, want at least %.1f", got, pair.least)
				}
			})
		}
	}
}

// The figures' surface and the page's must be one.
func TestOneSurface(t *testing.T) {
	light, dark := schemes(t)
	if light["surface"] != chart.Base[0].Light || dark["surface"] != chart.Base[0].Dark {
		t.Errorf("%s and %s are not %v", light["surface"], dark["surface"], chart.Base[0])
	}
}

// The window width at which the form moves behind a button stands in the style
// sheet and in the program.
func TestOneBreakpoint(t *testing.T) {
	const query = "(max-width: 899px)"
	for _, file := range []string{"../public/style.css", "../wasm/app/host.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), query) {
			t.Errorf("%s has no %s", file, query)
		}
	}
}
