package main

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"rampart/core/experiment"
	"rampart/policy/train"
	"rampart/ui/number"
)

// trainMeter writes the progress of a training for people, in the way of meter.
type trainMeter struct {
	meter
	quiet  bool
	warned map[string]bool
}

func newTrainMeter(w io.Writer, quiet bool) *trainMeter {
	return &trainMeter{meter: *newMeter(w), quiet: quiet, warned: map[string]bool{}}
}

// say tells what is done before there are figures.
func (m *trainMeter) say(what string) {
	if m.terminal && !m.quiet {
		m.overwrite(what)
	}
}

// report tells of an iteration; steps count from the first of this use.
func (m *trainMeter) report(r *train.Report, se *train.Session, elapsed time.Duration, first int) {
	if m.quiet {
		return
	}
	m.warn(se.Warnings())
	now := time.Now()
	if now.Before(m.next) {
		return
	}
	line := trainLine(r, se, elapsed, first)
	if m.terminal {
		m.next = now.Add(everyOnTerminal)
		m.overwrite(line)
		return
	}
	m.next = now.Add(everyElsewhere)
	fmt.Fprintf(m.w, "rampart: %s\n", line)
}

// warn writes each kind of trouble once: its words stay, its figures change.
func (m *trainMeter) warn(list []string) {
	for _, w := range list {
		kind := strings.Map(func(r rune) rune {
			if !unicode.IsLetter(r) {
				return -1
			}
			return r
		}, w)
		if !m.warned[kind] {
			m.warned[kind] = true
			m.finish()
			fmt.Fprintf(m.w, "rampart: %s\n", w)
		}
	}
}

// trainLine says how far a training has come and how well it does.
func trainLine(r *train.Report, se *train.Session, elapsed time.Duration, first int) string {
	s := se.Settings()
	speed := rate(r.Steps-first, elapsed)
	line := fmt.Sprintf("%3.0f %%, %s of %s steps, %s steps/s, blocked %s", 100*float64(r.Steps)/float64(s.TotalSteps),
		number.Count(r.Steps), number.Count(s.TotalSteps), number.Significant(speed), number.Rate(r.BlockedRate))
	if h := se.History(); len(h) > 0 {
		_, best := se.Best()
		line += fmt.Sprintf(", held out %s (best %s)", number.Rate(h[len(h)-1].Mean), number.Rate(best.Mean))
	}
	if q := r.Q; q != nil {
		line += fmt.Sprintf(", error %s, value %s, epsilon %.2f", number.Significant(q.Error), number.Significant(q.Value), q.Epsilon)
	} else {
		line += fmt.Sprintf(", entropy %.2f", r.Entropy)
	}
	if speed == 0 {
		return line
	}
	left := float64(s.TotalSteps-r.Steps) / speed
	if s.MaxSeconds > 0 {
		left = min(left, s.MaxSeconds-elapsed.Seconds())
	}
	return line + ", about " + roughly(time.Duration(max(left, 0)*float64(time.Second))) + " left"
}

// endings say why a training has ended.
var endings = map[string]string{
	train.StopSteps:   "all steps are done",
	train.StopPlateau: "the last evaluations brought nothing better",
	stopTime:          "its time is up",
}

// describe writes what a training has brought: its policy against the
// heuristics, on jobs that it was not trained on.
func (t *training) describe(b *strings.Builder, reason string, references []train.Reference, digest string) {
	done := t.session.Progress()
	s := t.session.Settings()
	fmt.Fprintf(b, "%s steps in %s iterations (%s); on %s that it was not trained on:\n\n", number.Count(done.Steps),
		number.Count(done.Iterations), endings[reason], plural(len(s.EvaluationSeeds), "seed"))
	rows := table{{"Strategy", "Blocking rate"}}
	if _, best := t.session.Best(); len(best.BlockingRate) > 0 {
		rows = append(rows, []string{fmt.Sprintf("Policy after %s steps", number.Count(best.Steps)),
			withInterval(experiment.NewInterval(best.BlockingRate), number.Rate)})
	}
	for _, r := range references {
		rows = append(rows, []string{r.Strategy.Name(), withInterval(experiment.NewInterval(r.BlockingRate), number.Rate)})
	}
	rows.write(b)
	fmt.Fprintf(b, "\n%s: %s\n%s: the training, to go on from with --resume\n", shownName(t.out), digest, shownName(t.saved))
}
