package snapshot_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/snapshot"
)

// parse reads a short link, which must be one.
func parse(t testing.TB, fragment string) *snapshot.Link {
	t.Helper()
	l, err := snapshot.ParseLink(fragment)
	if err != nil || l == nil || l.Form != snapshot.ShortForm {
		t.Fatalf("%s: %+v, %v", fragment, l, err)
	}
	return l
}

// What a short link says, key by key: the experiment is the preset's with one
// thing changed, and Short writes the link again.
func TestShortKeys(t *testing.T) {
	type x = experiment.Experiment
	for fragment, change := range map[string]func(x *x){
		"p=A":                              func(*x) {},
		"p=A&name=":                        func(x *x) { x.Name = "" },
		"p=A&name=a%26b%20%3D%20%25%23":    func(x *x) { x.Name = "a&b = %#" },
		"p=A&notes=Too%20fast%3F":          func(x *x) { x.Notes = "Too fast?" },
		"p=A&notes=end%2E":                 func(x *x) { x.Notes = "end." },
		"p=A&shape=8x4x1":                  func(x *x) { x.Cluster.Groups, x.Cluster.ServersPerRack = 8, 1 },
		"p=A&topology=torus":               func(x *x) { x.Cluster.Topology.Kind = ramp.KindTorus },
		"p=A&topology=fattree:2.5":         func(x *x) { x.Cluster.Topology = ramp.Topology{Kind: ramp.KindFatTree, Oversubscription: 2.5} },
		"p=A&channels=2":                   func(x *x) { x.Cluster.ChannelsPerLink = 2 },
		"p=A&bandwidth=2e12":               func(x *x) { x.Cluster.NodeBandwidthBytesPerSecond = 2e12 },
		"p=A&propagation=1.25e-7":          func(x *x) { x.Cluster.PropagationSeconds = 1.25e-7 },
		"p=A&io=0":                         func(x *x) { x.Cluster.IOSeconds = 0 },
		"p=A&device=H100":                  func(x *x) { x.Cluster.Device.Name = "H100" },
		"p=A&memory=1.41e11":               func(x *x) { x.Cluster.Device.MemoryBytes = 1.41e11 },
		"p=A&graphs=gnmt,alexnet":          func(x *x) { x.Workload.Graphs = []experiment.GraphRef{{Name: "gnmt"}, {Name: "alexnet"}} },
		"p=A&steps=100":                    func(x *x) { x.Workload.TrainingSteps = 100 },
		"p=A&interarrival=500":             func(x *x) { x.Workload.Interarrival.Value = 500 },
		"p=A&interarrival=exponential:500": func(x *x) { x.Workload.Interarrival = experiment.Distribution{Kind: "exponential", Mean: 500} },
		"p=A&interarrival=bursty:1000:10:2500.5:40000": func(x *x) {
			x.Workload.Interarrival = experiment.Distribution{Kind: "bursty", Mean: 1000, BurstFactor: 10, BurstSeconds: 2500.5, CalmSeconds: 40000}
		},
		"p=A&interarrival=uniform:500..1500": func(x *x) {
			x.Workload.Interarrival = experiment.Distribution{Kind: "uniform", Min: 500, Max: 1500, Decimals: 2}
		},
		"p=A&beta=C":              func(x *x) { x.Workload.Beta = experiment.Beta{Preset: "C"} },
		"p=A&beta=0.5":            func(x *x) { x.Workload.Beta = experiment.Beta{Kind: "fixed", Value: 0.5} },
		"p=A&beta=uniform:0.1..1": func(x *x) { x.Workload.Beta = experiment.Beta{Kind: "uniform", Min: 0.1, Max: 1, Decimals: 2} },
		"p=A&beta=skewnormal:-3:0.1..1:3": func(x *x) {
			x.Workload.Beta = experiment.Beta{Kind: "skewnormal", Skewness: -3, Min: 0.1, Max: 1, Decimals: 3}
		},
		"p=A&beta=pmf:0.25@0.5,0.5@0.5": func(x *x) {
			x.Workload.Beta = experiment.Beta{Kind: "pmf", Values: []experiment.PMFValue{{Value: 0.25, Probability: 0.5}, {Value: 0.5, Probability: 0.5}}}
		},
		"p=A&copies=1":        func(x *x) { x.Workload.PoolCopies = 1 },
		"p=A&sampling=remove": func(x *x) { x.Workload.Sampling = "remove" },
		"p=A&horizon=1e5":     func(x *x) { x.HorizonSeconds = 1e5 },
		"p=A&queue=0":         func(x *x) { x.QueueCapacity = 0 },
		"p=A&maxdegree=32":    func(x *x) { x.Partition.MaxDegree = 32 },
		"p=A&quantum=0.1":     func(x *x) { x.Partition.QuantumSeconds = 0.1 },
		"p=A&rules=corrected": func(x *x) { x.Rules = experiment.Corrected },
		"p=A&rules=reference:units,-inputOpCompute": func(x *x) { x.Rules = experiment.Rules(plan.FixUnits | plan.FixInput) },
		"p=A&rules=corrected:-memory":               func(x *x) { x.Rules = experiment.Corrected &^ experiment.Rules(plan.FixMemory) },
		"p=A&placer=bestfit":                        func(x *x) { x.Placer = experiment.BestFit },
		"p=A&placer=compact":                        func(x *x) { x.Placer = experiment.Compact },
		"p=A&run=max,sipml6,sipml,policy:my%20own": func(x *x) {
			x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "sipml", MaxDegree: 6}, {Kind: "sipml"}, {Kind: "policy", Checkpoint: "my own"}}
		},
		"p=A&run=feasible,feasible:largest,feasible:8-4-16,reserve8,reserve4:largest,elastic": func(x *x) {
			x.Strategies = []experiment.StrategySpec{{Kind: "feasible"}, {Kind: "feasible", Order: "largest"}, {Kind: "feasible", Degrees: []int{8, 4, 16}},
				{Kind: "reserve", Degree: 8}, {Kind: "reserve", Degree: 4, Order: "largest"}, {Kind: "elastic"}}
		},
		"p=A&run=rollout,rollout:60x16,rollout:120x32:8,rollout:120x32:feasible:8-4": func(x *x) {
			x.Strategies = []experiment.StrategySpec{experiment.NewRollout(nil), {Kind: "rollout", Arrivals: 60, Samples: 16},
				experiment.NewRollout(&experiment.StrategySpec{Kind: "fixed", Degree: 8}), experiment.NewRollout(&experiment.StrategySpec{Kind: "feasible", Degrees: []int{8, 4}})}
		},
		"p=A&degree=8": func(x *x) { x.Strategies = []experiment.StrategySpec{{Kind: "fixed", Degree: 8}} },
		"p=A&degree=0,1,8": func(x *x) {
			x.Strategies = []experiment.StrategySpec{{Kind: "fixed"}, {Kind: "fixed", Degree: 1}, {Kind: "fixed", Degree: 8}}
		},
		"p=A&seed=3": func(x *x) { x.Seeds = []uint64{3} },
		"p=A&seed=7,0..4,6,9007199254740990,9007199254740991": func(x *x) { x.Seeds = []uint64{7, 0, 1, 2, 3, 4, 6, 1<<53 - 2, 1<<53 - 1} },
		"p=A&train.preset=paper&train.seed=7&train.warmStart.kind=max&train.warmStart.on=true": func(x *x) {
			x.Train = []byte(`{"preset":"paper","seed":7,"warmStart":{"kind":"max","on":true}}`)
		},
		"p=A&tab=timeline":       func(x *x) { x.View = []byte(`{"tab":"timeline"}`) },
		"p=A&t=0":                func(x *x) { x.View = []byte(`{"time":{"from":0}}`) },
		"p=A&t=1000..5e6":        func(x *x) { x.View = []byte(`{"time":{"from":1000,"to":5000000}}`) },
		"p=A&left=max&right=8@2": func(x *x) { x.View = []byte(`{"runs":[{"seed":0,"strategy":0},{"seed":2,"strategy":5}]}`) },
		"p=A&graph=gnmt":         func(x *x) { x.View = []byte(`{"graph":{"name":"gnmt"}}`) },
		"p=A&graph=gnmt@8":       func(x *x) { x.View = []byte(`{"graph":{"degree":8,"name":"gnmt"}}`) },
		"p=A&graph=gnmt@0-input": func(x *x) { x.View = []byte(`{"graph":{"name":"gnmt","withoutInput":true}}`) },
		"p=A&graph=a@b@2":        func(x *x) { x.View = []byte(`{"graph":{"degree":2,"name":"a@b"}}`) },
		"p=A&sweep=load:0.2..2:21": func(x *x) {
			x.View = []byte(`{"sweep":{"axes":[{"from":0.2,"n":21,"path":"load","to":2}]}}`)
		},
		"p=A&sweep=strategies%5B4%5D.degree:2..16:8,cluster.ioSeconds:1e-8..1e-5:4:log@meanSpeedup": func(x *x) {
			x.View = []byte(`{"sweep":{"axes":[{"from":2,"n":8,"path":"strategies[4].degree","to":16},{"from":1e-8,"log":true,"n":4,"path":"cluster.ioSeconds","to":0.00001}],"metric":"meanSpeedup"}}`)
		},
		"p=A&decide=8x3,4,0@2": func(x *x) { x.View = []byte(`{"decide":{"degrees":[8,8,8,4,0],"seed":2}}`) },
		"p=A&decide=8":         func(x *x) { x.View = []byte(`{"decide":{"degrees":[8],"seed":0}}`) },
		"p=A&decide=@2":        func(x *x) { x.View = []byte(`{"decide":{"degrees":[],"seed":2}}`) },
		"p=A&job=17":           func(x *x) { x.View = []byte(`{"focus":{"job":17,"side":0}}`) },
		"p=A&job=17@right":     func(x *x) { x.View = []byte(`{"focus":{"job":17,"side":1}}`) },
	} {
		want := snapshot.Preset("A")
		change(want)
		l := parse(t, fragment)
		if !reflect.DeepEqual(l.Snapshot.Experiment, want) || l.Notes != nil {
			t.Errorf("%s: got\n%+v, not\n%+v, notes %v", fragment, l.Snapshot.Experiment, want, l.Notes)
		}
		if again, ok := snapshot.Short(l.Snapshot); !ok || again != fragment {
			t.Errorf("%s is written as %s, %v", fragment, again, ok)
		}
	}
}

