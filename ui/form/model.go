package form

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
)

// maxUndo is how many changes can be undone.
const maxUndo = 200

// maxText bounds what a field shows, in characters: the drawing library stops
// at an attribute of 16 KiB, and a character takes up to six bytes on its way.
const maxText = 2000

// Model is the state of the form.
type Model struct {
	draft   *Draft
	now     outcome
	undo    []*Draft
	redo    []*Draft
	editing string // key of the field that the last change was typed into
	open    map[string]bool
	presets map[string]string // canonical experiment by preset

	revision int // counts what changes the drawing
}

// Presets are the names of the experiments that the preset picker offers: the
// paper's under each distribution of deadlines, the same under corrected rules at
// the same load, and a day of transformers.
var Presets = []string{"A", "B", "C", "D", "A" + inSeconds, "B" + inSeconds, "C" + inSeconds, "D" + inSeconds, transformers}

// transformers is the name of the preset of experiment.Transformers.
const transformers = "transformers"

// inSeconds ends the names of presets under corrected rules.
const inSeconds = "-corrected"

// PresetLabel is a preset's name for people.
func PresetLabel(name string) string {
	if deadlines, corrected := strings.CutSuffix(name, inSeconds); corrected {
		return "Corrected, beta " + deadlines
	}
	if name == transformers {
		return "Transformers"
	}
	return "Paper, beta " + name
}

// NewModel returns a form filled with a valid experiment.
func NewModel(e *experiment.Experiment) *Model {
	m := &Model{open: map[string]bool{"strategies": true}, presets: map[string]string{}}
	for _, name := range Presets {
		m.presets[name] = string(experiment.AppendCanonical(nil, Paper(name)))
	}
	m.set(newDraft(e))
	return m
}

func (m *Model) set(d *Draft) {
	m.revision++
	m.draft = d
	m.now = d.check()
	if m.now.experiment != nil {
		m.now.canonical = experiment.AppendCanonical(nil, m.now.experiment)
	}
	for _, g := range Groups {
		if m.Mistakes(g.Key) > 0 {
			m.open[g.Key] = true
		}
	}
}

// change replaces the draft and remembers the one before. Changes of one field
// in a row are one step of undo.
func (m *Model) change(field string, edit func(d *Draft)) {
	if field == "" || field != m.editing {
		m.undo = append(m.undo, m.draft)
		if len(m.undo) > maxUndo {
			m.undo = slices.Delete(m.undo, 0, 1)
		}
	}
	m.redo, m.editing = nil, field
	d := m.draft.clone()
	edit(d)
	m.set(d)
}

// Load fills the form with a valid experiment; that can be undone.
func (m *Model) Load(e *experiment.Experiment) {
	m.change("", func(d *Draft) {
		aside := d.aside
		*d = *newDraft(e)
		d.aside = aside
	})
}

// PutAside is a change of something that belongs to the experiment and has no
// field in the form: undo brings what was there before. Changes under one key in a
// row are one step. What is put aside must not be changed.
func (m *Model) PutAside(key string, value any) {
	m.change(key, func(d *Draft) { d.aside = value })
}

// HaveAside says what is there now, without a step of undo.
func (m *Model) HaveAside(value any) { m.draft.aside = value }

// Aside is what was put aside last, as of the draft that shows.
func (m *Model) Aside() any { return m.draft.aside }

// CanUndo reports whether there is a change to undo.
func (m *Model) CanUndo() bool { return len(m.undo) > 0 }

// CanRedo reports whether there is a change to do again.
func (m *Model) CanRedo() bool { return len(m.redo) > 0 }

// Undo takes the last change back.
func (m *Model) Undo() { m.step(&m.undo, &m.redo) }

// Redo does the last change again that was taken back.
func (m *Model) Redo() { m.step(&m.redo, &m.undo) }

func (m *Model) step(from, to *[]*Draft) {
	if len(*from) == 0 {
		return
	}
	last := len(*from) - 1
	*to = append(*to, m.draft)
	m.editing = ""
	d := (*from)[last]
	*from = (*from)[:last]
	m.set(d)
}

