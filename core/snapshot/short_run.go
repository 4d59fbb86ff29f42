package snapshot

import (
	"strconv"
	"strings"

	"rampart/core/experiment"
)

// word is a strategy in a short link: its kind, with a degree if it has one
// (sipml6), the degree alone for a fixed one (8), policy: and the name of a
// built-in policy, or one of the words of baselineWord. ok is false if no word
// can say it.
func word(s *experiment.StrategySpec) (text string, ok bool) {
	switch s.Kind {
	case "max", "min", "sequential", "random", "acceptable":
		return s.Kind, true
	case "fixed":
		return strconv.Itoa(s.Degree), true
	case "sipml":
		if s.MaxDegree == 0 {
			return s.Kind, true
		}
		return s.Kind + strconv.Itoa(s.MaxDegree), true
	case "policy":
		inline := strings.HasPrefix(s.Checkpoint, "data:")
		return policyWord + s.Checkpoint, !inline && !strings.ContainsAny(s.Checkpoint, ",@")
	}
	return baselineWord(s)
}

const policyWord = "policy:"

// parseWord reads a strategy.
func parseWord(text string) (experiment.StrategySpec, error) {
	if name, is := strings.CutPrefix(text, policyWord); is {
		return experiment.StrategySpec{Kind: "policy", Checkpoint: name}, nil
	}
	if s, is, err := parseBaseline(text); is {
		return s, err
	}
	kind := strings.TrimRight(text, "0123456789")
	digits := text[len(kind):]
	switch kind {
	case "max", "min", "sequential", "random", "acceptable":
		if digits == "" {
			return experiment.StrategySpec{Kind: kind}, nil
		}
	case "", "fixed":
		if degree, err := strconv.Atoi(digits); err == nil {
			return experiment.StrategySpec{Kind: "fixed", Degree: degree}, nil
		}
	case "sipml":
		s := experiment.StrategySpec{Kind: kind}
		var err error
		if digits != "" {
			s.MaxDegree, err = strconv.Atoi(digits)
		}
		if err == nil {
			return s, nil
		}
	}
	return experiment.StrategySpec{}, wrong(text, "no strategy of a short link, expected max, min, sequential, random, acceptable, a degree such as 8, sipml, sipml6, feasible, feasible:largest, feasible:8-4-16, reserve8, elastic, rollout, rollout:120x32:8 or policy:NAME")
}

func readRun(x *exp, text string) error {
	x.Strategies = nil
	return addStrategies(x, text, parseWord)
}

func addStrategies(x *exp, text string, parse func(string) (experiment.StrategySpec, error)) error {
	for _, part := range strings.Split(text, ",") {
		if len(x.Strategies) > experiment.MaxStrategies {
			break // which the check of the experiment will say
		}
		s, err := parse(part)
		if err != nil {
			return err
		}
		x.Strategies = append(x.Strategies, s)
	}
	return nil
}

// writeRun writes the strategies for the key run, or for degree if all have a
// fixed degree: then both read the same.
func writeRun(x *exp) (string, bool) {
	words := make([]string, len(x.Strategies))
	for i := range x.Strategies {
		text, ok := word(&x.Strategies[i])
		if !ok {
			return "", false
		}
		words[i] = text
	}
	return strings.Join(words, ","), true
}

// readDegrees reads fixed degrees: behind the strategies of run, or alone if
// there is no run.
func readDegrees(x *exp, text string) error {
	return addStrategies(x, text, func(text string) (experiment.StrategySpec, error) {
		degree, err := parseInt(text)
		return experiment.StrategySpec{Kind: "fixed", Degree: degree}, err
	})
}

// allFixed reports whether every strategy of x has a fixed degree.
func allFixed(x *exp) bool {
	for i := range x.Strategies {
		if x.Strategies[i].Kind != "fixed" {
			return false
		}
	}
	return true
}
