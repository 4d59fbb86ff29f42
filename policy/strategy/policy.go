package strategy

import (
	"fmt"
	"sync"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/policy/agent"
	"rampart/policy/checkpoint"
)

// Resolve returns the policy that an experiment's checkpoint field refers to.
type Resolve func(ref string) (*checkpoint.Policy, error)

// mostKnown bounds the policies that a factory remembers.
const mostKnown = 64

// Factory returns a maker of all kinds of strategies: the heuristics of New, and
// learned policies, which it gets from resolve. A policy is resolved once, unless
// there are very many. The factory may be used by several goroutines; resolve is
// called by one at a time.
func Factory(resolve Resolve) experiment.Factory {
	type result struct {
		policy *checkpoint.Policy
		err    error
	}
	var mu sync.Mutex
	known := map[string]result{}
	return func(spec experiment.StrategySpec, x *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
		if spec.Kind != "policy" {
			return New(spec, x, seed)
		}
		mu.Lock()
		defer mu.Unlock()
		r, ok := known[spec.Checkpoint]
		if !ok {
			if r.policy, r.err = resolve(spec.Checkpoint); r.err == nil && r.policy == nil {
				r.err = fmt.Errorf("there is no such policy")
			}
			if len(known) == mostKnown {
				clear(known) // a page may train and try many; this costs a little time only
			}
			known[spec.Checkpoint] = r
		}
		if r.err != nil {
			return nil, r.err
		}
		return Learned(r.policy), nil
	}
}

// Learned returns the strategy that plays a trained policy.
func Learned(p *checkpoint.Policy) *agent.Agent {
	return agent.New(agent.Spec{Config: p.Config, Features: p.Features, Normalisers: p.Normalisers, Params: p.Params,
		Advantages: p.Learner == checkpoint.DQN})
}
