package train

import (
	"rampart/core/strict"
	"rampart/policy/nn"
	"rampart/policy/observe"
)

// The names that the "train" object may use.
var (
	presets  = []string{"fast", "paper"}
	teachers = []string{"max", "min", "sequential", "acceptable", "sipml", "fixed"}
)

// maxSeed is the largest seed: every one fits a JSON number exactly.
const maxSeed = 1<<53 - 1

// Decode reads the "train" object of an experiment, strictly: an unknown field,
// a wrong type or a value out of range is an error that names its path. An
// empty object, or none, gives the fast preset.
func Decode(raw []byte) (Settings, error) {
	if len(raw) == 0 {
		return Defaults("fast"), nil
	}
	doc, err := strict.Parse(raw, strict.Limits{})
	if err != nil {
		return Settings{}, err
	}
	o := doc.Root().Object()
	preset := "fast"
	strict.OneOf(o.Get("preset"), &preset, presets...)
	s := Defaults(preset)
	strict.OneOf(o.Get("features"), &s.Features, observe.Paper, observe.Extended)
	s.Reward = observe.DecodeReward(o.Get("reward"))
	o.Uint64("seed", &s.Seed, strict.Between(0, maxSeed))
	o.Int("totalSteps", &s.TotalSteps, strict.Between(1, 1e12))
	o.Float("maxSeconds", &s.MaxSeconds, strict.Between(0, 1e9))
	o.Int("plateau", &s.Plateau, strict.Between(0, 1e9))
	o.Int("evaluateEvery", &s.EvaluateEvery, strict.Between(1, 1e9))
	decodeSeeds(o, &s)
	decodePPO(o, &s)
	decodeModel(o.Object("model"), &s)
	decodeWarmStart(o.Object("warmStart"), &s)
	o.Done()
	if doc.Err() == nil {
		if err := s.Check(); err != nil {
			return Settings{}, err
		}
	}
	return s, doc.Err()
}

func decodeSeeds(o *strict.Fields, s *Settings) {
	var seeds []uint64
	if o.Array("evaluationSeeds", 1, 1000, func(_ int, n strict.Node) {
		var seed uint64
		n.Uint64(&seed, strict.Between(0, maxSeed))
		seeds = append(seeds, seed)
	}) {
		s.EvaluationSeeds = seeds
	}
}

func decodePPO(o *strict.Fields, s *Settings) {
	p := &s.PPO
	o.Int("environments", &p.Environments, strict.Between(1, 1024))
	o.Int("rollout", &p.Rollout, strict.Between(1, 1<<16))
	o.Int("minibatch", &p.Minibatch, strict.Between(1, 1<<20))
	o.Int("passes", &p.Passes, strict.Between(1, 1000))
	o.Float("rewardScale", &p.RewardScale, strict.AboveUpTo(0, 1e9))
	o.Float("gamma", &p.Gamma, strict.Between(0, 1))
	o.Float("lambda", &p.Lambda, strict.Between(0, 1))
	o.Float("learningRate", &p.LearningRate, strict.AboveUpTo(0, 1))
	o.Float("adamEpsilon", &p.AdamEpsilon, strict.AboveUpTo(0, 1))
	o.Bool("anneal", &s.Anneal)
	o.Float("gradientClip", &p.GradientClip, strict.Between(0, 1e9))
	o.Float("clip", &p.Clip, strict.AboveUpTo(0, 10))
	o.Float("valueCoefficient", &p.ValueCoefficient, strict.Between(0, 1e6))
	o.Float("valueLossClip", &p.ValueLossClip, strict.Between(0, 1e12))
	o.Float("valueRange", &p.ValueRange, strict.Between(0, 1e12))
	o.Float("entropyCoefficient", &p.EntropyCoefficient, strict.Between(0, 1e3))
	o.Float("klCoefficient", &p.KLCoefficient, strict.Between(0, 1e6))
	o.Float("klTarget", &p.KLTarget, strict.Between(0, 1e3))
}

func decodeModel(o *strict.Fields, s *Settings) {
	if !o.Present() {
		return
	}
	m := &s.Model
	width := strict.Between(1, 1024)
	o.Int("message", &m.Message, strict.Between(2, 1024))
	o.Int("hidden", &m.Hidden, width)
	o.Int("out", &m.Out, width)
	o.Int("graphOut", &m.GraphOut, width)
	o.Int("rounds", &m.Rounds, strict.Between(1, 8))
	o.Int("depth", &m.Depth, strict.Between(1, 8))
	o.Int("headHidden", &m.HeadHidden, width)
	strict.OneOf(o.Get("activation"), &m.Activation, nn.Activations()...)
	if m.Message%2 != 0 {
		o.Errorf("message", "%d is odd, expected an even number: half of a message comes from the node, half from the edge", m.Message)
	}
	o.Done()
}

func decodeWarmStart(o *strict.Fields, s *Settings) {
	if !o.Present() {
		return
	}
	w := WarmStart{Kind: "acceptable", Iterations: 20}
	strict.OneOf(o.Get("kind"), &w.Kind, teachers...)
	o.Int("degree", &w.Degree, strict.Between(0, 1024))
	o.Int("iterations", &w.Iterations, strict.Between(1, 1e6))
	if w.Kind == "fixed" && w.Degree == 0 {
		o.Errorf("degree", "is missing, expected the degree that the teacher takes")
	}
	o.Done()
	s.WarmStart = &w
}
