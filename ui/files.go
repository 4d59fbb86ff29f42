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

// Pick lets the user choose a file to import.
func (c *Root) Pick() {
	c.host.Pick(".json,.txt,.pbtxt,"+policySuffix, func(name, text string) {
		c.Import(name, text)
		c.draw()
	})
}

// Import reads a file that was chosen or dropped: an experiment fills the form
// and runs, a job graph joins the list of graphs.
func (c *Root) Import(name, text string) {
	if strings.HasSuffix(name, policySuffix) {
		c.importPolicy(name, text)
		return
	}
	if text == "" { // see public/page.js
		c.notice = name + " is empty, cannot be read or is larger than 32 MiB."
		return
	}
	if snapshot.IsSnapshot([]byte(text)) {
		c.importSnapshot(name, text)
		return
	}
	c.notice = "Reading " + name + "."
	c.runner.Import(name, text, func(r *wire.Reply) {
		if c.notice = c.imported(name, r); c.notice != "" {
			c.said = c.notice
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
		if c.session.State == session.Held {
			return name + " is open."
		}
		return name + " is open, and runs."
	case len(r.Graph) > 0:
		g, err := jobgraph.DecodeJSON(r.Graph)
		if err != nil {
			return name + ": " + err.Error()
		}
		c.model.AddGraph(g)
		return "The graph " + g.Name + " joined the list of graphs. Run to use it."
	}
	return name + ": the file holds neither an experiment nor a job graph."
}

// fileName makes a file name of an experiment's name.
func fileName(e *experiment.Experiment, kind string) string {
	var b strings.Builder
	b.WriteString("rampart-")
	for _, r := range strings.ToLower(e.Name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-") + "-" + kind
}
