package sweep

import (
	"encoding/json"
	"strconv"

	"rampart/core/experiment"
	"rampart/core/strict"
)

// columns are the names of the figures of a run, in the order of its row.
var columns = []string{
	"unit", "arrived", "completed", "blockedByPolicy", "blockedByPlacement", "blockedByJct", "blockedByQueue", "blockedByHorizon",
	"blockingRate", "acceptanceRate", "meanJctSeconds", "meanSpeedup", "meanEffectiveDegree", "meanClusterWorkerUtilisationFrac",
}

// counts is how many of the columns, the first, hold whole numbers.
const counts = 8

// Row returns the run as numbers, for messages.
func (r *Run) Row() []float64 {
	row := make([]float64, 0, len(columns))
	row = append(row, float64(r.Unit), float64(r.Arrived), float64(r.Completed))
	for _, n := range r.Blocked {
		row = append(row, float64(n))
	}
	return append(row, r.BlockingRate, r.AcceptanceRate, r.MeanJCTSeconds, r.MeanSpeedup, r.MeanEffectiveDegree, r.MeanClusterWorkerUtilisation)
}

// FromRow returns the run of a row; false if it is none of the sweep.
func (s *Sweep) FromRow(row []float64) (r Run, ok bool) {
	if len(row) != len(columns) {
		return r, false
	}
	for i, v := range row {
		if i < counts && !(v >= 0 && v <= 1e9 && v == float64(int(v))) {
			return r, false
		}
		if v-v != 0 { // not a number, or without end
			return r, false
		}
	}
	r = Run{Unit: int(row[0]), Arrived: int(row[1]), Completed: int(row[2])}
	for i := range r.Blocked {
		r.Blocked[i] = int(row[3+i])
	}
	rest := row[counts:]
	r.BlockingRate, r.AcceptanceRate, r.MeanJCTSeconds = rest[0], rest[1], rest[2]
	r.MeanSpeedup, r.MeanEffectiveDegree, r.MeanClusterWorkerUtilisation = rest[3], rest[4], rest[5]
	if r.Unit >= s.Runs() {
		return r, false
	}
	u := s.Unit(r.Unit)
	return r, s.Allows(u.Point, u.Strategy)
}

// AppendRuns appends runs as an array of rows.
func AppendRuns(dst []byte, runs []Run) []byte {
	dst = append(dst, '[')
	for i := range runs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		for k, v := range runs[i].Row() {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = appendNumber(dst, v)
		}
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

func appendNumber(dst []byte, v float64) []byte {
	return append(dst, strict.FormatFloat(v)...)
}

// AppendAxes appends the axes as an array of objects.
func AppendAxes(dst []byte, axes []Axis) []byte {
	dst = append(dst, '[')
	for i, a := range axes {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendQuote(append(dst, `{"path":`...), a.Path)
		dst = append(dst, `,"values":[`...)
		for k, v := range a.Values {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = appendNumber(dst, v)
		}
		dst = append(dst, "]}"...)
	}
	return append(dst, ']')
}

// Append appends the canonical JSON of a result: the experiment, the fields that
// vary, a row of figures for each run, and the summaries of each point.
func Append(dst []byte, r *Result) []byte {
	dst = append(dst, `{"rampart":1,"engine":`...)
	dst = strconv.AppendQuote(dst, experiment.EngineVersion)
	dst = experiment.AppendCanonical(append(dst, `,"experiment":`...), r.Sweep.plainBase())
	dst = AppendAxes(append(dst, `,"sweep":`...), r.Sweep.Axes)
	dst = strconv.AppendInt(append(dst, `,"left":`...), int64(r.Left), 10)
	if r.Digest != "" {
		dst = strconv.AppendQuote(append(dst, `,"digest":`...), r.Digest)
	}
	if r.Shard.Of > 0 {
		dst = strconv.AppendInt(append(dst, `,"shard":{"index":`...), int64(r.Shard.Index), 10)
		dst = strconv.AppendInt(append(dst, `,"of":`...), int64(r.Shard.Of), 10)
		dst = append(strconv.AppendQuote(append(dst, `,"experimentDigest":`...), r.Sweep.PartDigest()), '}')
	}
	names, err := json.Marshal(columns)
	if err != nil {
		panic("sweep: names do not encode")
	}
	dst = append(append(dst, `,"columns":`...), names...)
	dst = AppendRuns(append(dst, `,"runs":`...), r.Runs)
	dst = append(dst, `,"points":[`...)
	for p := range r.Sweep.Points() {
		if p > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"values":[`...)
		for i, v := range r.Sweep.Values(p) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendNumber(dst, v)
		}
		dst = experiment.AppendSummaries(append(dst, `],"summaries":`...), r.Summaries(p))
		dst = append(dst, '}')
	}
	return append(dst, "]}"...)
}

// AppendState appends a sweep without runs, as Decode reads it.
func AppendState(dst []byte, s *Sweep) []byte {
	dst = experiment.AppendCanonical(append(dst, `{"rampart":1,"experiment":`...), s.plainBase())
	dst = AppendAxes(append(dst, `,"sweep":`...), s.Axes)
	return append(dst, `,"runs":[]}`...)
}

// AppendFile is Append for people and for line-based tools.
func AppendFile(dst []byte, r *Result) []byte {
	return experiment.AppendPretty(dst, Append(nil, r))
}
