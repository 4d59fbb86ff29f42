package form

import (
	"math"
	"strconv"
	"strings"

	"rampart/core/experiment"
)

// Mistake is what is wrong with one field.
type Mistake struct {
	Message string // one sentence with its full stop
	Nearest string // the nearest right text, "" if there is none to offer
}

// outcome is what a draft amounts to.
type outcome struct {
	experiment *experiment.Experiment // nil if there is any mistake
	canonical  []byte                 // its canonical form
	partial    *experiment.Experiment // with the last right value where a field is wrong
	mistakes   map[string]Mistake     // by Field.Key, "workload.graphs" or "strategies[ROW]"
	elsewhere  []string               // mistakes in what has no field
}

// check reads a draft. Every mistake is found, not only the first.
func (d *Draft) check() outcome {
	o := outcome{partial: clone(d.base), mistakes: map[string]Mistake{}}
	e := o.partial
	for _, g := range Groups {
		for _, f := range g.Fields {
			if f.shown != nil && !f.shown(e) {
				continue
			}
			if mistake, wrong := f.parse(e, d.text[f.Key]); wrong {
				o.mistakes[f.Key] = mistake
			}
		}
	}
	dropOtherKinds(e)
	e.Workload.Graphs = e.Workload.Graphs[:0:0]
	for _, g := range d.graphs {
		if g.Ticked {
			e.Workload.Graphs = append(e.Workload.Graphs, g.Ref)
		}
	}
	e.Strategies = e.Strategies[:0:0]
	rows := d.parseStrategies(&o)
	if len(e.Workload.Graphs) == 0 {
		o.mistakes["workload.graphs"] = Mistake{Message: "Tick at least one graph."}
	}
	if len(e.Strategies) == 0 && len(rows) == 0 {
		o.mistakes["strategies"] = Mistake{Message: "Tick at least one strategy."}
	}
	// What a wrong field had last stands in for it here, so that mistakes
	// elsewhere are told at the same time.
	for _, err := range experiment.Errors(e) {
		o.add(err.Path, sentence(err.Message), rows)
	}
	if len(o.mistakes) == 0 && len(o.elsewhere) == 0 {
		o.experiment = e
	}
	return o
}

// parseStrategies reads the ticked rows; it returns the row of each strategy.
func (d *Draft) parseStrategies(o *outcome) (rows []int) {
	for i, r := range d.strategies {
		if !r.Ticked {
			continue
		}
		rows = append(rows, i)
		s := r.Spec
		if r.HasDegree() {
			degree, err := parseInteger(r.Degree)
			if r.Spec.Kind == "sipml" && strings.TrimSpace(r.Degree) == "" {
				degree, err = 0, nil // no limit
			}
			if err != nil {
				o.mistakes[rowKey(i)] = Mistake{Message: sentence(quote(r.Degree) + " is not a whole number, expected 1 or an even degree"), Nearest: "8"}
			}
			if r.Spec.Kind == "sipml" {
				s.MaxDegree = degree
			} else {
				s.Degree = degree
			}
		}
		o.partial.Strategies = append(o.partial.Strategies, s)
	}
	return rows
}

// rowKey is the key of a strategy row's mistake.
func rowKey(row int) string { return "strategies[" + strconv.Itoa(row) + "]" }

// add files an error of the experiment under the field that can mend it.
func (o *outcome) add(path, message string, rows []int) {
	if rest, isStrategy := strings.CutPrefix(path, "strategies["); isStrategy {
		index, _, _ := strings.Cut(rest, "]")
		if i, err := strconv.Atoi(index); err == nil && i < len(rows) {
			o.file(rowKey(rows[i]), message)
			return
		}
	}
	for _, g := range Groups {
		for _, f := range g.Fields {
			if f.Key == path || strings.HasPrefix(path, f.Key+"[") || strings.HasPrefix(path, f.Key+".") {
				o.file(f.Key, message)
				return
			}
		}
	}
	switch {
	case strings.HasPrefix(path, "workload.graphs"):
		o.file("workload.graphs", message)
	case strings.HasPrefix(path, "workload.beta"):
		o.file("workload.beta.kind", message)
	case strings.HasPrefix(path, "workload.interarrival"):
		o.file("workload.interarrival.kind", message)
	default:
		o.elsewhere = append(o.elsewhere, path+": "+message)
	}
}

