package form

import (
	"fmt"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/ui/number"
)

// Words sums an experiment up in a line.
func Words(e *experiment.Experiment) string {
	var parts []string
	for _, group := range []string{"cluster", "jobs", "deadlines", "simulation", "seeds"} {
		parts = append(parts, summary(e, group))
	}
	return strings.Join(parts, ". ") + "."
}

// Summary says in a few words what a section holds.
func (m *Model) Summary(group string) string {
	if group == "strategies" {
		n := 0
		for _, r := range m.draft.strategies {
			if r.Ticked {
				n++
			}
		}
		return fmt.Sprintf("%d ticked", n)
	}
	return summary(m.now.partial, group)
}

func summary(e *experiment.Experiment, group string) string {
	switch group {
	case "cluster":
		return fmt.Sprintf("%d × %d × %d, %s%s", e.Cluster.Groups, e.Cluster.RacksPerGroup, e.Cluster.ServersPerRack, servers(e), topologyWords(&e.Cluster))
	case "jobs":
		return plural(len(e.Workload.Graphs), "graph", "graphs") + ", " + arrivals(e)
	case "deadlines":
		return betaWords(e)
	case "simulation":
		placer := map[experiment.Placer]string{experiment.FirstFit: "first fit", experiment.Compact: "compact", experiment.BestFit: "best fit"}[e.Placer]
		return fmt.Sprintf("%s, %s, %s%ss", rulesWords(e.Rules), placer, number.Plain(e.HorizonSeconds), number.Thin)
	case "seeds":
		return plural(len(e.Seeds), "seed", "seeds") + ", " + plural(len(e.Seeds)*len(e.Strategies), "run", "runs")
	}
	return ""
}

// Servers says how many servers the cluster has: "32 servers".
func (m *Model) Servers() string { return servers(m.now.partial) }

func servers(e *experiment.Experiment) string {
	c := &e.Cluster
	return plural(c.Groups*c.RacksPerGroup*c.ServersPerRack, "server", "servers")
}

// Derived says what follows from a section's fields.
func (m *Model) Derived(group string) string {
	e := m.now.partial
	switch group {
	case "cluster":
		return m.Servers() + ", " + perTransfer(&e.Cluster)
	case "jobs":
		if m.Trace() > 0 {
			return fmt.Sprintf("a trace of %s jobs", number.Count(m.Trace()))
		}
		return fmt.Sprintf("about %s jobs in each run", number.Plain(float64(int(e.Arrivals()))))
	case "simulation":
		return fmt.Sprintf("%s of simulated time in each run", days(e.HorizonSeconds))
	case "seeds":
		return fmt.Sprintf("%s × %s = %s", plural(len(e.Strategies), "strategy", "strategies"),
			plural(len(e.Seeds), "seed", "seeds"), plural(len(e.Seeds)*len(e.Strategies), "run", "runs"))
	}
	return ""
}

func days(seconds float64) string {
	if seconds < 2*86400 {
		return number.Duration(seconds)
	}
	return number.Significant(seconds/86400) + " days"
}

func arrivals(e *experiment.Experiment) string {
	if e.Workload.Jobs != nil {
		return "a trace"
	}
	d := &e.Workload.Interarrival
	switch d.Kind {
	case "uniform":
		return fmt.Sprintf("one every %s to %s%ss", number.Plain(d.Min), number.Plain(d.Max), number.Thin)
	case "bursty":
		return fmt.Sprintf("one every %s%ss on average, in bursts", number.Plain(d.Mean), number.Thin)
	case "exponential":
		return fmt.Sprintf("one every %s%ss on average", number.Plain(d.Mean), number.Thin)
	}
	return fmt.Sprintf("one every %s%ss", number.Plain(d.Value), number.Thin)
}

func betaWords(e *experiment.Experiment) string {
	if e.Workload.Jobs != nil {
		return "from the trace"
	}
	b := &e.Workload.Beta
	switch {
	case b.Preset == "A":
		return "Beta A, uniform 0.10 to 1"
	case b.Preset == "B":
		return "Beta B, mostly tight"
	case b.Preset == "C":
		return "Beta C, bell-shaped"
	case b.Preset == "D":
		return "Beta D, mostly loose"
	case b.Kind == "fixed":
		return "Beta " + formatNumber(b.Value, 0)
	case b.Kind == "pmf":
		return "Beta from " + plural(len(b.Values), "value", "values")
	case b.Kind == "skewnormal":
		return "Beta skew normal " + formatNumber(b.Min, 0) + " to " + formatNumber(b.Max, 0)
	}
	return "Beta uniform " + formatNumber(b.Min, 0) + " to " + formatNumber(b.Max, 0)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number.Count(n) + " " + many
}

// rowName names a strategy row in the form, without its degree.
func rowName(r *StrategyRow) string {
	switch r.Spec.Kind {
	case "fixed":
		return "Fixed degree"
	case "sipml":
		return "SiP-ML, at most"
	case "reserve":
		return strings.Replace(r.Spec.Name(), " "+strconv.Itoa(r.Spec.Degree), " a block", 1)
	}
	return strings.TrimSpace(r.Spec.Name())
}
