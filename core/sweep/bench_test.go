package sweep_test

import (
	"testing"

	"rampart/core/experiment"
	"rampart/core/sweep"
)

func BenchmarkNew(b *testing.B) {
	for _, path := range []string{"load", "workload.beta.max", "workload.beta.skewness"} {
		x := experiment.Paper("B")
		f, err := sweep.Find(x, path)
		if err != nil {
			b.Fatal(err)
		}
		values, err := sweep.Range{From: 0.2, To: 1, N: 21}.Values(f)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(path, func(b *testing.B) {
			for b.Loop() {
				if _, err := sweep.New(x, []sweep.Axis{{Path: path, Values: values}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
