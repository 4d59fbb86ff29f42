package experiment_test

import (
	"reflect"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/strict"
)

// Summaries by themselves are those of a result.
func TestSummariesRoundTrip(t *testing.T) {
	r := run(t, small(), experiment.Options{DropJobs: true})
	doc, err := strict.Parse(experiment.AppendSummaries([]byte(" "), r.Summaries), strict.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	got := experiment.DecodeSummaries(doc.Root(), r.Experiment)
	if doc.Err() != nil || !reflect.DeepEqual(got, r.Summaries) {
		t.Errorf("got %+v, %v", got, doc.Err())
	}
	if d := experiment.CompareSummaries(got, r.Summaries); d != nil {
		t.Errorf("differences %v", d)
	}
	one := *r.Experiment
	one.Strategies = one.Strategies[:1]
	const want = "[1].strategy: 1 is out of range, expected an integer from 0 to 0"
	if experiment.DecodeSummaries(doc.Root(), &one); doc.Err() == nil || doc.Err().Error() != want {
		t.Errorf("got %v", doc.Err())
	}
}

func TestCompareSummaries(t *testing.T) {
	again := run(t, small(), experiment.Options{DropJobs: true}).Summaries
	file := run(t, small(), experiment.Options{DropJobs: true}).Summaries
	file[1].BlockingRate.Mean = 0.5
	file[1].MeanSpeedup = experiment.NewInterval([]float64{2})
	file[1].Causes[cluster.CauseQueue] = 0.25
	got := experiment.CompareSummaries(append(file, experiment.Summary{Strategy: 7}), again)
	var paths []string
	for _, d := range got {
		paths = append(paths, d.Path)
	}
	want := []string{"summaries[1].blockingRate.mean", "summaries[1].meanSpeedup.mean", "summaries[1].meanSpeedup.n",
		"summaries[1].meanSpeedup.standardDeviation", "summaries[1].meanSpeedup.low95", "summaries[1].meanSpeedup.high95",
		"summaries[1].causes.queue", "summaries[2]"}
	if !reflect.DeepEqual(paths, want) {
		t.Errorf("got %v", got)
	}
	if got[0].File != "0.5" || got[3].File != "nothing" || got[7].Now != "nothing" {
		t.Errorf("got %v", got)
	}
}

func TestIsDigest(t *testing.T) {
	r := run(t, small(), experiment.Options{DropJobs: true})
	for s, want := range map[string]bool{r.Digest: true, r.Digest[1:]: false, r.Digest + "0": false, "": false, r.Digest + "\n": false} {
		if experiment.IsDigest(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}
