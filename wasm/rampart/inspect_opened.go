package main

import (
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/core/strict"
	"rampart/policy/builtin"
	"rampart/ui/number"
)

// inspectOpened says what a link or a snapshot holds, and what it would take to
// run it.
func inspectOpened(b *strings.Builder, sh *opened) error {
	x := sh.Experiment
	fact(b, "Shared as", "%s, %s", sh.form, plural(sh.length, sh.unit))
	fact(b, "Holds", "%s", strings.Join(sh.parts(), ", "))
	if sh.Engine != "" {
		fact(b, "Engine", "%s", sh.Engine)
	}
	fact(b, "Identity", "%s", snapshot.ID(snapshot.AppendCanonical(nil, sh.Snapshot)))
	if sh.Digest != "" {
		fact(b, "Digest", "%s", sh.Digest)
	}
	for _, p := range sh.Policies {
		fact(b, "Built-in policy", "%s, SHA-256 %s", p.Name, p.SHA256)
	}
	view, err := snapshot.ViewOf(x)
	if err != nil {
		return err
	}
	if shown := viewWords(view, x); shown != "" {
		fact(b, "Opens at", "%s", shown)
	}
	for _, remark := range append(sh.notes, sh.remarks()...) {
		fact(b, "Note", "%s", remark)
	}
	work := experiment.Cost(x)
	asks := ""
	if work.Costly() {
		asks = "; the page asks before it runs this"
	}
	fact(b, "Cost", "about %s on one core of a browser%s", number.Duration(work.Seconds()), asks)
	b.WriteByte('\n')
	inspectExperiment(b, x)
	if len(sh.Summaries) > 0 {
		b.WriteByte('\n')
		b.Write(appendTable(nil, &experiment.Result{Experiment: x, Digest: sh.Digest, Summaries: sh.Summaries}, -1))
	}
	return nil
}

// parts lists what a snapshot holds.
func (sh *opened) parts() []string {
	list := []string{"experiment"}
	for _, part := range []struct {
		is   bool
		name string
	}{
		{sh.Experiment.View != nil, "view"},
		{sh.Experiment.Train != nil, "settings of a training"},
		{sh.Digest != "", "digest of the result"},
		{len(sh.Summaries) > 0, "figures of " + strategiesWord(len(sh.Summaries))},
	} {
		if part.is {
			list = append(list, part.name)
		}
	}
	inline := 0
	for _, s := range sh.Experiment.Strategies {
		if s.Kind == "policy" && builtin.IsInline(s.Checkpoint) {
			inline++
		}
	}
	switch {
	case inline == 1:
		list = append(list, "the weights of 1 policy")
	case inline > 1:
		list = append(list, "the weights of "+number.Count(inline)+" policies")
	}
	return list
}

func strategiesWord(n int) string {
	if n == 1 {
		return "1 strategy"
	}
	return number.Count(n) + " strategies"
}

// viewWords says what a view shows.
func viewWords(v *snapshot.View, x *experiment.Experiment) string {
	var list []string
	if v.Tab != "" {
		list = append(list, "tab "+v.Tab)
	}
	if v.Time != nil {
		text := "from " + strict.FormatFloat(v.Time.From) + " s"
		if v.Time.To != 0 {
			text += " to " + strict.FormatFloat(v.Time.To) + " s"
		}
		list = append(list, text)
	}
	for _, r := range v.Runs {
		list = append(list, x.Strategies[r.Strategy].Name()+" on seed "+number.Plain(float64(r.Seed)))
	}
	if v.Focus != nil {
		list = append(list, "job "+number.Plain(float64(v.Focus.Job)))
	}
	if v.Sweep != nil {
		for _, a := range v.Sweep.Axes {
			list = append(list, fmt.Sprintf("a sweep of %s from %s to %s", a.Path, strict.FormatFloat(a.From), strict.FormatFloat(a.To)))
		}
	}
	if v.Decide != nil {
		list = append(list, fmt.Sprintf("%s decisions by hand on seed %d", number.Count(len(v.Decide.Degrees)), v.Decide.Seed))
	}
	return strings.Join(list, ", ")
}
