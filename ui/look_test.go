package ui

import (
	"strings"
	"testing"

	"rampart/wasm/wire"
)

// graphAsked is what the Graphs tab has asked for last.
type graphAsked struct {
	file     string
	question *wire.GraphQuestion
	got      func(*wire.GraphFigures, string)
}

func (b *browser) Graph(file []byte, q *wire.GraphQuestion, _ func(int, int), got func(*wire.GraphFigures, string)) func() {
	b.graph = graphAsked{string(file), q, got}
	return func() {}
}

const tinyFile = `{"name":"tiny","unit":"seconds","ops":[{"id":1,"type":"a","forward":1,"backward":2,"activationBytes":3,"parameterBytes":4}],"edges":[]}`

// The tab asks for the graph on the cluster that the form says, and again when
// that changes, but not when anything else does.
func TestGraphsFollowTheForm(t *testing.T) {
	b, root := open()
	root.choose("graphs")
	if b.graph.question == nil || b.graph.question.Name != "resnet18" || !b.graph.question.Drawing {
		t.Fatalf("asked %+v", b.graph)
	}
	has(t, render(t, root), `id="graphs-graph"`)
	before := b.graph.file
	b.edit(root, "7") // the queue's capacity
	if b.graph.file != before {
		t.Error("the queue has no influence on a graph, yet it is asked for anew")
	}
	root.model.Edit("cluster.serversPerRack", "4")
	root.formChanged()
	if b.graph.file == before || !strings.Contains(b.graph.file, `"serversPerRack":4`) {
		t.Errorf("asked %s", b.graph.file)
	}
	root.Run()
	if root.tab != "compare" {
		t.Errorf("Run leaves the tab %s open", root.tab)
	}
}

// A graph that is imported while the tab is open is shown.
func TestImportedGraphIsShown(t *testing.T) {
	b, root := open()
	root.choose("graphs")
	root.Import("tiny.json", tinyFile)
	b.imported(&wire.Reply{Kind: wire.KindImported, Graph: []byte(tinyFile)})
	if b.graph.question.Name != "tiny" || !strings.Contains(b.graph.file, `"name":"tiny"`) {
		t.Errorf("asked %+v of %s", b.graph.question, b.graph.file)
	}
}

// A graph without its input op joins the experiment's.
func TestAddGraph(t *testing.T) {
	_, root := open()
	root.addGraph([]byte(tinyFile))
	refs := root.model.Experiment().Workload.Graphs
	if last := refs[len(refs)-1]; last.Name != "tiny" || last.Inline == nil {
		t.Errorf("the experiment has %+v", refs)
	}
	root.addGraph([]byte("{"))
	if !strings.Contains(root.notice, "cannot be added") {
		t.Errorf("of a broken one it says %q", root.notice)
	}
}

// What the tab shows is part of a link.
func TestGraphsViewIsShared(t *testing.T) {
	_, root := open()
	root.choose("graphs")
	root.graphs.Choose("gnmt")
	root.graphs.SetDegree(4)
	v := root.view()
	if v.Tab != "graphs" || v.Graph == nil || v.Graph.Name != "gnmt" || v.Graph.Degree != 4 {
		t.Fatalf("view %+v of %+v", v.Graph, v)
	}
	b, other := open()
	other.show(v)
	if other.tab != "graphs" || b.graph.question.Name != "gnmt" || *other.view().Graph != *v.Graph {
		t.Errorf("opened, it asks %+v and shows %+v", b.graph.question, other.view().Graph)
	}
}

// The form and a job of the Timeline open the tab on a graph.
func TestLook(t *testing.T) {
	b, root := open()
	root.lookAt("vgg16")
	if root.tab != "graphs" || b.graph.question.Name != "vgg16" || b.focused != "tab-graphs" {
		t.Errorf("the form opens %s on %+v", root.tab, b.graph.question)
	}
	root.tab = "timeline"
	root.lookAtJob("alexnet", 4, 0.25)
	if g := root.view().Graph; root.tab != "graphs" || g.Name != "alexnet" || g.Degree != 4 {
		t.Errorf("a job opens %s on %+v", root.tab, g)
	}
}
