package observe

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"rampart/core/strict"
	"rampart/core/workload"
)

// Rewards of real decisions, worked out by hand from spec/simulator.md 12.1 and
// 12.2. Alexnet arrives at an empty cluster and takes 9015.954 s at degree 4,
// 36061.15 s at degree 1, or too long; a gnmt job follows after 1000 s.
func TestRewards(t *testing.T) {
	const (
		seq, jct       = 36061.15, 9015.954265992597
		shortest, span = 4470.8, 38000.15 - 4470.8
		memory, edges  = 3046234440.0, 2422161416.0
		dep4           = 7226987916.0 // of alexnet at degree 4
		most           = 4984832000.0 * 32
		links          = 32 * 4e11
	)
	log := func(x float64) float64 { return math.Log10(1 + x) }
	with := func(k Kind, change func(*Reward)) Reward {
		r := DefaultReward(k)
		if change != nil {
			change(&r)
		}
		return r
	}
	for _, tc := range []struct {
		name            string
		r               Reward
		placed, blocked float64
	}{
		{"the paper's", with(JobAcceptance, nil), 1, -1},
		{"acceptance of other sizes", with(JobAcceptance, func(r *Reward) { r.Success, r.Fail = 3, 0.5 }), 3, 0.5},
		{"JCT", with(JCT, nil), -jct, -seq},
		{"JCT, twice for blocked jobs", with(JCT, func(r *Reward) { r.FailFactor = 2 }), -jct, -2 * seq},
		{"JCT, a constant for blocked jobs", with(JCT, func(r *Reward) { r.FailSequential, r.Fail, r.FailFactor = false, 7, 3 }), -jct, -21},
		{"JCT in sequential JCTs", with(JCT, func(r *Reward) { r.Normaliser, r.FailFactor = Sequential, 2 }), -jct / seq, -2},
		{"JCT in sequential JCTs times the factor", with(JCT, func(r *Reward) { r.Normaliser, r.FailFactor = SequentialTimesFails, 2 }), -jct / seq / 2, -1},
		{"speed-up", with(JCT, func(r *Reward) { r.Normaliser, r.Inverse, r.Sign = Sequential, true, 1 }), seq / jct, 1},
		{"logarithm of JCT", with(JCT, func(r *Reward) { r.Log = true }), -log(jct), -log(seq)},
		{"nothing is not inverted", with(JCT, func(r *Reward) { r.FailSequential, r.Fail, r.Inverse = false, 0, true }), -1 / jct, 0},
		{"two objectives", with(JCTAndBlocking, nil), -jct / seq, -(1 + (seq-shortest)/span)},
		{"two objectives, weighted", with(JCTAndBlocking, func(r *Reward) { r.Weight = 3 }), -jct / seq, -3 * (1 + (seq-shortest)/span)},
		{"two objectives, inverted and logarithmised", with(JCTAndBlocking, func(r *Reward) { r.Inverse, r.Log, r.Sign = true, true, 1 }), log(seq / jct), log(1 / (1 + (seq-shortest)/span))},
		{"compute throughput", with(ComputeThroughput, nil), memory / jct, 0},
		{"compute throughput of what is possible", with(ComputeThroughput, func(r *Reward) { r.Normaliser = Most }), memory / jct / most, 0},
		{"cluster throughput", with(ClusterThroughput, nil), (memory + dep4) / jct, 0},
		{"cluster throughput of what is possible", with(ClusterThroughput, func(r *Reward) { r.Normaliser = Most }), (memory + dep4) / jct / (most + links), 0},
		{"demand throughput", with(DemandThroughput, nil), (memory + edges) / jct, 0},
		{"demand throughput of what is possible", with(DemandThroughput, func(r *Reward) { r.Normaliser = Most }), (memory + edges) / jct / (most + links), 0},
		{"logarithm of negative throughput", with(DemandThroughput, func(r *Reward) { r.Log, r.Sign = true, -1 }), -log((memory + edges) / jct), 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := paperPlans(t, nil)
			w := paperJobs(p, "A")
			n, err := Measure(p, w)
			if err != nil {
				t.Fatal(err)
			}
			r, err := NewRewarder(tc.r, n, p)
			if err != nil {
				t.Fatal(err)
			}
			trace := *w
			trace.Trace = []workload.TraceJob{{ArrivalSeconds: 0, Graph: 0, Beta: 0.3}, {ArrivalSeconds: 1000, Graph: 4, Beta: 1}}
			for degree, want := range map[int]float64{4: tc.placed, 0: tc.blocked, 1: tc.blocked} {
				sim := newSim(t, p, &trace, 5000, 0)
				sim.Decide()
				if err := sim.Apply(degree); err != nil {
					t.Fatal(err)
				}
				v := sim.Verdict()
				if got := r.Of(&v); !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
					t.Errorf("degree %d: %v, want %v", degree, got, want)
				}
			}
		})
	}
}

