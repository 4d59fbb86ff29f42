package export_test

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/core/sweep"
)

func TestSweepCSV(t *testing.T) {
	x := experiment.Paper("A")
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "fixed", Degree: 8}}
	x.Seeds = []uint64{0, 1}
	s, err := sweep.New(x, []sweep.Axis{{Path: "load", Values: []float64{0.5, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	r := sweep.NewResult(s, []sweep.Run{
		{Unit: 0, Arrived: 10, Completed: 8, BlockingRate: 0.25, AcceptanceRate: 0.75, MeanJCTSeconds: 100, MeanSpeedup: 4},
		{Unit: 1, Arrived: 10, Completed: 8, BlockingRate: 0.25, AcceptanceRate: 0.75, MeanJCTSeconds: 100, MeanSpeedup: 4},
		{Unit: 6, Arrived: 10, Completed: 0, BlockingRate: 1},
	})
	want := []string{
		"load,strategy,seeds,blockingRate,blockingRateLow95,blockingRateHigh95,acceptanceRate,acceptanceRateLow95,acceptanceRateHigh95," +
			"meanJctSeconds,meanJctSecondsLow95,meanJctSecondsHigh95,meanSpeedup,meanSpeedupLow95,meanSpeedupHigh95,utilisation,utilisationLow95,utilisationHigh95",
		"0.5,Maximum parallelism (Para_max),2,0.25,0.25,0.25,0.75,0.75,0.75,100,100,100,4,4,4,0,0,0",
		"1,Fixed 8,1,1,,,0,,,,,,,,,0,,",
		"",
	}
	if got := string(export.AppendSweepCSV(nil, r)); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}
