package train

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"slices"
	"strconv"

	"rampart/core/strict"
)

// column is a column of the table of curves; its name carries the unit.
type column struct {
	name string
	of   func(p *Point) float64
}

// commonColumns are those of every learner, ppoColumns and qColumns what only
// one of them has.
var (
	commonColumns = []column{
		{"returnPerStep", func(p *Point) float64 { return p.Return }},
		{"blockingRateFraction", func(p *Point) float64 { return p.Blocking }},
		{"gradientNorm", func(p *Point) float64 { return p.GradientNorm }},
		{"learningRate", func(p *Point) float64 { return p.LearningRate }},
		{"stepsPerSecond", func(p *Point) float64 { return p.Speed }},
	}
	ppoColumns = []column{
		{"entropyNats", func(p *Point) float64 { return p.Entropy }},
		{"klDivergenceNats", func(p *Point) float64 { return p.KL }},
		{"clippedSamplesFraction", func(p *Point) float64 { return p.ClipFraction }},
		{"explainedVarianceFraction", func(p *Point) float64 { return p.Explained }},
		{"policyLoss", func(p *Point) float64 { return p.PolicyLoss }},
		{"valueLossSquaredReturn", func(p *Point) float64 { return p.ValueLoss }},
	}
	qColumns = []column{
		{"temporalDifferenceLoss", func(p *Point) float64 { return p.TDLoss }},
		{"temporalDifferenceErrorValue", func(p *Point) float64 { return p.TDError }},
		{"meanValue", func(p *Point) float64 { return p.MeanValue }},
		{"randomActionsFraction", func(p *Point) float64 { return p.Epsilon }},
	}
)

// appendCurves appends the curves of a training as a CSV table: a row a point,
// whose figures are means over its iterations, and a row an evaluation on
// held-out jobs, in the order of steps.
func appendCurves(dst []byte, t *Training) []byte {
	columns := slices.Concat(commonColumns, ppoColumns)
	if byQ(t.Preset) {
		columns = slices.Concat(commonColumns, qColumns)
	}
	head := []string{"steps", "iterations", "heldOutBlockingRateFraction"}
	for _, c := range columns {
		head = append(head, c.name)
	}
	type row struct {
		steps int
		cells []string
	}
	var rows []row
	for i := range t.Curve.Points {
		p := &t.Curve.Points[i]
		cells := []string{strconv.Itoa(p.Steps), strconv.Itoa(p.Iterations), ""}
		for _, c := range columns {
			cells = append(cells, strict.FormatFloat(c.of(p)))
		}
		rows = append(rows, row{p.Steps, cells})
	}
	for _, e := range t.Evaluations {
		cells := make([]string, len(head))
		cells[0], cells[2] = strconv.Itoa(e.Steps), strict.FormatFloat(e.Blocking)
		rows = append(rows, row{e.Steps, cells})
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.steps, b.steps) })
	b := bytes.NewBuffer(dst)
	w := csv.NewWriter(b)
	_ = w.Write(head) // into memory, which cannot fail
	for _, r := range rows {
		_ = w.Write(r.cells)
	}
	w.Flush()
	return b.Bytes()
}

// ExportCurves offers the curves of the training as a CSV file.
func (d *Desk) ExportCurves() {
	if d.Current != nil {
		d.host.SaveBytes("rampart-training-curves.csv", "text/csv", appendCurves(nil, d.Current))
	}
}
