package train

import (
	"slices"
	"testing"

	"rampart/policy/observe"
	engine "rampart/policy/train"
)

// What can be chosen is what the engine knows.
func TestOptionsAreTheEngines(t *testing.T) {
	for _, f := range observe.AllFeatures() {
		if !slices.ContainsFunc(featureOptions, func(o option) bool { return o.Value == string(f) }) {
			t.Errorf("the features %s cannot be chosen", f)
		}
	}
	for _, o := range featureOptions {
		s := NewSettings()
		s.Features = o.Value
		if got, err := engine.Decode(s.JSON()); err != nil || string(got.Features) != o.Value {
			t.Errorf("%s: the engine reads %q: %v", o.Label, got.Features, err)
		}
	}
	for _, o := range teacherOptions[1:] { // the first is no one
		s := NewSettings()
		s.Teacher = o.Value
		if got, err := engine.Decode(s.JSON()); err != nil || got.WarmStart == nil || got.WarmStart.Kind != o.Value {
			t.Errorf("%s: the engine reads %+v: %v", o.Label, got.WarmStart, err)
		}
	}
}
