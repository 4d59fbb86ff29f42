package share

import (
	"fmt"
	"math"
	"strings"

	"rampart/core/experiment"
	"rampart/ui/number"
	"rampart/ui/session"
)

// Difference is a figure that was recorded otherwise than it was found.
type Difference struct {
	Strategy string // its name
	Figure   string // as in "mean blocking rate"
	Recorded string // for people, with as many digits as tell it from Ours
	Ours     string
}

// Differences lists the figures of a session that is done that differ from the
// recorded ones, in the order of the strategies. Figures are compared to the
// last bit.
func Differences(s *session.Session) []Difference {
	var list []Difference
	for i := range s.Recorded.Summaries {
		was := &s.Recorded.Summaries[i]
		now := s.Summary(was.Strategy)
		if now == nil {
			continue // a session that is done has all
		}
		name := s.Experiment.Strategies[was.Strategy].Name()
		list = append(list, differ(name, was, now)...)
	}
	return list
}

func differ(name string, was, now *experiment.Summary) []Difference {
	var list []Difference
	for _, f := range []struct {
		name     string
		was, now experiment.Interval
		writers  []func(float64) string
	}{
		{"blocking rate", was.BlockingRate, now.BlockingRate, rateWriters},
		{"acceptance rate", was.AcceptanceRate, now.AcceptanceRate, rateWriters},
		{"JCT", was.MeanJCTSeconds, now.MeanJCTSeconds, timeWriters},
		{"speed-up", was.MeanSpeedup, now.MeanSpeedup, ratioWriters},
		{"utilisation", was.Utilisation, now.Utilisation, rateWriters},
	} {
		for _, part := range []struct {
			name     string
			was, now float64
			writers  []func(float64) string
		}{
			{"mean " + f.name, f.was.Mean, f.now.Mean, f.writers},
			{"standard deviation of the " + f.name, f.was.StandardDeviation, f.now.StandardDeviation, f.writers},
			{"lower end of the interval of the " + f.name, f.was.Low, f.now.Low, f.writers},
			{"upper end of the interval of the " + f.name, f.was.High, f.now.High, f.writers},
			{"number of runs with a " + f.name, float64(f.was.N), float64(f.now.N), plainWriters},
		} {
			if part.was != part.now {
				list = append(list, told(name, part.name, part.was, part.now, part.writers))
			}
		}
	}
	for _, cause := range experiment.Causes {
		if a, b := was.Causes[cause], now.Causes[cause]; a != b {
			list = append(list, told(name, "part blocked by cause "+string(cause), a, b, rateWriters))
		}
	}
	return list
}

// How a figure is written, from the most readable to the exact.
var (
	rateWriters  = []func(float64) string{number.Rate, number.RateExact, exact}
	timeWriters  = []func(float64) string{number.Duration, number.Seconds, exact}
	ratioWriters = []func(float64) string{number.Times, exact}
	plainWriters = []func(float64) string{exact}
)

func exact(v float64) string { return number.Plain(v) }

// told writes two figures that differ so that one sees it.
func told(strategy, figure string, was, now float64, writers []func(float64) string) Difference {
	d := Difference{Strategy: strategy, Figure: figure}
	for _, write := range writers {
		if d.Recorded, d.Ours = write(was), write(now); d.Recorded != d.Ours {
			return d
		}
	}
	d.Recorded = fmt.Sprintf("%s (%016x)", d.Recorded, math.Float64bits(was))
	d.Ours = fmt.Sprintf("%s (%016x)", d.Ours, math.Float64bits(now))
	return d
}

// firstRun returns the first place where the runs of a result file differ from
// those of a session that is done; nil if they agree or none were recorded.
func firstRun(s *session.Session) *experiment.Difference {
	if s.Recorded.Runs == nil {
		return nil
	}
	file := &experiment.Result{Experiment: s.Experiment, Digest: s.Digest, Runs: s.Recorded.Runs, Summaries: s.Summaries}
	own := &experiment.Result{Experiment: s.Experiment, Digest: s.Digest, Runs: s.Runs(), Summaries: s.Summaries}
	return experiment.Compare(file, own)
}

// runWords says where the runs of a result file differ, in a sentence.
func runWords(s *session.Session, d *experiment.Difference) string {
	var at int
	where := d.Path
	if n, _ := fmt.Sscanf(d.Path, "runs[%d]", &at); n == 1 && at < len(s.Recorded.Runs) {
		r := &s.Recorded.Runs[at]
		_, field, _ := strings.Cut(d.Path, "].")
		where = fmt.Sprintf("%s, seed %d: %s", s.Experiment.Strategies[r.Strategy].Name(), r.Seed, field)
	}
	return fmt.Sprintf("%s: recorded %s, here %s.", strings.TrimSuffix(where, ": "), d.File, d.Now)
}
