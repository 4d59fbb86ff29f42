package snapshot

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/strict"
)

// wrong says that a value is not what it should be.
func wrong(text, what string) error { return errors.New(strict.Excerpt(text) + " is " + what) }

// maxDigits bounds the text of a number; nobody types a longer one.
const maxDigits = 40

// parseFloat reads a decimal number.
func parseFloat(text string) (float64, error) {
	if text != "" && len(text) <= maxDigits && strings.Trim(text, "0123456789.eE+-") == "" {
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			return v, nil
		} else if errors.Is(err, strconv.ErrRange) && !math.IsInf(v, 0) {
			return v, nil // so small that it is nothing
		}
	}
	return 0, wrong(text, "no number")
}

// parseInt reads a whole number, written as such or as in 1e6.
func parseInt(text string) (int, error) {
	v, err := parseFloat(text)
	if err != nil || v != math.Trunc(v) {
		return 0, wrong(text, "no whole number")
	}
	if math.Abs(v) > math.MaxInt32 { // which is more than any field takes
		return 0, wrong(text, "out of range")
	}
	return int(v), nil
}

// exponent writes a number as in 1.6e12.
func exponent(v float64) string {
	mantissa, e, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	n, err := strconv.Atoi(e)
	if err != nil {
		panic("snapshot: number is not finite")
	}
	return mantissa + "e" + strconv.Itoa(n)
}

const defaultDecimals = 2 // as in an experiment file

// parseGrid reads the ends and the decimals of a uniform distribution, as in
// 0.1..1:2; the decimals may be left out.
func parseGrid(text string) (low, high float64, decimals int, err error) {
	ends, digits, found := strings.Cut(text, ":")
	from, to, isRange := strings.Cut(ends, "..")
	if !isRange {
		return 0, 0, 0, wrong(text, "no range, expected one such as 0.1..1:2, the 2 for decimals")
	}
	decimals = defaultDecimals
	if found {
		if decimals, err = parseInt(digits); err != nil {
			return 0, 0, 0, err
		}
	}
	if low, err = parseFloat(from); err != nil {
		return 0, 0, 0, err
	}
	high, err = parseFloat(to)
	return low, high, decimals, err
}

func writeGrid(low, high float64, decimals int) string {
	text := number(low) + ".." + number(high)
	if decimals != defaultDecimals {
		text += ":" + strconv.Itoa(decimals)
	}
	return text
}

// parseValues reads a probability mass function, as in 0.25@0.5,0.5@0.5.
func parseValues(text string) ([]experiment.PMFValue, error) {
	var values []experiment.PMFValue
	for _, part := range strings.Split(text, ",") {
		value, probability, found := strings.Cut(part, "@")
		if !found {
			return nil, wrong(part, "no value with its probability, expected one such as 0.25@0.5")
		}
		v, err := parseFloat(value)
		if err != nil {
			return nil, err
		}
		p, err := parseFloat(probability)
		if err != nil {
			return nil, err
		}
		values = append(values, experiment.PMFValue{Value: v, Probability: p})
	}
	return values, nil
}

// readSeeds reads a list of seeds and of ranges of seeds, as in 3,7,10..19.
func readSeeds(x *exp, text string) error {
	x.Seeds = nil
	for _, part := range strings.Split(text, ",") {
		from, to, isRange := strings.Cut(part, "..")
		first, err := parseSeed(from)
		if err != nil {
			return err
		}
		last := first
		if isRange {
			if last, err = parseSeed(to); err != nil {
				return err
			}
			if last < first {
				return wrong(part, "no range of seeds, expected the smaller one first")
			}
		}
		if last-first >= uint64(experiment.MaxSeeds-len(x.Seeds)) {
			return wrong(part, "one too many, expected at most "+strconv.Itoa(experiment.MaxSeeds)+" seeds")
		}
		for seed := first; ; seed++ { // last may be the largest number
			x.Seeds = append(x.Seeds, seed)
			if seed == last {
				break
			}
		}
	}
	return nil
}

func parseSeed(text string) (uint64, error) {
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil || v > experiment.MaxSeed {
		return 0, wrong(text, "no seed, expected a whole number from 0 to 9007199254740991")
	}
	return v, nil
}

func writeSeeds(x *exp) (string, bool) {
	var b []byte
	for i := 0; i < len(x.Seeds); i++ {
		if len(b) > maxShort {
			return "", false
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, x.Seeds[i], 10)
		last := i
		for last+1 < len(x.Seeds) && x.Seeds[last+1] == x.Seeds[last]+1 {
			last++
		}
		if last-i >= 2 {
			b = strconv.AppendUint(append(b, ".."...), x.Seeds[last], 10)
			i = last
		}
	}
	return string(b), true
}
