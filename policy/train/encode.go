package train

import (
	"encoding/json"
	"strconv"
	"strings"

	"rampart/core/strict"
)

// AppendCanonical appends s as the "train" object of an experiment, in the
// canonical form that experiment.Experiment.Train has: all defaults written
// out but blocks and what is none, members sorted. Equal settings have equal bytes, and Decode of the bytes
// gives s back. It panics if a number of s is not finite; Check refuses such
// settings.
func (s *Settings) AppendCanonical(dst []byte) []byte {
	b := []byte(`{"preset":`)
	b = strconv.AppendQuote(b, s.Preset)
	if l := s.Learner(); l != "" {
		b = strconv.AppendQuote(append(b, `,"learner":`...), l)
	}
	for _, f := range s.fields() {
		b = append(append(append(b, `,"`...), f.name...), `":`...)
		switch v := f.at.(type) {
		case *int:
			b = strconv.AppendInt(b, int64(*v), 10)
		case *float64:
			b = strict.AppendFloat(b, *v)
		}
	}
	b = append(append(b, `,"anneal":`...), strconv.FormatBool(s.Anneal)...)
	b = strconv.AppendQuote(append(b, `,"features":`...), string(s.Features))
	if s.Blocks > 1 { // left out otherwise, as before there was a choice
		b = strconv.AppendInt(append(b, `,"blocks":`...), int64(s.Blocks), 10)
	}
	b = append(append(b, `,"reward":`...), must(json.Marshal(s.Reward))...)
	b = strconv.AppendUint(append(b, `,"seed":`...), s.Seed, 10)
	b = append(b, `,"evaluationSeeds":[`...)
	for i, seed := range s.EvaluationSeeds {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, seed, 10)
	}
	b = append(b, `],"model":{"activation":`...)
	b = strconv.AppendQuote(b, s.Model.Activation)
	for _, f := range s.modelFields() {
		b = append(append(append(b, `,"`...), f.name...), `":`...)
		b = strconv.AppendInt(b, int64(*f.at), 10)
	}
	b = append(b, '}')
	if w := s.WarmStart; w != nil {
		b = strconv.AppendQuote(append(b, `,"warmStart":{"kind":`...), w.Kind)
		if w.Kind == "fixed" {
			b = strconv.AppendInt(append(b, `,"degree":`...), int64(w.Degree), 10)
		}
		b = strconv.AppendInt(append(b, `,"iterations":`...), int64(w.Iterations), 10)
		b = append(b, '}')
	}
	if len(s.Variations) > 0 {
		b = append(append(append(b, `,"variations":[`...), strings.Join(s.Variations, ",")...), ']')
	}
	doc, err := strict.Parse(append(b, '}'), strict.Limits{})
	if err != nil {
		panic("train: settings without JSON form") // a number is not finite
	}
	return append(dst, doc.Root().Canonical()...)
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic("train: settings without JSON form")
	}
	return b
}
