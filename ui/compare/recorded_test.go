package compare

import (
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/ui/session"
)

// Recorded figures are shown at once, as what they are, and give way to the
// page's own.
func TestRecorded(t *testing.T) {
	s := start(2, nil, most, max8)
	interval := experiment.Interval{Mean: .25, Low: .2, High: .3, StandardDeviation: .01, N: 2}
	s.Recorded = &session.Recorded{Summaries: []experiment.Summary{
		{Strategy: 0, BlockingRate: interval, MeanJCTSeconds: interval, MeanSpeedup: interval, Causes: map[cluster.Cause]float64{cluster.CauseQueue: .25}},
		{Strategy: 1, BlockingRate: experiment.Interval{Mean: .125, N: 1}},
	}}
	if got := plain(Sentence(s)); got != "Recorded: a fixed degree of 8 blocks 12.5 % of jobs. Maximum parallelism blocks 25 %." {
		t.Errorf("the sentence is %s", got)
	}
	page := render(t, &View{Session: s, SaveTable: func() {}})
	for _, want := range []string{">25 %<", ">12.5 %<", "recorded", "This was not recorded. It comes with the first run.", ` recorded"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	finish(s, .5, .1)
	if got := plain(Sentence(s)); got != "A fixed degree of 8 blocks 10 % of jobs. Maximum parallelism blocks 50 %." {
		t.Errorf("the sentence is %s", got)
	}
	if strings.Contains(render(t, &View{Session: s, SaveTable: func() {}}), "recorded") {
		t.Error("own figures pass for recorded ones")
	}
}

func TestSentenceOfAHeldSession(t *testing.T) {
	s := session.Hold(experiment.Paper("A"), func() float64 { return 0 })
	if got := Sentence(s); got != "Nothing has been run yet." {
		t.Error(got)
	}
}
