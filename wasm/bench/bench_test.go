package bench

import (
	"strings"
	"testing"
)

// The rows as benchmarks, which also run where there is no command line: in
// node, by the exec wrapper of the Go distribution.

func BenchmarkTraining(b *testing.B) { report(b, Training) }
func BenchmarkKernels(b *testing.B)  { report(b, Kernels) }

func report(b *testing.B, measure func(pause func()) []Row) {
	for b.Loop() {
		for _, r := range measure(nil) {
			b.ReportMetric(r.Value, strings.ReplaceAll(r.Name, " ", "_")+":"+r.Unit)
		}
	}
}

// The figure in the middle counts, with a pause before each measurement.
func TestMedian(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	pauses, i := 0, 0
	if got := median(func() { pauses++ }, func() float64 { i++; return values[i-1] }); got != 3 || pauses != rounds {
		t.Errorf("median %v after %d pauses", got, pauses)
	}
}
