package workload

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Arrival is one job of a stream.
type Arrival struct {
	Index         int     // 0, 1, 2, ... in order of arrival
	Seconds       float64 // when it arrives: the sum of the interarrival times before it, added one by one
	Graph         int     // index into Settings.Graphs
	Beta          float64 // maximum acceptable JCT as a fraction of the sequential JCT, in (0, 1]
	TrainingSteps int
	NextSeconds   float64 // when the following job arrives, +Inf if there is none
}

// Stream yields the jobs of one run in order of arrival. It is not safe for
// concurrent use.
type Stream struct {
	trainingSteps int
	graphs        int
	sampling      Sampling
	trace         []TraceJob // nil for the generator
	interarrival  interarrival
	beta          beta

	betas []float64 // of every pool entry; entry e is a copy of graph e mod graphs
	order []int32   // a permutation of the entries; the first left ones are in the pool
	left  int

	samplingRandom, interarrivalRandom rand.PCG

	index int
	clock float64 // arrival of job index, +Inf after the last
}

// New returns the stream of the settings under a seed, or an *Error that names
// the setting that is wrong. The settings must stay as they are while the
// stream is in use. Nil graphs panic.
//
// The pool holds Settings.PoolCopies times every graph: entries count through
// the graphs of the first copy, then of the second, and so on. Each entry gets
// one beta for the whole run, drawn in this order. An arrival is an entry drawn
// uniformly from what is left in the pool, then the time to the next arrival is
// drawn. Betas, entries and times come from streams of their own (see Random),
// so that a change of one distribution leaves the other two sequences as they
// were. A drawn entry is replaced by the last one left, which changes the order
// of the pool but not the distribution of what is drawn.
//
// A trace is passed through; it needs no generator settings but TrainingSteps,
// and the seed is of no consequence.
func New(s *Settings, seed uint64) (*Stream, error) {
	stream, err := newStream(s)
	if err != nil {
		return nil, err
	}
	if stream.trace == nil {
		n := stream.graphs * s.PoolCopies
		stream.betas = make([]float64, n)
		stream.order = make([]int32, n)
	}
	stream.Reset(seed)
	return stream, nil
}

// newStream checks the settings and returns their stream without its pool.
func newStream(s *Settings) (*Stream, error) {
	for _, g := range s.Graphs {
		if g == nil {
			panic("workload: nil graph")
		}
	}
	if n := len(s.Graphs); n == 0 || n > MaxGraphs {
		return nil, invalid("graphs", fmt.Sprintf("%d graphs, expected from 1 to %d", n, MaxGraphs))
	}
	if n := s.TrainingSteps; n < 1 || n > MaxSteps {
		return nil, invalid("trainingSteps", fmt.Sprintf("%d is out of range, expected an integer from 1 to %d", n, MaxSteps))
	}
	stream := &Stream{trainingSteps: s.TrainingSteps, graphs: len(s.Graphs), sampling: s.Sampling, trace: s.Trace}
	if s.Trace != nil {
		return stream, s.checkTrace()
	}
	if most := MaxPool / len(s.Graphs); s.PoolCopies < 1 || s.PoolCopies > most {
		return nil, invalid("poolCopies", fmt.Sprintf("%d is out of range, expected an integer from 1 to %d with %d graphs", s.PoolCopies, most, len(s.Graphs)))
	}
	switch s.Sampling {
	case RemoveAndRepeat, Remove, Replace:
	default:
		return nil, invalid("sampling", fmt.Sprintf("%q is unknown, expected %s, %s or %s", s.Sampling, RemoveAndRepeat, Remove, Replace))
	}
	var err error
	if stream.interarrival, err = newInterarrival(s.Interarrival, "interarrival"); err != nil {
		return nil, err
	}
	if stream.beta, err = newBeta(s.Beta, "beta"); err != nil {
		return nil, err
	}
	return stream, nil
}

// Reset starts the stream anew under a seed, as New would, without allocating.
func (s *Stream) Reset(seed uint64) {
	s.index, s.clock = 0, 0
	if s.trace != nil {
		s.clock = s.traceArrival()
		return
	}
	s.samplingRandom.Seed(randomState(seed, "workload/sampling"))
	s.interarrivalRandom.Seed(randomState(seed, "workload/interarrival"))
	if s.interarrival.kind == 'b' {
		s.interarrival.bursty.reset(&s.interarrivalRandom)
	}
	var r rand.PCG
	r.Seed(randomState(seed, "workload/beta"))
	s.left = len(s.order)
	for i := range s.order {
		s.order[i] = int32(i)
		s.betas[i] = s.beta.draw(&r)
	}
}

// Next returns the next job, or false after the last.
func (s *Stream) Next() (a Arrival, ok bool) {
	if s.PoolEmpty() {
		return Arrival{}, false
	}
	a = Arrival{Index: s.index, Seconds: s.clock, TrainingSteps: s.trainingSteps}
	if s.trace != nil {
		j := &s.trace[s.index]
		s.index++
		a.Graph, a.Beta = j.Graph, j.Beta
		if j.TrainingSteps != 0 {
			a.TrainingSteps = j.TrainingSteps
		}
		s.clock = s.traceArrival()
		a.NextSeconds = s.clock
		return a, true
	}
	s.index++
	entry := s.drawEntry()
	a.Graph, a.Beta = entry%s.graphs, s.betas[entry]
	if s.left == 0 {
		s.clock = math.Inf(1)
	} else {
		s.clock += s.interarrival.draw(&s.interarrivalRandom)
	}
	a.NextSeconds = s.clock
	return a, true
}

// PoolEmpty reports whether the last job has been returned. It is never true
// under remove_and_repeat and replace.
func (s *Stream) PoolEmpty() bool {
	if s.trace != nil {
		return s.index == len(s.trace)
	}
	return s.left == 0
}

func (s *Stream) traceArrival() float64 {
	if s.index == len(s.trace) {
		return math.Inf(1)
	}
	return s.trace[s.index].ArrivalSeconds
}

// drawEntry draws a pool entry and removes it as the sampling says.
func (s *Stream) drawEntry() int {
	k := int(uintn(&s.samplingRandom, uint64(s.left)))
	entry := s.order[k]
	if s.sampling == Replace {
		return int(entry)
	}
	s.left--
	s.order[k], s.order[s.left] = s.order[s.left], entry
	if s.left == 0 && s.sampling == RemoveAndRepeat {
		s.left = len(s.order)
	}
	return int(entry)
}

func (d *interarrival) draw(r *rand.PCG) float64 {
	switch d.kind {
	case 'u':
		return d.grid.at(uintn(r, d.grid.count))
	case 'e':
		return exponential(r, d.mean)
	case 'b':
		return d.bursty.draw(r)
	}
	return d.mean
}

func (b *beta) draw(r *rand.PCG) float64 {
	if b.table != nil {
		return b.table.at(unit(r))
	}
	return b.grid.at(uintn(r, b.grid.count))
}
