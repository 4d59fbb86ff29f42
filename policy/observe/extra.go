package observe

import (
	"math"
	"slices"

	"rampart/core/cluster"
	"rampart/core/ramp"
)

const (
	generalWidth = 1 + 6 + 2*len(soon) // of the extended features that no degree has
	degreeWidth  = 5                   // of those of one degree
	squash       = 4                   // mean times between arrivals that are squashed to one half
)

// soon lists the times ahead at which ending jobs are counted, in mean times
// between arrivals.
var soon = [4]float64{1, 2, 4, 8}

// extra encodes the extended features.
type extra struct {
	*Encoder
	slot    []int          // by offered degree: place among the normalisers' degrees, -1 for none
	blocks  []*ramp.Blocks // by offered degree
	nominal [][]float64    // seconds of a step on the empty cluster, by graph and offered degree; NaN until asked for
	running []cluster.Running
	times   []float64
	fore    *foresight // nil for Extended
	looks   []prospect
}

func newExtra(e *Encoder) *extra {
	s := e.p.Settings()
	x := &extra{Encoder: e, running: make([]cluster.Running, 0, s.Shape.N()), times: make([]float64, 0, s.Shape.N())}
	for _, d := range e.offered {
		at, found := slices.BinarySearch(e.n.Degrees, d)
		if !found {
			at = -1
		}
		x.slot = append(x.slot, at)
		x.blocks = append(x.blocks, ramp.NewBlocks(s.Shape, d, false))
	}
	for range s.Graphs {
		row := make([]float64, len(e.offered))
		for i := range row {
			row[i] = math.NaN()
		}
		x.nominal = append(x.nominal, row)
	}
	if e.features.foresees() {
		x.fore, x.looks = newForesight(x), make([]prospect, 0, e.n.blocks()*len(e.offered))
	}
	return x
}

// encode writes the extended features and takes out of the mask what would not
// be accepted.
func (x *extra) encode(d *cluster.Decision, dst []float32, mask []bool) {
	free := d.State.Free()
	x.general(d, dst[:generalWidth], free)
	dst = dst[generalWidth:]
	left := math.Inf(1) // that a job has to end in, whatever its deadline
	if x.features == Horizon {
		left = d.LatestEndSeconds - d.ClockSeconds
	}
	marks := dst[len(dst)-(x.n.blocks()-1)*len(x.n.Degrees)*blockMarks:]
	x.degrees(d, left, dst[:degreeWidth*len(x.n.Degrees)], marks, mask, free)
	dst = dst[degreeWidth*len(x.n.Degrees) : len(dst)-len(marks)]
	if x.features == Horizon {
		dst[0], dst = x.squashed(left), dst[1:]
	}
	if x.fore != nil {
		x.fore.encode(free, x.looks, dst)
	}
}

// degrees writes the features of each degree, for a job that must end within left
// seconds, and the marks of its further blocks.
func (x *extra) degrees(d *cluster.Decision, left float64, dst, marks []float32, mask []bool, free ramp.Set) {
	clear(dst)
	clear(marks)
	limit := min(d.MaxAcceptableSeconds, left)
	x.looks = x.looks[:0]
	for i, degree := range x.offered {
		o := d.State.Outlook(degree)
		o.InTime = o.InTime && o.JCTSeconds <= left
		valid := mask[degree]
		mask[degree] = valid && o.InTime
		if x.slot[i] < 0 {
			continue
		}
		f := dst[degreeWidth*x.slot[i]:][:degreeWidth]
		n, all := x.blocks[i].CountFree(free)
		f[0] = float32(ratio(float64(n), float64(all)))
		f[1] = mark(o.Placeable)
		if o.Placeable && x.fore != nil {
			x.looks = append(x.looks, prospect{x.slot[i], o.JCTSeconds, o.Plan.Servers})
			if valid {
				x.further(d, left, x.slot[i], marks, mask)
			}
		}
		if !o.Placeable {
			o.JCTSeconds = float64(x.empty(d.Graph, i) * float64(d.TrainingSteps))
			o.InTime = o.JCTSeconds <= limit
		}
		if math.IsInf(o.JCTSeconds, 1) {
			continue
		}
		f[2] = 1
		f[3] = float32(clip((limit-o.JCTSeconds)/d.MaxAcceptableSeconds, -1, 1))
		f[4] = mark(o.InTime)
	}
}

// empty returns the seconds that a step takes on the empty cluster at an offered
// degree, +Inf if the graph cannot be placed.
func (x *extra) empty(graph, i int) float64 {
	if seconds := x.nominal[graph][i]; !math.IsNaN(seconds) {
		return seconds
	}
	seconds := math.Inf(1)
	if pl := x.p.Place(graph, x.offered[i], allFree(x.p.Settings().Shape)); pl != nil {
		seconds = x.p.Step(pl).Seconds
	}
	x.nominal[graph][i] = seconds
	return seconds
}

// general writes the features of the cluster as a whole.
func (x *extra) general(d *cluster.Decision, dst []float32, free ramp.Set) {
	clear(dst)
	dst[0] = float32(float64(free.Count()) / x.servers)
	x.running = d.State.AppendRunning(x.running[:0])
	if len(x.running) == 0 {
		return
	}
	x.times = x.times[:0]
	sum := 0.0
	for _, r := range x.running {
		x.times = append(x.times, r.RemainingSeconds)
		sum += r.RemainingSeconds
		for k, n := range soon {
			if r.RemainingSeconds <= float64(n*x.n.InterarrivalSeconds) {
				dst[7+k] += 1
				dst[7+len(soon)+k] += float32(r.Servers)
			}
		}
	}
	for k := range 2 * len(soon) {
		dst[7+k] /= float32(x.servers)
	}
	slices.Sort(x.times)
	last := len(x.times) - 1
	for k := range 5 {
		dst[1+k] = x.squashed(x.times[last*k/4])
	}
	dst[6] = x.squashed(sum / float64(len(x.times)))
}

// squashed maps a time of 0 to infinity to 0 to 1.
func (x *extra) squashed(seconds float64) float32 {
	if math.IsInf(seconds, 1) {
		return 1
	}
	return float32(seconds / (seconds + float64(squash*x.n.InterarrivalSeconds)))
}
