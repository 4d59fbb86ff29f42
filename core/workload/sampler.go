package workload

import (
	"math/rand/v2"
)

// Sampler imagines futures: jobs that arrive as the settings say, but are not
// those of any run. Graphs are drawn uniformly and betas from their
// distribution, each independent of all others, as an endless pool would give
// them. Of a trace it draws jobs and gaps between arrivals, again independently.
// It is not safe for concurrent use.
type Sampler struct {
	stream *Stream // for its distributions; it never draws from its pool
	gaps   []float64
	random rand.PCG
}

// NewSampler returns a sampler of the settings, to be seeded before use, or an
// *Error that names the setting that is wrong.
func NewSampler(s *Settings) (*Sampler, error) {
	stream, err := newStream(s)
	if err != nil {
		return nil, err
	}
	sampler := &Sampler{stream: stream}
	for i := 1; i < len(s.Trace); i++ {
		sampler.gaps = append(sampler.gaps, s.Trace[i].ArrivalSeconds-s.Trace[i-1].ArrivalSeconds)
	}
	return sampler, nil
}

// Seed starts the random stream of a purpose under a seed, as Random has it.
func (s *Sampler) Seed(seed uint64, purpose string) { s.random.Seed(randomState(seed, purpose)) }

// Append appends n jobs to dst that arrive after a moment, the first of them one
// interarrival time later. Of an empty trace there are none, of a trace of one
// job all arrive at once.
func (s *Sampler) Append(dst []Arrival, after float64, n int) []Arrival {
	t := s.stream
	if t.trace != nil && len(t.trace) == 0 {
		return dst
	}
	if t.trace == nil && t.interarrival.kind == 'b' {
		t.interarrival.bursty.reset(&s.random)
	}
	first := len(dst)
	for i := range n {
		after += s.gap()
		a := Arrival{Index: i, Seconds: after, TrainingSteps: t.trainingSteps}
		if t.trace != nil {
			j := &t.trace[uintn(&s.random, uint64(len(t.trace)))]
			a.Graph, a.Beta = j.Graph, j.Beta
			if j.TrainingSteps != 0 {
				a.TrainingSteps = j.TrainingSteps
			}
		} else {
			a.Graph, a.Beta = int(uintn(&s.random, uint64(t.graphs))), t.beta.draw(&s.random)
		}
		dst = append(dst, a)
	}
	for i := first; i < len(dst)-1; i++ {
		dst[i].NextSeconds = dst[i+1].Seconds
	}
	if len(dst) > first {
		dst[len(dst)-1].NextSeconds = after + s.gap()
	}
	return dst
}

// gap draws the time between two arrivals.
func (s *Sampler) gap() float64 {
	switch {
	case s.stream.trace == nil:
		return s.stream.interarrival.draw(&s.random)
	case len(s.gaps) == 0:
		return 0
	}
	return s.gaps[uintn(&s.random, uint64(len(s.gaps)))]
}
