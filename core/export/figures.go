package export

import (
	"reflect"
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/strict"
)

// figure is a figure of a run: the name it has in a result file, and behind it
// the unit if that name does not tell it.
type figure struct {
	name  string
	field int // of cluster.Metrics
}

// units complete the names of figures that do not carry their unit. Reference
// rules measure work in bytes too (spec/simulator.md section 8), so that loads
// and throughputs have one unit.
var units = map[string]string{
	"arrived": "Jobs", "completed": "Jobs", "blocked": "Jobs", "unfinished": "Jobs", "undecided": "Jobs",
	"blockedByPolicy": "Jobs", "blockedByPlacement": "Jobs", "blockedByJct": "Jobs", "blockedByQueue": "Jobs", "blockedByHorizon": "Jobs",
	"blockingRate": "Fraction", "acceptanceRate": "Fraction", "meanSpeedup": "Ratio",
	"meanLoadRate":                "BytesPerSecond",
	"meanComputeThroughput":       "BytesPerSecond",
	"meanDepThroughput":           "BytesPerSecond",
	"meanFlowThroughput":          "BytesPerSecond",
	"meanClusterThroughput":       "BytesPerSecond",
	"meanDemandComputeThroughput": "BytesPerSecond",
	"meanDemandDepThroughput":     "BytesPerSecond",
	"meanDemandTotalThroughput":   "BytesPerSecond",
}

// figures are those of cluster.Metrics, in the order of a result file.
var figures = func() []figure {
	t := reflect.TypeFor[cluster.Metrics]()
	list := make([]figure, t.NumField())
	for i := range list {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		list[i] = figure{name + units[name], i}
	}
	return list
}()

func (f figure) text(m *cluster.Metrics) string {
	v := reflect.ValueOf(m).Elem().Field(f.field)
	if v.CanInt() {
		return strconv.FormatInt(v.Int(), 10)
	}
	return strict.FormatFloat(v.Float())
}

func runColumns() []string {
	columns := []string{"strategy", "seed"}
	for _, f := range figures {
		columns = append(columns, f.name)
	}
	return append(columns, "jobsDigest")
}

func (t *table) run(x *experiment.Experiment, run *experiment.Run) {
	cells := append(t.cells[:0], text(x.Strategies[run.Strategy].Name()), strconv.FormatUint(run.Seed, 10))
	for _, f := range figures {
		cell := f.text(&run.Metrics)
		if run.Completed == 0 && ofCompleted[f.name] {
			cell = ""
		}
		cells = append(cells, cell)
	}
	t.cells = append(cells, run.JobsDigest)
	t.row(t.cells)
}

// ofCompleted are the means over completed jobs: a run that completed none has
// no such figure, though a result file has a zero there.
var ofCompleted = map[string]bool{
	"meanJctSeconds": true, "meanSpeedupRatio": true, "meanEffectiveDegree": true, "meanServersPerJob": true,
	"meanCommunicationSeconds": true, "meanComputationSeconds": true,
}

// interval is a figure of a strategy over its seeds.
type interval struct {
	name string
	of   func(s *experiment.Summary) experiment.Interval
}

var intervals = []interval{
	{"blockingRateFraction", func(s *experiment.Summary) experiment.Interval { return s.BlockingRate }},
	{"acceptanceRateFraction", func(s *experiment.Summary) experiment.Interval { return s.AcceptanceRate }},
	{"meanJctSeconds", func(s *experiment.Summary) experiment.Interval { return s.MeanJCTSeconds }},
	{"meanSpeedupRatio", func(s *experiment.Summary) experiment.Interval { return s.MeanSpeedup }},
	{"utilisationFraction", func(s *experiment.Summary) experiment.Interval { return s.Utilisation }},
}

// summaryColumns name, of each figure, the mean over seeds, the sample standard
// deviation, the ends of the 95 % confidence interval of the mean, all in the
// unit of the figure, and the number of seeds.
func summaryColumns() []string {
	columns := []string{"strategy"}
	for _, f := range intervals {
		columns = append(columns, f.name, f.name+"StandardDeviation", f.name+"Low95", f.name+"High95", f.name+"Seeds")
	}
	for _, cause := range experiment.Causes {
		columns = append(columns, "blockedBy"+strings.ToUpper(string(cause[0]))+string(cause[1:])+"Fraction")
	}
	return columns
}

func (t *table) summary(s *experiment.Summary) {
	cells := append(t.cells[:0], text(s.Name))
	for _, f := range intervals {
		i := f.of(s)
		row := [5]string{4: strconv.Itoa(i.N)}
		if i.N > 0 {
			row[0] = strict.FormatFloat(i.Mean)
		}
		if i.Bounded() {
			row[1], row[2], row[3] = strict.FormatFloat(i.StandardDeviation), strict.FormatFloat(i.Low), strict.FormatFloat(i.High)
		}
		cells = append(cells, row[:]...)
	}
	for _, cause := range experiment.Causes {
		cells = append(cells, strict.FormatFloat(s.Causes[cause]))
	}
	t.cells = cells
	t.row(cells)
}
