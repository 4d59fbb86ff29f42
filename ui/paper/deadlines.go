package paper

import (
	"rampart/core/experiment"
	"rampart/core/published"
)

// deadlines is the main result: blocking under four distributions of deadlines.
var deadlines = Study{
	Key: "deadlines", Title: "The main result: four distributions of deadlines",
	Settings: "The paper's cluster, graphs and jobs (spec/learning.md 1.9): seeds 0 to 2 for the heuristics. The row PAC-ML sets the paper's policy, trained with DQN, beside the one of this program that was trained with PPO under the same rules.",
	Cases:    mainCases(),
	Figures: []Figure{
		mainFigure("blocking", "Blocking rate by deadlines", "jobs blocked, % of those that arrived", blocking, rates,
			"Where ours lies below PAC-ML's, the policy is another one, not the simulator."),
		mainFigure("jct", "Mean JCT by deadlines", "simulated time, over completed jobs", jct, mean(func(m *published.Means) float64 { return m.JCTSeconds }), otherDraws),
		mainFigure("speedup", "Speed-up by deadlines", "sequential JCT over JCT", speedUp, mean(func(m *published.Means) float64 { return m.SpeedUp }), otherDraws),
		mainFigure("degree", "Parts of the most divided operation", "parts, over completed jobs", degree, mean(func(m *published.Means) float64 { return m.Parts }), otherDraws),
		mainFigure("servers", "Servers of a job", "servers, over completed jobs", servers, mean(func(m *published.Means) float64 { return m.Servers }), otherDraws),
		mainFigure("communication", "Communication of a job", "simulated time, over completed jobs", exchange, mean(func(m *published.Means) float64 { return m.CommunicationSeconds }), otherDraws),
		mainFigure("cluster", "Cluster throughput", "10 million bytes a second", cluster, mean(func(m *published.Means) float64 { return m.ClusterThroughput }), otherDraws),
		mainFigure("demand", "Demand throughput", "10 million bytes a second", demand, mean(func(m *published.Means) float64 { return m.DemandThroughput }), otherDraws),
	},
}

// otherDraws says what the published numbers and ours cannot have in common.
const otherDraws = "The streams of random numbers behind the published jobs and random degrees are not stored, so ours are others."

func mainCases() []Case {
	var list []Case
	for _, letter := range published.Letters {
		list = append(list, Case{"beta " + letter, func() *experiment.Experiment {
			x := experiment.Paper(letter)
			x.Name = "Published: deadlines " + letter
			x.Strategies = []experiment.StrategySpec{
				published.PACML: {Kind: "policy", Checkpoint: "firstfit-" + letter}, published.ParaMax: {Kind: "max"}, published.ParaMin: {Kind: "acceptable"}, published.Random: {Kind: "random"}}
			return x
		}})
	}
	return list
}

// rates are the published blocking rates by distribution and agent.
func rates(letter, agent int) float64 { return published.Blocking[letter][agent] }

// mean reads another column of the main result.
func mean(of func(m *published.Means) float64) func(letter, agent int) float64 {
	return func(letter, agent int) float64 { return of(&published.Main[letter][agent]) }
}

func mainFigure(key, title, axis string, m Measure, number func(letter, agent int) float64, remark string) Figure {
	f := Figure{Key: "deadlines-" + key, Title: title, Axis: axis, Measure: m, Remark: remark,
		Source: published.Paper + ", main result, from its stored data (spec/learning.md 2.1)"}
	for i, letter := range published.Letters {
		for k, name := range published.AgentNames {
			r := Row{Case: i, Strategy: k, Name: letter + ", " + name, Published: number(i, k)}
			if k == published.PACML {
				r.Cited = "ours: firstfit-" + letter
			}
			f.Rows = append(f.Rows, r)
		}
	}
	return f
}
