package timeline

import (
	"cmp"
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

	history history   // the servers that are free
	running []int32   // jobs that run after each move of history
	blocked []int32   // jobs blocked among the first ones up to each
	seen    []float32 // jobs that arrived in each of useBins stretches
	lost    []float32 // jobs of these that were blocked
	lostTo  []uint8   // a cause of that, as a position in chart.CauseOrder
	// dense are the cells of the last dense frame, and the window they show.
	dense struct {
		window Window
		cells  []byte
	}
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

// newTrack lays out a run whose time ends at end. It calls pause often.
func newTrack(e *experiment.Experiment, run *experiment.Run, end float64, pause func()) *track {
	n := len(run.Jobs)
	t := &track{
		run: run, shape: shapeOf(e.Cluster), end: end,
		graphs: make([]uint8, n), starts: make([]float64, n), ends: make([]float64, n),
		missed: make([][]int32, len(chart.CauseOrder)), use: make([]float32, useBins),
	}
	t.lanes = make([]lane, t.shape.lanes)
	t.readJobs(e, pause)
	t.readServers(pause)
	for i := range t.lanes {
		t.finishLane(&t.lanes[i])
		t.lanes[i].mips = newMips(t, &t.lanes[i])
		pause()
	}
	byArrival := func(a, b int32) int {
		return cmp.Compare(run.Jobs[a].ArrivalSeconds, run.Jobs[b].ArrivalSeconds)
	}
	for c := range t.missed {
		if !slices.IsSortedFunc(t.missed[c], byArrival) { // they are, unless the file is not ours
			slices.SortStableFunc(t.missed[c], byArrival)
		}
		pause()
	}
	t.history = newHistory(run.Jobs, t.shape.total(), pause)
	pause()
	t.count(pause)
	return t
}

// piece is how many jobs or moves are worked on between two pauses.
const piece = 4096

// readJobs reads times, graphs and causes of all jobs.
func (t *track) readJobs(e *experiment.Experiment, pause func()) {
	index := graphIndex(e, t.run)
	for i := range t.run.Jobs {
		if i%piece == 0 {
			pause()
		}
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
func (t *track) readServers(pause func()) {
	known := map[*string][]int{} // jobs of one placement share their list
	for i := range t.run.Jobs {
		if i%piece == 0 {
			pause()
		}
		if math.IsNaN(t.starts[i]) {
			continue
		}
		servers := t.run.Jobs[i].Servers
		rows, ok := known[&servers[0]]
		if !ok || len(rows) != len(servers) {
			rows = t.rows(servers)
			known[&servers[0]] = rows
		}
		t.addBars(int32(i), rows)
		t.addUse(t.starts[i], t.ends[i], float32(len(rows))/float32(t.shape.total()))
	}
}

// rows are the rows of servers, ascending.
func (t *track) rows(servers []string) []int {
	rows := make([]int, 0, len(servers))
	for _, name := range servers {
		if row, ok := t.shape.row(name); ok {
			rows = append(rows, row)
		}
	}
	if !slices.IsSorted(rows) { // they are, unless the file is not ours
		slices.Sort(rows)
	}
	return rows
}

// addBars adds a job on servers given as ascending rows. Its first bar of
// neighbouring lanes notes how many these are, so that a job on eight
// neighbours is one rectangle.
func (t *track) addBars(job int32, rows []int) {
	top, before := none, none // the lane of the first bar, and the last lane
	for _, row := range rows {
		at := row / t.shape.size
		bars := &t.lanes[at].bars
		if at == before {
			(*bars)[len(*bars)-1].servers++
			continue
		}
		*bars = append(*bars, bar{job: job, servers: 1})
		if top == none || at != before+1 {
			top = at
		}
		first := t.lanes[top].bars
		first[len(first)-1].rows++
		before = at
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
	byStart := func(a, b bar) int { return cmp.Compare(t.starts[a.job], t.starts[b.job]) }
	if !slices.IsSortedFunc(l.bars, byStart) {
		slices.SortStableFunc(l.bars, byStart)
	}
	l.reach = make([]float64, len(l.bars))
	reach := math.Inf(-1)
	for i, b := range l.bars {
		reach = math.Max(reach, t.ends[b.job])
		l.reach[i] = reach
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
