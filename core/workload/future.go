package workload

import "math/rand/v2"

// Future draws jobs that may arrive, for strategies that look ahead: graphs,
// deadlines and interarrival times as the settings distribute them, each drawn
// for itself. It knows nothing of the jobs that a run will really see, nor of
// what its pool has left. It is not safe for concurrent use.
type Future struct {
	stream *Stream
	random rand.PCG
}

// NewFuture returns the future of the settings, or an *Error as New would. That
// of a trace has its jobs and its gaps between two arrivals, each with equal
// chances.
func NewFuture(s *Settings) (*Future, error) {
	stream, err := newStream(s)
	if err != nil {
		return nil, err
	}
	return &Future{stream: stream}, nil
}

// Seed begins the stream of random numbers of a purpose under a seed anew.
func (f *Future) Seed(seed uint64, purpose string) { f.random.Seed(randomState(seed, purpose)) }

// Append draws n jobs in order of arrival and appends them. The first arrives
// one interarrival time after the given one.
func (f *Future) Append(dst []Arrival, after float64, n int) []Arrival {
	s, r := f.stream, &f.random
	for range n {
		a := Arrival{Index: len(dst), TrainingSteps: s.trainingSteps}
		if s.trace != nil {
			after += s.gapOfTrace(r)
			j := &s.trace[uintn(r, uint64(len(s.trace)))]
			a.Graph, a.Beta = j.Graph, j.Beta
			if j.TrainingSteps != 0 {
				a.TrainingSteps = j.TrainingSteps
			}
		} else {
			after += s.interarrival.draw(r)
			a.Graph, a.Beta = int(uintn(r, uint64(s.graphs))), s.beta.draw(r)
		}
		a.Seconds = after
		if last := len(dst) - 1; last >= 0 {
			dst[last].NextSeconds = after
		}
		dst = append(dst, a)
	}
	return dst
}

// gapOfTrace draws the time between two arrivals of the trace that follow one
// another; 0 if it has but one job.
func (s *Stream) gapOfTrace(r *rand.PCG) float64 {
	if len(s.trace) < 2 {
		return 0
	}
	i := uintn(r, uint64(len(s.trace)-1))
	return s.trace[i+1].ArrivalSeconds - s.trace[i].ArrivalSeconds
}
