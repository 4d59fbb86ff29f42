package checkpoint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"unicode/utf8"

	"rampart/core/experiment"
	"rampart/policy/gnn"
	"rampart/policy/observe"
)

// Policy is a trained policy and where it comes from.
type Policy struct {
	Name, Notes string // at most 200 and 4000 characters
	Engine      string // version of the program that trained it, at most 200 characters
	// Learner is DQN for a policy of package dqn, whose logits are advantages
	// and whose most probable action is the best one; "" for one of package ppo.
	Learner string

	Config      gnn.Config
	Features    observe.Features
	Normalisers observe.Normalisers // those it was trained with
	Params      []float32           // in the order of gnn.Model.Params

	Seed  uint64 // of the training
	Steps int    // decisions it was trained on, >= 0

	Experiment []byte      // JSON of the experiment it was trained on, or nil
	Evaluation *Evaluation // nil if there was none
}

// Evaluation tells how a policy did on jobs that it was not trained on.
type Evaluation struct {
	Iteration     int       // of the training, >= 0
	Steps         int       // decisions trained on before, >= 0
	Seeds         []uint64  // of the workload, up to 2^53-1
	BlockingRates []float64 // under each of Seeds, 0..1
}

// BlockingRate returns the mean over the seeds and its confidence interval.
func (e *Evaluation) BlockingRate() experiment.Interval {
	return experiment.NewInterval(e.BlockingRates)
}

// Encode returns the file of a policy or, unless t is nil, of its training. The
// experiment is brought into canonical form. The error, which begins with the
// field, says what Decode would not accept.
func Encode(p *Policy, t *Training) ([]byte, error) {
	q := *p
	if err := q.check(); err != nil {
		return nil, err
	}
	tensors := q.tensors()
	if t != nil {
		if err := t.check(&q); err != nil {
			return nil, err
		}
		tensors = append(tensors, t.tensors()...)
	}
	return write(q.metadata(t), tensors)
}

// Decode reads a file that Encode has written, strictly. The training is nil for
// a policy. The error begins with the path of what is wrong in the file, if
// there is one.
func Decode(file []byte) (*Policy, *Training, error) {
	r, err := open(file)
	if err != nil {
		return nil, nil, err
	}
	p, t, h, err := readMetadata(r)
	if err != nil {
		return nil, nil, err
	}
	if err := p.readTensors(r); err != nil {
		return nil, nil, err
	}
	if t != nil {
		if err := t.readTensors(r, p, h); err != nil {
			return nil, nil, err
		}
	}
	if err := r.close(); err != nil {
		return nil, nil, err
	}
	if err := p.check(); err != nil {
		return nil, nil, within(metadataPath, err)
	}
	if t != nil {
		if err := t.check(p); err != nil {
			return nil, nil, err
		}
	}
	return p, t, nil
}

// Digest returns "sha256:" and the hexadecimal digest of the policy's file: equal
// policies, name and notes included, have equal digests. It panics if Encode
// refuses the policy.
func (p *Policy) Digest() string {
	file, err := Encode(p, nil)
	if err != nil {
		panic("checkpoint: digest of a policy that cannot be written")
	}
	sum := sha256.Sum256(file)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Model returns a model with the weights of the policy that knows graphs. It
// returns an error if the policy or a graph is not valid.
func (p *Policy) Model(graphs []gnn.Graph) (*gnn.Model[float32], error) {
	if err := p.checkWeights(); err != nil {
		return nil, err
	}
	m, err := gnn.New[float32](p.Config, graphs, rand.New(rand.NewPCG(0, 0)))
	if err != nil {
		return nil, err
	}
	copy(m.Params(), p.Params)
	m.Touch()
	return m, nil
}

// check returns an error that begins with the first field that is not valid. It
// replaces the experiment by its canonical form.
func (p *Policy) check() error {
	for _, f := range []struct {
		name, text string
		longest    int
	}{{"name", p.Name, experiment.MaxName}, {"notes", p.Notes, experiment.MaxNotes}, {"engine", p.Engine, experiment.MaxName}} {
		if !utf8.ValidString(f.text) {
			return refuse(f.name, "the text is not UTF-8")
		}
		if n := utf8.RuneCountInString(f.text); n > f.longest {
			return refuse(f.name, "%d characters are too long, expected at most %d", n, f.longest)
		}
	}
	if p.Learner != "" && p.Learner != DQN {
		return refuse("learner", "%q is unknown, expected %s or none", p.Learner, DQN)
	}
	if err := p.checkShape(); err != nil {
		return err
	}
	if err := p.checkWeights(); err != nil {
		return err
	}
	if p.Steps < 0 {
		return refuse("steps", "%d is out of range, expected an integer from 0 up", p.Steps)
	}
	if p.Experiment != nil {
		x, err := experiment.Decode(p.Experiment)
		if err != nil {
			return within("experiment", err)
		}
		p.Experiment = experiment.AppendCanonical(nil, x)
	}
	if p.Evaluation != nil {
		return within("evaluation", p.Evaluation.check())
	}
	return nil
}

// checkShape returns an error if the network is not one for the features.
func (p *Policy) checkShape() error {
	if err := p.Config.Check(); err != nil {
		return within("architecture", err)
	}
	if !p.Features.Known() {
		return refuse("features", "%q is unknown, expected one of %v", string(p.Features), observe.AllFeatures())
	}
	if err := p.Normalisers.Check(); err != nil {
		return within("normalisers", err)
	}
	if err := p.Normalisers.Sees(p.Features); err != nil {
		return within("normalisers", err)
	}
	features, actions := p.Normalisers.Size(p.Features)
	for _, f := range []struct {
		name         string
		found, wants int
	}{
		{"nodeFeatures", p.Config.NodeFeatures, observe.NodeWidth}, {"edgeFeatures", p.Config.EdgeFeatures, observe.EdgeWidth},
		{"graphFeatures", p.Config.GraphFeatures, features}, {"actions", p.Config.Actions, actions},
	} {
		if f.found != f.wants {
			return refuse("architecture."+f.name, "%d does not fit the features and normalisers, expected %d", f.found, f.wants)
		}
	}
	return nil
}

func (p *Policy) checkWeights() error {
	if err := p.Config.Check(); err != nil {
		return within("architecture", err)
	}
	if _, n := Tensors(p.Config); len(p.Params) != n {
		return refuse("weights", "%d weights are not those of the architecture, expected %d", len(p.Params), n)
	}
	return finite("weights", p.Params)
}

// finite returns an error if a number is not.
func finite(name string, list []float32) error {
	for i, v := range list {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return refuse(index(name, i), "%v is not a finite number", v)
		}
	}
	return nil
}

// index names an element for a message.
func index(name string, i int) string { return fmt.Sprintf("%s[%d]", name, i) }
