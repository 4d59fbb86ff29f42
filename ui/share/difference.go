package share

import (
	"fmt"
	"strconv"
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
// recorded ones, to the last bit, in their order.
func Differences(s *session.Session) []Difference {
	var list []Difference
	for _, d := range experiment.CompareSummaries(s.Recorded.Summaries, s.Summaries) {
		at, figure := 0, d.Path
		if _, err := fmt.Sscanf(d.Path, "summaries[%d]", &at); err == nil {
			_, figure, _ = strings.Cut(d.Path, "].")
		}
		spec := s.Experiment.Strategies[s.Recorded.Summaries[at].Strategy]
		list = append(list, told(spec.Name(), figure, d.File, d.Now))
	}
	return list
}

// figureNames are the figures of a summary as people call them, and how they are
// written: from the most readable to the exact.
var figureNames = map[string]struct {
	name  string
	write []func(float64) string
}{
	"blockingRate":   {"blocking rate", rates},
	"acceptanceRate": {"acceptance rate", rates},
	"meanJctSeconds": {"JCT", []func(float64) string{number.Duration, number.Seconds}},
	"meanSpeedup":    {"speed-up", []func(float64) string{number.Times}},
	"utilisation":    {"utilisation", rates},
}

var rates = []func(float64) string{number.Rate, number.RateExact}

// partNames are the parts of an interval; %s is the figure.
var partNames = map[string]string{
	"mean":              "mean %s",
	"standardDeviation": "standard deviation of the %s",
	"low95":             "lower end of the interval of the %s",
	"high95":            "upper end of the interval of the %s",
}

// told says a difference in words. figure is a path inside a summary, was and
// now are JSON.
func told(strategy, figure, was, now string) Difference {
	d := Difference{Strategy: strategy, Figure: figure, Recorded: was, Ours: now}
	write := []func(float64) string(nil)
	name, part, _ := strings.Cut(figure, ".")
	if f, known := figureNames[name]; known && partNames[part] != "" {
		d.Figure, write = fmt.Sprintf(partNames[part], f.name), f.write
	} else if known {
		d.Figure = "runs that count for the " + f.name // n
	} else if name == "causes" {
		d.Figure, write = "part blocked for the cause "+part, rates
	}
	a, errA := strconv.ParseFloat(was, 64)
	b, errB := strconv.ParseFloat(now, 64)
	if errA != nil || errB != nil {
		return d
	}
	for _, w := range write {
		if w(a) != w(b) {
			d.Recorded, d.Ours = w(a), w(b)
			break
		}
	}
	return d
}

// firstRun returns the first place where the runs of a result file differ from
// those of a session that is done; nil if they agree or none were recorded.
func firstRun(s *session.Session) *experiment.Difference {
	if s.Recorded.Runs == nil {
		return nil
	}
	file := &experiment.Result{Runs: s.Recorded.Runs}
	return experiment.Compare(file, &experiment.Result{Runs: s.Runs()})
}

// runWords says where the runs of a result file differ, in a sentence.
func runWords(s *session.Session, d *experiment.Difference) string {
	at, where := 0, d.Path
	if n, _ := fmt.Sscanf(d.Path, "runs[%d]", &at); n == 1 && at < len(s.Recorded.Runs) {
		r := &s.Recorded.Runs[at]
		_, field, _ := strings.Cut(d.Path, "].")
		where = fmt.Sprintf("%s, seed %d: %s", s.Experiment.Strategies[r.Strategy].Name(), r.Seed, field)
	}
	return fmt.Sprintf("%s: recorded %s, here %s.", strings.TrimSuffix(where, ": "), d.File, d.Now)
}
