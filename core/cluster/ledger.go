package cluster

import (
	"rampart/core/plan"
	"rampart/core/workload"
)

// entry is what is kept of one job.
type entry struct {
	workload.Arrival
	arrived float64
	valid   []int
	degree  int
	plan    *plan.Plan
	step    *plan.Step
	start   float64
	end     float64
	outcome Outcome
	cause   Cause
}

// chunk is the number of jobs that a ledger allocates at a time.
const chunk = 1024

// ledger holds the jobs of a run. It grows in chunks, so that a run of a
// million jobs never copies them.
type ledger struct {
	chunks [][]entry
	n      int
}

// at returns job number i. It panics if there is none.
func (l *ledger) at(i int) *entry { return &l.chunks[i/chunk][i%chunk] }

// add appends a job and returns its number.
func (l *ledger) add(e entry) int {
	if l.n == chunk*len(l.chunks) {
		l.chunks = append(l.chunks, make([]entry, chunk))
	}
	l.n++
	*l.at(l.n - 1) = e
	return l.n - 1
}