// Several ways to say one thing; the second is how Short says it.
func TestShortLiberties(t *testing.T) {
	for given, want := range map[string]string{
		"tab=timeline":                        "p=A&tab=timeline",
		"p=b":                                 "p=B",
		"preset=C&v=1":                        "p=C",
		"seed=3&degree=8&p=A":                 "p=A&degree=8&seed=3",
		"p=A&seeds=0,1,2,3&degrees=8":         "p=A&degree=8&seed=0..3",
		"p=A&strategies=fixed8,max":           "p=A&run=8,max",
		"p=A&run=feasible:smallest":           "p=A&run=feasible",
		"p=A&run=rollout:120x32":              "p=A&run=rollout",
		"p=A&run=rollout:9x9:fixed8":          "p=A&run=rollout:9x9:8",
		"p=A&run=max&degree=8,4":              "p=A&run=max,8,4",
		"p=A&degree=8&run=max":                "p=A&run=max,8",
		"p=A&horizon=100000.0&queue=1e1":      "p=A&horizon=1e5",
		"p=A&shape=8×4×2":                     "p=A&shape=8x4x2",
		"p=A&shape=8%C3%974%C3%972":           "p=A&shape=8x4x2",
		"p=A&interarrival=uniform%3A1..2%3A2": "p=A&interarrival=uniform:1..2",
		"p=A&name=Paper,%20deadlines%20A":     "p=A",
		"p=A&left=8":                          "p=A&left=8&right=policy:firstfit-A",
		"p=A&right=8@2":                       "p=A&left=max@2&right=8@2",
		"p=A&right=8@0&left=max":              "p=A&left=max&right=8",
		"p=A&job=17@left":                     "p=A&job=17",
		"p=A&time=1e3":                        "p=A&t=1000",
		"p=B&beta=A&name=Paper,%20deadlines%20A&run=max,acceptable,random,2,4,8,16,policy:firstfit-A": "p=A",
		"&p=A&&":             "p=A",
		"p%3DA%26degree%3D8": "p=A&degree=8",
	} {
		if got, ok := snapshot.Short(parse(t, given).Snapshot); !ok || got != want {
			t.Errorf("%s is %s, %v, want %s", given, got, ok, want)
		}
	}
	for given, note := range map[string]string{
		"p=A&degre=8":    `The link's key "degre" is not known (did you mean degree?) and was ignored.`,
		"p=A&qqqqqqqq=1": `The link's key "qqqqqqqq" is not known and was ignored.`,
		"p=A&main":       `The link's key "main" is not known and was ignored.`,
		"p=A&x=1&x=2":    `The link's key "x" is not known (did you mean p?) and was ignored.`,
	} {
		if got := parse(t, given).Notes; len(got) != 1 || got[0] != note {
			t.Errorf("%s: notes %q", given, got)
		}
	}
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, "&unknown%d=1", i)
	}
	if notes := parse(t, "p=A"+many.String()).Notes; len(notes) != 10 {
		t.Errorf("%d notes", len(notes))
	}
}

func TestShortRefuses(t *testing.T) {
	for fragment, want := range map[string]string{
		"p=E":                                   `p: "E" is no preset, expected one of A, B, C, D`,
		"p=":                                    `p: "" is no preset, expected one of A, B, C, D`,
		"p=A&p=B":                               "p: the key appears twice",
		"p=A&seed=1&seeds=2":                    "seeds: the key appears twice",
		"p=A&train.a=1&train.a=2":               "train.a: the key appears twice",
		"p=A&name=100%":                         `name: "100%" has a % that begins no escape; write %25 for the sign itself`,
		"p=A&name=%ff":                          "name: the text is not UTF-8",
		"p=A&name=" + strings.Repeat("x", 201):  "name: 201 characters are too long, expected at most 200",
		"p=A&shape=4x4":                         `shape: "4x4" is no shape of a cluster, expected groups x racks x servers such as 4x4x2`,
		"p=A&shape=4x5x2":                       "shape: 5 racks a group are more than there are groups, expected an integer from 1 to 4",
		"p=A&shape=1e9x1x1":                     "shape: 1000000000 is out of range, expected an integer from 1 to 1048576",
		"p=A&shape=4xfourx2":                    `shape: "four" is no whole number`,
		"p=A&bandwidth=1e19":                    "bandwidth: 10000000000000000000 is out of range, expected a number from 1 to 1e18",
		"p=A&bandwidth=1e999":                   `bandwidth: "1e999" is no number`,
		"p=A&bandwidth=inf":                     `bandwidth: "inf" is no number`,
		"p=A&bandwidth=0x10":                    `bandwidth: "0x10" is no number`,
		"p=A&bandwidth=":                        `bandwidth: "" is no number`,
		"p=A&queue=1.5":                         `queue: "1.5" is no whole number`,
		"p=A&queue=-1":                          "queue: -1 is out of range, expected an integer from 0 to 1000000",
		"p=A&graphs=alexnot":                    `graphs: "alexnot" is not known, expected one of alexnet, vgg16, resnet18, squeezenet1_0, gnmt, resnet50, densenet121, gnmt_large, bert_large, bert_large_128, gpt2_xl (did you mean alexnet?)`,
		"p=A&graphs=gnmt,gnmt":                  `graphs: "gnmt" is listed twice, first as workload.graphs[0]; give one of them another name`,
		"p=A&topology=mesh":                     `topology: "mesh" is not known, expected one of ramp, torus, fattree`,
		"p=A&topology=torus:4":                  `topology: "torus:4" is not known, expected one of ramp, torus, fattree (did you mean torus?)`,
		"p=A&topology=fattree:x":                `topology: "x" is no number`,
		"p=A&topology=fattree:65":               "topology: 65 is out of range, expected a number from 1 to 64",
		"p=A&interarrival=normal:3":             `interarrival: "normal:3" is no time between arrivals, expected seconds such as 1000, exponential:1000, uniform:500..1500:2 or bursty:1000:10:10000:40000`,
		"p=A&interarrival=bursty:1000:10":       `interarrival: "1000:10" is no bursty time between arrivals, expected mean, factor of a burst, seconds of a burst and of a calm, such as 1000:10:10000:40000`,
		"p=A&interarrival=bursty:1:2:3:x":       `interarrival: "x" is no number`,
		"p=A&interarrival=bursty:1000:10:1:1":   "interarrival: 1 and calmSeconds are 2 together, expected at least a tenth of mean, 100: so fast a change cannot be told from Poisson arrivals",
		"p=A&interarrival=0":                    "interarrival: 0 is out of range, expected a number from 0.000001 to 1000000000",
		"p=A&interarrival=uniform:5":            `interarrival: "5" is no range, expected one such as 0.1..1:2, the 2 for decimals`,
		"p=A&beta=E":                            `beta: "E" is not known, expected one of A, B, C, D (did you mean A?)`,
		"p=A&beta=2":                            "beta: 2 is out of range, expected a number greater than 0 and up to 1",
		"p=A&beta=gamma:2":                      `beta: "gamma:2" is no distribution of beta, expected A to D, a number, uniform:0.1..1:2, skewnormal:3:0.1..1:2 or pmf:0.25@0.5,0.5@0.5`,
		"p=A&beta=pmf:0.5":                      `beta: "0.5" is no value with its probability, expected one such as 0.25@0.5`,
		"p=A&beta=pmf:0.5@0.5":                  "beta: the probabilities sum to 0.5, expected 1",
		"p=A&sampling=keep":                     `sampling: "keep" is not known, expected one of remove_and_repeat, remove, replace`,
		"p=A&horizon=1e12&interarrival=1":       "horizon: about 1e12 jobs would arrive in each run, expected at most 1000000: shorten the horizon or lengthen workload.interarrival",
		"p=A&interarrival=1e-3":                 "horizonSeconds: about 1e9 jobs would arrive in each run, expected at most 1000000: shorten the horizon or lengthen workload.interarrival",
		"p=A&rules=real":                        `rules: "real" is not known, expected one of reference, corrected`,
		"p=A&run=":                              `run: "" is no strategy of a short link, expected max, min, sequential, random, acceptable, a degree such as 8, sipml, sipml6, feasible, feasible:largest, feasible:8-4-16, reserve8, elastic, rollout, rollout:120x32:8 or policy:NAME`,
		"p=A&run=maxx":                          `run: "maxx" is no strategy of a short link, expected max, min, sequential, random, acceptable, a degree such as 8, sipml, sipml6, feasible, feasible:largest, feasible:8-4-16, reserve8, elastic, rollout, rollout:120x32:8 or policy:NAME`,
		"p=A&run=feasible8":                     `run: "feasible8" is no strategy of a short link: feasible has no degree`,
		"p=A&run=feasible:8-x":                  `run: "8-x" is no order of degrees, expected smallest, largest or one such as 8-4-16`,
		"p=A&run=feasible:8-3":                  "run: 3 is odd, expected 0, 1 or an even degree; the nearest is 2",
		"p=A&run=reserve":                       `run: "reserve" is no reserve, expected one such as reserve8`,
		"p=A&run=elastic:largest":               `run: "elastic:largest" is no strategy of a short link: elastic has no order`,
		"p=A&run=rollout:120":                   `run: "120" is no size of a rollout, expected arrivals x samples such as 120x32`,
		"p=A&run=rollout:120x2000":              "run: 2000 is out of range, expected an integer from 1 to 1024",
		"p=A&run=rollout:120x32:rollout":        `run: "rollout" is not known, expected one of max, min, sequential, acceptable, sipml, fixed, feasible, reserve, elastic, table`,
		"p=A&steps=1e10":                        `steps: "1e10" is out of range`,
		"p=A&run=max,3":                         "run: 3 is odd, expected 0, 1 or an even degree; the nearest is 2",
		"p=A&run=policy:":                       "run: the field is missing",
		"p=A&run=" + strings.Repeat("max,", 70): "run: the array has 65 elements, expected from 1 to 64",
		"p=A&degree=17":                         "degree: 17 is out of range, expected an integer from 0 to 16, the largest degree (partition.maxDegree)",
		"p=A&maxdegree=8":                       "strategies[6].degree: 16 is out of range, expected an integer from 0 to 8, the largest degree (partition.maxDegree)",
		"p=A&seed=-1":                           `seed: "-1" is no seed, expected a whole number from 0 to 9007199254740991`,
		"p=A&seed=9007199254740992":             `seed: "9007199254740992" is no seed, expected a whole number from 0 to 9007199254740991`,
		"p=A&seed=5..3":                         `seed: "5..3" is no range of seeds, expected the smaller one first`,
		"p=A&seed=1,1":                          "seed: 1 is listed twice, first as seeds[0]; a run that counts twice would narrow the intervals",
		"p=A&run=max&seed=0..10000":             `seed: "0..10000" is one too many, expected at most 10000 seeds`,
		"p=A&seed=0..9007199254740991":          `seed: "0..9007199254740991" is one too many, expected at most 10000 seeds`,
		"p=A&sweep=load":                        `sweep: "load" is no range of a field, expected one such as load:0.2..2:21 or cluster.ioSeconds:1e-8..1e-5:4:log`,
		"p=A&sweep=load:1..2:9e9":               `sweep: "9e9" is out of range`,
		"p=A&sweep=load:1..2:9000":              "sweep: 9000 is out of range, expected an integer from 1 to 2500",
		"p=A&sweep=load:1:2:9":                  `sweep: "load:1:2:9" is no range of a field, expected one such as load:0.2..2:21 or cluster.ioSeconds:1e-8..1e-5:4:log`,
		"p=A&sweep=lode:1..2:9":                 `sweep: "lode" is no field of this experiment that can vary`,
		"p=A&sweep=load:1..2:9@a%20b":           `sweep: "a b" is no figure, expected a word of letters`,
		"p=A&decide=8x2501":                     `decide: "8x2501" is one too many, expected at most 2500 decisions`,
		"p=A&decide=8x1e9":                      `decide: "8x1e9" is one too many, expected at most 2500 decisions`,
		"p=A&decide=8x0":                        `decide: "8x0" is no decision, expected a degree or one with how often, as in 8x3`,
		"p=A&decide=8@7":                        "decide: 7 is none of the experiment's seeds",
		"p=A&decide=1e7":                        "decide: 10000000 is out of range, expected an integer from 0 to 16",
		"p=A&tab=Time%20line":                   `tab: "Time line" is no tab, expected a word of small letters`,
		"p=A&t=-1":                              "t: -1 is out of range, expected a number from 0 to 1000000000000",
		"p=A&t=5..5":                            `t: "5..5" is no stretch of time, expected the earlier end first`,
		"p=A&time=soon":                         `time: "soon" is no number`,
		"p=A&left=3":                            `left: "3" is none of the strategies that run`,
		"p=A&left=max@9":                        "left: 9 is none of the experiment's seeds",
		"p=A&job=-1":                            `job: "-1" is out of range, expected a job from 0 to 1000000`,
		"p=A&job=1@top":                         `job: "top" is no side, expected left, right, third or fourth`,
		"p=A&train.=1":                          `train.: "" is no name of a setting`,
		"p=A&train.a.=1":                        `train.a.: "a." is no name of a setting`,
		"p=A&train.a=1&train.a.b=1":             "train.a.b: the name does not fit the other settings",
		"p=A&train.a.b=1&train.a=1":             "train.a: the name does not fit the other settings",
		"p=A&train.a.b.c.d.e=1":                 "train.a.b.c.d.e: the name does not fit the other settings",
		"p=A&train.a=1e999":                     `train.a: "1e999" is no number`,
	} {
		l, err := snapshot.ParseLink(fragment)
		if l != nil || err == nil || err.Error() != want {
			t.Errorf("%.60s: got  %v\nwant %s", fragment, err, want)
		}
	}
}

