package form

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rampart/core/experiment"
)

// maxSeedRange bounds what "0-9" may stand for, so that a slip of the finger
// does not list a billion seeds; it is experiment.MaxSeeds.
const maxSeedRange = experiment.MaxSeeds

func readBetaKind(e *experiment.Experiment) string {
	if e.Workload.Beta.Preset != "" {
		return e.Workload.Beta.Preset
	}
	return e.Workload.Beta.Kind
}

func writeBetaKind(e *experiment.Experiment, text string) error {
	b := &e.Workload.Beta
	switch text {
	case "A", "B", "C", "D":
		*b = experiment.Beta{Preset: text}
	default:
		b.Preset, b.Kind = "", text
	}
	return nil
}

func readBetaValues(e *experiment.Experiment) string {
	parts := make([]string, len(e.Workload.Beta.Values))
	for i, v := range e.Workload.Beta.Values {
		parts[i] = formatNumber(v.Value, 0) + ":" + formatNumber(v.Probability, 0)
	}
	return strings.Join(parts, ", ")
}

func writeBetaValues(e *experiment.Experiment, text string) error {
	var values []experiment.PMFValue
	for _, part := range split(text) {
		value, probability, found := strings.Cut(part, ":")
		v, err1 := parseNumber(value, 0)
		p, err2 := parseNumber(probability, 0)
		if !found || err1 != nil || err2 != nil {
			return fmt.Errorf("%s is not a beta and its probability, such as 0.25:0.5", quote(part))
		}
		values = append(values, experiment.PMFValue{Value: v, Probability: p})
	}
	e.Workload.Beta.Values = values
	return nil
}

// readSeeds writes seeds with runs of three and more as ranges.
func readSeeds(e *experiment.Experiment) string {
	var parts []string
	for i := 0; i < len(e.Seeds); {
		end := i + 1
		for end < len(e.Seeds) && e.Seeds[end] == e.Seeds[end-1]+1 {
			end++
		}
		if end-i > 3 {
			parts = append(parts, formatSeed(e.Seeds[i])+"-"+formatSeed(e.Seeds[end-1]))
			i = end
			continue
		}
		parts = append(parts, formatSeed(e.Seeds[i]))
		i++
	}
	return strings.Join(parts, ", ")
}

func writeSeeds(e *experiment.Experiment, text string) error {
	var seeds []uint64
	for _, part := range split(text) {
		low, high, isRange := strings.Cut(part, "-")
		first, err := parseSeed(low)
		last := first
		if err == nil && isRange {
			last, err = parseSeed(high)
		}
		switch {
		case err != nil:
			return fmt.Errorf("%s is not a whole number from 0, nor a range such as 0-9", quote(part))
		case last < first:
			return fmt.Errorf("%s ends before it starts", quote(part))
		case last-first >= maxSeedRange || uint64(len(seeds)) >= maxSeedRange:
			return fmt.Errorf("%s are too many seeds, expected at most %d", quote(part), maxSeedRange)
		}
		for seed := first; seed <= last; seed++ {
			seeds = append(seeds, seed)
		}
	}
	if len(seeds) == 0 {
		return errors.New("there is no seed, expected at least one, such as 0")
	}
	e.Seeds = seeds
	return nil
}

func parseSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err == nil && seed > experiment.MaxSeed {
		err = strconv.ErrRange
	}
	return seed, err
}

func formatSeed(seed uint64) string { return strconv.FormatUint(seed, 10) }

// split cuts a list at commas, semicolons and line ends, and drops empty parts.
func split(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' })
	kept := parts[:0]
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			kept = append(kept, part)
		}
	}
	return kept
}