// Where all jobs take equally long the reference divides by zero; here such a
// job counts as the longest.
func TestRewardOfEqualJobs(t *testing.T) {
	p := paperPlans(t, nil)
	w := paperJobs(p, "A")
	w.Graphs = w.Graphs[:1]
	n, err := Measure(p, w)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRewarder(DefaultReward(JCTAndBlocking), n, p)
	if err != nil {
		t.Fatal(err)
	}
	sim := newSim(t, p, w, 1e4, 0)
	sim.Decide()
	if err := sim.Apply(0); err != nil {
		t.Fatal(err)
	}
	if v := sim.Verdict(); r.Of(&v) != -2 {
		t.Errorf("%v, want -2", r.Of(&v))
	}
}

func decodeReward(text string) (Reward, error) {
	doc, err := strict.Parse([]byte(text), strict.Limits{})
	if err != nil {
		return Reward{}, err
	}
	o := doc.Root().Object()
	r := DecodeReward(o.Get("reward"))
	o.Done()
	return r, doc.Err()
}

func TestDecodeReward(t *testing.T) {
	jct := DefaultReward(JCT)
	jct.FailSequential, jct.Fail, jct.Normaliser, jct.Log, jct.Sign = false, 5, Sequential, true, 1
	for _, tc := range []struct {
		name, text string
		want       Reward
	}{
		{"absent", `{}`, DefaultReward(JobAcceptance)},
		{"only the kind", `{"reward":{"kind":"multi_objective_jct_blocking"}}`, DefaultReward(JCTAndBlocking)},
		{"a number stands for blocked jobs", `{"reward":{"kind":"lookahead_job_completion_time","fail":5,"normaliser":"job_sequential_completion_time","log":true,"sign":1}}`, jct},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := decodeReward(tc.text)
			if err != nil || got != tc.want || got.Check() != nil {
				t.Errorf("%+v, %v, want %+v", got, err, tc.want)
			}
			text, err := json.Marshal(map[string]Reward{"reward": got})
			if err != nil {
				t.Fatal(err)
			}
			if back, err := decodeReward(string(text)); err != nil || back != got {
				t.Errorf("%s came back as %+v, %v", text, back, err)
			}
		})
	}
	for _, tc := range []struct{ name, text, want string }{
		{"no kind", `{"reward":{}}`, "reward.kind"},
		{"unknown kind", `{"reward":{"kind":"acceptance"}}`, "reward.kind"},
		{"field of another kind", `{"reward":{"kind":"job_acceptance","log":true}}`, "reward.log"},
		{"no sign", `{"reward":{"kind":"mean_compute_throughput","sign":0.5}}`, "reward.sign: 0.5 is not a sign, expected -1 or 1"},
		{"factor of nothing", `{"reward":{"kind":"lookahead_job_completion_time","failFactor":0}}`, "reward.failFactor"},
		{"normaliser of another kind", `{"reward":{"kind":"mean_compute_throughput","normaliser":"job_sequential_completion_time"}}`, "reward.normaliser"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if r, err := decodeReward(tc.text); err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("%+v, %v, want an error that begins %q", r, err, tc.want)
			}
		})
	}
}

func TestRewardCheck(t *testing.T) {
	for _, tc := range []struct {
		name   string
		kind   Kind
		change func(*Reward)
		want   string
	}{
		{"unknown kind", JCT, func(r *Reward) { r.Kind = "x" }, `reward.kind: "x" is unknown`},
		{"infinite success", JobAcceptance, func(r *Reward) { r.Success = math.Inf(1) }, "reward.success"},
		{"no number", JobAcceptance, func(r *Reward) { r.Fail = math.NaN() }, "reward.fail"},
		{"negative weight", JCTAndBlocking, func(r *Reward) { r.Weight = -1 }, "reward.blockingWeight"},
		{"no factor", JCT, func(r *Reward) { r.FailFactor = 0 }, "reward.failFactor"},
		{"no sign", JCT, func(r *Reward) { r.Sign = 0 }, "reward.sign"},
		{"maximum of a JCT", JCT, func(r *Reward) { r.Normaliser = Most }, "reward.normaliser"},
		{"empty normaliser", DemandThroughput, func(r *Reward) { r.Normaliser = "" }, "reward.normaliser"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := DefaultReward(tc.kind)
			tc.change(&r)
			if err := r.Check(); err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("%v, want %s", err, tc.want)
			}
		})
	}
	for _, k := range Kinds() {
		if r := DefaultReward(k); r.Check() != nil {
			t.Errorf("the defaults of %s: %v", k, r.Check())
		}
	}
}

// Whatever is decoded without an error passes Check.
func FuzzDecodeReward(f *testing.F) {
	f.Add(`{}`)
	f.Add(`{"reward":{"kind":"job_acceptance","success":2,"fail":-3}}`)
	f.Add(`{"reward":{"kind":"lookahead_job_completion_time","fail":1e3,"failFactor":2,"inverse":true,"normaliser":"none"}}`)
	f.Add(`{"reward":{"kind":"mean_cluster_throughput","normaliser":"maximum","sign":-1,"log":false}}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := decodeReward(text)
		if err != nil {
			return
		}
		if err := r.Check(); err != nil {
			t.Errorf("%+v: %v", r, err)
		}
		written, err := json.Marshal(map[string]Reward{"reward": r})
		if err != nil {
			t.Fatal(err)
		}
		if back, err := decodeReward(string(written)); err != nil || back != r {
			t.Errorf("%s came back as %+v, %v", written, back, err)
		}
	})
}
