package experiment_test

import (
	"bytes"
	"context"
	"fmt"

	"rampart/core/experiment"
)

func ExampleDecode() {
	_, err := experiment.Decode([]byte(`{"rampart": 1, "cluster": {"racksPerGroup": 5}}`))
	fmt.Println(err)
	x, err := experiment.Decode([]byte(`{"rampart": 1, "seeds": [7]}`))
	fmt.Println(x.Cluster.Servers(), x.Seeds, err)
	// Output:
	// cluster.racksPerGroup: 5 racks a group are more than there are groups, expected an integer from 1 to 4
	// 32 [7] <nil>
}

func ExampleErrors() {
	x := experiment.Default()
	x.HorizonSeconds = -1
	x.Strategies[3].Degree = 5
	for _, err := range experiment.Errors(x) {
		fmt.Println(err)
	}
	// Output:
	// horizonSeconds: -1 is out of range, expected a number greater than 0 and up to 1000000000000
	// strategies[3].degree: 5 is odd, expected 0, 1 or an even degree; the nearest is 4
}

func ExampleRunAll() {
	x := experiment.Paper("A")
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}}
	x.HorizonSeconds = 1e5
	r, err := experiment.RunAll(context.Background(), x, factory, experiment.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := r.Summaries[0]
	fmt.Printf("%s: %d runs, %d jobs each, mean speed-up %.1f\n", s.Name, len(r.Runs), r.Runs[0].Arrived, s.MeanSpeedup.Mean)
	d, err := experiment.Verify(context.Background(), r, factory, experiment.Options{Workers: 1})
	fmt.Println("difference:", d, err)
	// Output:
	// Maximum parallelism (Para_max): 3 runs, 101 jobs each, mean speed-up 15.7
	// difference: <nil> <nil>
}

func ExampleAppendFile() {
	x := experiment.Default()
	x.Name = "Two seeds"
	x.Seeds = x.Seeds[:2]
	lines := bytes.SplitAfter(experiment.AppendFile(nil, x), []byte("\n"))
	fmt.Printf("%s...\n%s", bytes.Join(lines[:5], nil), bytes.Join(lines[len(lines)-4:], nil))
	// Output:
	// {
	//   "rampart": 1,
	//   "name": "Two seeds",
	//   "notes": "",
	//   "cluster": {
	// ...
	//   ],
	//   "seeds": [0, 1]
	// }
}
