package policy

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rampart/ui/chart"
)

// Every figure on the map can be read on its colour (WCAG 2.2, 1.4.3), in both
// schemes, and a larger degree is always further from the surface.
func TestContrastOfTheMap(t *testing.T) {
	css, err := os.ReadFile("../../public/learn.css")
	if err != nil {
		t.Fatal(err)
	}
	colours := regexp.MustCompile(`--heat-(\d): (#[0-9a-f]{6});`).FindAllStringSubmatch(string(css), -1)
	if len(colours) != 2*levels {
		t.Fatalf("%d colours, want %d in each scheme", len(colours), levels)
	}
	for scheme, text := range [2][2]string{{chart.DarkText, chart.LightText}, {chart.LightText, chart.DarkText}} {
		surface := [2]string{chart.Base[0].Light, chart.Base[0].Dark}[scheme]
		last := 1.0
		for i, c := range colours[scheme*levels : (scheme+1)*levels] {
			if c[1] != strconv.Itoa(i) {
				t.Fatalf("colour %s at place %d", c[1], i)
			}
			on := text[0]
			if i >= 6-scheme {
				on = text[1]
			}
			if got := chart.Contrast(on, c[2]); got < 4.5 {
				t.Errorf("scheme %d, level %d: text has a contrast of %.2f", scheme, i, got)
			}
			if got := chart.Contrast(surface, c[2]); got <= last {
				t.Errorf("scheme %d: level %d is no further from the surface than the one before", scheme, i)
			} else {
				last = got
			}
		}
	}
	if !strings.Contains(string(css), ".heat-0, .heat-1, .heat-2, .heat-3, .heat-4, .heat-5 { --on-heat: #14171c; }") {
		t.Error("the style sheet has other text colours than this test")
	}
}