// What a short link cannot say, it does not half say.
func TestShortDeclines(t *testing.T) {
	for name, change := range map[string]func(x *experiment.Experiment){
		"a trace": func(x *experiment.Experiment) { x.Workload.Jobs = []experiment.TraceJob{{Graph: "gnmt", Beta: 1}} },
		"an inline graph": func(x *experiment.Experiment) {
			g := newMaker(1).graph()
			x.Workload.Graphs[0] = experiment.GraphRef{Name: g.Name, Inline: g}
		},
		"a table": func(x *experiment.Experiment) {
			x.Strategies[0] = experiment.StrategySpec{Kind: "table"}
			for _, g := range x.Workload.Graphs {
				x.Strategies[0].Rows = append(x.Strategies[0].Rows, experiment.TableRow{Graph: g.Name, Degrees: []int{8}})
			}
		},
		"a script": func(x *experiment.Experiment) {
			x.Strategies[0] = experiment.StrategySpec{Kind: "script", Degrees: []int{2}}
		},
		"an inline policy": func(x *experiment.Experiment) {
			x.Strategies[0] = experiment.StrategySpec{Kind: "policy", Checkpoint: "data:AAAA"}
		},
		"an odd name": func(x *experiment.Experiment) {
			x.Strategies[0] = experiment.StrategySpec{Kind: "policy", Checkpoint: "a,b"}
		},
		"long notes": func(x *experiment.Experiment) { x.Notes = strings.Repeat("x", 500) },
		"many seeds": func(x *experiment.Experiment) {
			x.Seeds = nil
			for i := range uint64(500) {
				x.Seeds = append(x.Seeds, 2*i)
			}
		},
		"many values": func(x *experiment.Experiment) {
			x.Workload.Beta = experiment.Beta{Kind: "pmf", Values: make([]experiment.PMFValue, 501)}
		},
		"lists of training":    func(x *experiment.Experiment) { x.Train = []byte(`{"seeds":[1]}`) },
		"null in training":     func(x *experiment.Experiment) { x.Train = []byte(`{"a":null}`) },
		"a word like a number": func(x *experiment.Experiment) { x.Train = []byte(`{"a":"1"}`) },
		"a word like a truth":  func(x *experiment.Experiment) { x.Train = []byte(`{"a":"true"}`) },
		"an odd setting":       func(x *experiment.Experiment) { x.Train = []byte(`{"a b":1}`) },
		"dots in a setting":    func(x *experiment.Experiment) { x.Train = []byte(`{"a.b":1}`) },
		"no settings":          func(x *experiment.Experiment) { x.Train = []byte(`{}`) },
		"an empty object":      func(x *experiment.Experiment) { x.Train = []byte(`{"a":1,"b":{}}`) },
		"deep settings":        func(x *experiment.Experiment) { x.Train = []byte(`{"a":{"b":{"c":{"d":{"e":1}}}}}`) },
		"more view":            func(x *experiment.Experiment) { x.View = []byte(`{"colour":"red"}`) },
		"an empty view":        func(x *experiment.Experiment) { x.View = []byte(`{}`) },
		"half a view":          func(x *experiment.Experiment) { x.View = []byte(`{"runs":[]}`) },
		"the second of two": func(x *experiment.Experiment) {
			x.Strategies[1] = x.Strategies[0]
			x.View = []byte(`{"runs":[{"seed":0,"strategy":0},{"seed":0,"strategy":1}]}`)
		},
	} {
		x := snapshot.Preset("A")
		change(x)
		if text, ok := snapshot.Short(&snapshot.Snapshot{Experiment: x}); ok || text != "" {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// Any experiment that Short can say comes back as it was; most small ones can
// be said.
func TestShortRoundTrips(t *testing.T) {
	m := newMaker(5)
	said, most := 0, 0
	for range 1000 {
		s := &snapshot.Snapshot{Experiment: m.experiment(true)}
		valid(t, s)
		fragment, ok := snapshot.Short(s)
		if !ok {
			continue
		}
		said, most = said+1, max(most, len(fragment))
		if strings.ContainsAny(fragment, " <>\"'`\\#") || len(fragment) > 500 {
			t.Errorf("%s does not survive in an address", fragment)
		}
		if got := parse(t, "#"+fragment).Snapshot; !reflect.DeepEqual(got, s) {
			t.Fatalf("%s gave\n%+v, not\n%+v", fragment, got.Experiment, s.Experiment)
		}
	}
	t.Logf("%d of 1000 said, in at most %d characters", said, most)
	if said < 700 {
		t.Errorf("only %d of 1000 were said", said)
	}
}

// The package comment documents every key that Short writes.
func TestShortIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, line := range bytes.Split(doc, []byte("\n")) {
		if rest, isKey := bytes.CutPrefix(line, []byte("//\t")); isKey {
			names, _, _ := strings.Cut(string(rest), "  ")
			for _, name := range strings.Split(names, ", ") {
				documented[strings.TrimSpace(name)] = true
			}
		}
	}
	m := newMaker(6)
	used := map[string]bool{"v": true}
	for range 500 {
		fragment, _ := snapshot.Short(&snapshot.Snapshot{Experiment: m.experiment(true)})
		for _, part := range strings.Split(fragment, "&") {
			if name, _, found := strings.Cut(part, "="); found {
				if strings.HasPrefix(name, "train.") {
					name = "train.NAME"
				}
				used[name] = true
			}
		}
	}
	if len(used) < 32 {
		t.Errorf("only %d keys were used", len(used))
	}
	for name := range used {
		if !documented[name] {
			t.Errorf("%s is not documented", name)
		}
	}
}

// What presets and short links mean never changes: testdata/short.txt has the
// identities of the snapshots that they stood for when they were first made.
// The compressed form's dictionary never changes either.
func TestShortMeaning(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "short.txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for _, line := range lines {
		id, fragment, _ := strings.Cut(line, " ")
		if got := snapshot.ID(snapshot.AppendCanonical(nil, parse(t, fragment).Snapshot)); got != id {
			t.Errorf("%s is now %s, was %s", fragment, got, id)
		}
	}
	if len(lines) < 8 {
		t.Errorf("%d links", len(lines))
	}
	dictionary, err := os.ReadFile("dictionary.txt")
	if got := fmt.Sprintf("%x", sha256.Sum256(dictionary)); err != nil || got != dictionarySum {
		t.Errorf("the dictionary is %s, %v", got, err)
	}
}

const dictionarySum = "f66f01cb9382e821b2ac0beb7b5a67a456d262dbb112b5c7417d2198c288d547"
