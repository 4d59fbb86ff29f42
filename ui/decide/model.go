// Package decide is the tab in which somebody chooses degrees by hand, job by
// job, beside what every heuristic and policy would choose, and is told what
// came of it.
package decide

import (
	"slices"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/policy/builtin"
	"rampart/wasm/wire"
)

// Player replays decisions. The callbacks are made while the page's state may be
// changed.
type Player interface {
	// Decide shows where decisions lead in the episode of an experiment in
	// canonical form. e is nil, and message says why, if that fails.
	Decide(experiment []byte, u wire.Unit, d *wire.Decide, got func(e *wire.Episode, message string)) (stop func())
	// Rival plays the whole episode with a strategy.
	Rival(experiment []byte, u wire.Unit, got func(r *wire.Rival, message string)) (stop func())
}

// Model is the tab's state: it outlives the tab.
type Model struct {
	player  Player
	changed func()
	soon    func() // the same, for what can wait a little

	of        *experiment.Experiment // that the episode is of
	table     *experiment.Experiment // of, with all who give advice as strategies
	canonical []byte                 // of table
	own       int                    // strategies of the experiment itself, which come first
	seed      uint64

	turns   []turn        // what can be undone, in order
	redo    []turn        // what was undone
	episode *wire.Episode // where the decisions lead; nil before the first answer
	picked  int           // the degree that is marked, an index into the options
	message string        // why there is no answer
	said    string        // the consequence of the last turn
	leader  int           // who is let decide
	rivals  []rival       // by strategy of table
	stops   []func()
	asking  func() // stops the question that is under way; nil if there is none
}

// turn is one thing that the user did: one decision, or some that a strategy was
// let make.
type turn struct {
	degrees []int
	who     string // "" for the user
}

// rival is how a strategy does.
type rival struct {
	result *wire.Rival
	failed string
}

// NewModel returns a tab without an episode. changed is called after each answer,
// soon after those that can wait to be shown.
func NewModel(p Player, changed, soon func()) *Model {
	return &Model{player: p, changed: changed, soon: soon}
}

// heuristics are asked for advice whether the experiment has them or not.
var heuristics = []experiment.StrategySpec{
	{Kind: "max"}, {Kind: "acceptable"}, {Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 8}, {Kind: "sipml"}, {Kind: "min"},
	{Kind: "sequential"}, {Kind: "random"},
}

// most is how many advisers there are at most: more than an experiment's own and
// those of the program nobody reads.
const most = experiment.MaxStrategies

// Table returns x with all who give advice: its own strategies, then the
// heuristics and built-in policies that it has not.
func Table(x *experiment.Experiment) *experiment.Experiment {
	own := *x
	own.Strategies = slices.Clone(x.Strategies)
	add := func(s experiment.StrategySpec) {
		has := func(o experiment.StrategySpec) bool { return o.Name() == s.Name() }
		if len(own.Strategies) < most && !slices.ContainsFunc(own.Strategies, has) {
			own.Strategies = append(own.Strategies, s)
		}
	}
	for _, s := range heuristics {
		if s.Degree <= own.Partition.MaxDegree {
			add(s)
		}
	}
	for _, p := range builtin.Index() {
		add(experiment.StrategySpec{Kind: "policy", Checkpoint: p.Name})
	}
	own.View, own.Train = nil, nil
	return &own
}

// Open prepares the tab for an experiment: it keeps the episode that it has if
// that is of the same one.
func (m *Model) Open(x *experiment.Experiment) {
	table := Table(x)
	canonical := experiment.AppendCanonical(nil, table)
	if m.of != nil && slices.Equal(canonical, m.canonical) {
		m.of = x
		if m.episode == nil && m.asking == nil {
			m.ask()
		}
		return
	}
	m.begin(x, table, canonical, x.Seeds[0], nil)
}

