package train

import (
	"errors"
	"strings"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/checkpoint"
	"rampart/policy/nn"
	"rampart/policy/observe"
)

// The names that the "train" object may use.
var (
	presets  = []string{"fast", "paper", "dqn-fast", "dqn"}
	learners = []string{"ppo", "dqn"}
	teachers = []string{"max", "min", "sequential", "acceptable", "sipml", "fixed", "feasible", "elastic", "rollout"}
)

// The limits of what is no plain number.
const (
	maxSteps           = 1e12
	maxEvaluationSeeds = 1000
)

// Decode reads the "train" object of an experiment, strictly: an unknown field,
// a wrong type or a value out of range is a *strict.Error that names its path
// from the experiment, as in train.gamma. An empty object, or none, gives the
// fast preset.
func Decode(raw []byte) (Settings, error) {
	if len(raw) == 0 {
		return Defaults("fast"), nil
	}
	doc, err := strict.Parse(raw, strict.Limits{MaxBytes: experiment.MaxExtra})
	if err != nil {
		return Settings{}, inTrain(err)
	}
	o := doc.Root().Object()
	s := Defaults(decodePreset(o))
	strict.OneOf(o.Get("features"), &s.Features, observe.AllFeatures()...)
	o.Int("blocks", &s.Blocks, allowedBlocks)
	s.Reward = observe.DecodeReward(o.Get("reward"))
	o.Uint64("seed", &s.Seed, strict.Between(0, experiment.MaxSeed))
	for _, f := range s.fields() {
		switch at := f.at.(type) {
		case *int:
			o.Int(f.name, at, f.allowed)
		case *float64:
			o.Float(f.name, at, f.allowed)
		}
	}
	if q := &s.DQN; !o.Get("learningStarts").Present() {
		q.LearningStarts = min(q.LearningStarts, q.Capacity)
	}
	if s.Learner() != checkpoint.DQN && !o.Get("minibatch").Present() && s.PPO.Environments < maxBatch/s.PPO.Rollout {
		s.PPO.Minibatch = min(s.PPO.Minibatch, s.PPO.Environments*s.PPO.Rollout)
	}
	o.Bool("anneal", &s.Anneal)
	decodeSeeds(o, &s)
	decodeModel(o.Object("model"), &s)
	decodeWarmStart(o.Object("warmStart"), &s)
	decodeVariations(o, &s)
	o.Done()
	if err := doc.Err(); err != nil {
		return Settings{}, inTrain(err)
	}
	if err := s.Check(); err != nil {
		return Settings{}, err
	}
	return s, nil
}

// decodePreset reads what the defaults are. A learner alone asks for its fast
// preset; next to a preset it must be that one's.
func decodePreset(o *strict.Fields) string {
	learner, preset := "ppo", "fast"
	strict.OneOf(o.Get("learner"), &learner, learners...)
	if learner == checkpoint.DQN {
		preset = "dqn-fast"
	}
	strict.OneOf(o.Get("preset"), &preset, presets...)
	s := Settings{Preset: preset}
	if o.Get("learner").Present() && (learner == checkpoint.DQN) != (s.Learner() == checkpoint.DQN) {
		o.Errorf("learner", "%s is not the learner of the preset %s", learner, preset)
	}
	return preset
}

// inTrain puts the path of an error inside the experiment. Its line, which is
// that of the object's canonical form, would only mislead.
func inTrain(err error) error {
	var wrong *strict.Error
	if !errors.As(err, &wrong) {
		return &strict.Error{Path: "train", Message: err.Error()}
	}
	path := "train"
	if wrong.Path != "" {
		path += "." + wrong.Path
	}
	return &strict.Error{Path: path, Message: wrong.Message}
}

func decodeSeeds(o *strict.Fields, s *Settings) {
	var seeds []uint64
	if o.Array("evaluationSeeds", 1, maxEvaluationSeeds, func(_ int, n strict.Node) {
		var seed uint64
		n.Uint64(&seed, strict.Between(0, experiment.MaxSeed))
		seeds = append(seeds, seed)
	}) {
		s.EvaluationSeeds = seeds
	}
}

func decodeModel(o *strict.Fields, s *Settings) {
	if !o.Present() {
		return
	}
	for _, f := range s.modelFields() {
		o.Int(f.name, f.at, f.allowed)
	}
	strict.OneOf(o.Get("activation"), &s.Model.Activation, nn.Activations()...)
	o.Done()
}

func decodeWarmStart(o *strict.Fields, s *Settings) {
	if !o.Present() {
		return
	}
	w := WarmStart{Kind: "acceptable", Iterations: 20}
	strict.OneOf(o.Get("kind"), &w.Kind, teachers...)
	if w.Kind == "fixed" {
		o.Require("degree")
		o.Int("degree", &w.Degree, strict.Between(0, experiment.MaxDegree))
	} else if o.Get("degree").Present() {
		o.Errorf("degree", "a teacher of kind %s takes no degree, only one of kind fixed does", w.Kind)
	}
	o.Int("iterations", &w.Iterations, strict.Between(1, 1e6))
	o.Done()
	s.WarmStart = &w
}

// alternatives lists words for a message.
func alternatives(words []string) string { return strings.Join(words, ", ") }
