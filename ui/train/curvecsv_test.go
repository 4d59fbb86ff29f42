package train

import (
	"bytes"
	"encoding/csv"
	"slices"
	"testing"
)

func TestCurvesAsCSV(t *testing.T) {
	for _, preset := range []string{"fast", "dqn-fast"} {
		training := &Training{Preset: preset,
			Curve:       Curve{Points: []Point{{Steps: 100, Iterations: 1, Return: -0.5, Blocking: 0.25, Entropy: 1.5, Epsilon: 0.125}, {Steps: 300, Iterations: 2, Speed: 1e6}}},
			Evaluations: []Evaluation{{Steps: 200, Blocking: 0.2}}}
		rows, err := csv.NewReader(bytes.NewReader(appendCurves(nil, training))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 4 {
			t.Fatalf("%s: %d rows", preset, len(rows))
		}
		cell := func(row int, column string) string {
			at := slices.Index(rows[0], column)
			if at < 0 {
				t.Fatalf("%s: no column %s in %v", preset, column, rows[0])
			}
			return rows[row][at]
		}
		for _, want := range []struct {
			row          int
			column, cell string
		}{
			{1, "steps", "100"}, {1, "returnPerStep", "-0.5"}, {1, "blockingRateFraction", "0.25"}, {1, "heldOutBlockingRateFraction", ""},
			{2, "steps", "200"}, {2, "heldOutBlockingRateFraction", "0.2"}, {2, "returnPerStep", ""}, {3, "iterations", "2"}, {3, "stepsPerSecond", "1000000"},
		} {
			if got := cell(want.row, want.column); got != want.cell {
				t.Errorf("%s: %s of row %d is %q, want %q", preset, want.column, want.row, got, want.cell)
			}
		}
		if byQ(preset) {
			if got := cell(1, "randomActionsFraction"); got != "0.125" {
				t.Errorf("exploration %q", got)
			}
		} else if got := cell(1, "entropyNats"); got != "1.5" {
			t.Errorf("entropy %q", got)
		}
	}
}