// Edit changes the text of a field.
func (m *Model) Edit(key, text string) {
	text = strings.ToValidUTF8(text[:min(len(text), maxText)], "")
	if key == rulesKey && text == customRules {
		m.open[switchesFold] = true
	}
	m.change(key, func(d *Draft) {
		d.text[key] = text
		maps.Copy(d.text, starts(key, text, d.text))
	})
}

// starts returns texts for the parameters of a distribution that has just been
// chosen, where they have never been filled in.
func starts(key, kind string, text map[string]string) map[string]string {
	var values map[string]string
	switch key {
	case rulesKey:
		if kind != customRules {
			if r, err := experiment.ParseRules(kind); err == nil {
				return switchesOf(r)
			}
		}
	case "cluster.topology.kind":
		values = map[string]string{"oversubscription": "4"}
	case "workload.interarrival.kind":
		values = map[string]string{"value": "1000", "mean": "1000"}
		if kind == "uniform" {
			values = map[string]string{"min": "500", "max": "1500"}
		}
		if kind == "bursty" {
			values = map[string]string{"mean": "1000", "burstFactor": "10", "burstSeconds": "10000", "calmSeconds": "40000"}
		}
	case "workload.beta.kind":
		values = map[string]string{"value": "0.5", "min": "0.1", "max": "1", "values": "0.25:0.5, 0.5:0.5"}
		if text["workload.beta.max"] == "0" {
			values["decimals"] = "2"
		}
	}
	changes := map[string]string{}
	for name, value := range values {
		path := strings.TrimSuffix(key, "kind") + name
		if old := text[path]; old == "0" || old == "" {
			changes[path] = value
		}
	}
	return changes
}

// TickGraph ticks a graph or takes the tick away.
func (m *Model) TickGraph(row int, ticked bool) {
	m.change("", func(d *Draft) { d.graphs[row].Ticked = ticked })
}

// AddGraph adds an inline graph, ticked, under a name that no other graph has.
func (m *Model) AddGraph(g *jobgraph.Graph) {
	named := *g
	taken := func(r GraphRow) bool { return r.Ref.Name == named.Name }
	for n := 2; slices.ContainsFunc(m.draft.graphs, taken); n++ {
		named.Name = g.Name + "_" + strconv.Itoa(n)
	}
	m.change("", func(d *Draft) {
		ref := experiment.GraphRef{Name: named.Name, Inline: &named}
		d.graphs = append(d.graphs, GraphRow{Ref: ref, Ticked: true})
	})
	m.open["jobs"] = true
	m.revision++
}

// TickStrategy ticks a strategy or takes the tick away. A policy that was only
// offered so far becomes a row of the draft.
func (m *Model) TickStrategy(row int, ticked bool) {
	if offer := row - len(m.draft.strategies); offer >= 0 {
		r := m.offeredPolicies()[offer]
		r.Ticked = ticked
		m.change("", func(d *Draft) { d.strategies = append(d.strategies, r) })
		return
	}
	m.change("", func(d *Draft) { d.strategies[row].Ticked = ticked })
}

// EditDegree changes the degree of a strategy.
func (m *Model) EditDegree(row int, text string) {
	text = strings.ToValidUTF8(text[:min(len(text), maxText)], "")
	m.change("degree"+strconv.Itoa(row), func(d *Draft) { d.strategies[row].Degree = text })
}

// AddFixed adds a fixed degree, ticked: the smallest valid one that is not
// there yet.
func (m *Model) AddFixed() {
	m.change("", func(d *Draft) {
		taken, last := map[string]bool{}, -1
		for i, r := range d.strategies {
			if r.Spec.Kind == "fixed" {
				taken[strings.TrimSpace(r.Degree)], last = true, i
			}
		}
		degree := 1
		for taken[strconv.Itoa(degree)] {
			degree += 1 + min(1, degree-1) // 1, 2, 4, 6, ...
		}
		row := newStrategyRow(experiment.StrategySpec{Kind: "fixed", Degree: degree}, true)
		d.strategies = slices.Insert(d.strategies, last+1, row)
	})
}

