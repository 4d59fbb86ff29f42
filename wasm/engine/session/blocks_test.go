package session

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"rampart/wasm/wire"
)

// shortBlocks trains on three blocks of each degree.
var shortBlocks = strings.NewReplacer(`"name":"Short",`, `"name":"Short","placer":"bestfit",`,
	`"train":{`, `"train":{"features":"foresight","blocks":3,`).Replace(shortTraining)

// What a policy says of the further blocks fits what it says of the degrees, and
// the map has the degree that it chooses, on whatever block.
func TestExplainBlocks(t *testing.T) {
	file, err := begun(t, shortBlocks).Save()
	if err != nil {
		t.Fatal(err)
	}
	e := explained(t, wire.Request{
		Experiment: json.RawMessage(shortBlocks), Checkpoint: file,
		Situation: &wire.Situation{Graph: "vgg16", Beta: 0.4, Busy: []int{0, 5, 31}, Remaining: 900, JobsRunning: 2, Map: true},
	}).Explanation
	if e == nil {
		t.Fatal("no explanation")
	}
	sum, best := 0.0, wire.Block{}
	take := func(b wire.Block) {
		if sum += b.Probability; b.Probability > best.Probability {
			best = b
		}
	}
	for i, p := range e.Probabilities {
		take(wire.Block{Degree: e.Degrees[i], Block: 1, Probability: p})
	}
	for i, b := range e.Blocks {
		take(b)
		if at := slices.Index(e.Degrees, b.Degree); at < 0 || !e.Offered[at] || b.Block < 2 || b.Block > 3 {
			t.Errorf("block %+v of degrees %v, offered %v", b, e.Degrees, e.Offered)
		}
		if i > 0 && (b.Degree < e.Blocks[i-1].Degree || b.Degree == e.Blocks[i-1].Degree && b.Block <= e.Blocks[i-1].Block) {
			t.Errorf("blocks %+v are out of order", e.Blocks)
		}
	}
	if len(e.Blocks) < 4 || math.Abs(sum-1) > 1e-5 || best.Degree != e.Chosen || best.Block != e.ChosenBlock {
		t.Errorf("probabilities add up to %v with %d further blocks; chosen is degree %d, block %d, the most probable %+v", sum, len(e.Blocks), e.Chosen, e.ChosenBlock, best)
	}
	for name, row := range e.Map {
		for _, degree := range row {
			if !slices.Contains(e.Degrees, degree) {
				t.Fatalf("the map of %s has degree %d", name, degree)
			}
		}
	}
	other := explained(t, wire.Request{
		Experiment: json.RawMessage(strings.Replace(shortBlocks, "bestfit", "compact", 1)), Checkpoint: file,
		Situation: &wire.Situation{Graph: "vgg16", Beta: 0.4, Busy: []int{0, 5, 31}, Remaining: 900, JobsRunning: 2},
	}).Explanation
	if other == nil || other.ChosenBlock != 0 || len(other.Blocks) > 0 {
		t.Errorf("where the placer ranks no blocks the policy is said to choose among them: %+v", other)
	}
}
