package train

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/core/workload"
	"rampart/policy/agent"
	"rampart/policy/gnn"
	"rampart/policy/observe"
)

// sevenJobs arrive at eight servers in a row. Laid where best fit lays them, one of
// them is blocked whatever the degrees; on other blocks all seven run.
const sevenJobs = `{"rampart": 1, "cluster": {"groups": 1, "racksPerGroup": 1, "serversPerRack": 8}, "partition": {"maxDegree": 4},
	"placer": "bestfit", "strategies": [{"kind": "max"}], "horizonSeconds": 1000000, "workload": {"graphs": ["alexnet"], "jobs": [
	{"arrivalSeconds": 0, "graph": "alexnet", "beta": 1}, {"arrivalSeconds": 2500, "graph": "alexnet", "beta": 0.53, "trainingSteps": 20},
	{"arrivalSeconds": 4500, "graph": "alexnet", "beta": 0.53}, {"arrivalSeconds": 6000, "graph": "alexnet", "beta": 0.53, "trainingSteps": 5},
	{"arrivalSeconds": 9500, "graph": "alexnet", "beta": 0.53}, {"arrivalSeconds": 10000, "graph": "alexnet", "beta": 1, "trainingSteps": 20},
	{"arrivalSeconds": 12500, "graph": "alexnet", "beta": 0.53}]}}`

// fewest returns the fewest jobs that any degrees block where the placer chooses the
// blocks, after the degrees already chosen.
func fewest(t *testing.T, sim *cluster.Simulator, chosen []int) int {
	t.Helper()
	sim.Reset(0)
	for _, degree := range chosen {
		sim.Decide()
		if err := sim.Apply(degree); err != nil {
			t.Fatal(err)
		}
	}
	d, ok := sim.Decide()
	if !ok {
		return sim.Finish().Blocked
	}
	ways := []int{0}
	for _, degree := range d.Valid[1:] {
		if d.State.Accepts(degree) {
			ways = append(ways, degree)
		}
	}
	least := math.MaxInt
	for _, degree := range ways {
		least = min(least, fewest(t, sim, append(slices.Clip(chosen), degree)))
	}
	return least
}

// Where the block matters, PPO learns which to take.
func TestLearnsBlocks(t *testing.T) {
	x, err := experiment.Decode([]byte(sevenJobs))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Decode([]byte(`{"features": "foresight", "blocks": 2, "seed": 1, "environments": 16, "rollout": 20, "minibatch": 160, "rewardScale": 1, "totalSteps": 16000,
		"gamma": 1, "evaluateEvery": 5, "evaluationSeeds": [0], "model": {"message": 4, "hidden": 6, "out": 4}}`))
	if err != nil {
		t.Fatal(err)
	}
	se, err := New(x, s, 1)
	if err != nil {
		t.Fatal(err)
	}
	c, w := se.places[0].runner.Settings()
	sim, err := cluster.New(c, w, 0)
	if err != nil {
		t.Fatal(err)
	}
	if one := fewest(t, sim, nil); one != 1 {
		t.Fatalf("at least %d jobs are blocked where the placer chooses, want 1", one)
	}
	for se.Ended() == "" {
		if iterate(t, se, 1); se.best != nil && se.bestOf.Mean == 0 {
			if first := se.History()[0].Mean; first == 0 {
				t.Error("nothing was left to learn")
			}
			return
		}
	}
	t.Errorf("the policy blocks %v of the jobs at best, want none", se.bestOf.Mean)
}

// A training that offers one block is that without the setting, to the last bit
// of its file; one that offers more says so wherever it should.
func TestBlocksInFiles(t *testing.T) {
	const foresight = `{"features": "foresight", "environments": 3, "rollout": 40, "minibatch": 50, "passes": 2, "evaluateEvery": 1, "evaluationSeeds": [1],
		"model": {"message": 4, "hidden": 6}`
	file := func(settings string, iterations int) []byte {
		x, s := small(t, settings)
		x.Placer = experiment.BestFit
		se, err := New(x, s, 1)
		if err != nil {
			t.Fatal(err)
		}
		iterate(t, se, iterations)
		data, err := se.Save()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	plain := file(foresight+`}`, 2)
	if !bytes.Equal(plain, file(foresight+`, "blocks": 1}`, 2)) || bytes.Contains(plain, []byte("blocks")) {
		t.Error("one block leaves a trace in the file")
	}
	const three = foresight + `, "blocks": 3}`
	more := file(three, 2)
	for _, want := range []string{`\"blocks\":3`, `\"interarrivalSeconds\":1000,\"blocks\":3`} {
		if !bytes.Contains(more, []byte(want)) {
			t.Errorf("the file does not say %s", want)
		}
	}
	se, err := Resume(more, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := se.Save()
	if err != nil || !bytes.Equal(again, more) {
		t.Errorf("saving right after resuming gives another file: %v", err)
	}
	iterate(t, se, 2)
	if again, err = se.Save(); err != nil || !bytes.Equal(again, file(three, 4)) {
		t.Errorf("2 + 2 iterations give another file than 4: %v", err)
	}
	x, s := small(t, foresight+`}`)
	x.Placer, x.Train = experiment.BestFit, s.AppendCanonical(nil)
	if err := se.Belongs(x); err == nil || !strings.HasPrefix(err.Error(), "train.blocks: ") {
		t.Errorf("a file of three blocks belongs to an experiment of one: %v", err)
	}
}

// Blocks that nothing ranks or shows are refused by the path of the setting.
func TestBlocksRefused(t *testing.T) {
	for _, tc := range []struct {
		settings string
		placer   experiment.Placer
		want     string
	}{
		{`{"features": "foresight", "blocks": 2}`, experiment.Compact, "2 blocks of a degree need the placer bestfit, the only one that ranks them; found compact"},
		{`{"features": "extended", "blocks": 2}`, experiment.BestFit, "2 blocks of a degree need the features foresight"},
		{`{"features": "foresight", "blocks": 5}`, experiment.BestFit, "5 is out of range, expected an integer from 1 to 4"},
		{`{"features": "foresight", "blocks": 0}`, experiment.BestFit, "0 is out of range, expected an integer from 1 to 4"},
		{`{"features": "foresight", "blocks": "two"}`, experiment.BestFit, `"two" is a string, expected an integer from 1 to 4`},
		{`{"features": "foresight", "blocks": 4}`, experiment.BestFit, ""},
		{`{"blocks": 1}`, experiment.FirstFit, ""},
	} {
		s, err := Decode([]byte(tc.settings))
		if err == nil {
			x := experiment.Paper("A")
			x.Placer = tc.placer
			_, err = New(x, s, 1)
		}
		if tc.want == "" {
			if err != nil {
				t.Errorf("%s with %s: %v", tc.settings, tc.placer, err)
			}
			continue
		}
		if wrong, ok := err.(*strict.Error); !ok || wrong.Path != "train.blocks" || !strings.Contains(wrong.Message, tc.want) {
			t.Errorf("%s with %s: %v, want %s", tc.settings, tc.placer, err, tc.want)
		}
	}
	if s := Defaults("fast"); s.Blocks != 1 || observe.MaxBlocks != 4 {
		t.Errorf("the default is %d of at most %d blocks", s.Blocks, observe.MaxBlocks)
	}
}

// Logits begin lower for further blocks, advantages do not.
func TestFurtherBlocksBeginRarer(t *testing.T) {
	for preset, lower := range map[string]bool{"fast": true, "dqn-fast": false} {
		x := experiment.Paper("A")
		x.Placer = experiment.BestFit
		s := Defaults(preset)
		s.Features, s.Blocks = observe.Foresight, 2
		se, err := New(x, s, 1)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := gnn.New[float32](se.config, agent.Graphs(se.encoder), workload.Random(s.Seed, "train/weights"))
		if err != nil {
			t.Fatal(err)
		}
		if same := slices.Equal(fresh.Params(), se.trainer.Model().Params()); same == lower {
			t.Errorf("%s: the weights are those of a fresh network: %v", preset, same)
		}
	}
}
