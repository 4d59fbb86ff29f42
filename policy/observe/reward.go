package observe

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"rampart/core/cluster"
	"rampart/core/detmath"
	"rampart/core/plan"
)

// Kind names a reward function of spec/learning.md section 1.6.
type Kind string

// The reward functions. Throughputs are those of the cluster step of the
// decision, in bytes per simulated second.
const (
	JobAcceptance     Kind = "job_acceptance"                // Success if the job was accepted, else Fail; the paper's
	JCT               Kind = "lookahead_job_completion_time" // JCT, or what stands for it if blocked
	JCTAndBlocking    Kind = "multi_objective_jct_blocking"  // JCT/sequential JCT, or Weight (1 + MM(sequential JCT)) if blocked
	ComputeThroughput Kind = "mean_compute_throughput"       // of the ops that run
	ClusterThroughput Kind = "mean_cluster_throughput"       // of ops and dependencies, as partitioned
	DemandThroughput  Kind = "mean_demand_total_throughput"  // of ops and dependencies, as they were before
)

var kinds = []Kind{JobAcceptance, JCT, JCTAndBlocking, ComputeThroughput, ClusterThroughput, DemandThroughput}

// Kinds returns the names of the reward functions.
func Kinds() []Kind { return slices.Clone(kinds) }

// Normaliser names what a reward is divided by.
type Normaliser string

// The normalisers of JCT are the first three, those of the throughputs Not and
// Most.
const (
	Not                  Normaliser = "none"
	Sequential           Normaliser = "job_sequential_completion_time"
	SequentialTimesFails Normaliser = "job_sequential_completion_time_times_fail_reward_factor"
	Most                 Normaliser = "maximum" // what the cluster could do at most
)

// Reward describes a reward function. Fields that its kind does not use keep
// their defaults. The value of the kind is normalised, inverted, multiplied by
// Sign and logarithmised, in this order; 0 is never inverted.
type Reward struct {
	Kind           Kind
	Success        float64    // job_acceptance; 1
	Fail           float64    // job_acceptance: -1; JCT: what a blocked job counts, unless FailSequential
	FailSequential bool       // JCT: a blocked job counts its sequential JCT; true
	FailFactor     float64    // JCT: times what a blocked job counts, > 0; 1
	Weight         float64    // JCTAndBlocking: of blocked jobs, >= 0; 1
	Normaliser     Normaliser // JCT and throughputs; none
	Inverse        bool       // JCT and JCTAndBlocking: 1/x
	Sign           float64    // all but job_acceptance, -1 or 1; -1 for JCT and JCTAndBlocking, else 1
	Log            bool       // all but job_acceptance: sign(x) log10(1+|x|)
}

// DefaultReward returns the reference's settings of a reward function. It
// panics on an unknown one.
func DefaultReward(k Kind) Reward {
	if !slices.Contains(kinds, k) {
		panic("observe: unknown reward")
	}
	r := Reward{Kind: k, Success: 1, Fail: -1, FailSequential: true, FailFactor: 1, Weight: 1, Normaliser: Not, Sign: 1}
	if k == JCT || k == JCTAndBlocking {
		r.Sign = -1
	}
	return r
}

// maxReward bounds the numbers of a reward's settings.
const maxReward = 1e9