// file keeps the first mistake of each field.
func (o *outcome) file(key, message string) {
	if _, taken := o.mistakes[key]; !taken {
		o.mistakes[key] = Mistake{Message: message}
	}
}

// parse reads text into the field's value, which it leaves alone if the text
// is wrong.
func (f *Field) parse(e *experiment.Experiment, text string) (mistake Mistake, wrong bool) {
	switch {
	case f.ints != nil:
		v, err := parseInteger(text)
		if err != nil {
			return f.notANumber(e, text, "a whole number"), true
		}
		if mistake, wrong := f.outside(float64(v)); wrong {
			return mistake, true
		}
		*f.ints(e) = v
	case f.nums != nil:
		v, err := parseNumber(text, f.Shift)
		if err != nil {
			return f.notANumber(e, text, "a number"), true
		}
		if mistake, wrong := f.outside(v); wrong {
			return mistake, true
		}
		*f.nums(e) = v
	case f.texts != nil:
		*f.texts(e) = text
	default:
		if err := f.write(e, text); err != nil {
			return Mistake{Message: sentence(err.Error())}, true
		}
	}
	return Mistake{}, false
}

func (f *Field) notANumber(e *experiment.Experiment, text, what string) Mistake {
	m := Mistake{Nearest: f.format(e)}
	if strings.TrimSpace(text) == "" {
		m.Message = "Missing, expected " + what + " from " + f.rangeWords() + "."
	} else {
		m.Message = sentence(quote(text) + " is not " + what + ", expected " + f.rangeWords())
	}
	return m
}

// outside reports a number that is out of the field's range. Where the range
// leaves its lower end out, Min is 0 and the check of the experiment says so.
func (f *Field) outside(v float64) (Mistake, bool) {
	if v >= f.Min && v <= f.Max {
		return Mistake{}, false
	}
	nearest := math.Min(math.Max(v, f.Min), f.Max)
	return Mistake{
		Message: formatNumber(v, f.Shift) + " is out of range, expected " + f.rangeWords() + ".",
		Nearest: formatNumber(nearest, f.Shift),
	}, true
}

// rangeWords says what is allowed, with the unit.
func (f *Field) rangeWords() string {
	if f.Unit == "" {
		return f.Range
	}
	return f.Range + " " + f.Unit
}

// sentence makes a sentence of an error.
func sentence(message string) string {
	if message == "" {
		return message
	}
	return strings.ToUpper(message[:1]) + message[1:] + "."
}

// dropOtherKinds clears the parameters that the chosen kinds of distributions
// do not have, so that what was chosen before leaves no trace in a file.
func dropOtherKinds(e *experiment.Experiment) {
	d := &e.Workload.Interarrival
	switch d.Kind {
	case "fixed":
		*d = experiment.Distribution{Kind: d.Kind, Value: d.Value}
	case "exponential":
		*d = experiment.Distribution{Kind: d.Kind, Mean: d.Mean}
	case "bursty":
		*d = experiment.Distribution{Kind: d.Kind, Mean: d.Mean, BurstFactor: d.BurstFactor, BurstSeconds: d.BurstSeconds, CalmSeconds: d.CalmSeconds}
	case "uniform":
		*d = experiment.Distribution{Kind: d.Kind, Min: d.Min, Max: d.Max, Decimals: d.Decimals}
	}
	b := &e.Workload.Beta
	if b.Preset != "" {
		return
	}
	switch b.Kind {
	case "fixed":
		*b = experiment.Beta{Kind: b.Kind, Value: b.Value}
	case "uniform":
		*b = experiment.Beta{Kind: b.Kind, Min: b.Min, Max: b.Max, Decimals: b.Decimals}
	case "skewnormal":
		*b = experiment.Beta{Kind: b.Kind, Skewness: b.Skewness, Min: b.Min, Max: b.Max, Decimals: b.Decimals}
	case "pmf":
		*b = experiment.Beta{Kind: b.Kind, Values: b.Values}
	}
}
