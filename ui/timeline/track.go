package timeline

import (
	"math"
	"slices"
	"sort"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/ui/chart"
)

// track is one run laid out for drawing.
type track struct {
	run    *experiment.Run
	shape  shape
	graphs []uint8   // of each job: index of its graph, modulo 256
	starts []float64 // of each job, NaN if it never ran
	ends   []float64 // of each job, at most the end of the time; NaN if it never ran
	lanes  []lane
	missed [][]int32 // of each cause in chart.CauseOrder: jobs blocked by it, by arrival
	use    []float32 // part of the servers in use in each of useBins equal stretches
	end    float64   // end of the time, seconds
}

// useBins is the resolution of the overview.
const useBins = 1024

// endOfTime is when the last thing of a run happens: its horizon, or later if
// a job arrives or ends later.
func endOfTime(e *experiment.Experiment, run *experiment.Run) float64 {
	end := e.HorizonSeconds
	for i := range run.Jobs {
		j := &run.Jobs[i]
		end = math.Max(end, j.ArrivalSeconds)
		if j.EndSeconds != nil && j.Outcome != cluster.Unfinished {
			end = math.Max(end, *j.EndSeconds)
		}
	}
	if !(end > 0) || math.IsInf(end, 0) {
		return 1
	}
	return end
}

// newTrack lays out a run whose time ends at end.
func newTrack(e *experiment.Experiment, run *experiment.Run, end float64) *track {
	n := len(run.Jobs)
	t := &track{
		run: run, shape: shapeOf(e.Cluster), end: end,
		graphs: make([]uint8, n), starts: make([]float64, n), ends: make([]float64, n),
		missed: make([][]int32, len(chart.CauseOrder)), use: make([]float32, useBins),
	}
	t.lanes = make([]lane, t.shape.lanes)
	t.readJobs(e)
	t.readServers()
	for i := range t.lanes {
		t.finishLane(&t.lanes[i])
	}
	t.mergeRows()
	for i := range t.lanes {
		t.lanes[i].mips = newMips(t, &t.lanes[i])
	}
	for c := range t.missed {
		slices.SortStableFunc(t.missed[c], func(a, b int32) int {
			return compare(run.Jobs[a].ArrivalSeconds, run.Jobs[b].ArrivalSeconds)
		})
	}
	return t
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// readJobs reads times, graphs and causes of all jobs.
func (t *track) readJobs(e *experiment.Experiment) {
	index := graphIndex(e, t.run)
	for i := range t.run.Jobs {
		j := &t.run.Jobs[i]
		t.graphs[i] = uint8(index[j.Graph] & 0xff)
		t.starts[i], t.ends[i] = math.NaN(), math.NaN()
		if j.StartSeconds != nil && len(j.Servers) > 0 {
			end := t.end
			if j.EndSeconds != nil && *j.EndSeconds < end {
				end = *j.EndSeconds
			}
			if *j.StartSeconds <= end {
				t.starts[i], t.ends[i] = *j.StartSeconds, end
			}
		}
		for c, cause := range chart.CauseOrder {
			if j.Cause == cause {
				t.missed[c] = append(t.missed[c], int32(i))
			}
		}
	}
}

// graphIndex numbers the graphs as the experiment lists them, and any others
// behind them as they appear.
func graphIndex(e *experiment.Experiment, run *experiment.Run) map[string]int {
	index := map[string]int{}
	add := func(name string) {
		if _, ok := index[name]; !ok {
			index[name] = len(index)
		}
	}
	for _, g := range e.Workload.Graphs {
		add(g.Name)
	}
	for i := range run.Jobs {
		add(run.Jobs[i].Graph)
	}
	return index
}

// readServers puts a bar on every lane of every job that ran, and adds the job
// to the overview.
func (t *track) readServers() {
	counts := map[int]int32{}
	for i := range t.run.Jobs {
		if math.IsNaN(t.starts[i]) {
			continue
		}
		clear(counts)
		servers := 0
		for _, name := range t.run.Jobs[i].Servers {
			if row, ok := t.shape.row(name); ok {
				counts[row/t.shape.size]++
				servers++
			}
		}
		for at, count := range counts {
			l := &t.lanes[at]
			l.bars = append(l.bars, bar{job: int32(i), servers: count})
		}
		t.addUse(t.starts[i], t.ends[i], float32(servers)/float32(t.shape.total()))
	}
}

// addUse adds a part of the servers to the overview over from..to.
func (t *track) addUse(from, to float64, part float32) {
	scale := useBins / t.end
	a, b := from*scale, to*scale
	for bin := max(int(a), 0); bin < useBins && float64(bin) < b; bin++ {
		covered := math.Min(b, float64(bin+1)) - math.Max(a, float64(bin))
		t.use[bin] += part * float32(covered)
	}
}

// finishLane sorts a lane's bars and notes how far they reach.
func (t *track) finishLane(l *lane) {
	sort.Slice(l.bars, func(i, j int) bool {
		a, b := l.bars[i].job, l.bars[j].job
		if c := compare(t.starts[a], t.starts[b]); c != 0 {
			return c < 0
		}
		return a < b
	})
	l.reach = make([]float64, len(l.bars))
	reach := math.Inf(-1)
	for i, b := range l.bars {
		reach = math.Max(reach, t.ends[b.job])
		l.reach[i] = reach
	}
}

// mergeRows notes for each bar how many lanes its job covers without a gap, so
// that a job on eight neighbours is one rectangle.
func (t *track) mergeRows() {
	open := map[int32]*bar{} // the bar that began the run of rows a job is in
	for at := range t.lanes {
		next := map[int32]*bar{}
		bars := t.lanes[at].bars
		for i := range bars {
			b := &bars[i]
			first, ok := open[b.job]
			if !ok {
				first = b
			}
			first.rows++
			next[b.job] = first
		}
		open = next
	}
}

// causes says which causes occur in a run, as positions in chart.CauseOrder.
func (t *track) causes() []bool {
	out := make([]bool, len(t.missed))
	for c := range t.missed {
		out[c] = len(t.missed[c]) > 0
	}
	return out
}

// missedSpan is the range of t.missed[cause] that arrived in from..to.
func (t *track) missedSpan(cause int, from, to float64) (first, after int) {
	list := t.missed[cause]
	arrival := func(i int) float64 { return t.run.Jobs[list[i]].ArrivalSeconds }
	first = sort.Search(len(list), func(i int) bool { return arrival(i) >= from })
	after = first + sort.Search(len(list)-first, func(i int) bool { return arrival(first+i) > to })
	return first, after
}

// extent is when a job is on the timeline: from its arrival to its end.
func (t *track) extent(job int) (from, to float64) {
	from = t.run.Jobs[job].ArrivalSeconds
	to = from
	if !math.IsNaN(t.ends[job]) {
		to = math.Max(to, t.ends[job])
	}
	return from, to
}
