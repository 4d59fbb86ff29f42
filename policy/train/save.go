package train

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/checkpoint"
)

// Save returns a checkpoint of the training as a safetensors file: the policy
// as Policy gives it, and all that Resume needs. Its experiment says with its
// "train" object how the training is set. The error says what is too large for
// a file.
func (se *Session) Save() ([]byte, error) {
	t := se.border
	if !se.torn {
		t = se.trainer.save()
	}
	t.History = nil
	for i := range se.history {
		t.History = append(t.History, *se.evaluation(&se.history[i]))
	}
	p := se.Policy()
	p.Seed = t.Seed()
	return checkpoint.Encode(p, t)
}

// Policy returns the policy of the best evaluation so far, or the current one
// before the first, and where it comes from.
func (se *Session) Policy() *checkpoint.Policy {
	x := *se.x
	x.Train, x.View, x.Strategies = se.s.AppendCanonical(nil), nil, withoutFiles(x.Strategies)
	p := &checkpoint.Policy{
		Name: x.Name, Engine: experiment.EngineVersion, Learner: se.s.Learner(),
		Config: se.config, Features: se.s.Features, Normalisers: se.encoder.Normalisers(),
		Seed: se.s.Seed, Steps: se.Progress().Steps, Experiment: experiment.AppendCanonical(nil, &x),
	}
	params, of := se.Best()
	p.Params = slices.Clone(params)
	if se.best != nil {
		p.Steps, p.Evaluation = of.Steps, se.evaluation(&of)
	}
	return p
}

// withoutFiles leaves out strategies that are whole files: a policy that held
// those it was compared with would grow with every training.
func withoutFiles(list []experiment.StrategySpec) []experiment.StrategySpec {
	kept := slices.DeleteFunc(slices.Clone(list), func(s experiment.StrategySpec) bool {
		return s.Kind == "policy" && strings.HasPrefix(s.Checkpoint, "data:")
	})
	if len(kept) == 0 {
		return []experiment.StrategySpec{{Kind: "max"}}
	}
	return kept
}

func (se *Session) evaluation(e *Evaluation) *checkpoint.Evaluation {
	return &checkpoint.Evaluation{Iteration: e.Iteration, Steps: e.Steps, Seeds: se.s.EvaluationSeeds, BlockingRates: e.BlockingRate}
}

// Resume prepares a training that goes on, to the last bit, where the one went
// that Save has written. change, unless nil, may alter when the training ends:
// TotalSteps, Plateau and MaxSeconds; all else must stay. With an annealed
// learning rate TotalSteps also changes how the training goes on. The error
// begins with the path of what is wrong in the file, or in "train".
func Resume(file []byte, actors int, change func(*Settings)) (*Session, error) {
	p, t, err := checkpoint.Decode(file)
	if err != nil {
		return nil, err
	}
	return resume(p, t, actors, change)
}

func resume(p *checkpoint.Policy, t *checkpoint.Training, actors int, change func(*Settings)) (*Session, error) {
	if t == nil {
		return nil, fmt.Errorf("this file holds a policy but no training that could go on, expected a training checkpoint")
	}
	if p.Experiment == nil {
		return nil, fmt.Errorf("this training checkpoint says nothing of its experiment")
	}
	x, err := experiment.Decode(p.Experiment)
	if err != nil {
		return nil, err
	}
	s, err := Decode(x.Train)
	if err != nil {
		return nil, err
	}
	if p.Learner != s.Learner() || !s.sameLearner(t) || s.Features != p.Features || s.Seed != p.Seed {
		return nil, fmt.Errorf("this checkpoint contradicts itself: its training is not one of the settings of its experiment")
	}
	for i := range t.History {
		if !slices.Equal(t.History[i].Seeds, s.EvaluationSeeds) {
			return nil, &strict.Error{Path: "train.evaluationSeeds", Message: "these are not the seeds of the evaluations in the file"}
		}
	}
	if change != nil {
		altered := s
		change(&altered)
		s.TotalSteps, s.Plateau, s.MaxSeconds = altered.TotalSteps, altered.Plateau, altered.MaxSeconds
	}
	se, err := New(x, s, actors)
	if err != nil {
		return nil, err
	}
	if p.Config != se.config || !sameNormalisers(p, se) {
		return nil, fmt.Errorf("this checkpoint contradicts itself: its network is not the one that its experiment asks for")
	}
	if err := se.trainer.restore(t); err != nil {
		return nil, err
	}
	for i := range t.History {
		se.history = append(se.history, fromFile(&t.History[i]))
	}
	if p.Evaluation != nil {
		se.best, se.bestOf = p.Params, fromFile(p.Evaluation)
	}
	return se, nil
}

