package experiment_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"rampart/core/experiment"
)

// Digests of four small experiments. They must be the same on every machine
// (run this test in WebAssembly too) and from one version to the
// next: a change makes every shared result unverifiable and needs a reason.
// RAMPART_UPDATE=1 writes them anew.
func TestGoldenDigests(t *testing.T) {
	var got bytes.Buffer
	for _, rules := range []experiment.Rules{experiment.Reference, experiment.Corrected} {
		for _, placer := range []experiment.Placer{experiment.FirstFit, experiment.Compact} {
			x := small()
			x.Workload.Beta = experiment.Beta{Preset: "D"}
			x.Workload.Interarrival = experiment.Distribution{Kind: "exponential", Mean: 400}
			x.Rules, x.Placer = rules, placer
			if rules == experiment.Corrected { // profiles in milliseconds: all happens 1000 times as fast
				x.HorizonSeconds, x.Workload.Interarrival.Mean, x.Partition.QuantumSeconds = 20, 0.4, 1e-5
			}
			fmt.Fprintf(&got, "%s %s %s\n", rules, placer, run(t, x, experiment.Options{DropJobs: true}).Digest)
		}
	}
	file := filepath.Join("testdata", "digests.txt")
	if os.Getenv("RAMPART_UPDATE") != "" {
		if err := os.WriteFile(file, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("got\n%swant\n%s", &got, want)
	}
}

// The form for files: short things on one line, a job on one.
func TestGoldenFile(t *testing.T) {
	x := small()
	x.HorizonSeconds, x.Seeds, x.Strategies = 700, x.Seeds[:1], x.Strategies[:1]
	got := experiment.AppendResultFile(nil, run(t, x, experiment.Options{}))
	file := filepath.Join("testdata", "result.json")
	if os.Getenv("RAMPART_UPDATE") != "" {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got\n%s", got)
	}
}
