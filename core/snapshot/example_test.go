package snapshot_test

import (
	"fmt"

	"rampart/core/experiment"
	"rampart/core/snapshot"
)

func ExampleParseLink() {
	link, err := snapshot.ParseLink("#p=A&degree=8&seed=3&tab=timeline&t=1000&colour=red")
	if err != nil {
		fmt.Println(err)
		return
	}
	x := link.Snapshot.Experiment
	fmt.Println(x.Strategies[0].Name(), x.Seeds, string(x.View))
	fmt.Println(link.Notes)
	_, err = snapshot.ParseLink("#p=A&degree=7")
	fmt.Println(err)
	// Output:
	// Fixed 8 [3] {"tab":"timeline","time":{"from":1000}}
	// [The link's key "colour" is not known and was ignored.]
	// degree: 7 is odd, expected 0, 1 or an even degree; the nearest is 6
}

func ExampleShort() {
	x := snapshot.Preset("B")
	x.Placer = experiment.Compact
	snapshot.SetView(x, &snapshot.View{Tab: "timeline"})
	fmt.Println(snapshot.Short(&snapshot.Snapshot{Experiment: x}))
	x.Strategies = append(x.Strategies, experiment.StrategySpec{Kind: "script", Degrees: []int{2, 4}})
	fmt.Println(snapshot.Short(&snapshot.Snapshot{Experiment: x}))
	// Output:
	// p=B&placer=compact&tab=timeline true
	//  false
}

func ExampleCompressed() {
	s := &snapshot.Snapshot{Engine: "1.0.0", Experiment: experiment.Paper("D")}
	link := snapshot.Compressed(s)
	fmt.Println(len(link) < 80)
	_, err := snapshot.ParseLink(link[:30])
	fmt.Println(err)
	// Output:
	// true
	// the link is cut, characters are missing at its end: about 27 of 43 are there
}

func ExampleID() {
	s := &snapshot.Snapshot{Engine: "1.0.0", Experiment: experiment.Paper("D")}
	id := snapshot.ID(snapshot.AppendCanonical(nil, s))
	fmt.Println(snapshot.Kept(id), snapshot.IsID(id))
	// Output: s=zM0OlFUcpj8d9U2SAfaecQ true
}