// sameLearner reports whether a training's trainer is set as s says.
func (s *Settings) sameLearner(t *checkpoint.Training) bool {
	if t.DQN != nil {
		return s.dqn() == t.DQN.Settings
	}
	return s.ppo() == t.Settings
}

func fromFile(e *checkpoint.Evaluation) Evaluation {
	return Evaluation{Iteration: e.Iteration, Steps: e.Steps, BlockingRate: e.BlockingRates, Mean: mean(e.BlockingRates)}
}

func sameNormalisers(p *checkpoint.Policy, se *Session) bool {
	a, b := p.Normalisers, se.encoder.Normalisers()
	if !slices.Equal(a.Degrees, b.Degrees) {
		return false
	}
	a.Degrees, b.Degrees = nil, nil
	return a.MaxDegree == b.MaxDegree && a.Ops == b.Ops && a.Edges == b.Edges && a.SequentialSeconds == b.SequentialSeconds &&
		a.AcceptableSeconds == b.AcceptableSeconds && a.Beta == b.Beta && a.MemoryBytes == b.MemoryBytes && a.EdgeBytes == b.EdgeBytes &&
		a.TrainingSteps == b.TrainingSteps && a.MaxThroughput == b.MaxThroughput && a.InterarrivalSeconds == b.InterarrivalSeconds &&
		a.Blocks == b.Blocks
}

// Belongs returns an error that names the first difference if x is not the
// experiment that the session trains on: another cluster, workload or rules, or
// settings of the training other than when it ends. Name, strategies and seeds
// of x may differ.
func (se *Session) Belongs(x *experiment.Experiment) error {
	s, err := Decode(x.Train)
	if err != nil {
		return err
	}
	s.TotalSteps, s.Plateau, s.MaxSeconds = se.s.TotalSteps, se.s.Plateau, se.s.MaxSeconds
	a, b := *se.x, *x
	a.Train, b.Train = se.s.AppendCanonical(nil), s.AppendCanonical(nil)
	for _, e := range []*experiment.Experiment{&a, &b} {
		e.Name, e.Notes, e.View, e.Strategies, e.Seeds = "", "", nil, nil, nil
	}
	mine, err := strict.Parse(experiment.AppendCanonical(nil, &a), strict.Limits{MaxBytes: experiment.MaxFileBytes})
	if err != nil {
		return err
	}
	theirs, err := strict.Parse(experiment.AppendCanonical(nil, &b), strict.Limits{MaxBytes: experiment.MaxFileBytes})
	if err != nil {
		return err
	}
	m, o := mine.Root().Object(), theirs.Root().Object()
	for _, part := range []string{"cluster", "workload", "horizonSeconds", "queueCapacity", "partition", "rules", "placer"} {
		if v := m.Get(part).Raw(); !slices.Equal(v, o.Get(part).Raw()) {
			return &strict.Error{Path: part, Message: "this is not what the training was begun with, expected " + excerpt(v)}
		}
	}
	m, o = m.Object("train"), o.Object("train")
	for _, f := range []string{"preset", "features", "blocks", "reward", "seed", "evaluationSeeds", "evaluateEvery", "model", "warmStart", "anneal"} {
		if v := m.Get(f).Raw(); !slices.Equal(v, o.Get(f).Raw()) {
			return refuse(f, "this is not what the training was begun with, expected %s", excerpt(v))
		}
	}
	for _, f := range se.s.fields() {
		if v := m.Get(f.name).Raw(); !slices.Equal(v, o.Get(f.name).Raw()) {
			return refuse(f.name, "%s is not what the training was begun with, expected %s", o.Get(f.name).Raw(), v)
		}
	}
	return nil
}

// excerpt shortens a value for a message.
func excerpt(v []byte) string {
	switch {
	case len(v) == 0:
		return "none"
	case len(v) > 60:
		return "its " + strconv.Itoa(len(v)) + " characters"
	}
	return string(v)
}
