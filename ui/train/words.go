package train

import (
	"fmt"
	"strings"

	"rampart/ui/number"
	"rampart/wasm/wire"
)

// Lead says in a sentence or two what the training has come to.
func (d *Desk) Lead() string {
	t := d.Current
	switch {
	case t == nil:
		return "Train a policy on the experiment as set. It plays its jobs over and over and learns which degree serves the most."
	case t.Failure != "" && len(t.Evaluations) == 0:
		return "The training could not go on."
	case len(t.Evaluations) == 0 && len(t.Curve.Points) == 0:
		return "The policy plays its first jobs."
	case len(t.Evaluations) == 0:
		p := t.Curve.Points[len(t.Curve.Points)-1]
		return fmt.Sprintf("After %s steps the policy blocks %s of its training jobs.", number.Count(p.Steps), number.Rate(p.Blocking))
	}
	e := t.best()
	s := fmt.Sprintf("After %s steps the policy blocks %s of held-out jobs.", number.Count(e.Steps), number.Rate(e.Blocking))
	if best := t.bestReference(); best != nil {
		s += fmt.Sprintf(" The best heuristic, %s, blocks %s.", lower(shortName(best.Name)), number.Rate(best.BlockingRate))
	}
	return s
}

// best is the evaluation with the lowest rate, whose weights are kept.
func (t *Training) best() Evaluation {
	best := t.Evaluations[0]
	for _, e := range t.Evaluations[1:] {
		if e.Blocking < best.Blocking {
			best = e
		}
	}
	return best
}

func (t *Training) bestReference() *wire.Reference {
	var best *wire.Reference
	for i := range t.References {
		if best == nil || t.References[i].BlockingRate < best.BlockingRate {
			best = &t.References[i]
		}
	}
	return best
}

// Status says where the training stands: how far, how fast, how long.
func (d *Desk) Status() []string {
	t := d.Current
	if t == nil {
		return nil
	}
	list := []string{fmt.Sprintf("%s: step %s of %s", t.word(), number.Count(t.Last.Steps), number.Count(t.Total))}
	switch {
	case t.State == Running && t.Last.StepsPerSecond > 0:
		list = append(list, number.Significant(t.Last.StepsPerSecond)+" steps/s")
		if left := t.Last.SecondsLeft; left > 0 {
			list = append(list, "about "+number.Duration(roundUp(left))+" left")
		}
	case t.Seconds > 0:
		list = append(list, number.Duration(t.Seconds)+" of training")
	}
	if t.Saved > 0 {
		list = append(list, "kept up to step "+number.Count(t.Saved))
	}
	return list
}

// word says a state.
func (t *Training) word() string {
	switch t.State {
	case Paused:
		return "Paused"
	case Stopping:
		return "Stopping"
	case Stopped:
		return "Stopped"
	case Done:
		switch t.Reason {
		case "plateau":
			return "Done, no longer getting better"
		case "time":
			return "Done, the time is up"
		}
		return "Done"
	}
	if t.Last.Iteration == 0 && t.Last.StepsPerSecond == 0 {
		return "Starting"
	}
	return "Training"
}

// roundUp keeps an estimate from pretending to precision: whole seconds below
// a minute, tens above.
func roundUp(seconds float64) float64 {
	if seconds < 60 {
		return float64(int(seconds) + 1)
	}
	return float64(10 * (int(seconds/10) + 1))
}

// shortName leaves out what stands in brackets.
func shortName(name string) string {
	short, _, _ := strings.Cut(name, " (")
	return short
}

// lower is a name in the middle of a sentence: acronyms stay.
func lower(name string) string {
	if len(name) > 1 && name[1] >= 'a' && name[1] <= 'z' {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return name
}

// referenceKind finds the kind of strategy that a reference is named after.
func referenceKind(name string) string {
	name = strings.ToLower(name)
	for _, k := range []struct{ begins, kind string }{
		{"max", "max"}, {"acceptable", "acceptable"}, {"fixed", "fixed"}, {"sip", "sipml"},
		{"sequential", "sequential"}, {"min", "min"}, {"script", "script"},
	} {
		if strings.HasPrefix(name, k.begins) {
			return k.kind
		}
	}
	return ""
}

// origin says how a policy was trained.
func (p *Policy) origin() string {
	if p.Preset == "" {
		return "from a file, " + p.Features + " features"
	}
	return p.Preset + " preset, " + p.Features + " features"
}

// rate is the policy's blocking rate on held-out jobs.
func (p *Policy) rate() string {
	if p.Blocking == nil {
		return number.Missing
	}
	return number.Rate(p.Blocking.Mean)
}

// exact says the rate exactly, or why there is none.
func (p *Policy) exact() string {
	if p.Blocking == nil {
		return "It was not evaluated on held-out jobs."
	}
	return fmt.Sprintf("%s on %d held-out seeds, 95%s%% interval %s to %s", number.RateExact(p.Blocking.Mean), p.Blocking.N, number.Thin,
		number.RateExact(p.Blocking.Low), number.RateExact(p.Blocking.High))
}

// builtinOrigin says how a policy that comes with the program was trained.
func builtinOrigin(p *wire.Policy) string {
	if p.Title == "" {
		return "built in"
	}
	return "built in: " + p.Title
}

func builtinRate(p *wire.Policy) string {
	if p.BlockingRate == nil {
		return number.Missing
	}
	return number.Rate(*p.BlockingRate)
}
