package decide

import (
	"strconv"

	"rampart/core/cluster"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/wasm/wire"
)

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number.Count(n) + " " + noun + "s"
}

func degreeWords(degree int) string {
	if degree == 0 {
		return "Do not run it"
	}
	return "Degree " + strconv.Itoa(degree)
}

// lead is one sentence about what is to be decided, or how it ended.
func (c *View) lead() string {
	m := c.Model
	switch {
	case m.episode == nil && m.message != "":
		return "The episode cannot be played."
	case m.episode == nil:
		return "The episode is being prepared."
	case m.episode.Decision == nil:
		return "The episode is over. You blocked " + number.Rate(m.episode.Final.BlockingRate) + " of jobs" + c.bestWords() + "."
	}
	d := m.episode.Decision
	return "Job " + number.Count(d.Job) + " is " + article(d.Graph) + " " + d.Graph + ". It may take at most " + number.Duration(d.MaxAcceptableSeconds) + ". Which degree?"
}

// article is a or an, for the name of a graph.
func article(name string) string {
	switch name[:min(1, len(name))] {
	case "a", "e", "i", "o":
		return "an"
	}
	return "a"
}

// bestWords names who did best on the same arrivals.
func (c *View) bestWords() string {
	m := c.Model
	best := -1
	for i, r := range m.rivals {
		if r.result != nil && (best < 0 || r.result.Metrics.BlockingRate < m.rivals[best].result.Metrics.BlockingRate) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	return "; the best of the others, " + m.table.Strategies[best].Name() + ", blocks " + number.Rate(m.rivals[best].result.Metrics.BlockingRate)
}

// terms is what the job asks for, in words.
func (c *View) terms() string {
	d := c.Model.decision()
	return plural(d.TrainingSteps, "training step") + ", " + number.Duration(d.SequentialSeconds) + " on one server. With β " +
		number.Significant(d.Beta) + " it may take at most " + number.Duration(d.MaxAcceptableSeconds) + "."
}

func (c *View) termsExact() string {
	d := c.Model.decision()
	return "sequentially " + number.Seconds(d.SequentialSeconds) + ", at most " + number.Seconds(d.MaxAcceptableSeconds)
}

// clusterWords is what the cluster is like, in words.
func (c *View) clusterWords() string {
	e := c.Model.episode
	free := 0
	for _, of := range e.Busy {
		if of == 0 {
			free++
		}
	}
	text := number.Count(free) + " of " + plural(len(e.Busy), "server") + " free"
	if free > 0 {
		text += ", at most " + number.Count(e.Largest) + " of them in one block"
	}
	text += "; " + plural(len(e.Running), "job") + " running"
	if d := e.Decision; d != nil {
		text += ". It is " + number.Duration(d.ClockSeconds) + " into the episode"
	}
	return text + "."
}

// saidWords is what the last turn has brought about, or what to do first.
func (c *View) saidWords() string {
	if m := c.Model; m.said == "" && len(m.turns) == 0 && m.decision() != nil {
		return "Choose a degree below, or let a strategy decide."
	}
	return c.Model.said
}

// consequence says what the last turn has brought about.
func (m *Model) consequence() string {
	if m.episode == nil || m.episode.Last == nil || len(m.turns) == 0 {
		return ""
	}
	v, last := m.episode.Last, &m.turns[len(m.turns)-1]
	text := "Job " + number.Count(v.Job) + ", " + v.Graph + ": "
	if n := len(last.degrees); last.who != "" {
		text = last.who + " has decided " + plural(n, "job") + ". The last, job " + number.Count(v.Job) + ", " + v.Graph + ": "
	}
	return text + verdictWords(v)
}

// verdictWords says what became of a decision and why.
func verdictWords(v *wire.Verdict) string {
	switch {
	case v.Accepted:
		return "degree " + strconv.Itoa(v.Degree) + " was placed on " + plural(v.Servers, "server") + " and takes " + number.Duration(v.JCTSeconds) +
			", " + number.Rate(v.JCTSeconds/v.MaxAcceptableSeconds) + " of what is acceptable."
	case v.Degree == 0:
		return "you did not run it, so it counts as blocked."
	case v.JCTSeconds > 0:
		return "blocked. At degree " + strconv.Itoa(v.Degree) + " it would have taken " + number.Duration(v.JCTSeconds) + ", more than the " +
			number.Duration(v.MaxAcceptableSeconds) + " that are acceptable."
	}
	if v.Cause == cluster.CauseJCT {
		return "blocked. At degree " + strconv.Itoa(v.Degree) + " a training step would never end: parts of it wait for each other, a deadlock."
	}
	return "blocked. " + chart.CauseMeaning(v.Cause)
}

// leftWords says how many jobs a script would decline.
func (c *View) scriptWords() string {
	m := c.Model
	if m.decision() == nil {
		return "Your decisions join the strategies as a script, on seed " + strconv.FormatUint(m.seed, 10) + " alone. Then Share and Export hand them on."
	}
	return "The script would decline the jobs that are not decided yet: decide them, or let a strategy decide the rest."
}