// Take begins an episode with decisions that a strategy of x, by number, has made in
// a run. A policy is let decide them again: one that also chooses blocks may have
// given degrees that are not valid where jobs lie on others.
func (m *Model) Take(x *experiment.Experiment, seed uint64, degrees []int, strategy int) {
	table := Table(x)
	spec := &x.Strategies[strategy]
	again := spec.Kind == "policy" && len(degrees) > 0
	var turns []turn
	if len(degrees) > 0 && !again {
		turns = []turn{{slices.Clone(degrees), spec.Name()}}
	}
	m.begin(x, table, experiment.AppendCanonical(nil, table), seed, turns)
	if again {
		m.put(&wire.Decide{Script: []int{}, Follow: &strategy, Count: len(degrees)}, spec.Name())
	}
}

// Wish begins the episode of a view, with its decisions one by one, so that each
// can be taken back.
func (m *Model) Wish(x *experiment.Experiment, v *snapshot.Decide) {
	table := Table(x)
	turns := make([]turn, len(v.Degrees))
	for i, degree := range v.Degrees {
		turns[i] = turn{degrees: []int{degree}}
	}
	m.begin(x, table, experiment.AppendCanonical(nil, table), v.Seed, turns)
}

// Look returns the episode of an experiment as a view has it; nil if there is none,
// if nothing was decided, or if there are more decisions than a view may have.
func (m *Model) Look(x *experiment.Experiment) *snapshot.Decide {
	if m.of != x || m.episode == nil {
		return nil
	}
	script := m.script()
	if len(script) > snapshot.MaxByHand || len(script) == 0 && m.seed == x.Seeds[0] {
		return nil
	}
	return &snapshot.Decide{Seed: m.seed, Degrees: script}
}

// Hold drops the episode of an experiment that must not be played unasked, and
// says why.
func (m *Model) Hold(why string) {
	m.stop()
	m.of, m.table, m.canonical, m.rivals = nil, nil, nil, nil
	m.turns, m.redo, m.episode, m.message, m.said = nil, nil, nil, why, ""
}

// begin drops the episode for another.
func (m *Model) begin(x, table *experiment.Experiment, canonical []byte, seed uint64, turns []turn) {
	m.stop()
	same := m.table != nil && m.seed == seed && slices.Equal(canonical, m.canonical)
	m.of, m.table, m.canonical, m.seed, m.own = x, table, canonical, seed, len(x.Strategies)
	m.turns, m.redo, m.episode, m.message, m.said = turns, nil, nil, "", ""
	if m.leader >= len(table.Strategies) {
		m.leader = 0
	}
	m.ask()
	if !same || len(m.rivals) != len(table.Strategies) {
		m.rivals = make([]rival, len(table.Strategies))
	}
	for i := range m.rivals {
		if m.rivals[i] == (rival{}) {
			m.compete(i)
		}
	}
}

// stop gives up what is asked for.
func (m *Model) stop() {
	if m.asking != nil {
		m.asking()
		m.asking = nil
	}
	for _, stop := range m.stops {
		stop()
	}
	m.stops = nil
}

// compete asks how a strategy does on the whole episode.
func (m *Model) compete(strategy int) {
	canonical, seed := m.canonical, m.seed
	stop := m.player.Rival(canonical, wire.Unit{Strategy: strategy, Seed: seed}, func(r *wire.Rival, message string) {
		if m.seed != seed || !slices.Equal(m.canonical, canonical) {
			return
		}
		m.rivals[strategy] = rival{r, message}
		m.soon()
	})
	m.stops = append(m.stops, stop)
}

// script is all that was decided.
func (m *Model) script() []int {
	script := []int{}
	for _, t := range m.turns {
		script = append(script, t.degrees...)
	}
	return script
}

// ask asks where the decisions lead.
func (m *Model) ask() { m.put(&wire.Decide{Script: m.script()}, "") }

