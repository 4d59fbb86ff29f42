package workload_test

import (
	"fmt"

	"rampart/core/jobgraph"
	"rampart/core/workload"
)

func ExampleNew() {
	stream, err := workload.New(&workload.Settings{
		Graphs:        []*jobgraph.Job{{}, {}, {}},
		TrainingSteps: 50,
		Interarrival:  workload.Distribution{Kind: "fixed", Value: 1000},
		Beta:          workload.Beta{Preset: "A"},
		PoolCopies:    1,
		Sampling:      workload.Remove,
	}, 7)
	if err != nil {
		fmt.Println(err)
		return
	}
	for a, ok := stream.Next(); ok; a, ok = stream.Next() {
		fmt.Printf("job %d at %v s trains graph %d, beta %v\n", a.Index, a.Seconds, a.Graph, a.Beta)
	}
	// Output:
	// job 0 at 0 s trains graph 1, beta 0.21
	// job 1 at 1000 s trains graph 2, beta 0.62
	// job 2 at 2000 s trains graph 0, beta 0.11
}

func ExampleNew_error() {
	_, err := workload.New(&workload.Settings{
		Graphs:        []*jobgraph.Job{{}},
		TrainingSteps: 50,
		Interarrival:  workload.Distribution{Kind: "fixed", Value: 1000},
		Beta:          workload.Beta{Kind: "uniform", Min: 0.105, Max: 1, Decimals: 2},
		PoolCopies:    1,
		Sampling:      workload.Remove,
	}, 7)
	fmt.Println(err)
	// Output: beta.min: 0.105 has more than 2 decimals, expected 0.1 or another multiple of 0.01
}

func ExampleRandom() {
	r := workload.Random(3, "strategy/random")
	fmt.Println(r.IntN(16), r.IntN(16), r.IntN(16))
	// Output: 2 8 12
}

func ExampleBeta_PMF() {
	table, err := workload.Beta{Preset: "D"}.PMF()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range table[70:74] {
		fmt.Printf("%.2f %.4f\n", v.Value, v.Probability)
	}
	// Output:
	// 0.80 0.0357
	// 0.81 0.0351
	// 0.82 0.0340
	// 0.83 0.0321
}

func ExampleStream_Reset() {
	stream, err := workload.New(&workload.Settings{
		Graphs:        []*jobgraph.Job{{}},
		TrainingSteps: 1,
		Interarrival:  workload.Distribution{Kind: "exponential", Mean: 10},
		Beta:          workload.Beta{Kind: "fixed", Value: 0.5},
		PoolCopies:    1,
		Sampling:      workload.Replace,
	}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	first, _ := stream.Next()
	stream.Reset(1)
	again, _ := stream.Next()
	stream.Reset(2)
	other, _ := stream.Next()
	fmt.Println(first == again, first == other)
	// Output: true false
}
