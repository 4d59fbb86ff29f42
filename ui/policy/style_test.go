package policy

import (
	"strconv"
	"testing"

	"rampart/ui/chart"
)

// Every figure on the map can be read on its colour (WCAG 2.2, 1.4.3), in both
// schemes, and a larger degree is always further from the surface.
func TestContrastOfTheMap(t *testing.T) {
	for scheme, dark := range map[string]bool{"light": false, "dark": true} {
		surface, last := colour(t, "chart-surface", dark), 1.0
		for i := range levels {
			name := "heat-" + strconv.Itoa(i)
			hex := colour(t, name, dark)
			if got := chart.Contrast(surface, hex); got <= last {
				t.Errorf("%s: %s is no further from the surface than the one before", scheme, name)
			} else {
				last = got
			}
		}
		for _, token := range chart.Heat {
			if got := chart.Contrast(colour(t, token.Name, dark), colour(t, "on-"+token.Name, dark)); got < 4.5 {
				t.Errorf("%s: text on %s has a contrast of %.2f", scheme, token.Name, got)
			}
		}
	}
}

func colour(t *testing.T, name string, dark bool) string {
	t.Helper()
	hex, ok := chart.Hex(name, dark)
	if !ok {
		t.Fatalf("no colour %s", name)
	}
	return hex
}
