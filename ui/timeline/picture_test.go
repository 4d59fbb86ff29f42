package timeline

import (
	"bytes"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/exporttest"
	"rampart/ui/chart"
)

// onStage is a view with two runs of n jobs.
func onStage(e *experiment.Experiment, n int) *View {
	e.Strategies = []experiment.StrategySpec{{Kind: "fixed", Degree: 8}, {Kind: "max"}}
	runs := [MostRuns]*experiment.Run{plausible(e, n, 8, 1), plausible(e, n, 16, 1)}
	runs[0].Strategy, runs[1].Strategy = 0, 1
	c := &View{Experiment: e, Runs: runs, Names: [MostRuns]string{"Fixed <8>", "Maximum parallelism"}}
	c.stage, c.host = NewStage(), &quiet{}
	c.stage.Surface, c.stage.Still = c.host, true
	c.Compute()
	c.stage.Resize(0, 900)
	c.stage.Resize(1, 300)
	return c
}

func TestPicture(t *testing.T) {
	for _, tc := range []struct {
		name string
		n    int // jobs: few are bars, many are cells
	}{{"bars", 60}, {"cells", 20_000}} {
		t.Run(tc.name, func(t *testing.T) {
			c := onStage(small(), tc.n)
			c.stage.Whole()
			for side, width := range [2]string{"900", "720"} {
				svg := c.picture(side)(chart.Paper{Dark: side == 1})
				p, err := exporttest.ReadSVG(svg)
				if err != nil {
					t.Fatal(err)
				}
				if p.Size[0] != width || !strings.Contains(p.Title, ", seed 1") || !strings.Contains(p.Words, " jobs arrived, ") {
					t.Errorf("a picture of %v called %q: %q", p.Size, p.Title, p.Words)
				}
				for _, want := range []string{">servers<", ">squeezenet1_0<", ">rack 0-0<", ">no room<", "blocked, "} {
					if !bytes.Contains(svg, []byte(want)) {
						t.Errorf("no %s in the picture", want)
					}
				}
				if len(svg) > 2<<20 {
					t.Errorf("%d bytes", len(svg))
				}
				t.Logf("%d bytes, %v", len(svg), p.Elements)
			}
		})
	}
}

// A picture changes nothing on the canvas: neither the size nor the cells that
// it keeps from one frame to the next.
func TestPictureLeavesTheCanvas(t *testing.T) {
	c := onStage(small(), 20_000)
	c.stage.Whole()
	before, after := &chart.List{}, &chart.List{}
	c.stage.Paint(0, 1000, before)
	c.picture(0)(chart.Paper{Width: 1400})
	c.stage.Paint(0, 2000, after)
	if !bytes.Equal(before.Cells, after.Cells) || len(before.Ops) != len(after.Ops) || c.stage.widths[0] != 900 {
		t.Error("the canvas is drawn otherwise after a picture was made")
	}
}