// AddPolicy adds a learned policy, ticked, in place of one of the same name.
func (m *Model) AddPolicy(s experiment.StrategySpec) {
	m.change("", func(d *Draft) {
		row := newStrategyRow(s, true)
		same := func(r StrategyRow) bool { return r.Spec.Kind == "policy" && r.Spec.Name() == s.Name() }
		if i := slices.IndexFunc(d.strategies, same); i >= 0 {
			d.strategies[i] = row
			return
		}
		d.strategies = append(d.strategies, row)
	})
	m.open["strategies"] = true
	m.revision++
}

// UseGenerator drops an explicit trace for the generator.
func (m *Model) UseGenerator() {
	m.change("", func(d *Draft) {
		base := clone(d.base)
		base.Workload.Jobs = nil
		d.base = base
	})
}

// Revision counts the changes of what the form shows: with the same revision it
// is drawn the same.
func (m *Model) Revision() int { return m.revision }

// Toggle opens or closes a section.
func (m *Model) Toggle(group string) {
	m.revision++
	m.open[group] = !m.open[group]
}

// ToggleAll opens all sections, or closes them if all are open.
func (m *Model) ToggleAll() {
	m.revision++
	open := !m.AllOpen()
	for _, g := range Groups {
		m.open[g.Key] = open
	}
}

// AllOpen reports whether all sections are open.
func (m *Model) AllOpen() bool {
	for _, g := range Groups {
		if !m.open[g.Key] {
			return false
		}
	}
	return true
}

// Open reports whether a section is open.
func (m *Model) Open(group string) bool { return m.open[group] }

// Experiment returns what the form says, or nil if something in it is wrong.
// It must not be changed.
func (m *Model) Experiment() *experiment.Experiment { return m.now.experiment }

// Canonical returns the canonical form of Experiment, nil if there is none. It
// must not be changed.
func (m *Model) Canonical() []byte { return m.now.canonical }

// Preset returns the name of the preset that the form equals, or "".
func (m *Model) Preset() string {
	for _, name := range Presets {
		if m.presets[name] == string(m.now.canonical) {
			return name
		}
	}
	return ""
}

// Fields returns the fields of a section that apply now.
func (m *Model) Fields(g Group) []*Field {
	var fields []*Field
	for _, f := range g.Fields {
		if f.Kind != Check && (f.shown == nil || f.shown(m.now.partial)) {
			fields = append(fields, f)
		}
	}
	return fields
}

// Text returns what stands in a field, "" if that is too long to be shown.
func (m *Model) Text(key string) string {
	if m.Long(key) {
		return ""
	}
	return m.draft.text[key]
}

// Long reports whether a field holds more than it can show. It came from a
// file, and stays as it is.
func (m *Model) Long(key string) bool { return len(m.draft.text[key]) > maxText }

// Mistake returns what is wrong with a field; its Message is "" if nothing is.
func (m *Model) Mistake(key string) Mistake { return m.now.mistakes[key] }

// DegreeMistake returns what is wrong with a strategy's degree.
func (m *Model) DegreeMistake(row int) Mistake { return m.now.mistakes[rowKey(row)] }

// Elsewhere lists what is wrong in parts of the experiment that have no field.
func (m *Model) Elsewhere() []string { return m.now.elsewhere }

// AllMistakes returns the number of fields that are wrong.
func (m *Model) AllMistakes() int { return len(m.now.mistakes) + len(m.now.elsewhere) }

// Mistakes returns the number of fields of a section that are wrong.
func (m *Model) Mistakes(group string) int {
	n := 0
	for _, g := range Groups {
		if g.Key != group {
			continue
		}
		for _, f := range g.Fields {
			if _, wrong := m.now.mistakes[f.Key]; wrong {
				n++
			}
		}
	}
	for key := range m.now.mistakes { // counted: the order does not matter
		if group == "jobs" && key == "workload.graphs" || group == "strategies" && strings.HasPrefix(key, "strategies") {
			n++
		}
	}
	return n
}

// Graphs are the graphs that can be ticked.
func (m *Model) Graphs() []GraphRow { return m.draft.graphs }

// Strategies are the strategies that can be ticked: those of the draft, and
// behind them built-in policies that are offered.
func (m *Model) Strategies() []StrategyRow {
	return append(slices.Clip(m.draft.strategies), m.offeredPolicies()...)
}

// Trace returns the number of jobs of an explicit trace, 0 if there is none.
func (m *Model) Trace() int { return len(m.now.partial.Workload.Jobs) }
