package snapshot_test

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/core/workload"
)

// everything is an experiment in which no field is what it would be by itself.
func everything() *experiment.Experiment {
	x := experiment.Default()
	x.Name = "Sixteen racks, twice the bandwidth"
	x.Notes = "What if every server had twice the bandwidth and jobs came in bursts? The mean load is that of the paper's third preset, the placer keeps jobs inside one block."
	x.Cluster = experiment.Cluster{Groups: 16, RacksPerGroup: 8, ServersPerRack: 3, ChannelsPerLink: 2, NodeBandwidthBytesPerSecond: 3.2e12,
		PropagationSeconds: 1.25e-7, IOSeconds: 2.5e-7, Device: experiment.Device{Name: "H100 SXM5", MemoryBytes: 7.9456789e10}}
	x.Workload.Graphs = []experiment.GraphRef{{Name: "resnet50"}, {Name: "densenet121"}, {Name: "gnmt_large"}, {Name: "alexnet"}}
	x.Workload.TrainingSteps, x.Workload.PoolCopies, x.Workload.Sampling = 75, 321, workload.Replace
	x.Workload.Interarrival = experiment.Distribution{Kind: "uniform", Min: 312.5, Max: 1687.25, Decimals: 3}
	x.Workload.Beta = experiment.Beta{Kind: "skewnormal", Skewness: -2.75, Min: 0.125, Max: 0.875, Decimals: 4}
	x.HorizonSeconds, x.QueueCapacity = 1234567.5, 17
	x.Partition = experiment.Partition{MaxDegree: 48, QuantumSeconds: 0.0175}
	x.Rules, x.Placer = experiment.Corrected, experiment.Compact
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "min"}, {Kind: "sequential"}, {Kind: "random"}, {Kind: "acceptable"},
		{Kind: "sipml", MaxDegree: 12}, {Kind: "fixed", Degree: 6}, {Kind: "fixed", Degree: 12}, {Kind: "fixed", Degree: 24}, {Kind: "policy", Checkpoint: "compact-C"}}
	x.Seeds = []uint64{3, 14, 15, 92, 65, 35, 89, 79, 323, 846}
	x.Train = []byte(`{"features":"extended","gamma":0.997,"learningRate":0.00125,"maxSeconds":600,"preset":"paper","seed":271828,"totalSteps":2500000,"warmStart":{"degree":6,"iterations":35,"kind":"fixed"}}`)
	snapshot.SetView(x, &snapshot.View{Tab: "timeline", Time: &snapshot.Window{From: 123456.78, To: 234567.89},
		Runs: []snapshot.Pick{{Strategy: 2, Seed: 15}, {Strategy: 9, Seed: 15}}, Focus: &snapshot.Focus{Side: 1, Job: 217}})
	return x
}

// weights is the inline form of a file as checkpoints are: a header of JSON and
// n float32 weights that know nothing of each other.
func weights(n int) string {
	random := rand.New(rand.NewPCG(1, 2))
	header := []byte(`{"__metadata__":{"rampart":"1","kind":"policy"}` + strings.Repeat(`,"layer.weight":{"dtype":"F32","shape":[64,32],"data_offsets":[0,8192]}`, 80) + "}")
	file := append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...)
	for range n {
		file = binary.LittleEndian.AppendUint32(file, math.Float32bits(float32(random.NormFloat64()*0.1)))
	}
	return "data:" + base64.StdEncoding.EncodeToString(file)
}

