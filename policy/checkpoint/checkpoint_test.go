package checkpoint_test

import (
	"bytes"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/checkpoint"
	"rampart/policy/gnn"
	"rampart/policy/observe"
)

// A policy comes back equal, whatever it has of what may be absent.
func TestRoundTrip(t *testing.T) {
	for _, tc := range []struct {
		name   string
		policy func() *checkpoint.Policy
		most   int // bytes of the file: policies travel in links and with the page
	}{
		{"the paper's", func() *checkpoint.Policy { return paperPolicy(t) }, 32 << 10},
		{"extended features", func() *checkpoint.Policy {
			return newPolicy(t, observe.Extended, normalisers(16, 1, 2, 4, 8, 16), nil)
		}, 60 << 10},
		{"nothing optional", func() *checkpoint.Policy {
			p := smallPolicy(t)
			p.Name, p.Notes, p.Evaluation = "", "", nil
			return p
		}, 12 << 10},
		{"other shape", func() *checkpoint.Policy {
			return newPolicy(t, observe.Paper, normalisers(16), func(c *gnn.Config) { c.Rounds, c.Depth, c.Activation = 3, 2, "mish" })
		}, 90 << 10},
	} {
		t.Run(tc.name, func(t *testing.T) {
			want := tc.policy()
			file := encode(t, want, nil)
			got, training := decode(t, file)
			if training != nil {
				t.Error("a policy is a training")
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
			if !bytes.Equal(encode(t, got, nil), file) || got.Digest() != want.Digest() {
				t.Error("the same policy has other bytes")
			}
			if len(file) > tc.most {
				t.Errorf("%d bytes, expected at most %d", len(file), tc.most)
			}
		})
	}
}

// A training that is saved, loaded and continued in another trainer gives the
// same weights and the same file as one that never stopped.
func TestTrainingGoesOn(t *testing.T) {
	p, training := training(t)
	straight := newTrainer(t, p, 9)
	for range 6 {
		straight.Iterate(nil)
	}
	training.State = straight.State()
	want := encode(t, p, training)

	first := newTrainer(t, p, 9)
	for range 3 {
		first.Iterate(nil)
	}
	training.State = first.State()
	middle := encode(t, p, training)
	loaded, again := decode(t, middle)
	if !reflect.DeepEqual(loaded, p) || !reflect.DeepEqual(again.History, training.History) || again.Settings != training.Settings {
		t.Errorf("policy, history or settings differ:\n%+v\n%+v", again, training)
	}
	if !bytes.Equal(encode(t, loaded, again), middle) {
		t.Error("a loaded training is saved with other bytes")
	}
	second := newTrainer(t, loaded, 1)
	if err := second.Restore(again.State); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(second.Model().Params(), first.Model().Params()) {
		t.Error("the weights differ")
	}
	for range 3 {
		second.Iterate(nil)
	}
	again.State = second.State()
	if got := encode(t, loaded, again); !bytes.Equal(got, want) {
		t.Error("the training went on differently")
	}
	if bytes.Equal(middle, want) {
		t.Error("three further iterations changed nothing")
	}
}

// A training that has not been evaluated yet has no history.
func TestTrainingWithoutHistory(t *testing.T) {
	p, training := training(t)
	training.History = nil
	file := encode(t, p, training)
	_, again := decode(t, file)
	if again.History != nil || !bytes.Equal(encode(t, p, again), file) {
		t.Errorf("history %v", again.History)
	}
}

// A loaded policy decides as the model that was saved.
func TestModel(t *testing.T) {
	p, _ := decode(t, encode(t, paperPolicy(t), nil))
	m, err := p.Model(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Params(), p.Params) {
		t.Error("the model has other weights")
	}
	p.Params = p.Params[1:]
	if _, err := p.Model(nil); err == nil || !strings.HasPrefix(err.Error(), "weights: ") {
		t.Errorf("a weight is missing: %v", err)
	}
}

// The list of tensors, made without a model, is that of the model.
func TestTensors(t *testing.T) {
	for _, c := range []gnn.Config{gnn.Paper(), {
		NodeFeatures: 1, EdgeFeatures: 2, GraphFeatures: 3, Message: 4, Hidden: 5, Out: 6, GraphOut: 7, Rounds: 3, Depth: 3, HeadHidden: 8, Actions: 9, Activation: "elu",
	}, {
		NodeFeatures: 2, EdgeFeatures: 1, GraphFeatures: 1, Message: 2, Hidden: 1, Out: 2, GraphOut: 1, Rounds: 1, Depth: 1, HeadHidden: 1, Actions: 1, Activation: "none",
	}} {
		m, err := gnn.New[float32](c, nil, random(1))
		if err != nil {
			t.Fatal(err)
		}
		list, size := checkpoint.Tensors(c)
		if !reflect.DeepEqual(list, m.Tensors()) || size != len(m.Params()) {
			t.Errorf("%+v: %v, want %v", c, list, m.Tensors())
		}
	}
}

// Digests are of content: they are equal for experiments that differ only in
// form, and change with every field.
func TestDigest(t *testing.T) {
	p := paperPolicy(t)
	digest := p.Digest()
	if len(digest) != len("sha256:")+64 || !strings.HasPrefix(digest, "sha256:") {
		t.Fatalf("%q is no digest", digest)
	}
	p.Experiment = experiment.AppendFile(nil, experiment.Paper("A"))
	if p.Digest() != digest {
		t.Error("white space in the experiment changes the digest")
	}
	seen := map[string]string{digest: "unchanged"}
	for name, change := range map[string]func(*checkpoint.Policy){
		"weight": func(p *checkpoint.Policy) { p.Params[5667] += 1e-7 }, "name": func(p *checkpoint.Policy) { p.Name += "." },
		"notes": func(p *checkpoint.Policy) { p.Notes += "." }, "seed": func(p *checkpoint.Policy) { p.Seed-- },
		"steps":      func(p *checkpoint.Policy) { p.Steps++ },
		"experiment": func(p *checkpoint.Policy) { p.Experiment = nil }, "evaluation": func(p *checkpoint.Policy) { p.Evaluation = nil },
		"activation": func(p *checkpoint.Policy) { p.Config.Activation = "elu" }, "normaliser": func(p *checkpoint.Policy) { p.Normalisers.Beta.Max = 0.9 },
	} {
		p := paperPolicy(t)
		change(p)
		d := p.Digest()
		if other, ok := seen[d]; ok {
			t.Errorf("%s and %s have one digest", name, other)
		}
		seen[d] = name
	}
}

func TestBlockingRate(t *testing.T) {
	e := checkpoint.Evaluation{Seeds: []uint64{1, 2}, BlockingRates: []float64{0.25, 0.75}}
	if i := e.BlockingRate(); i.Mean != 0.5 || i.N != 2 || !(i.Low < 0.5 && i.High > 0.5) {
		t.Errorf("%+v", i)
	}
}

// What Decode would refuse is not written: work would be lost otherwise.
func TestEncodeRefuses(t *testing.T) {
	nan := float32(math.NaN())
	for _, tc := range []struct {
		name   string
		change func(*checkpoint.Policy, *checkpoint.Training)
		want   string // the error begins with it
	}{
		{"long name", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Name = strings.Repeat("é", 201) }, "name: 201 characters"},
		{"name of no text", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Name = "\xff" }, "name: "},
		{"long notes", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Notes = strings.Repeat("x", 4001) }, "notes: "},
		{"no architecture", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Config = gnn.Config{} }, "architecture.nodeFeatures: 0"},
		{"other features", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Features = observe.Extended }, "architecture.graphFeatures: 21"},
		{"unknown features", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Features = "best" }, `features: "best"`},
		{"impossible normalisers", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Normalisers.Beta.Min = 2 }, "normalisers.beta: "},
		{"degrees beyond the actions", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Normalisers.MaxDegree = 4 }, "architecture.graphFeatures: "},
		{"no experiment", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Experiment = []byte(`{"rampart":1,"seed":3}`) }, "experiment.seed: "},
		{"negative steps", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Steps = -1 }, "steps: -1"},
		{"missing weight", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Params = p.Params[1:] }, "weights: "},
		{"weight of no number", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Params[7] = nan }, "weights[7]: NaN"},
		{"evaluation of nothing", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Evaluation = &checkpoint.Evaluation{} }, "evaluation.blockingRates: "},
		{"impossible rate", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Evaluation.BlockingRates[1] = 1.5 }, "evaluation.blockingRates[1]: 1.5"},
		{"seed of no file", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Evaluation.Seeds[2]++ }, "evaluation.seeds[2]: 9007199254740992"},
		{"evaluation before the start", func(p *checkpoint.Policy, _ *checkpoint.Training) { p.Evaluation.Steps = -1 }, "evaluation.steps: -1"},
		{"impossible settings", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.Settings.Gamma = 2 }, "settings.gamma: 2"},
		{"no state", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State = nil }, "progress: "},
		{"seed of another training", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Seed++ }, "seed: 9 is not"},
		{"missing current weight", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Params = c.State.Params[1:] }, "current: "},
		{"current weight of no number", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Params[7] = nan }, "current[7]: NaN"},
		{"moment of no number", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Moment1[7] = nan }, "adam.moment1[7]: NaN"},
		{"negative square", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Moment2[7] = -1 }, "adam.moment2[7]: -1"},
		{"missing moment", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Moment2 = nil }, "adam.moment2: "},
		{"missing environment", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Slots = c.State.Slots[1:] }, "environments: 4"},
		{"no random stream", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Shuffle = nil }, "shuffle: "},
		{"random stream of others", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Slots[1].Source[0]++ }, "environments.source[1]: "},
		{"return of no number", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Slots[1].Total = math.Inf(1) }, "environments.total[1]: "},
		{"more blocked than decided", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Slots[4].Blocked = 100 }, "environments.blocked[4]: 100"},
		{"impossible action", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Slots[0].Actions[3] = 4 }, "environments.actions[0]: action 4 of step 3"},
		{"learning rate", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.LearningRate = 0 }, "progress.learningRate: 0"},
		{"KL coefficient", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.KLCoefficient = -1 }, "progress.klCoefficient: -1"},
		{"negative count", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.AdamSteps = -1 }, "progress: "},
		{"other seeds", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.History[1].Seeds[2]++ }, "history[1].seeds: "},
		{"fewer rates", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.History[0].BlockingRates = nil }, "history[0].blockingRates: "},
		{"long episodes", func(_ *checkpoint.Policy, c *checkpoint.Training) { c.State.Slots[0].Actions = make([]int16, 9<<20) }, "a checkpoint of 188"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, training := training(t)
			tc.change(p, training)
			if _, err := checkpoint.Encode(p, training); err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("%v, want an error that begins %q", err, tc.want)
			}
		})
	}
}

