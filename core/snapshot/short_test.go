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
