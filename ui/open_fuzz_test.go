package ui

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
)

// Whatever a file or a link says, the page stands, shows it as text, and runs
// nothing costly.
func FuzzOpen(f *testing.F) {
	s := made(mine())
	f.Add(string(snapshot.AppendCanonical(nil, s)))
	s.Experiment.Name, s.Experiment.Notes, s.Engine = `<img src=x onerror="alert(1)">`, "</p><script>alert(2)</script>\n", "<b>0.1</b>"
	snapshot.SetView(s.Experiment, &snapshot.View{Tab: "nowhere", Focus: &snapshot.Focus{Job: 999999}, Time: &snapshot.Window{From: 1e12 - 1, To: 1e12}})
	f.Add(string(snapshot.AppendCanonical(nil, s)))
	s.Experiment.HorizonSeconds = 9e8
	s.Experiment.Strategies[0] = experiment.StrategySpec{Kind: "policy", Checkpoint: "data:;name=%3Ci%3E;base64,AAAA"}
	s.Summaries = s.Summaries[:1]
	s.Policies = []snapshot.Policy{{Name: "firstfit-A", SHA256: strings.Repeat("0", 64)}}
	f.Add(string(snapshot.AppendCanonical(nil, s)))
	f.Add("#" + snapshot.Compressed(s))
	f.Add("#p=A&degree=8&tab=policy&t=5..6&left=max&job=3")
	f.Add("{\"snapshot\":")
	f.Fuzz(func(t *testing.T, text string) {
		b, root := open()
		root.OpenText(text)
		if root.session == nil {
			t.Fatal("no session")
		}
		if root.opened != nil && root.opened.Work.Costly() && b.units != nil && &b.units[0] == &root.session.Units[0] {
			t.Error("a costly experiment runs unasked")
		}
		page := render(t, root)
		for _, tag := range []string{"<img", "<script", "<b>0", "<i>"} {
			if strings.Contains(page, tag) {
				t.Errorf("%s is in the page", tag)
			}
		}
		root.shared()
	})
}
