package ui

import (
	"rampart/core/jobgraph"
	"rampart/ui/graphs"
)

// learnGraphs gives the page its Graphs tab.
func (c *Root) learnGraphs() { c.graphs = graphs.NewModel(c.runner, c.draw) }

// openGraphs prepares the Graphs tab: graphs are costed on the cluster that the
// form says, or else on that of the runs.
func (c *Root) openGraphs() {
	e := c.model.Experiment()
	if e == nil {
		e = c.session.Experiment
	}
	c.graphs.Open(e)
}

// Look opens the Graphs tab on a graph.
func (c *Root) Look(graph string) {
	c.openGraphs()
	c.graphs.Choose(graph)
	c.tab = "graphs"
}

// addGraph gives the form a graph that another tab has made.
func (c *Root) addGraph(file []byte) {
	g, err := jobgraph.DecodeJSON(file)
	if err != nil {
		c.notice = "The graph cannot be added: " + err.Error()
		return
	}
	c.model.AddGraph(g)
	c.formChanged()
}
