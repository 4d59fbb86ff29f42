package experiment

import (
	"fmt"
	"strconv"
)

// Paired is the difference of a figure between two strategies on equal seeds.
// Both see the same jobs, so what one seed brings to both is gone from it, and
// its interval is narrower than the intervals of the two suggest.
type Paired struct {
	Strategy, Against int
	Difference        Interval // of Strategy less Against, over the seeds that both have
}

// PairedBlocking returns the paired differences of the blocking rates, as
// fractions of 1, between strategy against and each other one that has runs on
// seeds that it has, too, in the order of the strategies.
func PairedBlocking(x *Experiment, runs []Run, against int) []Paired {
	base := make(map[uint64]float64, len(x.Seeds))
	for i := range runs {
		if runs[i].Strategy == against {
			base[runs[i].Seed] = runs[i].BlockingRate
		}
	}
	differences := make([][]float64, len(x.Strategies))
	for i := range runs {
		if b, both := base[runs[i].Seed]; both && runs[i].Strategy != against {
			differences[runs[i].Strategy] = append(differences[runs[i].Strategy], runs[i].BlockingRate-b)
		}
	}
	var list []Paired
	for strategy, values := range differences {
		if len(values) > 0 {
			list = append(list, Paired{strategy, against, NewInterval(values)})
		}
	}
	return list
}

// Verdict says what a paired difference tells.
type Verdict string

// The verdicts. Unclear is also that of a single seed, which has no interval.
const (
	Fewer   Verdict = "fewer"   // the whole interval lies below 0
	More    Verdict = "more"    // above 0
	Unclear Verdict = "unclear" // it holds 0
	Equal   Verdict = "equal"   // on every seed
)

// Verdict judges the difference by its 95 % interval.
func (p *Paired) Verdict() Verdict {
	d := &p.Difference
	switch {
	case d.Mean == 0 && d.StandardDeviation == 0:
		return Equal
	case !d.Bounded():
		return Unclear
	case d.High < 0:
		return Fewer
	case d.Low > 0:
		return More
	}
	return Unclear
}

// Sentence says the difference in words, without a full stop, as in "Fixed 8
// blocks 4.1 points fewer than Random, 95 % interval 3.2 to 5.0". Points are
// hundredths of the jobs that arrived. Names are those of the two strategies.
func (p *Paired) Sentence(name, against string) string {
	d := p.Difference
	switch p.Verdict() {
	case Equal:
		return fmt.Sprintf("%s blocks as many as %s on every seed", name, against)
	case Fewer:
		return fmt.Sprintf("%s blocks %s points fewer than %s, 95 %% interval %s to %s", name, points(-d.Mean), against, points(-d.High), points(-d.Low))
	case More:
		return fmt.Sprintf("%s blocks %s points more than %s, 95 %% interval %s to %s", name, points(d.Mean), against, points(d.Low), points(d.High))
	}
	word := "more"
	if d.Mean < 0 {
		word = "fewer"
	}
	if !d.Bounded() {
		return fmt.Sprintf("%s blocks %s points %s than %s on one seed, which tells no difference", name, points(max(d.Mean, -d.Mean)), word, against)
	}
	return fmt.Sprintf("no difference can be told between %s and %s, 95 %% interval from %s points fewer to %s more", name, against, points(-d.Low), points(d.High))
}

// points writes a fraction of 1 in hundredths: with one decimal, with more where
// that would leave nothing.
func points(fraction float64) string {
	for decimals := 1; decimals < 4; decimals++ {
		text := strconv.FormatFloat(100*fraction, 'f', decimals, 64)
		if rounded, err := strconv.ParseFloat(text, 64); err == nil && rounded != 0 {
			return text
		}
	}
	return strconv.FormatFloat(100*fraction, 'f', 4, 64)
}
