package form

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/plan"
)

// Choosing rules and setting switches, as a user would, and taking it back.
func TestRules(t *testing.T) {
	m := NewModel(experiment.Default())
	group := Groups[3]
	said := func(want experiment.Rules, field string, switches int) {
		t.Helper()
		if x := m.Experiment(); x == nil || x.Rules != want || m.Text("rules") != field || len(m.Switches(group)) != switches {
			t.Fatalf("rules %v in the field %q with %d switches, want %v in %q with %d", x.Rules, m.Text("rules"), len(m.Switches(group)), want, field, switches)
		}
	}
	all := len(plan.Switches())
	said(experiment.Reference, "reference", 0)
	m.Edit("rules", "custom")
	said(experiment.Reference, "custom", all)
	if !m.Open(switchesFold) {
		t.Error("the switches are hidden")
	}
	m.Switch("rules.units", true)
	said(experiment.Rules(plan.FixUnits), "custom", all)
	if !m.On("rules.units") || m.On("rules.memory") || !m.On("rules.inputOpCompute") {
		t.Error("the ticks are not those of the rules")
	}
	if got := m.Summary("simulation"); !strings.HasPrefix(got, "Reference rules with units, ") {
		t.Errorf("summed up as %q", got)
	}
	m.Edit("rules", "corrected")
	said(experiment.Corrected, "corrected", 0)
	m.Edit("rules", "custom")
	m.Switch("rules.channelSharing", false)
	said(experiment.Corrected&^experiment.Rules(plan.FixSharing), "custom", all)
	m.Undo()
	said(experiment.Corrected, "custom", all)
	m.Undo() // changes of one field in a row are one step
	said(experiment.Rules(plan.FixUnits), "custom", all)
	m.Load(experiment.Default())
	said(experiment.Reference, "reference", 0)
	for _, f := range m.Fields(group) {
		if f.Kind == Check {
			t.Errorf("%s is among the fields", f.Key)
		}
	}
}
