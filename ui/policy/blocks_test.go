package policy

import (
	"fmt"
	"strings"
	"testing"

	"rampart/wasm/wire"
)

// withBlocks is what a policy says that chooses among two blocks.
func withBlocks() *wire.Explanation {
	return &wire.Explanation{
		Degrees: []int{0, 2, 8}, Offered: []bool{true, true, false}, Probabilities: []float64{.125, .25, 0}, Chosen: 8, ChosenBlock: 2,
		Blocks: []wire.Block{{Degree: 2, Block: 2, Probability: .125}, {Degree: 8, Block: 2, Probability: .5}},
	}
}

// Each further block has a bar after that of its degree.
func TestBarsOfBlocks(t *testing.T) {
	a, m := open("one")
	a.got(withBlocks(), "")
	var got []string
	for _, b := range m.bars() {
		got = append(got, fmt.Sprint(b.name(), " ", b.Chosen))
	}
	if text := strings.Join(got, "; "); text != "Do not run it false; Degree 2 false; Degree 2, block 2 false; Degree 8 false; Degree 8, block 2 true" {
		t.Errorf("bars %s", text)
	}
	page := render(t, m, nil)
	for _, want := range []string{
		"one gives this alexnet job degree 8 on block 2, with 50 % probability.", "Degree 8 not offered. Degree 8, block 2 50 %.",
		"Block 1 of a degree is the one that the placer takes",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	a, m = open("one")
	a.answerAll()
	if page := render(t, m, nil); strings.Contains(page, "lock 1 of") || strings.Contains(page, "on block") {
		t.Error("a policy that does not choose blocks is said to")
	}
}

// Blocks that no degree has, or out of order, are an answer that makes no sense.
func TestBlocksThatMakeNoSense(t *testing.T) {
	for name, change := range map[string]func(e *wire.Explanation){
		"unknown degree": func(e *wire.Explanation) { e.Blocks[1].Degree = 16 },
		"no block":       func(e *wire.Explanation) { e.Blocks[0].Block = 1 },
		"out of order":   func(e *wire.Explanation) { e.Blocks[0].Degree, e.Blocks[1].Degree = 8, 2 },
	} {
		a, m := open("one")
		e := withBlocks()
		change(e)
		if a.got(e, ""); m.answer != nil {
			t.Errorf("%s: the answer was taken", name)
		}
	}
}