// Check returns an error that names the field if the settings make no sense.
func (r *Reward) Check() error {
	if !slices.Contains(kinds, r.Kind) {
		names := make([]string, len(kinds))
		for i, k := range kinds {
			names[i] = string(k)
		}
		return fmt.Errorf("reward.kind: %q is unknown, expected one of %s", string(r.Kind), strings.Join(names, ", "))
	}
	for _, f := range []struct {
		name   string
		x, min float64
	}{{"success", r.Success, -maxReward}, {"fail", r.Fail, -maxReward}, {"blockingWeight", r.Weight, 0}} {
		if !(f.x >= f.min && f.x <= maxReward) {
			return fmt.Errorf("reward.%s: %v is out of range, expected a number from %v to %v", f.name, f.x, f.min, maxReward)
		}
	}
	if !(r.FailFactor > 0 && r.FailFactor <= maxReward) {
		return fmt.Errorf("reward.failFactor: %v is out of range, expected a number greater than 0 and up to %v", r.FailFactor, maxReward)
	}
	if r.Sign != -1 && r.Sign != 1 {
		return fmt.Errorf("reward.sign: %v is not a sign, expected -1 or 1", r.Sign)
	}
	allowed := []Normaliser{Not}
	switch r.Kind {
	case JCT:
		allowed = append(allowed, Sequential, SequentialTimesFails)
	case ComputeThroughput, ClusterThroughput, DemandThroughput:
		allowed = append(allowed, Most)
	}
	if !slices.Contains(allowed, r.Normaliser) {
		return fmt.Errorf("reward.normaliser: %q does not go with %s, expected one of %v", string(r.Normaliser), r.Kind, allowed)
	}
	return nil
}

// Rewarder computes the rewards of one kind of cluster and workload.
type Rewarder struct {
	r          Reward
	sequential Extent
	most       float64 // throughput that the reward is divided by
}

// NewRewarder returns a Rewarder, or the error of Check. The normalisers supply
// the extremes of the sequential JCT and of the throughput of ops.
func NewRewarder(r Reward, n Normalisers, p *plan.Planner) (*Rewarder, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	s := p.Settings()
	servers := float64(s.Shape.N())
	// Every server runs the op of highest throughput.
	most := float64(n.MaxThroughput * servers)
	if r.Kind != ComputeThroughput {
		// And sends on every channel of one link, of the bandwidth of a
		// transceiver group (spec/simulator.md section 3).
		channel := s.NodeBandwidth / float64(s.Shape.Groups)
		most += float64(float64(servers*channel) * float64(s.ChannelsPerLink))
	}
	return &Rewarder{r, n.SequentialSeconds, most}, nil
}

// Of returns the reward of a decision. Like the reference's it looks at the
// first cluster step after the decision only (spec/learning.md section 1.1), so
// an accepted job is a success even if the horizon then cuts it short.
func (r *Rewarder) Of(v *cluster.Verdict) float64 {
	s := &r.r
	var x float64
	switch s.Kind {
	case JobAcceptance:
		if v.Accepted {
			return s.Success
		}
		return s.Fail
	case JCT:
		x = r.jct(v)
	case JCTAndBlocking:
		x = ratio(v.JCTSeconds, v.SequentialSeconds)
		if !v.Accepted {
			// The reference divides 0 by 0 where all jobs are equally long.
			x = float64(s.Weight * (r.sequential.of(v.SequentialSeconds) + 1))
		}
	case ComputeThroughput:
		x = r.share(v.ComputeThroughput())
	case ClusterThroughput:
		x = r.share(v.ClusterThroughput())
	case DemandThroughput:
		x = r.share(v.DemandThroughput())
	}
	if s.Inverse && x != 0 {
		x = 1 / x
	}
	x *= s.Sign
	if s.Log {
		x = math.Copysign(detmath.Log1p(math.Abs(x))/math.Ln10, x)
	}
	return x
}

func (r *Rewarder) jct(v *cluster.Verdict) float64 {
	x := v.JCTSeconds
	if !v.Accepted {
		x = r.r.Fail
		if r.r.FailSequential {
			x = v.SequentialSeconds
		}
		x = float64(x * r.r.FailFactor)
	}
	switch r.r.Normaliser {
	case Sequential:
		x = ratio(x, v.SequentialSeconds)
	case SequentialTimesFails:
		x = ratio(x, float64(v.SequentialSeconds*r.r.FailFactor))
	}
	return x
}

func (r *Rewarder) share(throughput float64) float64 {
	if r.r.Normaliser == Most {
		return ratio(throughput, r.most)
	}
	return throughput
}
