package reproduce

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/published"
)

// base is the paper's experiment under some rules, at the paper's load: where the
// rules make jobs shorter, they arrive as much more often.
func (b *Book) base(rules experiment.Rules, placer experiment.Placer, letter string) *experiment.Experiment {
	x := experiment.Paper(letter)
	if rules.Has(seconds) {
		x = experiment.PaperCorrected(letter)
	}
	if rules.Has(plan.FixInput) {
		x.Workload.Interarrival.Value = shorter(x.Workload.Interarrival.Value)
		x.HorizonSeconds = float64(x.Workload.Interarrival.Value * 1000)
	}
	x = b.cut(x)
	x.Rules, x.Placer, x.Seeds = rules, placer, b.Seeds
	return x
}

// shorter is a time between arrivals as much shorter as the paper's jobs are, on
// average, without their input ops, to four digits.
func shorter(seconds float64) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(float64(seconds*withoutInput()), 'g', 4, 64), 64)
	if err != nil {
		panic("reproduce: a formatted number does not parse")
	}
	return v
}

// withoutInput is the part of the paper's jobs' time that is not their input ops'.
var withoutInput = sync.OnceValue(func() float64 {
	with, without := 0.0, 0.0
	for _, g := range published.Graphs {
		if graph, err := jobgraph.Builtin(g.Name); err == nil {
			job := jobgraph.Mirror(graph)
			with += plan.StepSeconds(job, 0)
			without += plan.StepSeconds(job, plan.FixInput)
		}
	}
	return without / with
})

func mainKey(rules experiment.Rules, placer experiment.Placer, letter string) string {
	return fmt.Sprintf("main-%s-%s-%s", rules, placer, letter)
}

// addMain adds the paper's experiment with heuristics, fixed degrees and all
// policies of its deadlines, for each of the four.
func (b *Book) addMain(s *Section, rules experiment.Rules, placer experiment.Placer) {
	for _, letter := range published.Letters {
		strategies := append(append(append([]named{}, heuristics...), fixedAll()...), b.policies(letter)...)
		s.add(mainKey(rules, placer, letter), fmt.Sprintf("Reproduction: deadlines %s, %s, %s placer", letter, rules.Words(), placer),
			b.base(rules, placer, letter), strategies...)
	}
}

// reference is the key of the published setting.
func reference(letter string) string {
	return mainKey(experiment.Reference, experiment.FirstFit, letter)
}

// main is the section on the paper's baselines.
func (b *Book) main() *Section {
	s := &Section{Key: "baselines", Title: "The paper's baselines", write: (*writer).baselines}
	b.addMain(s, experiment.Reference, experiment.FirstFit)
	return s
}

func (w *writer) baselines() {
	w.text("The paper's cluster, jobs and four distributions of deadlines, reference rules, first fit. Published: means of seeds 0 to 2, whose streams of random numbers are not stored, so that ours are other jobs from the same distributions. " +
		"Rates are per cent of the jobs that arrived; ± is half of the 95 % interval of the mean over our seeds.")
	t := w.table("Blocking rates in per cent", "deadlines", "agent", "published", "published by seed", "published test by job", "ours", "ours less published, points", "published inside ours ± spread")
	far, inside, n := 0.0, 0, 0
	for at, letter := range published.Letters {
		for agent := published.ParaMax; agent < published.Agents; agent++ {
			name := published.AgentNames[agent]
			was := published.Blocking[at][agent]
			ours := w.results.blocking(reference(letter), name)
			cells := []string{letter, name, said(was), bySeed(published.Seeds[at][agent]), said(published.PerJob[at][agent]), rate(ours), Missing, Missing}
			if known(ours) {
				n++
				far = max(far, abs(ours.Mean-was))
				cells[6], cells[7] = signed(ours.Mean-was), "no"
				if published := experiment.NewInterval(published.Seeds[at][agent][:]); overlap(published, ours) {
					cells[7] = "yes"
					inside++
				}
			}
			t.row(cells...)
		}
	}
	w.textf("The largest difference is %s points. In %d of %d rows the 95 %% interval of the published seeds and that of ours overlap.", percent(far), inside, n)
	w.measures()
}

func bySeed(rates [3]float64) string {
	var list []string
	for i := range rates {
		list = append(list, said(rates[len(rates)-1-i])) // stored from 2 to 0
	}
	return strings.Join(list, " ")
}

func overlap(a, b experiment.Interval) bool { return a.Low <= b.High && b.Low <= a.High }

func abs(v float64) float64 { return max(v, -v) }

// measure is a column of the paper's second table.
type measure struct {
	name      string
	places    int
	published func(*published.Means) float64
	ours      func(*experiment.Run) float64
}

var measures = []measure{
	{"mean JCT, s", 1, func(m *published.Means) float64 { return m.JCTSeconds }, func(r *experiment.Run) float64 { return r.MeanJCTSeconds }},
	{"speed-up", 3, func(m *published.Means) float64 { return m.SpeedUp }, func(r *experiment.Run) float64 { return r.MeanSpeedup }},
	{"parts", 3, func(m *published.Means) float64 { return m.Parts }, func(r *experiment.Run) float64 { return r.MeanEffectiveDegree }},
	{"servers", 2, func(m *published.Means) float64 { return m.Servers }, func(r *experiment.Run) float64 { return r.MeanServersPerJob }},
	{"communication, s", 3, func(m *published.Means) float64 { return m.CommunicationSeconds }, func(r *experiment.Run) float64 { return r.MeanCommunicationSeconds }},
	{"cluster throughput, 1e7 B/s", 3, func(m *published.Means) float64 { return m.ClusterThroughput }, func(r *experiment.Run) float64 { return r.MeanClusterThroughput / 1e7 }},
	{"demand throughput, 1e7 B/s", 3, func(m *published.Means) float64 { return m.DemandThroughput }, func(r *experiment.Run) float64 { return r.MeanDemandTotalThroughput / 1e7 }},
}

// measureHead is the head of a table of all measures behind some columns.
func measureHead(head ...string) []string {
	for _, m := range measures {
		head = append(head, m.name)
	}
	return head
}

// measures sets the other columns of the main result beside each other.
func (w *writer) measures() {
	t := w.table("The other means of the main result: published / ours", measureHead("deadlines", "agent")...)
	far, where := 0.0, ""
	for at, letter := range published.Letters {
		for agent := published.ParaMax; agent < published.Agents; agent++ {
			name := published.AgentNames[agent]
			d, which := w.measured(t, []string{letter, name}, &published.Main[at][agent], reference(letter), name)
			if d > far {
				far, where = d, fmt.Sprintf("%s of %s, deadlines %s", which, name, letter)
			}
		}
	}
	w.textf("The largest relative difference of a mean is %s %%%s.", decimals(100*far, 1), at(where))
}

// measured adds a row of all measures and returns the largest relative difference
// and where it is.
func (w *writer) measured(t *Table, cells []string, was *published.Means, key, strategy string) (far float64, where string) {
	for _, m := range measures {
		ours := experiment.NewInterval(w.results.of(key, strategy, m.ours))
		cell := decimals(m.published(was), m.places) + " / " + Missing
		if known(ours) {
			cell = decimals(m.published(was), m.places) + " / " + decimals(ours.Mean, m.places)
			if d := apart(m.published(was), ours.Mean); d > far {
				far, where = d, m.name
			}
		}
		cells = append(cells, cell)
	}
	t.row(cells...)
	return far, where
}
