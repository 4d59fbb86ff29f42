package ui

import (
	"strings"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/snapshot"
	"rampart/core/trace"
	"rampart/ui/report"
	"rampart/ui/share"
)

// kind is what a file or a text seems to be.
type kind int

const (
	someGraph  kind = iota // of one of the other formats
	someObject             // a JSON object: experiment, result, snapshot or graph
	someLink
	someReport
	someTable // of arrivals
	stranger  // none of what Import opens
)

// importable says what Import opens.
const importable = "Import opens experiments, results, reports, snapshots, job graphs (JSON, PipeDream, CostGraphDef pbtxt), tables of arrivals (CSV), policies (safetensors) and links."

// unknown is what a stranger is that has no name.
const unknown = "nothing that Rampart knows"

// sniff looks at the beginning of a text. what says what a stranger is, as the
// end of a sentence.
func sniff(text string) (k kind, what string) {
	head := text[:min(len(text), 4096)]
	head = strings.TrimSpace(strings.TrimPrefix(head, "\uFEFF"))
	lower := strings.ToLower(head)
	switch {
	case strings.HasPrefix(head, `{"displayTimeUnit"`):
		return stranger, "a trace, which ui.perfetto.dev opens"
	case strings.HasPrefix(head, "{") || strings.HasPrefix(head, "["):
		return someObject, ""
	case binary(head):
		return stranger, "not text"
	case strings.HasPrefix(lower, "<!doctype html") || strings.HasPrefix(lower, "<html"):
		if _, ok := report.Read([]byte(text)); ok {
			return someReport, ""
		}
		return stranger, "a web page that holds no report of Rampart's"
	case strings.HasPrefix(lower, "<svg") || strings.HasPrefix(lower, "<?xml"):
		return stranger, "a picture or other XML"
	case strings.HasPrefix(head, "strategy,"):
		return stranger, "a table of figures, from which nothing can be run; the result or the experiment can be"
	case trace.Is(text):
		return someTable, ""
	case isLink(head, len(text)):
		return someLink, ""
	}
	if _, err := jobgraph.Detect([]byte(head)); err != nil {
		return stranger, unknown
	}
	return someGraph, ""
}

// binary reports whether bytes that are no text were read as such.
func binary(head string) bool {
	return strings.ContainsRune(head, 0) || 20*strings.Count(head, "\uFFFD") > len(head)
}

// isLink reports whether a text of so many bytes is a link and nothing more,
// though it may be wrapped over lines. A graph file may have comments with =.
func isLink(head string, size int) bool {
	if strings.Contains(head, " -- ") || size > 1<<20 {
		return false
	}
	before, _, found := strings.Cut(head, "#")
	if !found {
		before, _, _ = strings.Cut(head, "=")
		return len(before) <= 3 && !strings.ContainsAny(before, " \t\n{:<")
	}
	before = strings.Trim(strings.TrimSpace(before), `<>"'`)
	return before == "" && !strings.ContainsAny(head, " ") || strings.Contains(before, "://") && !strings.ContainsAny(before, " \n")
}

// importReport opens the experiment of a report, and what the report says of
// its result. It returns what is wrong with it, a sentence, or "".
func (c *Root) importReport(name, text string) string {
	found, _ := report.Read([]byte(text))
	x, err := experiment.Decode(found.Experiment)
	if err != nil {
		return name + ": the experiment in this report: " + strings.TrimSuffix(err.Error(), ".") + "."
	}
	c.takeOver(share.Take(name, &snapshot.Snapshot{Engine: found.Engine, Experiment: x, Digest: found.Digest}, nil))
	return ""
}
