// Package policy is the Policy tab: what a trained policy does with a job and
// a state of the cluster, and why that is all it can do. A Model is its state,
// a View draws it.
package policy

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/wasm/wire"
)

// Explainer asks a policy somewhere else. got is called once, while the page's
// state may be changed, with an answer or a sentence that says why there is
// none.
type Explainer interface {
	Explain(experiment, checkpoint []byte, s *wire.Situation, got func(e *wire.Explanation, message string)) (stop func())
	// Policies lists those that come with the program.
	Policies(got func(list []wire.Policy))
}

// Choice is a policy that can be chosen.
type Choice struct {
	Key  string // "own/", "builtin/" or "inline/" and a name
	Name string
	File func(got func(file []byte)) // reads its safetensors file
}

// maxGrid bounds the servers that are shown one by one. A larger cluster has a
// field for their number only.
const maxGrid = 512

// Model is the state of the tab.
type Model struct {
	explainer Explainer
	changed   func()

	x         *experiment.Experiment
	canonical []byte
	shape     ramp.Shape
	choices   []Choice
	chosen    string // key of the policy

	graph     string
	beta      string // as typed
	busy      []bool // by server
	remaining string // as typed, seconds
	running   int    // jobs, as many as there are busy servers at most
	focus     int    // server that the Tab key reaches
	job       string // number of the run's job that the situation is of; "" for none

	answer  *wire.Explanation
	message string // why there is no answer, a sentence
	asking  bool
	again   bool // something changed while an answer was on its way
	degrees *wire.Explanation
	mapOf   string // what degrees belongs to: chosen and the experiment
}

// NewModel returns a model that knows nothing yet: call Open. changed asks for
// a drawing when an answer has come.
func NewModel(e Explainer, changed func()) *Model {
	return &Model{explainer: e, changed: changed, beta: "0.5", remaining: "1000"}
}

// Open is called when the tab is opened, with the experiment that policies are
// asked about and the policies that there are.
func (m *Model) Open(x *experiment.Experiment, choices []Choice) {
	plain := *x
	plain.Train, plain.View = nil, nil
	plain.Strategies, plain.Seeds = []experiment.StrategySpec{{Kind: "max"}}, x.Seeds[:1]
	canonical := experiment.AppendCanonical(nil, &plain)
	m.choices = choices
	if m.choice() == nil && len(m.choices) > 0 {
		m.chosen = m.choices[0].Key
	}
	if string(canonical) != string(m.canonical) {
		m.x, m.canonical = x, canonical
		m.shape = ramp.Shape{Groups: x.Cluster.Groups, Racks: x.Cluster.RacksPerGroup, Servers: x.Cluster.ServersPerRack}
		if len(m.busy) != m.shape.N() {
			m.busy, m.running, m.focus, m.job = make([]bool, m.shape.N()), 0, 0, ""
		}
		if !m.hasGraph(m.graph) {
			m.graph = x.Workload.Graphs[0].Name
		}
	}
	m.ask()
}

func (m *Model) hasGraph(name string) bool {
	for _, g := range m.x.Workload.Graphs {
		if g.Name == name {
			return true
		}
	}
	return false
}

func (m *Model) choice() *Choice {
	for i := range m.choices {
		if m.choices[i].Key == m.chosen {
			return &m.choices[i]
		}
	}
	return nil
}

// Chose reports whether there is a policy that was picked.
func (m *Model) Chose() bool { return m.choice() != nil }

// Choose picks a policy by its key.
func (m *Model) Choose(key string) {
	if m.chosen != key {
		m.chosen, m.answer = key, nil
	}
	if m.x != nil {
		m.ask()
	}
}

