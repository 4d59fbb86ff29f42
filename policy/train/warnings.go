package train

import (
	"fmt"
	"math"
	"strconv"

	"rampart/policy/checkpoint"
)

// kept is the number of reports that a session remembers for Warnings.
const kept = 64

// When something counts as trouble. Iterations are noisy: a sign must hold over
// so many of them.
const (
	signs           = 3
	certain         = 0.02 // nats: an action of 99.7 %
	early           = 0.3  // share of the training in which that is too soon
	jump            = 0.1  // KL of an iteration, nats; the usual stops are at 0.01 to 0.05
	worseThanMean   = -0.5 // explained variance
	valueIterations = 10   // in which values may still be wrong
	evaluations     = 10   // without a better one
)

// Warnings returns what is wrong with the training at present and what to do
// about it, in sentences; none if all is well.
func (se *Session) Warnings() []string {
	return Warnings(&se.s, se.recent, se.history)
}

// remember keeps a report for Warnings.
func (se *Session) remember(r *Report) {
	short := *r
	short.Episodes = nil
	if len(se.recent) == kept {
		copy(se.recent, se.recent[1:])
		se.recent = se.recent[:kept-1]
	}
	se.recent = append(se.recent, short)
}

// Warnings returns what the latest reports of a training, in order, and all its
// evaluations give reason to worry about.
func Warnings(s *Settings, reports []Report, history []Evaluation) []string {
	var list []string
	warn := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if rejected := rejected(reports); rejected > 0 {
		warn("%d gradients were not finite and have been left out: lower the learning rate, or bound the gradient (gradientClip).", rejected)
	}
	if len(reports) < signs {
		return list
	}
	last := reports[len(reports)-signs:]
	all := func(holds func(r *Report) bool) bool {
		for i := range last {
			if !holds(&last[i]) {
				return false
			}
		}
		return true
	}
	now := &last[signs-1]
	if all(func(r *Report) bool { return r.RewardSpread == 0 }) {
		why := "all decisions are rewarded alike"
		switch {
		case now.BlockedRate == 1:
			why = "every job is blocked"
		case now.BlockedRate == 0:
			why = "no job is blocked"
		}
		warn("There is nothing to learn from, because %s: change the deadlines (beta), the load (interarrival) or the reward.", why)
	}
	if s.Learner() == checkpoint.DQN {
		if all(func(r *Report) bool { return runsAway(s, r) }) {
			warn("The values run away (%s on average, more than the rewards can add up to): lower the learning rate, or copy to the target network less often.",
				short(now.Q.Value))
		}
	} else {
		warnOfPolicy(s, now, all, warn)
	}
	if since := sinceBest(history); since >= evaluations && 2*since >= len(history) {
		warn("The last %d evaluations brought nothing better than %s: stop, or try another learning rate or seed.", since, percent(history[len(history)-1-since].Mean))
	}
	return list
}

// runsAway reports whether the values of Q-learning are far beyond the sum of
// discounted rewards.
func runsAway(s *Settings, r *Report) bool {
	largest := (math.Abs(r.RewardMean) + float64(3*r.RewardSpread)) / max(1-s.DQN.Gamma, 1e-6)
	return r.Q != nil && r.Q.Updates > 0 && !(math.Abs(r.Q.Value) <= 3*largest)
}

// warnOfPolicy tells what is wrong with a training by PPO.
func warnOfPolicy(s *Settings, now *Report, all func(func(*Report) bool) bool, warn func(string, ...any)) {
	if done := float64(now.Steps) / float64(s.TotalSteps); done < early && all(func(r *Report) bool { return r.Entropy < certain }) {
		warn("The policy has stopped to explore after %.0f %% of the training (entropy %s): raise the entropy coefficient, or lower the learning rate.",
			100*done, short(now.Entropy))
	}
	if limit := max(jump, 10*s.PPO.KLTarget); all(func(r *Report) bool { return !(r.KL <= limit) }) {
		warn("The policy changes too much in one iteration (KL divergence %s): lower the learning rate or the number of passes.", short(now.KL))
	}
	if now.Iterations > valueIterations && all(func(r *Report) bool { return !(r.Explained >= worseThanMean) }) {
		warn("The values predict the returns worse than a constant would (explained variance %s): lower the learning rate or the reward scale.", short(now.Explained))
	}
}

func rejected(reports []Report) (n int) {
	for i := range reports {
		n += reports[i].Rejected
	}
	return n
}

// sinceBest returns the number of evaluations after the best one.
func sinceBest(history []Evaluation) int {
	best, at := math.Inf(1), 0
	for i := range history {
		if history[i].Mean < best {
			best, at = history[i].Mean, i
		}
	}
	return max(len(history)-1-at, 0)
}

func short(x float64) string   { return strconv.FormatFloat(x, 'g', 2, 64) }
func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }
