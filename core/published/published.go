// Package published holds the numbers that PAC-ML (arXiv 2301.13799) and its
// simulator have published, in one place: everything here that shows them beside
// its own takes them from this package. They are those of the stored outputs of
// the notebooks that drew the paper's figures (cwfparsonson/ddls, commit
// 9e0b5ba), as spec/learning.md section 2 and spec/simulator.md section 12 list
// them; they were not copied from the paper's text. Nothing in this package is
// computed, and callers must not change it.
package published

// Paper is the paper's name, for people.
const Paper = "arXiv 2301.13799"

// Letters name the four distributions of deadlines, in the order of the tables
// by distribution.
var Letters = [...]string{"A", "B", "C", "D"}

// Letter returns the place of a distribution in Letters, -1 if it has none.
func Letter(name string) int {
	for i, l := range Letters {
		if l == name {
			return i
		}
	}
	return -1
}

// The agents of the main result, in the order of the tables by agent.
const (
	PACML   = iota // the paper's policy
	ParaMax        // "SiP-ML" in the reference: the largest valid degree, at most 16
	ParaMin        // "acceptable JCT" in the reference
	Random
	Agents // their number
)

// AgentNames are the paper's names of the agents.
var AgentNames = [Agents]string{"PAC-ML", "Para_max", "Para_min", "random"}

// Kinds are the agents' kinds in experiment files.
var Kinds = [Agents]string{"policy", "max", "acceptable", "random"}

// Blocking are the blocking rates of the main result by distribution and agent,
// fractions of 1 (spec/learning.md 2.1): means over three seeds for the
// heuristics, over the last three evaluations of one training for PAC-ML.
var Blocking = [4][Agents]float64{
	{.2209, .2624, .3087, .5172},
	{.2641, .2631, .3956, .6011},
	{.1247, .2674, .3074, .5055},
	{.1037, .2631, .1419, .4652},
}

// BestEpoch are the lowest blocking rates of PAC-ML in a single evaluation, by
// distribution (spec/learning.md 2.1).
var BestEpoch = [4]float64{.2038, .2567, .1166, .0992}

// Seeds are the heuristics' blocking rates by distribution, agent (none for
// PAC-ML) and seed: 2, 1 and 0 (spec/learning.md 2.1).
var Seeds = [4][Agents][3]float64{
	{ParaMax: {.2597, .2627, .2647}, ParaMin: {.3227, .2957, .3077}, Random: {.5325, .5025, .5165}},
	{ParaMax: {.2617, .2687, .2587}, ParaMin: {.4016, .3926, .3926}, Random: {.6084, .5934, .6014}},
	{ParaMax: {.2617, .2687, .2717}, ParaMin: {.2967, .3227, .3027}, Random: {.4935, .5015, .5215}},
	{ParaMax: {.2617, .2687, .2587}, ParaMin: {.1688, .1608, .0959}, Random: {.4595, .4695, .4665}},
}

// PerJob are the blocking rates of the tests that kept every job, one run each,
// by distribution and agent (spec/learning.md 2.2).
var PerJob = [4][Agents]float64{
	{.217, .256, .302, .529},
	{.261, .261, .358, .589},
	{.135, .261, .264, .484},
	{.120, .261, .159, .479},
}

// Degrees are the constant degrees on which PAC-ML's policies settled, by
// distribution: least, mean and most workers of a job are the same
// (spec/learning.md section 0).
var Degrees = [4]int{4, 16, 4, 2}

// Claim is the largest reduction of the blocking rate against maximum
// parallelism that the abstract states.
const Claim = .562

// Means are means over the completed jobs of a run, or over the run.
type Means struct {
	DemandThroughput     float64 // 1e7 B/s
	ClusterThroughput    float64 // 1e7 B/s
	JCTSeconds           float64
	SpeedUp              float64
	Parts                float64 // of the most divided operation
	Servers              float64
	CommunicationSeconds float64
}

// Main is the second table of spec/learning.md 2.1, by distribution and agent.
var Main = [4][Agents]Means{
	{{2.470, 4.201, 7486.9, 3.9986, 4.00, 4.00, 3.425}, {2.325, 10.176, 1875.1, 15.667, 16.00, 16.10, 4.468},
		{2.204, 3.025, 13135.9, 2.548, 2.549, 2.96, 2.912}, {1.537, 3.071, 7504.6, 5.311, 5.326, 6.04, 3.403}},
	{{2.343, 10.254, 1887.9, 15.677, 16.00, 16.11, 4.517}, {2.351, 10.287, 1883.8, 15.673, 16.00, 16.13, 4.527},
		{1.923, 3.523, 7350.4, 4.538, 4.540, 5.18, 3.375}, {1.282, 3.169, 4996.7, 7.383, 7.418, 8.04, 3.752}},
	{{2.779, 4.729, 7469.2, 3.9986, 4.00, 4.00, 3.433}, {2.356, 10.305, 1901.3, 15.686, 16.00, 16.12, 4.564},
		{2.211, 3.182, 11928.5, 2.832, 2.833, 3.34, 3.085}, {1.568, 3.141, 7153.9, 5.436, 5.443, 6.07, 3.433}},
	{{2.840, 3.559, 14903.1, 1.9997, 2.00, 2.00, 2.812}, {2.351, 10.287, 1883.8, 15.673, 16.00, 16.13, 4.527},
		{2.733, 3.453, 14723.8, 2.051, 2.051, 2.17, 2.846}, {1.723, 3.151, 8900.4, 4.508, 4.515, 5.14, 3.365}},
}