// put asks, and makes a turn of what a leader has decided.
func (m *Model) put(d *wire.Decide, who string) {
	if m.asking != nil {
		m.asking()
	}
	before := len(d.Script)
	answered := false
	stop := m.player.Decide(m.canonical, wire.Unit{Seed: m.seed}, d, func(e *wire.Episode, message string) {
		answered = true
		m.asking, m.message = nil, message
		if e != nil {
			if d.Follow != nil && len(e.Script) > before {
				m.turns = append(m.turns, turn{e.Script[before:], who})
			}
			m.take(e)
		} else if len(m.turns) > 0 && d.Follow == nil && m.episode != nil { // the decision that was refused
			m.turns = m.turns[:len(m.turns)-1]
		}
		m.changed()
	})
	if !answered {
		m.asking = stop
	}
}

// take shows where the episode stands, with the smallest degree marked that is in
// time.
func (m *Model) take(e *wire.Episode) {
	m.episode = e
	m.said = m.consequence()
	m.picked = 0
	if e.Decision == nil {
		return
	}
	for i, o := range e.Decision.Options {
		if o.Valid && o.InTime {
			m.picked = i
			break
		}
	}
}

// Choose gives the waiting job its degree.
func (m *Model) Choose(degree int) {
	d := m.decision()
	if d == nil || m.asking != nil {
		return
	}
	i := slices.IndexFunc(d.Options, func(o wire.Option) bool { return o.Degree == degree })
	if i < 0 || !d.Options[i].Valid {
		return
	}
	m.turns, m.redo = append(m.turns, turn{degrees: []int{degree}}), nil
	m.ask()
}

// Mark marks the next valid degree in a direction.
func (m *Model) Mark(by int) {
	d := m.decision()
	if d == nil {
		return
	}
	for i := m.picked + by; i >= 0 && i < len(d.Options); i += by {
		if d.Options[i].Valid {
			m.picked = i
			return
		}
	}
}

// MarkDegree marks a degree, if it is one and valid.
func (m *Model) MarkDegree(degree int) bool {
	if d := m.decision(); d != nil {
		for i, o := range d.Options {
			if o.Degree == degree && o.Valid {
				m.picked = i
				return true
			}
		}
	}
	return false
}

// marked is the degree that is marked.
func (m *Model) marked() int {
	if d := m.decision(); d != nil && m.picked < len(d.Options) {
		return d.Options[m.picked].Degree
	}
	return 0
}

func (m *Model) decision() *wire.Decision {
	if m.episode == nil {
		return nil
	}
	return m.episode.Decision
}

// Undo takes the last turn back.
func (m *Model) Undo() {
	if n := len(m.turns); n > 0 {
		m.redo = append(m.redo, m.turns[n-1])
		m.turns = m.turns[:n-1]
		m.ask()
	}
}

// Redo makes the last turn again that was taken back.
func (m *Model) Redo() {
	if n := len(m.redo); n > 0 {
		m.turns = append(m.turns, m.redo[n-1])
		m.redo = m.redo[:n-1]
		m.ask()
	}
}

// Follow lets the leader decide so many jobs, or all that are left if count is
// 0.
func (m *Model) Follow(count int) {
	if m.decision() == nil || m.asking != nil || m.leader >= len(m.table.Strategies) {
		return
	}
	m.redo = nil
	leader := m.leader
	m.put(&wire.Decide{Script: m.script(), Follow: &leader, Count: count}, m.table.Strategies[leader].Name())
}

// Lead chooses who is let decide.
func (m *Model) Lead(strategy int) {
	if m.table != nil && strategy >= 0 && strategy < len(m.table.Strategies) {
		m.leader = strategy
	}
}

// Restart begins the episode of a seed anew.
func (m *Model) Restart(seed uint64) {
	if m.of != nil {
		m.begin(m.of, m.table, m.canonical, seed, nil)
	}
}

// Script is the episode as a strategy, with how many jobs were decided; ok is
// false before the first decision.
func (m *Model) Script() (spec experiment.StrategySpec, seed uint64, ok bool) {
	script := m.script()
	return experiment.StrategySpec{Kind: "script", Degrees: script}, m.seed, len(script) > 0
}
