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

// lookAt is Look for the form, which covers a narrow page.
func (c *Root) lookAt(graph string) {
	c.sheet = false
	c.Look(graph)
	c.host.Focus("tab-graphs")
}

// lookAtJob opens the Graphs tab on the graph of a job, at its degree and beta.
func (c *Root) lookAtJob(graph string, degree int, beta float64) {
	c.Look(graph)
	c.graphs.Job(degree, beta)
	c.host.Focus("tab-graphs")
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
