package compare

import (
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/ui/number"
	"rampart/ui/session"
)

// Sentence says what the runs so far show, or what was recorded of them: what
// blocks the fewest jobs, and what maximum parallelism blocks, or else what
// blocks the most; and whether deadlocks had a part in it.
func Sentence(s *session.Session) string {
	best, other := extremes(s)
	_, recorded := s.Figures()
	switch {
	case best == nil && s.State == session.Held:
		return "Nothing has been run yet."
	case best == nil && s.State == session.Running:
		return fmt.Sprintf("Simulating %s of about %s jobs each.", plural(len(s.Units), "run", "runs"),
			number.Count(int(s.Experiment.Arrivals())))
	case best == nil:
		return "No run was finished, so there is nothing to compare."
	}
	var b strings.Builder
	if recorded {
		b.WriteString("Recorded: ")
	} else if s.State != session.Done {
		b.WriteString("So far: ")
	}
	specs := s.Experiment.Strategies
	lead := subject(&specs[best.Strategy])
	if b.Len() > 0 {
		lead = strings.ToLower(lead[:1]) + lead[1:]
	}
	b.WriteString(lead)
	switch s.Experiment.Placer {
	case experiment.Compact:
		b.WriteString(", placed compactly,")
	case experiment.BestFit:
		b.WriteString(", placed by best fit,")
	}
	fmt.Fprintf(&b, " blocks %s of jobs.", number.Rate(best.BlockingRate.Mean))
	if other != nil {
		verb := "blocks"
		if other.BlockingRate.Mean == best.BlockingRate.Mean {
			verb = "also blocks"
		}
		fmt.Fprintf(&b, " %s %s %s.", subject(&specs[other.Strategy]), verb, number.Rate(other.BlockingRate.Mean))
	}
	if deadlocked(s) {
		b.WriteString(deadlockWords)
	}
	return b.String()
}

// deadlockWords follow where jobs were blocked by a deadlock, which looks like an
// ordinary missed deadline in all figures.
const deadlockWords = " Some jobs are blocked because their training step would never end, a deadlock: the switch “Graphs of several ends” of the rules takes it away."

// deadlocked reports whether a run that was made here met a deadlock; recorded
// figures do not tell.
func deadlocked(s *session.Session) bool {
	for i := range s.Experiment.Strategies {
		for _, run := range s.StrategyRuns(i) {
			if run.Deadlocked > 0 {
				return true
			}
		}
	}
	return false
}

// extremes returns the strategy with the lowest blocking rate, the first of
// equals, and the one to hold it against: maximum parallelism, or the one with
// the highest rate if that is missing or the best itself.
func extremes(s *session.Session) (best, other *experiment.Summary) {
	list, _ := s.Figures()
	for i := range list {
		c := &list[i]
		switch {
		case best == nil || c.BlockingRate.Mean < best.BlockingRate.Mean:
			best = c
		case c.BlockingRate.Mean == best.BlockingRate.Mean && fixedDegree(s, c) && !fixedDegree(s, best):
			best = c // which answers with a number
		}
	}
	for i := range list {
		c := &list[i]
		switch {
		case c == best:
		case s.Experiment.Strategies[c.Strategy].Kind == "max":
			return best, c
		case other == nil || c.BlockingRate.Mean > other.BlockingRate.Mean:
			other = c
		}
	}
	return best, other
}

func fixedDegree(s *session.Session, c *experiment.Summary) bool {
	return s.Experiment.Strategies[c.Strategy].Kind == "fixed"
}

// Extremes returns two strategies that are worth a look side by side, as
// indices: those that the sentence is about, or the first two while there is
// nothing to say.
func Extremes(s *session.Session) (left, right int) {
	best, other := extremes(s)
	right = min(1, len(s.Experiment.Strategies)-1)
	if best != nil && other != nil {
		return best.Strategy, other.Strategy
	}
	return 0, right
}

// subject names a strategy as the subject of a sentence.
func subject(s *experiment.StrategySpec) string {
	switch s.Kind {
	case "max":
		return "Maximum parallelism"
	case "min":
		return "A degree of 2"
	case "sequential":
		return "Running every job on one server"
	case "random":
		return "Choosing degrees at random"
	case "acceptable":
		return "The smallest acceptable degree"
	case "fixed":
		return fmt.Sprintf("A fixed degree of %d", s.Degree)
	case "sipml":
		if s.MaxDegree > 0 {
			return fmt.Sprintf("SiP-ML's rule, up to degree %d,", s.MaxDegree)
		}
		return "SiP-ML's rule"
	case "feasible":
		switch {
		case len(s.Degrees) > 0:
			return "The first degree in order that meets the deadline"
		case s.Order == experiment.LargestFirst:
			return "The largest degree that meets the deadline"
		}
		return "The smallest degree that meets the deadline"
	case "reserve":
		return fmt.Sprintf("Keeping a block of %d servers free", s.Degree)
	case "elastic":
		return "ElasticFlow's minimum share"
	case "table":
		return "A table by graph and beta"
	case "rollout":
		return "A one-step rollout"
	case "policy":
		return "The policy " + strings.TrimPrefix(s.Name(), "Policy ")
	}
	return s.Name()
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number.Count(n) + " " + many
}