// An experiment that does not fit into a header is said, not cut.
func TestEncodeRefusesLargeExperiment(t *testing.T) {
	p := smallPolicy(t)
	x := experiment.Default()
	x.Strategies = []experiment.StrategySpec{{Kind: "policy", Checkpoint: strings.Repeat("x", 1<<20)}}
	p.Experiment = experiment.AppendCanonical(nil, x)
	if _, err := checkpoint.Encode(p, nil); err == nil || !strings.Contains(err.Error(), "expected at most 1048576") {
		t.Error(err)
	}
}

// A policy of half-precision weights takes half the room, and comes back as it
// was.
func TestHalvedPolicy(t *testing.T) {
	p := paperPolicy(t)
	whole := encode(t, p, nil)
	if !p.Halve() {
		t.Fatal("a weight is out of range")
	}
	half := encode(t, p, nil)
	// The offsets in the header have fewer digits, too.
	if saved := len(whole) - len(half) - 2*len(p.Params); saved < 0 || saved > 200 {
		t.Errorf("%d bytes saved besides two of each of %d weights", saved, len(p.Params))
	}
	back, _ := decode(t, half)
	if !slices.Equal(back.Params, p.Params) {
		t.Error("the weights came back changed")
	}
	p.Params[3] = 65520
	if before := slices.Clone(p.Params); p.Halve() || !slices.Equal(before, p.Params) {
		t.Error("a weight out of range was halved")
	}
}
