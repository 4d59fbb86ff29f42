package wire

import (
	"encoding/json"
	"encoding/json/jsontext"
	"strconv"
	"strings"

	"rampart/core/strict"
)

// Text returns the request as JSON. All but a few are written by hand: the page
// sends its first before it is drawn, and reflection would take a tenth of a second
// to get to know the type.
func (r *Request) Text() string {
	switch r.Op {
	case OpRun, OpJobs, OpStop, OpSweep, OpBound, OpRoom, OpGraph, OpSurvey, OpImport:
	default:
		text, err := json.Marshal(r)
		if err != nil {
			panic("wire: request does not encode")
		}
		return string(text)
	}
	b := append([]byte(`{"id":`), strconv.Itoa(r.ID)...)
	b = append(b, `,"op":"`...)
	b = append(b, r.Op...)
	b = append(b, '"')
	if len(r.Experiment) > 0 {
		b = append(append(b, `,"experiment":`...), r.Experiment...)
	}
	for i, u := range r.Units {
		if i == 0 {
			b = append(b, `,"units":[`...)
		} else {
			b = append(b, ',')
		}
		b = append(b, `{"strategy":`...)
		b = strconv.AppendInt(b, int64(u.Strategy), 10)
		b = append(b, `,"seed":`...)
		b = strconv.AppendUint(b, u.Seed, 10)
		b = append(b, '}')
		if i == len(r.Units)-1 {
			b = append(b, ']')
		}
	}
	b = appendSweep(b, r)
	b = appendAsked(b, r)
	return string(append(b, '}'))
}

// appendAsked appends what only imports and the questions about graphs and moments
// have.
func appendAsked(b []byte, r *Request) []byte {
	quote := func(name, text string) {
		if text != "" {
			b = append(append(append(b, `,"`...), name...), `":`...)
			b, _ = jsontext.AppendQuote(b, text) // what is not UTF-8 becomes replacement characters
		}
	}
	quote("fileName", r.FileName)
	quote("file", r.File)
	if q := r.Question; q != nil {
		b, _ = jsontext.AppendQuote(append(b, `,"question":{"name":`...), q.Name)
		for _, f := range []struct {
			name string
			is   bool
		}{{"withoutInput", q.WithoutInput}, {"drawing", q.Drawing}, {"costs", q.Costs}} {
			if f.is {
				b = append(append(append(b, `,"`...), f.name...), `":true`...)
			}
		}
		if q.Degree != 0 {
			b = strconv.AppendInt(append(b, `,"degree":`...), int64(q.Degree), 10)
		}
		b = append(b, '}')
	}
	if r.Seconds != 0 {
		b = strict.AppendFloat(append(b, `,"seconds":`...), r.Seconds)
	}
	if r.Job != nil {
		b = strconv.AppendInt(append(b, `,"job":`...), int64(*r.Job), 10)
	}
	return b
}

// Text returns the reply as the worker posts it: JSON, and behind it jobs of a run.
func (r *Reply) Text() []byte {
	data, err := json.Marshal(r)
	if err != nil {
		panic("wire: reply without JSON form: " + err.Error())
	}
	if len(r.Jobs) > 0 {
		return withJobs(data, r.Jobs)
	}
	return data
}

// byHand reports whether a reply is of a kind that is read without reflection. Its
// kind stands near its begin, as Reply.Text writes it; the others may be long, and
// are not read twice to find out.
func byHand(text string) bool {
	_, rest, found := strings.Cut(text[:min(len(text), 100)], `"kind":"`)
	if !found {
		return false
	}
	kind, _, _ := strings.Cut(rest, `"`)
	switch Kind(kind) {
	case KindReady, KindProgress, KindDone, KindStopped, KindSwept, KindBound, KindJobs:
		return true
	}
	return false
}

// ParseReply reads a reply. Progress, the most frequent, is read without
// reflection, as Request.Text writes.
func ParseReply(text string) (*Reply, error) {
	text, jobs, err := cutJobs(text)
	if err != nil {
		return nil, err
	}
	if !byHand(text) {
		r := &Reply{}
		err := json.Unmarshal([]byte(text), r)
		return r, err
	}
	doc, err := strict.Parse([]byte(text), strict.Limits{MaxBytes: 1 << 30, MaxValues: 1 << 28})
	if err != nil {
		return nil, err
	}
	o := doc.Root().Object()
	r := &Reply{}
	kind := ""
	o.String("kind", &kind, 100)
	r.Kind = Kind(kind)
	o.Int("id", &r.ID, strict.Finite())
	o.String("engine", &r.Engine, 100)
	o.Int("decided", &r.Decided, strict.Finite())
	o.Int("total", &r.Total, strict.Finite())
	if u := o.Object("unit"); u.Present() {
		u.Int("strategy", &r.Unit.Strategy, strict.Finite())
		u.Uint64("seed", &r.Unit.Seed, strict.AtLeast(0))
	}
	r.Jobs = jobs
	parseSwept(o, r)
	return r, doc.Err()
}
