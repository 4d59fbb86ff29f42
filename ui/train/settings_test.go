package train

import (
	"slices"
	"strings"
	"testing"

	"rampart/policy/observe"
	engine "rampart/policy/train"
)

// The presets of the tab are those of the engine.
func TestPresetsAreTheEngines(t *testing.T) {
	for name, p := range presets {
		want := engine.Defaults(name)
		rate := want.PPO.LearningRate + want.DQN.LearningRate // one of them is 0
		if p.features != string(want.Features) || p.rate != rate || want.TotalSteps != defaultSteps || byQ(name) != (want.Learner() == "dqn") {
			t.Errorf("%s: %+v, the engine has %s, %v, %d", name, p, want.Features, rate, want.TotalSteps)
		}
	}
	for _, name := range engine.Presets() {
		if _, ok := presets[name]; !ok || !slices.ContainsFunc(presetOptions, func(o option) bool { return o.Value == name }) {
			t.Errorf("the tab does not know the preset %s", name)
		}
	}
}

// What the fields say, the engine understands, and the other way round.
func TestSettingsRoundTrip(t *testing.T) {
	s := NewSettings()
	s.TakePreset("paper")
	s.Features, s.Teacher = "extended", "fixed"
	for field, text := range map[string]string{seedField: "7", stepsField: "2 000 000", minutesField: "1.5", rateField: "1e-4", degreeField: "4", iterationsField: "5"} {
		s.Edit(field, text)
	}
	got, err := engine.Decode(s.JSON())
	if err != nil {
		t.Fatal(err)
	}
	if got.Preset != "paper" || got.Features != "extended" || got.Seed != 7 || got.TotalSteps != 2_000_000 || got.MaxSeconds != 90 ||
		got.PPO.LearningRate != 1e-4 || got.WarmStart == nil || *got.WarmStart != (engine.WarmStart{Kind: "fixed", Degree: 4, Iterations: 5}) {
		t.Errorf("the engine reads %+v, %+v", got, got.WarmStart)
	}
	again := NewSettings()
	again.Load(s.JSON())
	if string(again.JSON()) != string(s.JSON()) {
		t.Errorf("loaded\n%s, saved\n%s", again.JSON(), s.JSON())
	}
	// What has no field is kept.
	again.Load([]byte(`{"minibatch":256,"seed":3}`))
	if got := string(again.JSON()); !strings.Contains(got, `"minibatch":256`) || !strings.Contains(got, `"seed":3`) || !strings.Contains(got, `"preset":"fast"`) {
		t.Errorf("loaded %s", got)
	}
}

// Blocks are said where the policy sees them, and come back from a file.
func TestSettingsOfBlocks(t *testing.T) {
	if maxBlocks != observe.MaxBlocks {
		t.Errorf("%d blocks at most, the engine knows %d", maxBlocks, observe.MaxBlocks)
	}
	s := NewSettings()
	s.Load([]byte(`{"features":"foresight","blocks":3}`))
	for _, step := range []struct {
		features, text string
		want           int
		mistake        bool
	}{{"foresight", "3", 3, false}, {"horizon", "4", 4, false}, {"extended", "4", 1, false}, {"foresight", "5", 1, true}, {"paper", "5", 1, false}, {"foresight", "1", 1, false}} {
		s.Features = step.features
		if step.text != "3" {
			s.Edit(blocksField, step.text)
		}
		if s.Valid() == step.mistake {
			t.Errorf("%+v: mistake %q", step, s.Mistake(blocksField))
		}
		if got, err := engine.Decode(s.JSON()); err != nil || got.Blocks != step.want {
			t.Errorf("%+v: the engine reads %d: %v", step, got.Blocks, err)
		}
	}
	if got := string(s.JSON()); strings.Contains(got, "blocks") {
		t.Errorf("one block is written out: %s", got)
	}
}

// Between learners, only what both know is taken over.
func TestSettingsOfTheOtherLearner(t *testing.T) {
	s := NewSettings()
	s.Load([]byte(`{"learner":"dqn","seed":3,"nStep":5}`))
	if got, err := engine.Decode(s.JSON()); err != nil || got.Preset != "dqn-fast" || got.Seed != 3 || got.DQN.NStep != 5 {
		t.Errorf("the engine reads %+v: %v", got, err)
	}
	s.TakePreset("fast")
	s.Teacher = "max"
	if got, err := engine.Decode(s.JSON()); err != nil || got.Learner() != "" || got.Seed != 3 || got.WarmStart == nil {
		t.Errorf("the engine reads %+v: %v", got, err)
	}
	s.TakePreset("dqn")
	if got, err := engine.Decode(s.JSON()); err != nil || got.Learner() != "dqn" || got.DQN.LearningRate != 4.121e-7 {
		t.Errorf("the engine reads %+v: %v", got, err)
	}
}

func TestSettingsMistakes(t *testing.T) {
	for _, tc := range []struct{ field, text, want string }{
		{seedField, "-1", `"-1" will not do, expected a whole number from 0`},
		{seedField, "9007199254740992", "9 007 199 254 740 991"},
		{stepsField, "", "Missing, expected a whole number from 1"},
		{stepsField, "1.5", `"1.5" will not do`},
		{minutesField, "0", "minutes above 0, or nothing"},
		{minutesField, "NaN", "minutes above 0"},
		{rateField, "0", "a number above 0, at most 1"},
		{rateField, "1.1", "a number above 0, at most 1"},
		{rateField, strings.Repeat("9", 500), "…"},
	} {
		t.Run(tc.field+" "+tc.text, func(t *testing.T) {
			s := NewSettings()
			s.Edit(tc.field, tc.text)
			if got := s.Mistake(tc.field); !strings.Contains(got, tc.want) || len(got) > 200 {
				t.Errorf("mistake %q, want %q", got, tc.want)
			}
			if s.Valid() {
				t.Error("the settings pass for valid")
			}
		})
	}
	if s := NewSettings(); !s.Valid() {
		t.Error("the start is not valid")
	}
	// A degree that nobody is to imitate is no mistake.
	s := NewSettings()
	s.Edit(degreeField, "x")
	if !s.Valid() {
		t.Error("a field that does not apply is wrong")
	}
}

func TestCurve(t *testing.T) {
	var c Curve
	const n = 7321
	for i := 1; i <= n; i++ {
		c.Add(Point{Steps: 10 * i, Iterations: 1, Return: float64(i)})
		if len(c.Points) > maxPoints {
			t.Fatalf("%d points", len(c.Points))
		}
	}
	// Thinned, it still ends where the training is and has the same mean.
	sum, count, last := 0.0, 0, 0
	for _, p := range c.Points {
		sum += p.Return * float64(p.Iterations)
		count += p.Iterations
		if p.Steps <= last {
			t.Fatalf("step %d after %d", p.Steps, last)
		}
		last = p.Steps
	}
	if mean := sum / float64(count); count != n || last != 10*n || mean < (n+1)/2-.001 || mean > (n+1)/2+.001 {
		t.Errorf("%d iterations, last step %d, mean %v", count, last, mean)
	}
	// Going back to a checkpoint replaces what came after it.
	back := Curve{}
	for i, at := range []int{10, 20, 30, 20, 30} {
		back.Add(Point{Steps: at, Iterations: 1, Return: float64(i)})
	}
	if len(back.Points) != 3 || back.Points[1].Return != 3 || back.Points[2].Return != 4 {
		t.Errorf("points %v", back.Points)
	}
}
