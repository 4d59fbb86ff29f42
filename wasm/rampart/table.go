package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"rampart/core/experiment"
	"rampart/ui/number"
)

// appendTable appends the figures of a result for people: a row a strategy,
// means over the seeds with the half width of their 95 % interval; and then how
// the others differ from one strategy, -1 for maximum parallelism.
func appendTable(dst []byte, r *experiment.Result, against int) []byte {
	var b strings.Builder
	writeTitle(&b, r.Experiment)
	t := table{{"Strategy", "Blocking rate", "Mean JCT", "Speed-up", "Utilisation",
		"Blocked by policy", "placement", "JCT", "queue", "horizon"}}
	for i := range r.Summaries {
		s := &r.Summaries[i]
		row := []string{
			shownName(s.Name),
			withInterval(s.BlockingRate, number.Rate),
			withInterval(s.MeanJCTSeconds, number.Duration),
			withInterval(s.MeanSpeedup, number.Times),
			withInterval(s.Utilisation, number.Rate),
		}
		for _, cause := range experiment.Causes {
			row = append(row, number.Rate(s.Causes[cause]))
		}
		t = append(t, row)
	}
	t.write(&b)
	writePairs(&b, r, against)
	writeDeadlocks(&b, r)
	fmt.Fprintf(&b, "\n%s\n", r.Digest)
	return append(dst, b.String()...)
}

// writeDeadlocks says how many jobs of which strategies were blocked because
// their training step would never end.
func writeDeadlocks(b *strings.Builder, r *experiment.Result) {
	jobs := make([]int, len(r.Experiment.Strategies))
	first := true
	for i := range r.Runs {
		jobs[r.Runs[i].Strategy] += r.Runs[i].Deadlocked
	}
	for i, n := range jobs {
		if n == 0 {
			continue
		}
		if first {
			fmt.Fprintf(b, "\nDeadlocks, among the jobs blocked by JCT: parts of a training step wait for each other for ever.\nThe switch multiSinkGraphs of the rules takes them away.\n")
			first = false
		}
		fmt.Fprintf(b, "  %s: %s.\n", shownName(r.Experiment.Strategies[i].Name()), plural(n, "job"))
	}
}

// writePairs writes how the strategies differ from one of them, a sentence each.
func writePairs(b *strings.Builder, r *experiment.Result, against int) {
	specs := r.Experiment.Strategies
	if against < 0 {
		against = 0
		for i := range specs {
			if specs[i].Kind == "max" {
				against = i
				break
			}
		}
	}
	name := func(i int) string {
		short, _, _ := strings.Cut(specs[i].Name(), " (")
		return shownName(short)
	}
	for i, p := range experiment.PairedBlocking(r.Experiment, r.Runs, against) {
		if i == 0 {
			fmt.Fprintf(b, "\nBlocking rates on equal seeds, in points of a hundred jobs:\n")
		}
		sentence := p.Sentence(name(p.Strategy), name(against))
		fmt.Fprintf(b, "  %s%s.\n", strings.ToUpper(sentence[:1]), sentence[1:])
	}
}

// writeTitle writes what was run, on one line.
func writeTitle(b *strings.Builder, x *experiment.Experiment) {
	if x.Name != "" {
		fmt.Fprintf(b, "%s: ", shownName(x.Name))
	}
	topology := ""
	if x.Cluster.Topology != (experiment.Topology{}) {
		topology = " as a " + experiment.TopologyName(x.Cluster.Topology)
	}
	fmt.Fprintf(b, "%s%s, %s, %s, %s placer\n\n",
		plural(x.Cluster.Servers(), "server"), topology, plural(len(x.Seeds), "seed"), x.Rules.Words(), x.Placer)
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return number.Count(n) + " " + noun
}

// withInterval writes a mean and, where there is one, the half width of its
// interval. A unit that both have is written once.
func withInterval(i experiment.Interval, write func(float64) string) string {
	switch {
	case i.N == 0:
		return number.Missing
	case !i.Bounded():
		return write(i.Mean)
	}
	mean, half := write(i.Mean), write(i.High-i.Mean)
	if at := strings.LastIndex(mean, number.Thin); at >= 0 && strings.HasSuffix(half, mean[at:]) {
		mean = mean[:at]
	}
	return mean + " ± " + half
}

// table is rows of cells; the first row is the head, the first column text,
// the others figures.
type table [][]string

// write lays the table out in columns, text to the left, figures to the right.
func (t table) write(b *strings.Builder) {
	widths := make([]int, len(t[0]))
	for _, row := range t {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range t {
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				b.WriteString(cell + gap)
			} else {
				b.WriteString("  " + gap + cell)
			}
		}
		b.WriteByte('\n')
	}
}
