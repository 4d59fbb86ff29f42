package reproduce

import (
	"fmt"

	"rampart/core/experiment"
	"rampart/core/published"
	"rampart/core/ramp"
)

// network is one way to wire the same servers.
type network struct {
	name     string
	topology experiment.Topology
}

// networkList are those that RAMP is held against, itself first.
var networkList = []network{
	{"RAMP", ramp.Topology{}},
	{"torus", ramp.Topology{Kind: ramp.KindTorus}},
	{"fat tree, not oversubscribed", ramp.Topology{Kind: ramp.KindFatTree, Oversubscription: 1}},
	{"fat tree, 4:1", ramp.Topology{Kind: ramp.KindFatTree, Oversubscription: 4}},
}

func (n *network) key(letter string) string {
	if n.topology == (experiment.Topology{}) {
		return mainKey(experiment.Corrected, experiment.BestFit, letter)
	}
	return fmt.Sprintf("network-%s-%s", n.name, letter)
}

// networkColumns are the strategies that are compared on each.
func networkColumns() []named {
	return append(heuristics[:2:2], fixedAll()...)
}

// networks is the section on clusters that are not RAMP.
func (b *Book) networks() *Section {
	s := &Section{Key: "networks", Title: "Off RAMP", write: (*writer).networks}
	for _, n := range networkList[1:] {
		for _, letter := range published.Letters {
			x := b.base(experiment.Corrected, experiment.BestFit, letter)
			x.Cluster.Topology = n.topology
			s.add(n.key(letter), fmt.Sprintf("Reproduction: deadlines %s, %s, corrected rules, bestfit placer", letter, n.name), x, networkColumns()...)
		}
	}
	return s
}

func (w *writer) networks() {
	w.text("The same servers, jobs and bandwidth of a server under corrected rules, wired as a torus and as a two-tier electrical fat tree: does what holds on RAMP hold elsewhere? Published is nothing of this.")
	columns := networkColumns()
	head := []string{"deadlines", "network"}
	for _, c := range columns {
		head = append(head, c.name)
	}
	t := w.table("Blocking rates in per cent, corrected rules, bestfit", append(head, "best fixed less Para_max, points")...)
	fewer, n := 0, 0
	for _, letter := range published.Letters {
		for i := range networkList {
			key := networkList[i].key(letter)
			cells := []string{letter, networkList[i].name}
			for _, c := range columns {
				cells = append(cells, rate(w.results.blocking(key, c.name)))
			}
			best := w.results.least(key, fixedNames())
			p := w.results.paired(key, best, key, paraMax)
			cell := difference(p)
			if best != "" {
				cell += ", " + best
			}
			if i > 0 && p.Difference.N > 0 {
				n++
				if p.Verdict() == experiment.Fewer {
					fewer++
				}
			}
			t.row(append(cells, cell)...)
		}
	}
	if n > 0 {
		w.textf("Off RAMP the best fixed degree blocks fewer jobs than Para_max, with its 95 %% interval, in %d of %d rows.", fewer, n)
	}
}
