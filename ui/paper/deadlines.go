package paper

import "rampart/core/experiment"

// The strategies of the main result, in the order of their runs.
const (
	policy = iota
	paraMax
	paraMin
	random
)

// letters are the paper's four distributions of deadlines.
var letters = []string{"A", "B", "C", "D"}

// mainNames are the strategies of the main result by the paper's names.
var mainNames = []string{policy: "PAC-ML", paraMax: "Para_max", paraMin: "Para_min", random: "random"}

// deadlines is the main result: blocking under four distributions of deadlines.
var deadlines = Study{
	Key: "deadlines", Title: "The main result: four distributions of deadlines",
	Settings: "The paper's cluster, graphs and jobs (spec/learning.md 1.9): seeds 0 to 2 for the heuristics. The row PAC-ML sets the paper's policy, trained with DQN, beside the one of this program that was trained with PPO under the same rules.",
	Cases:    mainCases(),
	Figures: []Figure{
		mainFigure("blocking", "Blocking rate by deadlines", "jobs blocked, % of those that arrived", blocking, mainBlocking,
			"Where ours lies below PAC-ML's, the policy is another one, not the simulator."),
		mainFigure("jct", "Mean JCT by deadlines", "simulated time, over completed jobs", jct, column(2), otherDraws),
		mainFigure("speedup", "Speed-up by deadlines", "sequential JCT over JCT", speedUp, column(3), otherDraws),
		mainFigure("degree", "Parts of the most divided operation", "parts, over completed jobs", degree, column(4), otherDraws),
		mainFigure("servers", "Servers of a job", "servers, over completed jobs", servers, column(5), otherDraws),
		mainFigure("communication", "Communication of a job", "simulated time, over completed jobs", exchange, column(6), otherDraws),
		mainFigure("cluster", "Cluster throughput", "10 million bytes a second", cluster, column(1), otherDraws),
		mainFigure("demand", "Demand throughput", "10 million bytes a second", demand, column(0), otherDraws),
	},
}

// otherDraws says what the published numbers and ours cannot have in common.
const otherDraws = "The streams of random numbers behind the published jobs and random degrees are not stored, so ours are others."

func mainCases() []Case {
	var list []Case
	for _, letter := range letters {
		list = append(list, Case{"beta " + letter, func() *experiment.Experiment {
			x := experiment.Paper(letter)
			x.Name = "Published: deadlines " + letter
			x.Strategies = []experiment.StrategySpec{
				policy: {Kind: "policy", Checkpoint: "firstfit-" + letter}, paraMax: {Kind: "max"}, paraMin: {Kind: "acceptable"}, random: {Kind: "random"}}
			return x
		}})
	}
	return list
}

// mainBlocking are the published blocking rates by distribution and strategy
// (spec/learning.md 2.1): means of three seeds for the heuristics, of the last
// three evaluation epochs for PAC-ML.
var mainBlocking = [4][4]float64{
	{.2209, .2624, .3087, .5172},
	{.2641, .2631, .3956, .6011},
	{.1247, .2674, .3074, .5055},
	{.1037, .2631, .1419, .4652},
}

// mainTable is the second table of spec/learning.md 2.1 by distribution and
// strategy: demand and cluster throughput in 1e7 B/s, mean JCT in s, speed-up,
// parts, servers, and communication in s.
var mainTable = [4][4][7]float64{
	{{2.470, 4.201, 7486.9, 3.9986, 4.00, 4.00, 3.425}, {2.325, 10.176, 1875.1, 15.667, 16.00, 16.10, 4.468},
		{2.204, 3.025, 13135.9, 2.548, 2.549, 2.96, 2.912}, {1.537, 3.071, 7504.6, 5.311, 5.326, 6.04, 3.403}},
	{{2.343, 10.254, 1887.9, 15.677, 16.00, 16.11, 4.517}, {2.351, 10.287, 1883.8, 15.673, 16.00, 16.13, 4.527},
		{1.923, 3.523, 7350.4, 4.538, 4.540, 5.18, 3.375}, {1.282, 3.169, 4996.7, 7.383, 7.418, 8.04, 3.752}},
	{{2.779, 4.729, 7469.2, 3.9986, 4.00, 4.00, 3.433}, {2.356, 10.305, 1901.3, 15.686, 16.00, 16.12, 4.564},
		{2.211, 3.182, 11928.5, 2.832, 2.833, 3.34, 3.085}, {1.568, 3.141, 7153.9, 5.436, 5.443, 6.07, 3.433}},
	{{2.840, 3.559, 14903.1, 1.9997, 2.00, 2.00, 2.812}, {2.351, 10.287, 1883.8, 15.673, 16.00, 16.13, 4.527},
		{2.733, 3.453, 14723.8, 2.051, 2.051, 2.17, 2.846}, {1.723, 3.151, 8900.4, 4.508, 4.515, 5.14, 3.365}},
}

// column is one column of mainTable.
func column(at int) (c [4][4]float64) {
	for i := range mainTable {
		for k := range mainTable[i] {
			c[i][k] = mainTable[i][k][at]
		}
	}
	return c
}

func mainFigure(key, title, axis string, m Measure, published [4][4]float64, remark string) Figure {
	f := Figure{Key: "deadlines-" + key, Title: title, Axis: axis, Measure: m, Remark: remark,
		Source: "arXiv 2301.13799, main result, from its stored data (spec/learning.md 2.1)"}
	for i, letter := range letters {
		for k, name := range mainNames {
			r := Row{Case: i, Strategy: k, Name: letter + ", " + name, Published: published[i][k]}
			if k == policy {
				r.Cited = "ours: firstfit-" + letter
			}
			f.Rows = append(f.Rows, r)
		}
	}
	return f
}
