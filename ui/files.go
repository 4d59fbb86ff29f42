package ui

import (
	"strings"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/snapshot"
	"rampart/ui/session"
	"rampart/ui/share"
	"rampart/wasm/wire"
)

// Pick lets the user choose files to import.
func (c *Root) Pick() {
	c.host.Pick(".json,.csv,.txt,.pbtxt,.html,"+policySuffix, func(files []File) {
		c.ImportAll(files)
		c.draw()
	})
}

// ImportAll imports files that were chosen or dropped together, and tells of
// each.
func (c *Root) ImportAll(files []File) {
	c.batch++
	c.told = nil
	for _, f := range files {
		c.importOne(f.Name, f.Text)
	}
}

// Import reads one file or a text that was pasted.
func (c *Root) Import(name, text string) { c.ImportAll([]File{{name, text}}) }

// tell tells what became of a file of the batch; "" is nothing to tell.
func (c *Root) tell(batch int, sentence string) {
	if batch != c.batch || sentence == "" {
		return
	}
	c.told = append(c.told, sentence)
	c.notice = strings.Join(c.told, " ")
	c.said = c.notice
}

// importOne reads a file: an experiment and what holds one runs, as does the
// form's with the jobs of a table of arrivals; a job graph joins the list of graphs, a policy that of policies. Anything else is told.
func (c *Root) importOne(name, text string) {
	batch := c.batch
	if strings.HasSuffix(name, policySuffix) || strings.HasPrefix(text, dataURL) {
		c.tell(batch, c.importPolicy(name, text))
		return
	}
	if text == "" { // see public/page.js
		c.tell(batch, name+" is empty, cannot be read or is larger than 32 MiB.")
		return
	}
	k, what := sniff(text)
	if k == stranger && what == unknown && strings.HasSuffix(strings.ToLower(name), ".csv") {
		k = someTable // which the engine then says what is wrong with
	}
	switch k {
	case stranger:
		c.tell(batch, name+" is "+what+". "+importable)
		return
	case someReport:
		c.tell(batch, c.importReport(name, text))
		return
	case someLink:
		c.tell(batch, c.openTyped(text))
		return
	}
	if snapshot.IsSnapshot([]byte(text)) {
		c.tell(batch, c.importSnapshot(name, text))
		return
	}
	if len(c.told) == 0 {
		c.notice = "Reading " + name + "."
	}
	file := name
	if name == pastedName {
		file = pastedFile
	}
	var base []byte
	if k == someTable {
		base = c.model.Canonical()
		if base == nil && c.session != nil { // something in the form is wrong
			base = c.session.Canonical
		}
	}
	c.runner.Import(file, text, base, func(r *wire.Reply) {
		if sentence := c.imported(name, r); sentence != "" {
			c.tell(batch, sentence)
		} else if batch == c.batch && len(c.told) == 0 {
			c.notice = ""
		}
		c.draw()
	})
}

// imported takes over what the engine read; it returns what to tell the user.
func (c *Root) imported(name string, r *wire.Reply) string {
	switch {
	case r.Kind == wire.KindError:
		message := name + ": "
		if r.Path != "" && !strings.HasPrefix(r.Message, r.Path) {
			message += r.Path + ": "
		}
		return message + strings.TrimSuffix(r.Message, ".") + "."
	case len(r.Result) > 0:
		result, err := experiment.DecodeResult(r.Result)
		if err != nil {
			return name + ": " + err.Error()
		}
		c.takeOver(share.TakeResult(name, result))
		return ""
	case len(r.Experiment) > 0:
		e, err := experiment.Decode(r.Experiment)
		if err != nil {
			return name + ": " + err.Error()
		}
		c.takeOver(share.TakeExperiment(name, e))
		remark := ""
		if r.Message != "" {
			remark = " " + r.Message
		}
		if c.session.State == session.Held {
			return name + " is open." + remark
		}
		return name + " is open, and runs." + remark
	case len(r.Graph) > 0:
		g, err := jobgraph.DecodeJSON(r.Graph)
		if err != nil {
			return name + ": " + err.Error()
		}
		c.model.AddGraph(g)
		if e := c.model.Experiment(); c.tab == "graphs" && e != nil {
			c.Look(e.Workload.Graphs[len(e.Workload.Graphs)-1].Name)
		}
		return "The graph " + g.Name + " joined the list of graphs. Run to use it."
	}
	return name + " holds nothing that Import opens. " + importable
}
