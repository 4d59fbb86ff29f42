package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/ui/session"
)

// row is one strategy as all parts of the view show it.
type row struct {
	chart.Mark
	Name      string
	Summary   *experiment.Summary // nil until one of its runs is done
	Recorded  bool                // the summary is what somebody else found
	Published float64             // 0 if there is no published number
	Degree    float64             // mean effective degree of completed jobs, NaN if none
}

// rows lists the strategies in the order of the experiment.
func rows(s *session.Session) []row {
	rates, comparable := publishedFor(s.Experiment)
	list := make([]row, len(s.Experiment.Strategies))
	marks := chart.Marks(s.Experiment.Strategies)
	for i, spec := range s.Experiment.Strategies {
		r := row{Mark: marks[i], Name: spec.Name(), Degree: meanDegree(s.StrategyRuns(i))}
		r.Summary, r.Recorded = s.Shown(i)
		if comparable {
			r.Published = rates.kinds[spec.Kind]
		}
		list[i] = r
	}
	return list
}

// meanDegree is the mean over runs of the mean degree of completed jobs.
func meanDegree(runs []*experiment.Run) float64 {
	sum, n := 0.0, 0
	for _, run := range runs {
		if run.Completed > 0 {
			sum += run.MeanEffectiveDegree
			n++
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}

// figure is one figure of the table.
type figure struct {
	Text  string
	Exact string // on focus: the exact value and its interval, or why it is missing
}

func (r *row) blocking() figure {
	if r.Summary == nil {
		return missing("No run of this strategy is done yet.")
	}
	return rateFigure(r.Summary.BlockingRate)
}

func (r *row) utilisation() figure {
	if r.Summary == nil {
		return missing("No run of this strategy is done yet.")
	}
	return rateFigure(r.Summary.Utilisation)
}

func rateFigure(i experiment.Interval) figure {
	f := figure{Text: number.Rate(i.Mean), Exact: number.RateExact(i.Mean)}
	if i.Bounded() {
		f.Exact += fmt.Sprintf(", 95%s%% interval %s to %s over %d seeds", number.Thin,
			number.RateExact(i.Low), number.RateExact(i.High), i.N)
	}
	return f
}

// halfWidth writes half of the confidence interval of the blocking rate, in
// per cent.
func (r *row) halfWidth() string {
	if r.Summary == nil || !r.Summary.BlockingRate.Bounded() {
		return ""
	}
	i := r.Summary.BlockingRate
	return "±" + number.Thin + strconv.FormatFloat(50*(i.High-i.Low), 'f', 1, 64)
}

func (r *row) jct() figure {
	if f, none := r.noneCompleted(); none {
		return f
	}
	i := r.Summary.MeanJCTSeconds
	f := figure{Text: number.Duration(i.Mean), Exact: number.Seconds(i.Mean)}
	if i.Bounded() {
		f.Exact += fmt.Sprintf(", 95%s%% interval %s to %s", number.Thin, number.Seconds(i.Low), number.Seconds(i.High))
	}
	return f
}

func (r *row) speedup() figure {
	if f, none := r.noneCompleted(); none {
		return f
	}
	i := r.Summary.MeanSpeedup
	f := figure{Text: number.Times(i.Mean), Exact: number.Plain(math.Round(1e4*i.Mean)/1e4) + number.Thin + "×"}
	if i.Bounded() {
		f.Exact += fmt.Sprintf(", 95%s%% interval %s to %s", number.Thin, number.Times(i.Low), number.Times(i.High))
	}
	return f
}

func (r *row) degree() figure {
	f, none := r.noneCompleted()
	switch {
	case none:
		return f
	case math.IsNaN(r.Degree): // a summary does not hold it
		return missing("This was not recorded. It comes with the first run.")
	}
	return figure{Text: number.Significant(math.Round(100*r.Degree) / 100), Exact: number.Plain(r.Degree)}
}

func (r *row) noneCompleted() (figure, bool) {
	switch {
	case r.Summary == nil:
		return missing("No run of this strategy is done yet."), true
	case r.Summary.MeanJCTSeconds.N == 0:
		return missing("No job was completed."), true
	}
	return figure{}, false
}

func missing(why string) figure { return figure{Text: number.Missing, Exact: why} }

// minor is the fraction of the arrived jobs below which a cause of blocking is
// told only on focus.
const minor = 0.005

// why says the causes of blocking in words, the most frequent first, and on
// focus all of them.
func (r *row) why() figure {
	if r.Summary == nil {
		return missing("No run of this strategy is done yet.")
	}
	order := slices.Clone(chart.CauseOrder)
	slices.SortStableFunc(order, func(a, b cluster.Cause) int {
		return cmp.Compare(r.Summary.Causes[b], r.Summary.Causes[a])
	})
	var short, all []string
	for _, cause := range order {
		rate := r.Summary.Causes[cause]
		if rate <= 0 {
			continue
		}
		words := chart.CauseName(cause) + " " + number.Rate(rate)
		all = append(all, words)
		if rate >= minor || len(all) == 1 {
			short = append(short, words)
		}
	}
	if len(all) == 0 {
		return figure{Text: "nothing blocked", Exact: "Every job that arrived was placed and met its deadline."}
	}
	return figure{Text: strings.Join(short, ", "), Exact: strings.Join(all, ", ")}
}
