package snapshot

import (
	"strconv"
	"strings"

	"rampart/core/experiment"
)

// baselineWord is the word of a strong baseline: feasible, with an order if it
// has one (feasible:largest, feasible:8-4-16); reserve4, reserve4:largest;
// elastic; and rollout, with the arrivals and the samples if they are not the
// usual ones (rollout:60x16) and the word of its base if it has one
// (rollout:120x32:8). A table has no word.
func baselineWord(s *experiment.StrategySpec) (text string, ok bool) {
	switch s.Kind {
	case "feasible", "elastic":
		return s.Kind + orderWord(s), true
	case "reserve":
		return s.Kind + strconv.Itoa(s.Degree) + orderWord(s), true
	case "rollout":
		text = s.Kind
		if usual := s.Arrivals == experiment.DefaultArrivals && s.Samples == experiment.DefaultSamples; !usual || s.Base != nil {
			text += ":" + strconv.Itoa(s.Arrivals) + "x" + strconv.Itoa(s.Samples)
		}
		if s.Base == nil {
			return text, true
		}
		base, sayable := word(s.Base)
		return text + ":" + base, sayable
	}
	return "", false
}

func orderWord(s *experiment.StrategySpec) string {
	if s.Order != "" {
		return ":" + s.Order
	}
	text, mark := "", ":"
	for _, degree := range s.Degrees {
		text += mark + strconv.Itoa(degree)
		mark = "-"
	}
	return text
}

// parseBaseline reads a word of baselineWord; is tells whether it is one.
func parseBaseline(text string) (s experiment.StrategySpec, is bool, err error) {
	head, rest, more := strings.Cut(text, ":")
	s.Kind = strings.TrimRight(head, "0123456789")
	digits := head[len(s.Kind):]
	switch s.Kind {
	case "reserve":
		if s.Degree, err = parseInt(digits); err != nil {
			return s, true, wrong(text, "no reserve, expected one such as reserve8")
		}
	case "feasible", "elastic", "rollout":
		if digits != "" {
			return s, true, wrong(text, "no strategy of a short link: "+s.Kind+" has no degree")
		}
	default:
		return s, false, nil
	}
	switch {
	case s.Kind == "rollout":
		s.Arrivals, s.Samples = experiment.DefaultArrivals, experiment.DefaultSamples
		if more {
			err = parseRollout(&s, rest)
		}
	case s.Kind == "elastic" && more:
		err = wrong(text, "no strategy of a short link: elastic has no order")
	case more:
		err = parseOrder(&s, rest)
	}
	return s, true, err
}

func parseOrder(s *experiment.StrategySpec, text string) error {
	switch text {
	case experiment.SmallestFirst: // as if nothing was said
		return nil
	case experiment.LargestFirst:
		s.Order = text
		return nil
	}
	for _, part := range strings.Split(text, "-") {
		degree, err := parseInt(part)
		if err != nil {
			return wrong(text, "no order of degrees, expected smallest, largest or one such as 8-4-16")
		}
		s.Degrees = append(s.Degrees, degree)
	}
	return nil
}

func parseRollout(s *experiment.StrategySpec, text string) error {
	size, base, hasBase := strings.Cut(text, ":")
	arrivals, samples, _ := strings.Cut(size, "x")
	var err error
	if s.Arrivals, err = parseInt(arrivals); err == nil {
		s.Samples, err = parseInt(samples)
	}
	if err != nil {
		return wrong(size, "no size of a rollout, expected arrivals x samples such as 120x32")
	}
	if hasBase {
		// Nothing below is deeper: what says rollout again is refused by the
		// check of the experiment, and would be here by the length of a link.
		under, err := parseWord(base)
		if err != nil {
			return err
		}
		s.Base = &under
	}
	return nil
}
