package policy

import (
	"bytes"
	"strings"
	"testing"

	"rampart/core/exporttest"
	"rampart/ui/chart"
)

// pictured is a view with an answer and a map.
func pictured(t *testing.T) *View {
	t.Helper()
	a, m := open("Fast <1>")
	a.answerAll()
	v := &View{Model: m}
	v.Compute()
	if len(v.bars) != 4 || len(v.heats) != 5 {
		t.Fatalf("%d bars and %d maps", len(v.bars), len(v.heats))
	}
	return v
}

func TestPictures(t *testing.T) {
	v := pictured(t)
	for _, tc := range []struct {
		name  string
		draw  func(chart.Paper) []byte
		title string
		wants []string
	}{
		{"bars", v.barsPicture, barsTitle, []string{"Fast &lt;1&gt;: alexnet, beta 0.5, 32 of 32 servers free", ">Do not run it<", ">&lt; 0.1 %<", ">Degree 4<", ">75.0 %<", ">not offered<"}},
		{"map", v.mapPicture, mapTitle, []string{">alexnet<", ">gnmt<", ">0, not run<", ">32<", ">0.5<", "degree 4"}},
	} {
		for _, dark := range []bool{false, true} {
			svg := tc.draw(chart.Paper{Dark: dark})
			p, err := exporttest.ReadSVG(svg)
			if err != nil {
				t.Fatalf("%s: %v", tc.name, err)
			}
			if p.Title != tc.title || len(p.Words) < 40 {
				t.Errorf("%s is called %q: %q", tc.name, p.Title, p.Words)
			}
			for _, want := range tc.wants {
				if !bytes.Contains(bytes.ReplaceAll(svg, []byte("\u202f"), []byte(" ")), []byte(want)) {
					t.Errorf("%s has no %s in\n%s", tc.name, want, svg)
				}
			}
		}
	}
	if n := strings.Count(string(v.mapPicture(chart.Paper{})), "<path"); n != 5*3 {
		t.Errorf("%d layers, want three in each of five maps", n)
	}
}
