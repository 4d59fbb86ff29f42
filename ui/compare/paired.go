package compare

import (
	"math"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/ui/session"
)

// pairs are the differences of the blocking rates to one strategy.
type pairs struct {
	against int
	lines   []pairLine
	most    float64 // the end of the axis, on both sides of zero
}

// pairLine is one row: a strategy held against another.
type pairLine struct {
	chart.Mark
	experiment.Paired
	Name string
}

// against is the strategy that the others are held against: the chosen one, or
// else maximum parallelism, or the best.
func (c *View) against() int {
	specs := c.Session.Experiment.Strategies
	if c.chosenOf == c.Session && c.chosen < len(specs) {
		return c.chosen
	}
	for i := range specs {
		if specs[i].Kind == "max" {
			return i
		}
	}
	if best, _ := extremes(c.Session); best != nil {
		return best.Strategy
	}
	return 0
}

func (c *View) chooseAgainst(event vugu.DOMEvent) {
	if i, err := strconv.Atoi(event.PropString("target", "value")); err == nil {
		c.chosen, c.chosenOf = i, c.Session
	}
}

// livePairs is the number of runs up to which differences are shown while runs
// still come in.
const livePairs = 2000

// paired computes the differences, anew only when runs have come in.
func (c *View) paired() *pairs {
	s, against := c.Session, c.against()
	if len(s.Experiment.Strategies) < 2 || s.State == session.Running && len(s.Units) > livePairs {
		return nil
	}
	if c.pairsOf.session == s && c.pairsOf.ended == s.Ended() && c.pairs != nil && c.pairs.against == against {
		return c.pairs
	}
	c.pairsOf.session, c.pairsOf.ended = s, s.Ended()
	list := experiment.PairedBlocking(s.Experiment, s.Runs(), against)
	if len(list) == 0 {
		return nil
	}
	p := &pairs{against: against}
	marks := chart.Marks(s.Experiment.Strategies)
	for _, one := range list {
		p.lines = append(p.lines, pairLine{marks[one.Strategy], one, s.Experiment.Strategies[one.Strategy].Name()})
		for _, v := range []float64{one.Difference.Low, one.Difference.High} {
			p.most = max(p.most, min(1, math.Abs(v)))
		}
	}
	p.most = chart.Ceiling(p.most)
	return p
}

// at is where a difference stands along the axis, zero in the middle.
func (p *pairs) at(v float64) string {
	return chart.Percent(0.5 + 0.5*math.Max(-1, math.Min(1, v/p.most)))
}

func (p *pairs) left() string  { return "−" + points(p.most) }
func (p *pairs) right() string { return "+" + points(p.most) }

// points writes a fraction of 1 in hundredths.
func points(v float64) string { return number.Significant(math.Round(1e6*v) / 1e4) }

// signed writes a difference in points with its sign.
func (l *pairLine) signed() string {
	d := l.Difference.Mean
	switch {
	case d > 0:
		return "+" + short(d)
	case d < 0:
		return "−" + short(-d)
	}
	return "0"
}

// short writes points with one decimal, as the sentences do.
func short(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) }

// verdict says in a few words what the difference tells.
func (l *pairLine) verdict() string {
	d := l.Difference
	switch l.Verdict() {
	case experiment.Fewer:
		return short(-d.High) + " to " + short(-d.Low) + " points fewer"
	case experiment.More:
		return short(d.Low) + " to " + short(d.High) + " points more"
	case experiment.Equal:
		return "the same on every seed"
	}
	if !d.Bounded() {
		return "one seed tells no difference"
	}
	return "no difference can be told"
}

// exact says the difference in a sentence.
func (c *View) exact(l *pairLine) string {
	specs := c.Session.Experiment.Strategies
	text := l.Sentence(bare(specs[l.Strategy].Name()), inside(bare(specs[l.Against].Name()))) + "."
	text = strings.Replace(text, "95 %", "95"+number.Thin+"%", 1)
	return strings.ToUpper(text[:1]) + text[1:]
}

// bare leaves out what stands in brackets behind a name.
func bare(name string) string {
	main, _ := nameParts(name)
	return main
}

// inside is a name within a sentence.
func inside(name string) string {
	if name == "" || strings.HasPrefix(name, "SiP-ML") || strings.HasPrefix(name, "Acceptable JCT") {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// Finding says the paired difference of the strategy that blocks the fewest jobs
// in a sentence, "" while there is none.
func (c *View) finding() string {
	if c.pairs == nil || c.Session.State == session.Running {
		return ""
	}
	var best *pairLine
	for i := range c.pairs.lines {
		if l := &c.pairs.lines[i]; best == nil || l.Difference.Mean < best.Difference.Mean {
			best = l
		}
	}
	return c.exact(best)
}

// pairsMeaning says what the differences are.
const pairsMeaning = "Both strategies see the same jobs on a seed. The interval is that of the mean of their differences (Student's t), each pair by itself: it is narrower than the intervals of the two strategies suggest."

func (c *View) selected(i int) bool { return i == c.against() }
