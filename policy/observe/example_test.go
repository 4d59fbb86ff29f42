package observe_test

import (
	"fmt"

	"rampart/core/cluster"
	"rampart/core/jobgraph"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/workload"
	"rampart/policy/observe"
)

// An episode of a hundred jobs in which the smallest degree is taken that gets
// the job accepted.
func Example() {
	graphs, err := jobgraph.BuiltinJobs(jobgraph.PaperNames()...)
	if err != nil {
		fmt.Println(err)
		return
	}
	plans, err := plan.New(plan.Settings{
		Graphs: graphs, Shape: ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8,
		IOSeconds: 1e-7, ChannelsPerLink: 1, MemoryBytes: 8e10, MaxDegree: 16, Quantum: 0.01, Placer: plan.Compact,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	jobs := &workload.Settings{
		Graphs: graphs, TrainingSteps: 50, PoolCopies: 1000, Sampling: workload.RemoveAndRepeat,
		Interarrival: workload.Distribution{Kind: "fixed", Value: 1000}, Beta: workload.Beta{Preset: "A"},
	}
	normalisers, err := observe.Measure(plans, jobs)
	if err != nil {
		fmt.Println(err)
		return
	}
	encoder, err := observe.New(observe.Extended, normalisers, plans)
	if err != nil {
		fmt.Println(err)
		return
	}
	rewarder, err := observe.NewRewarder(observe.DefaultReward(observe.JobAcceptance), normalisers, plans)
	if err != nil {
		fmt.Println(err)
		return
	}
	env, err := observe.NewEnv(cluster.Settings{Plans: plans, HorizonSeconds: 1e5, QueueCapacity: 10}, jobs, encoder, rewarder)
	if err != nil {
		fmt.Println(err)
		return
	}

	width, actions := encoder.Size()
	features, mask := make([]float32, width), make([]bool, actions)
	fmt.Println(width, "features,", actions, "actions")
	env.Reset(1)
	var sum float32
	for done := false; !done; {
		env.Observe(features, mask)
		action := 0
		for a := len(mask) - 1; a > 0; a-- {
			if mask[a] {
				action = a
			}
		}
		var reward float32
		reward, done, _ = env.Step(action)
		sum += reward
	}
	fmt.Println(env.Decisions(), "decisions, return", sum)
	// Output:
	// 79 features, 17 actions
	// 100 decisions, return 70
}
