package experiment

import "rampart/core/jobgraph"

// Work is what running an experiment takes, estimated from above. Every figure
// is finite, from 0 to 1e15, whatever the experiment says.
type Work struct {
	Runs         int     // strategies x seeds
	Jobs         float64 // that arrive, in all runs together; each takes one decision
	Learned      float64 // of these decisions, those that a policy's network takes
	Simulated    float64 // decisions in the futures of rollouts, if every degree is tried in each
	Searched     float64 // decisions x servers: a decision looks for free servers among all
	Dependencies float64 // of all partitioned graphs whose lookahead has to be made, once each
	single       bool    // the lookahead looks at every single dependency
}

// mostWork is the largest figure of a Work.
const mostWork = 1e15

// profileDependencies are those of the built-in graphs of profiles, both passes,
// partitioned one way. Cost must not read the graphs, which takes the page longer
// than some experiments.
var profileDependencies = map[string]float64{
	"alexnet": 70, "vgg16": 124, "resnet18": 230, "squeezenet1_0": 221, "gnmt": 165,
	"resnet50": 564, "densenet121": 1404, "gnmt_large": 341,
	"inception_v3": 1051, "nasnetalarge": 4188, "nasnetamobile": 3078,
	"resnet101": 1108, "resnext50": 564, "resnext101": 1108,
}

// dependencies counts those of a graph, both passes, partitioned one way. A name
// that there is no graph of has none.
func dependencies(g GraphRef) float64 {
	if g.Inline != nil {
		return float64(2*len(g.Inline.Edges) + 1 + len(g.Inline.Ops))
	}
	if t, generated := jobgraph.BuiltinTransformer(g.Name); generated {
		return float64(transformerEdges * t.Layers)
	}
	return profileDependencies[g.Name]
}

// transformerEdges are about the dependencies of a layer of a transformer: 781
// and 319 for the 24 of bert_large, 1543 and 628 for the 48 of gpt2_xl.
const transformerEdges = 46

// Cost estimates the work of x. It looks at sizes only and takes no longer for
// a costly experiment; x need not be valid.
func Cost(x *Experiment) Work {
	w := Work{Runs: len(x.Strategies) * len(x.Seeds), single: x.single()}
	perStrategy := float64(x.mostArrivals() * float64(len(x.Seeds)))
	learned := 0
	for i := range x.Strategies {
		if x.Strategies[i].Kind == "policy" {
			learned++
		}
	}
	servers := float64(float64(x.Cluster.Groups)*float64(x.Cluster.RacksPerGroup)) * float64(x.Cluster.ServersPerRack)
	w.Jobs = bounded(perStrategy * float64(len(x.Strategies)))
	w.Learned = bounded(perStrategy * float64(learned))
	w.Simulated = bounded(float64(x.futures() * float64(len(x.Seeds))))
	w.Searched = bounded(w.Jobs * servers)
	plans, squares := degreesUsed(x, servers)
	edges := 0.0
	for _, g := range x.Workload.Graphs {
		edges += dependencies(g)
	}
	w.Dependencies = float64(edges * squares)
	if lookaheads := float64(plans * float64(len(x.Workload.Graphs))); lookaheads > w.Jobs {
		w.Dependencies *= w.Jobs / lookaheads // a decision makes one at most
	}
	w.Dependencies = bounded(w.Dependencies)
	return w
}

// Add adds other work, of another experiment with the same rules.
func (w *Work) Add(other Work) {
	w.Runs += other.Runs
	w.Jobs = bounded(w.Jobs + other.Jobs)
	w.Learned = bounded(w.Learned + other.Learned)
	w.Simulated = bounded(w.Simulated + other.Simulated)
	w.Searched = bounded(w.Searched + other.Searched)
	w.Dependencies = bounded(w.Dependencies + other.Dependencies)
	w.single = w.single || other.single
}

// futures is how many decisions the rollouts of x simulate on one seed, at most:
// for every job the futures of every degree that it may have, and of none.
func (x *Experiment) futures() float64 {
	perJob := 0.0
	for i := range x.Strategies {
		if s := &x.Strategies[i]; s.Kind == "rollout" {
			perJob += float64(float64(s.Arrivals) * float64(s.Samples))
		}
	}
	degrees := 2 + max(0, min(MaxDegree, x.Partition.MaxDegree))/2
	return float64(x.Arrivals()*perJob) * float64(degrees)
}

// degreesUsed estimates how many degrees the strategies of x may choose, and
// the sum of their squares.
func degreesUsed(x *Experiment, servers float64) (count, squares float64) {
	most := max(0, min(MaxDegree, x.Partition.MaxDegree))
	if servers < float64(most) {
		most = max(0, int(servers))
	}
	var used [MaxDegree + 1]bool
	use := func(degree int) { used[max(0, min(degree, most))] = true }
	for i := range x.Strategies {
		switch s := &x.Strategies[i]; s.Kind {
		case "max":
			use(most)
		case "min":
			use(2)
		case "sequential":
			use(1)
		case "fixed":
			use(s.Degree)
		default: // may choose any
			for degree := 0; degree <= most; degree += 2 {
				use(degree)
			}
		}
	}
	for degree, is := range used {
		if is {
			count++
			squares += float64(degree * degree)
		}
	}
	return count, squares
}

// bounded brings a figure into 0..mostWork; what is not a number, as the
// arrivals of an experiment without intervals, counts as most.
func bounded(v float64) float64 {
	if v >= 0 && v <= mostWork {
		return v
	}
	if v < 0 {
		return 0
	}
	return mostWork
}

// The seconds of a browser's core for each figure of a Work: from the README's
// table (173,172 decisions a second in Chromium; 11 ms for the 360,000
// dependencies of densenet121 at degree 16), its growth by the server at four
// times the native figure, as decisions are, and 10 us natively for a policy's
// decision. The lookahead at single dependencies is ten times as dear. A simulated
// decision takes 0.5 us natively, but on the paper's cluster only two in ten of
// them have to be made: most degrees have no room, or no time.
const (
	decisionSeconds   = 6e-6
	learnedSeconds    = 4e-5
	simulatedSeconds  = 4e-7
	searchSeconds     = 1.5e-8
	dependencySeconds = 3e-8
	singleSeconds     = 3e-7
)

// Seconds estimates how long the work takes on one core of a browser; several
// workers share it. It tells a second from a minute and a minute from an hour,
// no more.
func (w Work) Seconds() float64 {
	dependency := dependencySeconds
	if w.single {
		dependency = singleSeconds
	}
	return float64(w.Jobs*decisionSeconds) + float64(w.Learned*learnedSeconds) + float64(w.Simulated*simulatedSeconds) +
		float64(w.Searched*searchSeconds) + float64(w.Dependencies*dependency)
}

// costlySeconds is how long a link may run without having been asked for.
const costlySeconds = 20

// Costly reports whether the work is too much to be begun without asking.
func (w Work) Costly() bool { return w.Seconds() > costlySeconds }
