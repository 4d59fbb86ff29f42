package snapshot_test

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
)

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
		"p=A&graphs=alexnot":                    `graphs: "alexnot" is not known, expected one of alexnet, vgg16, resnet18, squeezenet1_0, gnmt, resnet50, densenet121, gnmt_large, inception_v3, nasnetalarge, nasnetamobile, resnet101, resnext50, resnext101, bert_large, bert_large_128, gpt2_xl (did you mean alexnet?)`,
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
