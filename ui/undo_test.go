package ui

import (
	"bytes"
	"testing"

	"rampart/core/experiment"
	"rampart/ui/paper"
	"rampart/wasm/wire"
)

// Whatever changes the experiment can be taken back and done again, whichever way
// it came about.
func TestEveryChangeCanBeUndone(t *testing.T) {
	imported := experiment.Paper("C")
	imported.Name = "from a file"
	trained := experiment.Paper("B")
	trained.Train = []byte(`{"preset":"paper","seed":7}`)
	for name, change := range map[string]func(b *browser, root *Root){
		"a field":            func(_ *browser, root *Root) { root.model.Edit("cluster.groups", "8"); root.formChanged() },
		"a field gone wrong": func(_ *browser, root *Root) { root.model.Edit("cluster.groups", "eight"); root.formChanged() },
		"a graph":            func(_ *browser, root *Root) { root.model.TickGraph(0, false); root.formChanged() },
		"a strategy":         func(_ *browser, root *Root) { root.model.TickStrategy(1, false); root.formChanged() },
		"a degree":           func(_ *browser, root *Root) { root.model.EditDegree(3, "16"); root.formChanged() },
		"one more degree":    func(_ *browser, root *Root) { root.model.AddFixed(); root.formChanged() },
		"a preset":           func(_ *browser, root *Root) { root.choosePreset("D") },
		"a built-in policy":  func(_ *browser, root *Root) { root.comparePolicy("builtin/compact-B") },
		"a cluster": func(_ *browser, root *Root) {
			x := experiment.Default()
			x.Cluster.Groups = 8
			root.useCluster(x.Cluster)
		},
		"a published figure": func(_ *browser, root *Root) { root.openPaper(paper.Studies[1].Cases[0].Make()) },
		"an imported experiment": func(b *browser, root *Root) {
			root.Import("a.json", `{"rampart":1}`)
			b.imported(&wire.Reply{Kind: wire.KindImported, Experiment: experiment.AppendCanonical(nil, imported)})
		},
		"an imported training": func(b *browser, root *Root) {
			root.Import("a.json", `{"rampart":1}`)
			b.imported(&wire.Reply{Kind: wire.KindImported, Experiment: experiment.AppendCanonical(nil, trained)})
		},
		"an imported graph": func(b *browser, root *Root) {
			root.Import("tiny.json", tinyFile)
			b.imported(&wire.Reply{Kind: wire.KindImported, Graph: []byte(tinyFile)})
		},
		"the tour's experiment": func(_ *browser, root *Root) { tourPage{root}.Load(paper.Studies[0].Cases[1].Make()) },
		"the tour's training":   func(_ *browser, root *Root) { tourPage{root}.Train(experiment.Paper("D"), 1000) },
		"a setting of a training": func(_ *browser, root *Root) {
			root.desk.Settings.Edit("totalSteps", "12")
			root.trainChanged()
		},
		"a preset of a training": func(_ *browser, root *Root) { root.desk.Settings.TakePreset("paper"); root.trainChanged() },
	} {
		t.Run(name, func(t *testing.T) {
			b, root := open()
			before := state(root)
			change(b, root)
			after := state(root)
			if bytes.Equal(before, after) {
				t.Fatal("nothing has changed")
			}
			root.Undo()
			if !bytes.Equal(state(root), before) {
				t.Errorf("undone it is\n%s\nwant\n%s", state(root), before)
			}
			root.Redo()
			if !bytes.Equal(state(root), after) {
				t.Errorf("done again it is\n%s\nwant\n%s", state(root), after)
			}
		})
	}
}

// state is all that the form and the settings of a training say.
func state(root *Root) []byte {
	s := bytes.Clone(root.model.Canonical())
	s = append(s, root.model.Text("cluster.groups")...)
	for _, r := range root.model.Strategies() {
		s = append(s, r.Degree...)
	}
	if root.desk.Settings.Valid() {
		s = append(s, root.desk.Settings.JSON()...)
	}
	return s
}

// Letters typed into one setting are one step, another setting is the next.
func TestTypingASettingIsOneStep(t *testing.T) {
	_, root := open()
	before := state(root)
	for _, text := range []string{"1", "12", "123"} {
		root.desk.Settings.Edit("totalSteps", text)
		root.trainChanged()
	}
	middle := state(root)
	root.desk.Settings.Edit("seed", "5")
	root.trainChanged()
	root.Undo()
	if !bytes.Equal(state(root), middle) {
		t.Errorf("the last setting was not undone alone: %s", state(root))
	}
	root.Undo()
	if !bytes.Equal(state(root), before) {
		t.Errorf("the letters were not one step: %s", state(root))
	}
}

// Every tab can be named in the address, alone.
func TestTabsHaveAddresses(t *testing.T) {
	for _, tab := range tabs {
		t.Run(tab.Key, func(t *testing.T) {
			b := &browser{saved: map[string]string{}, fragment: "tab=" + tab.Key}
			root := New(b, b, func() {})
			if root.tab != tab.Key {
				t.Errorf("the address opens %s", root.tab)
			}
			has(t, render(t, root), `id="panel-`+tab.Key+`"`)
		})
	}
}
