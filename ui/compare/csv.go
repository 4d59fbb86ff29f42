package compare

import (
	"encoding/csv"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/ui/session"
)

// CSV writes one line for each run that is done, with the exact figures.
func CSV(s *session.Session) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	header := []string{"strategy", "seed", "arrived", "completed", "blocked", "unfinished", "blocking_rate",
		"mean_jct_seconds", "mean_speedup", "mean_effective_degree", "cluster_worker_utilisation"}
	for _, cause := range experiment.Causes {
		header = append(header, "blocked_by_"+string(cause))
	}
	write(w, header)
	for _, run := range s.Runs() {
		record := []string{
			s.Experiment.Strategies[run.Strategy].Name(), strconv.FormatUint(run.Seed, 10),
			strconv.Itoa(run.Arrived), strconv.Itoa(run.Completed), strconv.Itoa(run.Blocked), strconv.Itoa(run.Unfinished),
			exact(run.BlockingRate), exact(run.MeanJCTSeconds), exact(run.MeanSpeedup), exact(run.MeanEffectiveDegree),
			exact(run.MeanClusterWorkerUtilisationFrac),
		}
		// In the order of experiment.Causes.
		for _, n := range []int{run.BlockedByPolicy, run.BlockedByPlacement, run.BlockedByJCT, run.BlockedByQueue, run.BlockedByHorizon} {
			record = append(record, strconv.Itoa(n))
		}
		write(w, record)
	}
	w.Flush()
	return b.String()
}

// write writes a record into memory, which cannot fail.
func write(w *csv.Writer, record []string) {
	if err := w.Write(record); err != nil {
		panic("compare: writing to memory failed")
	}
}

func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
