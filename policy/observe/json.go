package observe

import (
	"encoding/json"

	"rampart/core/strict"
)

// MarshalJSON writes the fields that the kind uses, as DecodeReward reads them.
func (r Reward) MarshalJSON() ([]byte, error) {
	form := struct {
		Kind       Kind       `json:"kind"`
		Success    *float64   `json:"success,omitempty"`
		Fail       *float64   `json:"fail,omitempty"`
		FailFactor *float64   `json:"failFactor,omitempty"`
		Weight     *float64   `json:"blockingWeight,omitempty"`
		Normaliser Normaliser `json:"normaliser,omitempty"`
		Inverse    *bool      `json:"inverse,omitempty"`
		Sign       *float64   `json:"sign,omitempty"`
		Log        *bool      `json:"log,omitempty"`
	}{Kind: r.Kind}
	switch r.Kind {
	case JobAcceptance:
		form.Success, form.Fail = &r.Success, &r.Fail
		return json.Marshal(form)
	case JCT:
		if !r.FailSequential {
			form.Fail = &r.Fail
		}
		form.FailFactor, form.Normaliser, form.Inverse = &r.FailFactor, r.Normaliser, &r.Inverse
	case JCTAndBlocking:
		form.Weight, form.Inverse = &r.Weight, &r.Inverse
	default:
		form.Normaliser = r.Normaliser
	}
	form.Sign, form.Log = &r.Sign, &r.Log
	return json.Marshal(form)
}

// DecodeReward reads a reward from a JSON object in which all fields but kind
// may be left out; if the object is absent it is the paper's reward. A field
// that the kind does not use is an error; without "fail" a blocked job counts
// its sequential JCT. Errors are recorded in the document.
func DecodeReward(n strict.Node) Reward {
	if !n.Present() {
		return DefaultReward(JobAcceptance)
	}
	o := n.Object()
	o.Require("kind")
	kind := JobAcceptance
	strict.OneOf(o.Get("kind"), &kind, kinds...)
	r := DefaultReward(kind)
	number := strict.Between(-maxReward, maxReward)
	switch kind {
	case JobAcceptance:
		o.Float("success", &r.Success, number)
		o.Float("fail", &r.Fail, number)
		o.Done()
		return r
	case JCT:
		r.FailSequential = !o.Get("fail").Present()
		o.Float("fail", &r.Fail, number)
		o.Float("failFactor", &r.FailFactor, strict.AboveUpTo(0, maxReward))
		strict.OneOf(o.Get("normaliser"), &r.Normaliser, Not, Sequential, SequentialTimesFails)
		o.Bool("inverse", &r.Inverse)
	case JCTAndBlocking:
		o.Float("blockingWeight", &r.Weight, strict.Between(0, maxReward))
		o.Bool("inverse", &r.Inverse)
	default:
		strict.OneOf(o.Get("normaliser"), &r.Normaliser, Not, Most)
	}
	o.Float("sign", &r.Sign, strict.Between(-1, 1))
	if r.Sign != -1 && r.Sign != 1 {
		o.Errorf("sign", "%v is not a sign, expected -1 or 1", r.Sign)
	}
	o.Bool("log", &r.Log)
	o.Done()
	return r
}

// DecodeNormalisers reads what encoding/json makes of Normalisers; every field
// but blocks is required. Errors, those of Check included, are recorded in the document.
func DecodeNormalisers(n strict.Node) Normalisers {
	var v Normalisers
	o := n.Object()
	number := func(name string, dst *float64) {
		o.Require(name)
		o.Float(name, dst, strict.AtLeast(0))
	}
	o.Require("maxDegree", "degrees")
	o.Int("maxDegree", &v.MaxDegree, strict.Between(1, MaxActions-1))
	o.Array("degrees", 0, MaxActions, func(_ int, element strict.Node) {
		d := 0
		element.Int(&d, strict.Between(1, MaxActions-1))
		v.Degrees = append(v.Degrees, d)
	})
	for _, e := range v.extents() {
		o.Require(e.name)
		x := o.Object(e.name)
		x.Require("min", "max")
		x.Float("min", &e.Min, strict.AtLeast(0))
		x.Float("max", &e.Max, strict.AtLeast(0))
		x.Done()
	}
	number("maxThroughput", &v.MaxThroughput)
	number("interarrivalSeconds", &v.InterarrivalSeconds)
	if o.Int("blocks", &v.Blocks, strict.Between(1, MaxBlocks)); v.Blocks == 1 {
		v.Blocks = 0 // one form of the same
	}
	o.Done()
	if n.Present() && n.Err() == nil {
		if err := v.Check(); err != nil {
			n.Errorf("%v", err)
		}
	}
	return v
}