// TestSizes prints how long links get, and holds the bounds that were promised.
func TestSizes(t *testing.T) {
	m := newMaker(9)
	digest := "sha256:" + strings.Repeat("9f86d081884c7d65", 4)
	policies := []snapshot.Policy{{Name: "compact-C", SHA256: fmt.Sprintf("%064x", []byte(digest[:32]))}}
	full := &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: everything(), Digest: digest, Policies: policies}
	summed := *full
	for len(summed.Summaries) < 10 { // some runs are left out at random
		summed.Summaries = m.summaries(full.Experiment)
	}
	ten := experiment.Paper("A")
	ten.Seeds = []uint64{0, 1, 2, 3, 4}
	ten.Strategies = ten.Strategies[:2]
	tenRuns := &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: ten, Digest: digest}
	for len(tenRuns.Summaries) < 2 {
		tenRuns.Summaries = m.summaries(ten)
	}
	paper := &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: snapshot.Preset("C"), Digest: digest,
		Policies: []snapshot.Policy{{Name: "firstfit-C", SHA256: policies[0].SHA256}}}
	trained := &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: everything(), Digest: digest}
	trained.Experiment.Strategies[9].Checkpoint = weights(6000)
	changed := parse(t, "p=B&degree=8&seed=3&tab=timeline&t=1000").Snapshot

	var b strings.Builder
	fmt.Fprintf(&b, "\n| what | short link | compressed link | file |\n|---|---|---|---|\n")
	for _, row := range []struct {
		name string
		s    *snapshot.Snapshot
		most int // characters of the shortest link
	}{
		{"a preset", &snapshot.Snapshot{Experiment: snapshot.Preset("C")}, 5},
		{"a change of a preset", changed, 60},
		{"a preset with its digest", paper, 200},
		{"an experiment, no field as by itself", full, 1200},
		{"an experiment and the figures of 10 runs", tenRuns, 4000},
		{"all of the above: 10 strategies on 10 seeds", &summed, 4000},
		{"the experiment and a policy of 6,000 weights", trained, 40_000},
	} {
		valid(t, row.s)
		compressed := snapshot.Compressed(row.s)
		short, said := snapshot.Short(row.s)
		shortest := len(compressed)
		shown := "-"
		if said {
			shown = fmt.Sprint(len(short))
			if row.s.Digest == "" {
				shortest = len(short)
			}
		}
		if shortest > row.most {
			t.Errorf("%s: %d characters, expected at most %d", row.name, shortest, row.most)
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %d |\n", row.name, shown, len(compressed), len(snapshot.AppendFile(nil, row.s)))
		link, err := snapshot.ParseLink(compressed)
		if err != nil || snapshot.ID(snapshot.AppendCanonical(nil, link.Snapshot)) != snapshot.ID(snapshot.AppendCanonical(nil, row.s)) {
			t.Errorf("%s does not come back: %v", row.name, err)
		}
	}
	if bytes := (len(snapshot.Compressed(trained)) - len("r1=")) * 3 / 4; bytes >= 30_000 {
		t.Errorf("a policy of 6,000 weights takes %d bytes", bytes)
	}
	t.Log(b.String())
}

// Files and links that were made with engine 0.9.0 say the same for ever.
func TestOldVersion(t *testing.T) {
	file, err := os.ReadFile("testdata/engine-0.9.0.rampart.json")
	if err != nil {
		t.Fatal(err)
	}
	address, err := os.ReadFile("testdata/engine-0.9.0.link")
	if err != nil {
		t.Fatal(err)
	}
	s, err := snapshot.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(snapshot.AppendFile(nil, s)); got != string(file) {
		t.Errorf("the file would now be\n%s", got)
	}
	_, fragment, _ := strings.Cut(strings.TrimSpace(string(address)), "#")
	link, err := snapshot.ParseLink(fragment)
	if err != nil {
		t.Fatal(err)
	}
	const id = "raNv7SjBdlrptewQfIIt0A"
	for name, s := range map[string]*snapshot.Snapshot{"file": s, "link": link.Snapshot} {
		if got := snapshot.ID(snapshot.AppendCanonical(nil, s)); got != id {
			t.Errorf("the %s is %s", name, got)
		}
	}
	view, err := snapshot.ViewOf(s.Experiment)
	if err != nil || s.Engine != "0.9.0" || len(s.Summaries) != 4 || view.Tab != "timeline" || view.Time.To != 5000.5 || view.Focus.Job != 3 {
		t.Errorf("got %+v, view %+v, %v", s, view, err)
	}
}
