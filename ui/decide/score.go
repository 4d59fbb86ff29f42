package decide

import (
	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
)

// score is a row of the table of scores.
type score struct {
	name                        string
	mark                        chart.Mark
	blocked, rate, jct, speedUp string
	note                        string // instead of figures
	you                         bool
	lost                        int // blocked so far, to compare
}

// decided is how many of the jobs that arrived were decided.
func (m *Model) decided() int {
	if m.episode == nil {
		return 0
	}
	if d := m.episode.Decision; d != nil {
		return d.Job
	}
	return len(m.script())
}

// scores are the user's and everybody's figures on the same arrivals: so far, and
// at the end of the episode.
func (c *View) scores() []score {
	m := c.Model
	if m.episode == nil {
		return nil
	}
	you := score{name: "You", mark: chart.Marks([]experiment.StrategySpec{{Kind: "script"}})[0], blocked: number.Count(m.episode.Blocked), lost: m.episode.Blocked, you: true,
		rate: number.Missing, jct: number.Missing, speedUp: number.Missing}
	if f := m.episode.Final; f != nil {
		you.rate, you.jct, you.speedUp = number.Rate(f.BlockingRate), number.Duration(f.MeanJCTSeconds), number.Times(f.MeanSpeedup)
	}
	list := []score{you}
	marks := chart.Marks(m.table.Strategies)
	for i, r := range m.rivals {
		s := score{name: m.table.Strategies[i].Name(), mark: marks[i], blocked: number.Missing, rate: number.Missing, jct: number.Missing, speedUp: number.Missing}
		switch {
		case r.failed != "":
			s.note = r.failed
		case r.result == nil:
			s.note = "still plays"
		default:
			for job := 0; job < min(m.decided(), len(r.result.Blocked)); job++ {
				s.lost += int(r.result.Blocked[job])
			}
			f := &r.result.Metrics
			s.blocked = number.Count(s.lost)
			s.rate, s.jct, s.speedUp = number.Rate(f.BlockingRate), number.Duration(f.MeanJCTSeconds), number.Times(f.MeanSpeedup)
		}
		list = append(list, s)
	}
	return list
}

// standing is the score so far in a sentence.
func (c *View) standing() string {
	m := c.Model
	n := m.decided()
	if n == 0 {
		return "Nothing is decided yet."
	}
	better, worse, same := 0, 0, 0
	for _, s := range c.scores()[1:] {
		switch {
		case s.blocked == number.Missing:
		case s.lost < m.episode.Blocked:
			better++
		case s.lost > m.episode.Blocked:
			worse++
		default:
			same++
		}
	}
	text := "Of the first " + plural(n, "job") + " you blocked " + number.Count(m.episode.Blocked)
	if better+worse+same > 0 {
		text += ": fewer than " + number.Count(worse) + " of the others, as many as " + number.Count(same) + ", more than " + number.Count(better)
	}
	return text + "."
}

func (s *score) rowClass() string {
	if s.you {
		return "decide-marked"
	}
	return ""
}
