package checkpoint

import (
	"encoding/json"
	"strconv"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/dqn"
	"rampart/policy/observe"
	"rampart/policy/ppo"
)

// formatVersion is the version of the file format that this package writes and
// the only one that it reads.
const formatVersion = "1"

// The kinds of a file.
const (
	kindPolicy   = "policy"
	kindTraining = "training"
)

// metadata returns the metadata of a checked policy and its training, if any.
func (p *Policy) metadata(t *Training) []entry {
	kind := kindPolicy
	if t != nil {
		kind = kindTraining
	}
	n := p.Normalisers
	if n.Degrees == nil {
		n.Degrees = []int{} // which is not written as null
	}
	normalisers, err := json.Marshal(&n)
	if err != nil {
		panic("checkpoint: normalisers have no JSON form") // Policy.check has refused what has none
	}
	list := []entry{
		{"rampart", formatVersion}, {"kind", kind}, {"name", p.Name}, {"notes", p.Notes}, {"engine", p.Engine},
		{"architecture", object(architectureFields(&p.Config))}, {"features", string(p.Features)},
		{"normalisers", string(normalisers)}, {"seed", strconv.FormatUint(p.Seed, 10)}, {"steps", strconv.Itoa(p.Steps)},
	}
	if p.Learner != "" {
		list = append(list, entry{"learner", p.Learner})
	}
	if p.Experiment != nil {
		list = append(list, entry{"experiment", string(p.Experiment)})
	}
	if p.Evaluation != nil {
		list = append(list, entry{"evaluation", object(evaluationFields(p.Evaluation))})
	}
	if t != nil {
		h := t.size()
		settings, progress := settingsFields(&t.Settings), []field(nil)
		if q := t.DQN; q != nil {
			settings, progress = qSettingsFields(&q.Settings), qProgressFields(q.State, &h)
		} else {
			progress = progressFields(t.State, &h)
		}
		list = append(list, entry{"settings", object(settings)}, entry{"progress", object(progress)})
	}
	return list
}

func object(fields []field) string { return string(appendFields(nil, fields)) }

// readMetadata returns a policy without its weights and, of a training, what is
// no tensor. Of both, it has checked what the sizes of tensors depend on.
func readMetadata(r *reader) (p *Policy, t *Training, h historySize, err error) {
	o := r.metadata()
	if r.err() == nil && !o.Get("rampart").Present() {
		return nil, nil, h, refuse("", "this safetensors file is no checkpoint of Rampart: its metadata says nothing of it")
	}
	m := metadataReader{o: o}
	if v := m.text("rampart"); r.err() == nil && v != formatVersion {
		o.Errorf("rampart", "format version %s is not known, expected %s; a later release may read it", strict.Excerpt(v), formatVersion)
	}
	kind := kindPolicy
	o.Require("kind", "engine", "architecture", "features", "normalisers", "seed", "steps")
	strict.OneOf(o.Get("kind"), &kind, kindPolicy, kindTraining)
	p = m.policy()
	switch {
	case kind == kindTraining && p.Learner == DQN:
		t = &Training{DQN: &QLearning{State: &dqn.State{Seed: p.Seed}}}
		m.object("settings", qSettingsFields(&t.DQN.Settings))
		m.object("progress", qProgressFields(t.DQN.State, &h))
	case kind == kindTraining:
		t = &Training{State: &ppo.State{Seed: p.Seed}}
		m.object("settings", settingsFields(&t.Settings))
		m.object("progress", progressFields(t.State, &h))
	}
	o.Done()
	if err := r.err(); err != nil {
		return nil, nil, h, err
	}
	if m.err == nil {
		m.err = p.checkShape()
	}
	if m.err == nil && t != nil {
		m.err = within("settings", t.checkSettings())
	}
	return p, t, h, within(metadataPath, m.err)
}

// metadataReader reads strings that hold something else. Its first error is
// kept, in err or in the document.
type metadataReader struct {
	o   *strict.Fields
	err error
}

// text returns the string of a field that must be there.
func (m *metadataReader) text(name string) (s string) {
	m.o.Require(name)
	m.o.String(name, &s, maxHeaderBytes)
	return s
}

func (m *metadataReader) object(name string, fields []field) {
	m.value(name, func(n strict.Node) { readFields(n.Object(), fields) })
}

func (m *metadataReader) value(name string, read func(strict.Node)) {
	text := m.text(name)
	if m.err == nil && m.o.Node().Err() == nil {
		m.err = within(name, parse(text, read))
	}
}

// policy reads the metadata of all files.
func (m *metadataReader) policy() *Policy {
	p, o := &Policy{}, m.o
	o.String("name", &p.Name, experiment.MaxName)
	o.String("notes", &p.Notes, experiment.MaxNotes)
	o.String("engine", &p.Engine, experiment.MaxName)
	strict.OneOf(o.Get("learner"), &p.Learner, DQN)
	m.object("architecture", architectureFields(&p.Config))
	strict.OneOf(o.Get("features"), &p.Features, observe.AllFeatures()...)
	m.value("normalisers", func(n strict.Node) { p.Normalisers = observe.DecodeNormalisers(n) })
	m.integer("seed", func(s string) (err error) { p.Seed, err = strconv.ParseUint(s, 10, 64); return err })
	m.integer("steps", func(s string) (err error) { p.Steps, err = strconv.Atoi(s); return err })
	if o.Get("experiment").Present() {
		p.Experiment = []byte(m.text("experiment"))
	}
	if o.Get("evaluation").Present() {
		p.Evaluation = &Evaluation{}
		m.object("evaluation", evaluationFields(p.Evaluation))
	}
	return p
}

func (m *metadataReader) integer(name string, parse func(string) error) {
	text := m.text(name)
	if m.err == nil && m.o.Node().Err() == nil && (parse(text) != nil || text[0] == '+') {
		m.err = refuse(name, "%s is not a whole number that fits, expected decimal digits", strict.Excerpt(text))
	}
}