// situation is what the controls say, or a sentence that says what is wrong.
func (m *Model) situation() (*wire.Situation, string) {
	beta, err := strconv.ParseFloat(strings.TrimSpace(m.beta), 64)
	if err != nil || !(beta > 0 && beta <= 1) {
		return nil, "Beta is above 0, at most 1."
	}
	remaining, err := strconv.ParseFloat(strings.TrimSpace(m.remaining), 64)
	if err != nil || !(remaining >= 0 && remaining <= 1e12) {
		return nil, "The time that running jobs still need is 0 seconds or more."
	}
	s := &wire.Situation{Graph: m.graph, Beta: beta, Busy: []int{}, Remaining: remaining}
	for i, busy := range m.busy {
		if busy {
			s.Busy = append(s.Busy, i)
		}
	}
	s.JobsRunning = min(m.running, len(s.Busy))
	if len(s.Busy) > 0 {
		s.JobsRunning = max(1, s.JobsRunning)
	}
	return s, ""
}

// ask asks the policy, unless an answer is on its way: then it asks again once
// that is here.
func (m *Model) ask() {
	if m.asking {
		m.again = true
		return
	}
	choice := m.choice()
	if choice == nil {
		return
	}
	s, message := m.situation()
	if m.message = message; s == nil {
		return
	}
	m.asking, m.again = true, false
	key := m.chosen
	of := key + "\n" + string(m.canonical)
	// The answer first; the map takes longer and is made once for each policy.
	s.Map = m.answer != nil && m.mapOf != of
	choice.File(func(file []byte) {
		m.explainer.Explain(m.canonical, file, s, func(e *wire.Explanation, message string) {
			m.asking = false
			m.take(e, message, key, of, s.Map)
		})
	})
}

// take takes an answer in, and asks for what is still missing.
func (m *Model) take(e *wire.Explanation, message, key, of string, withMap bool) {
	switch {
	case key != m.chosen: // of a policy that is no longer shown
	case e == nil:
		m.answer, m.message = nil, message
	case !wellFormed(e):
		m.answer, m.message = nil, "The engine's answer makes no sense."
	default:
		m.answer, m.message = e, ""
		if withMap {
			m.degrees, m.mapOf = e, of
		}
	}
	if m.again || m.answer != nil && m.mapOf != m.chosen+"\n"+string(m.canonical) {
		m.ask()
	}
	m.changed()
}

// wellFormed reports whether the parts of an answer fit together.
func wellFormed(e *wire.Explanation) bool {
	n := len(e.Degrees)
	if n == 0 || len(e.Offered) != n || len(e.Probabilities) != n {
		return false
	}
	for i, b := range e.Blocks {
		if b.Block < 2 || !slices.Contains(e.Degrees, b.Degree) || i > 0 && b.Degree < e.Blocks[i-1].Degree {
			return false
		}
	}
	for _, degrees := range e.Map {
		if len(degrees) != len(e.MapBetas)*len(e.MapFree) {
			return false
		}
	}
	return true
}

// hasMap reports whether the map belongs to what is chosen.
func (m *Model) hasMap() bool {
	return m.degrees != nil && m.mapOf == m.chosen+"\n"+string(m.canonical)
}

// free is the number of free servers.
func (m *Model) free() int {
	n := 0
	for _, busy := range m.busy {
		if !busy {
			n++
		}
	}
	return n
}

// toggle takes a server into use or frees it.
func (m *Model) toggle(server int) {
	m.busy[server] = !m.busy[server]
	m.focus, m.job = server, ""
	m.running = 0
	m.ask()
}

// setFree frees so many servers, the last ones in their order.
func (m *Model) setFree(n int) {
	for i := range m.busy {
		m.busy[i] = i < len(m.busy)-n
	}
	m.job, m.running = "", 0
	m.ask()
}

// betaValue is beta as a number for the slider.
func (m *Model) betaValue() float64 {
	beta, err := strconv.ParseFloat(strings.TrimSpace(m.beta), 64)
	if err != nil || math.IsNaN(beta) {
		return 0.5
	}
	return math.Min(1, math.Max(0.01, beta))
}
