package train

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/observe"
)

// maxVariations bounds the settings that one training takes turns with.
const maxVariations = 64

// varied are the fields of an experiment that a variation may replace: whole
// values, or, in an object of objects, the members one by one.
var varied = []string{"cluster", "horizonSeconds", "placer", "queueCapacity", "rules", "workload"}

// place is what environments of one experiment are made of.
type place struct {
	x        *experiment.Experiment
	runner   *experiment.Runner
	encoder  *observe.Encoder
	rewarder *observe.Rewarder
}

// places prepares the experiment itself and its variations, in that order. The
// policy sees all of them through the normalisers of the first.
func places(x *experiment.Experiment, s *Settings) ([]place, error) {
	list := make([]place, 0, 1+len(s.Variations))
	if s.Blocks > 1 && x.Placer != experiment.BestFit {
		return nil, refuse("blocks", "%d blocks of a degree need the placer %s, the only one that ranks them; found %s", s.Blocks, experiment.BestFit, x.Placer)
	}
	p, err := environment(x, s, nil)
	if err != nil {
		return nil, err
	}
	list = append(list, p)
	n := p.encoder.Normalisers()
	for i, patch := range s.Variations {
		y, err := vary(x, patch)
		if err == nil {
			p, err = environment(y, s, &n)
		}
		if err != nil {
			path := fmt.Sprintf("train.variations[%d]", i)
			var wrong *strict.Error
			if !errors.As(err, &wrong) {
				return nil, &strict.Error{Path: path, Message: err.Error()}
			}
			return nil, &strict.Error{Path: path + "." + wrong.Path, Message: wrong.Message}
		}
		list = append(list, p)
	}
	return list, nil
}

// vary returns x with what the patch, a JSON object, puts in the place of its
// own. The graphs must stay, since a policy tells them by number.
func vary(x *experiment.Experiment, patch string) (*experiment.Experiment, error) {
	base := *x
	base.Train, base.View = nil, nil
	var whole, change map[string]json.RawMessage
	if err := json.Unmarshal(experiment.AppendCanonical(nil, &base), &whole); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(patch), &change); err != nil {
		return nil, err
	}
	for name, value := range change { // each touches its own field only
		if !slices.Contains(varied, name) {
			return nil, &strict.Error{Path: name, Message: fmt.Sprintf("the field cannot be varied, expected one of %s", alternatives(varied))}
		}
		if name == "cluster" || name == "workload" {
			merged, err := merge(whole[name], value)
			if err != nil {
				return nil, &strict.Error{Path: name, Message: err.Error()}
			}
			value = merged
		}
		whole[name] = value
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return nil, err
	}
	y, err := experiment.Decode(text)
	if err != nil {
		return nil, err
	}
	if !sameGraphs(x, y) {
		return nil, &strict.Error{Path: "workload.graphs", Message: "the graphs differ from the experiment's own, expected the same"}
	}
	return y, nil
}

// merge replaces members of an object by those of another.
func merge(object, by json.RawMessage) (json.RawMessage, error) {
	var into, from map[string]json.RawMessage
	if err := json.Unmarshal(object, &into); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(by, &from); err != nil {
		return nil, errors.New("expected an object")
	}
	for name, value := range from {
		into[name] = value
	}
	return json.Marshal(into)
}

func sameGraphs(x, y *experiment.Experiment) bool {
	text := func(x *experiment.Experiment) []byte {
		only := experiment.Default()
		only.Workload.Graphs = x.Workload.Graphs
		return experiment.AppendCanonical(nil, only)
	}
	return bytes.Equal(text(x), text(y))
}

func decodeVariations(o *strict.Fields, s *Settings) {
	o.Array("variations", 0, maxVariations, func(_ int, n strict.Node) {
		if n.Kind() != strict.Object {
			n.Errorf("found %v, expected an object of the experiment's fields that differ", n.Kind())
			return
		}
		s.Variations = append(s.Variations, string(n.Canonical()))
	})
}
