package workload

import (
	"fmt"
	"math"
)

// Check returns an *Error, with paths below path, if the distribution cannot
// be drawn from.
func (d Distribution) Check(path string) error {
	_, err := newInterarrival(d, path)
	return err
}

// Average returns the expected interarrival time in seconds of a distribution
// that passes Check: with the horizon it bounds the number of jobs of a run.
func (d Distribution) Average() float64 {
	switch d.Kind {
	case "uniform":
		return float64((d.Min + d.Max) * 0.5)
	case "exponential", "bursty":
		return d.Mean
	}
	return d.Value
}

// Check returns an *Error, with paths below path, if the distribution cannot
// be drawn from.
func (b Beta) Check(path string) error {
	_, err := newBeta(b, path)
	return err
}

// PMF returns the values that beta takes, ascending, with their probabilities,
// for a chart; at most 1,000,000 of them. The error is that of Check("beta").
func (b Beta) PMF() ([]PMFValue, error) {
	s, err := newBeta(b, "beta")
	if err != nil {
		return nil, err
	}
	if s.table != nil {
		return s.table.pmf(), nil
	}
	p := make([]PMFValue, s.grid.count)
	for k := range p {
		p[k] = PMFValue{s.grid.at(uint64(k)), 1 / float64(len(p))}
	}
	return p, nil
}

// Check returns an *Error if the settings describe no workload: limits first,
// then every field that the generator or the trace uses.
func (s *Settings) Check() error {
	_, err := newStream(s)
	return err
}

func (s *Settings) checkTrace() error {
	before := 0.0
	for i := range s.Trace {
		j := &s.Trace[i]
		var field, problem string
		switch {
		case !(j.ArrivalSeconds >= 0 && j.ArrivalSeconds <= MaxArrival):
			field, problem = "arrivalSeconds", fmt.Sprintf("%s is out of range, expected a number from 0 to %s", number(j.ArrivalSeconds), number(MaxArrival))
		case j.ArrivalSeconds < before:
			field, problem = "arrivalSeconds", fmt.Sprintf("%s is before the job in front of it, expected at least %s", number(j.ArrivalSeconds), number(before))
		case j.Graph < 0 || j.Graph >= len(s.Graphs):
			field, problem = "graph", fmt.Sprintf("%d is out of range, expected an index from 0 to %d", j.Graph, len(s.Graphs)-1)
		case !(j.Beta > 0 && j.Beta <= 1):
			field, problem = "beta", number(j.Beta)+" is out of range, expected a number greater than 0 and up to 1"
		case j.TrainingSteps < 0 || j.TrainingSteps > MaxSteps:
			field, problem = "trainingSteps", fmt.Sprintf("%d is out of range, expected an integer from 1 to %d, or 0 for the workload's", j.TrainingSteps, MaxSteps)
		default:
			before = j.ArrivalSeconds
			continue
		}
		return invalid(fmt.Sprintf("jobs[%d].%s", i, field), problem)
	}
	return nil
}

// interarrival draws the time to the next arrival.
type interarrival struct {
	kind   byte // 'f', 'u', 'e' or 'b'
	grid   grid
	mean   float64 // or the fixed value
	bursty bursty  // of kind b; a value, so that a copy of the stream goes its own way
}

func newInterarrival(d Distribution, path string) (interarrival, error) {
	switch d.Kind {
	case "fixed":
		return interarrival{kind: 'f', mean: d.Value}, checkRange(path+".value", d.Value, MinSeconds, MaxSeconds)
	case "exponential":
		return interarrival{kind: 'e', mean: d.Mean}, checkRange(path+".mean", d.Mean, MinSeconds, MaxSeconds)
	case "uniform":
		g, err := newGrid(path, d.Min, d.Max, d.Decimals, MinSeconds, MaxSeconds)
		return interarrival{kind: 'u', grid: g}, err
	case "bursty":
		b, err := newBursty(d, path)
		return interarrival{kind: 'b', bursty: b}, err
	}
	return interarrival{}, invalid(path+".kind", fmt.Sprintf("%q is unknown, expected fixed, uniform, exponential or bursty", d.Kind))
}

// beta draws a beta: from the table if there is one, else from the grid.
type beta struct {
	grid  grid
	table *table
}

func newBeta(b Beta, path string) (beta, error) {
	if b.Preset != "" {
		made, ok := presets[b.Preset]
		switch {
		case !ok:
			return beta{}, invalid(path+".preset", fmt.Sprintf("%q is unknown, expected A, B, C or D", b.Preset))
		case b.Kind != "":
			return beta{}, invalid(path+".kind", fmt.Sprintf("%q stands beside preset %q, expected one of the two", b.Kind, b.Preset))
		}
		return made(), nil
	}
	switch b.Kind {
	case "fixed":
		t := massTable([]PMFValue{{b.Value, 1}})
		return beta{table: t}, checkRange(path+".value", b.Value, 0, 1)
	case "pmf":
		if err := checkMasses(path+".values", b.Values); err != nil {
			return beta{}, err
		}
		return beta{table: massTable(b.Values)}, nil
	case "uniform", "skewnormal":
		g, err := newGrid(path, b.Min, b.Max, b.Decimals, 0, 1)
		if err != nil || b.Kind == "uniform" {
			return beta{grid: g}, err
		}
		if g.count == 1 {
			return beta{}, invalid(path+".min", fmt.Sprintf("%s is max too, expected less than %s", number(b.Min), number(b.Max)))
		}
		if !(math.Abs(b.Skewness) <= MaxSkewness) {
			return beta{}, invalid(path+".skewness", fmt.Sprintf("%s is out of range, expected a number from %s to %s", number(b.Skewness), number(-MaxSkewness), number(MaxSkewness)))
		}
		return beta{table: skewTable(b.Skewness, g)}, nil
	}
	return beta{}, invalid(path+".kind", fmt.Sprintf("%q is unknown, expected uniform, skewnormal, pmf or fixed", b.Kind))
}

// checkMasses checks the values of a probability mass function. The reference
// wants a sum of exactly 1; ten times 0.1 must do too.
func checkMasses(path string, values []PMFValue) error {
	if len(values) == 0 || len(values) > MaxValues {
		return invalid(path, fmt.Sprintf("%d values, expected from 1 to %d", len(values), MaxValues))
	}
	seen := make(map[float64]bool, len(values))
	sum := 0.0
	for i, v := range values {
		at := fmt.Sprintf("%s[%d]", path, i)
		if err := checkRange(at+".value", v.Value, 0, 1); err != nil {
			return err
		}
		if seen[v.Value] {
			return invalid(at+".value", number(v.Value)+" is listed twice, expected distinct values")
		}
		if !(v.Probability >= 0 && v.Probability <= 1) {
			return invalid(at+".probability", number(v.Probability)+" is out of range, expected a number from 0 to 1")
		}
		seen[v.Value] = true
		sum += v.Probability
	}
	if math.Abs(sum-1) > sumTolerance {
		return invalid(path, fmt.Sprintf("the probabilities sum to %s, expected 1", number(sum)))
	}
	return nil
}
