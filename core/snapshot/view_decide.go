package snapshot

import (
	"slices"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/strict"
)

// Decide is where an episode that is decided by hand stands.
type Decide struct {
	Seed    uint64 // one of the experiment's seeds
	Degrees []int  // the decisions, in order; at most MaxByHand, each at most the largest degree
}

// MaxByHand is how many decisions by hand a view has at most: what nobody makes
// by hand, and what MaxExtra holds at the largest degrees.
const MaxByHand = 2500

// appendCanonical appends the "decide" object.
func (d *Decide) appendCanonical(dst []byte) []byte {
	dst = append(dst, `{"degrees":[`...)
	for i, degree := range d.Degrees {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(degree), 10)
	}
	return append(strconv.AppendUint(append(dst, `],"seed":`...), d.Seed, 10), '}')
}

// decodeDecide reads the "decide" object of a view of x.
func decodeDecide(n strict.Node, x *exp) *Decide {
	d := &Decide{}
	o := n.Object()
	o.Require("degrees", "seed")
	o.Array("degrees", 0, MaxByHand, func(_ int, n strict.Node) {
		degree := 0
		n.Int(&degree, strict.Between(0, float64(x.Partition.MaxDegree)))
		if degree > 1 && degree%2 != 0 {
			n.Errorf("%d is odd, expected 0, 1 or an even degree", degree)
		}
		d.Degrees = append(d.Degrees, degree)
	})
	o.Uint64("seed", &d.Seed, strict.Between(0, experiment.MaxSeed))
	if !slices.Contains(x.Seeds, d.Seed) {
		o.Errorf("seed", "%d is none of the experiment's seeds", d.Seed)
	}
	return d
}

// readDecide reads decisions by hand, as in 8x3,4,0@2: three times 8, then 4, then
// 0, on seed 2; without a seed they are on the first.
func readDecide(v *View, x *exp, text string) (err error) {
	list, seed, hasSeed := strings.Cut(text, "@")
	v.Decide = &Decide{Seed: x.Seeds[0]}
	if hasSeed {
		if v.Decide.Seed, err = parseSeed(seed); err != nil {
			return err
		}
	}
	if list == "" {
		return nil
	}
	for _, part := range strings.Split(list, ",") {
		degreeText, timesText, repeated := strings.Cut(part, "x")
		degree, err := parseInt(degreeText)
		if err != nil {
			return err
		}
		times := 1
		if repeated {
			if times, err = parseInt(timesText); err != nil {
				return err
			}
			if times < 1 {
				return wrong(part, "no decision, expected a degree or one with how often, as in 8x3")
			}
		}
		if times > MaxByHand-len(v.Decide.Degrees) {
			return wrong(part, "one too many, expected at most "+strconv.Itoa(MaxByHand)+" decisions")
		}
		v.Decide.Degrees = append(v.Decide.Degrees, slices.Repeat([]int{degree}, times)...)
	}
	return nil
}

func writeDecide(v *View, x *exp) string {
	if v.Decide == nil {
		return ""
	}
	var b []byte
	for i, list := 0, v.Decide.Degrees; i < len(list) && len(b) <= maxShort; {
		times := 1
		for i+times < len(list) && list[i+times] == list[i] {
			times++
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(list[i]), 10)
		if times > 1 {
			b = strconv.AppendInt(append(b, 'x'), int64(times), 10)
		}
		i += times
	}
	if v.Decide.Seed != x.Seeds[0] {
		b = strconv.AppendUint(append(b, '@'), v.Decide.Seed, 10)
	}
	return string(b)
}
