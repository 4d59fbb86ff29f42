package timeline

import (
	"strconv"

	"rampart/core/cluster"
	"rampart/ui/number"
)

// why says in a sentence or two what a side's run did with the job that has the
// focus, and why.
func (c *JobCard) why(side int) string {
	j := c.Stage.Job(side)
	if j == nil {
		return number.Missing
	}
	return c.Stage.reason(side, j)
}

// reason explains a job's outcome by what the cluster was like.
func (s *Stage) reason(side int, j *cluster.Job) string {
	h := &s.tracks[side].history
	free := h.before(h.free, j.ArrivalSeconds)
	found := "It found " + plural(free, "free server")
	if h.largest != nil && free > 0 {
		found += ", at most " + number.Count(h.before(h.largest, j.ArrivalSeconds)) + " of them in one block"
	}
	found += "."
	switch j.Cause {
	case cluster.CausePolicy:
		if len(j.ValidDegrees) <= 1 {
			return found + " No degree was valid but 0, which is not to run the job."
		}
		return found + " The strategy chose not to run it, although it could have had degree " + degrees(j.ValidDegrees[1:]) + "."
	case cluster.CausePlacement:
		return found + " No free servers had a form that the placer could use for degree " + strconv.Itoa(j.Degree) + "."
	case cluster.CauseJCT:
		if j.JCTSeconds == nil {
			return found + " At degree " + strconv.Itoa(j.Degree) + " a training step would never end: parts of it wait for each other, a deadlock. The switch Graphs of several ends of the rules takes it away."
		}
		return found + " At degree " + strconv.Itoa(j.Degree) + " it would have taken " + number.Duration(*j.JCTSeconds) +
			", " + number.Duration(*j.JCTSeconds-j.MaxAcceptableSeconds) + " more than acceptable."
	case cluster.CauseQueue:
		return "The queue of jobs that wait for a decision was full when it arrived."
	case cluster.CauseHorizon:
		return found + " It was placed, and still ran when the simulated time ended."
	}
	if j.Outcome == cluster.Completed {
		return found + " It ran to its end in time."
	}
	return found
}
