package train

import (
	"math"
	"strings"
	"testing"

	"rampart/policy/ppo"
)

// healthy is an iteration that gives no reason to worry.
func healthy() Report {
	return Report{Report: ppo.Report{
		Progress: ppo.Progress{Iterations: 20, Steps: 1000}, Terms: ppo.Terms{Entropy: 0.8, KL: 0.01},
		Explained: 0.5, RewardSpread: 1, BlockedRate: 0.3,
	}}
}

func TestWarnings(t *testing.T) {
	s := Defaults("fast")
	s.TotalSteps = 10000
	for _, tc := range []struct {
		name   string
		change func(r *Report)
		lasts  int // iterations
		want   string
	}{
		{"all is well", func(*Report) {}, 5, ""},
		{"one iteration is no sign", func(r *Report) { r.KL = 5 }, 1, ""},
		{"every job is blocked", func(r *Report) { r.RewardSpread, r.BlockedRate = 0, 1 }, 3, "every job is blocked"},
		{"no job is blocked", func(r *Report) { r.RewardSpread, r.BlockedRate = 0, 0 }, 3, "no job is blocked"},
		{"rewards alike", func(r *Report) { r.RewardSpread = 0 }, 3, "rewarded alike"},
		{"certain too soon", func(r *Report) { r.Entropy = 0.001 }, 3, "after 10 % of the training (entropy 0.001)"},
		{"certain in the end", func(r *Report) { r.Entropy, r.Steps = 0.001, 9000 }, 3, ""},
		{"too large steps", func(r *Report) { r.KL = 0.4 }, 3, "KL divergence 0.4"},
		{"KL is not a number", func(r *Report) { r.KL = math.NaN() }, 3, "KL divergence NaN"},
		{"values worse than nothing", func(r *Report) { r.Explained = -3 }, 3, "explained variance -3"},
		{"values at the start", func(r *Report) { r.Explained, r.Iterations = -3, 4 }, 3, ""},
		{"gradients left out", func(r *Report) { r.Rejected = 2 }, 1, "2 gradients were not finite"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var reports []Report
			for i := range 6 {
				r := healthy()
				if i >= 6-tc.lasts {
					tc.change(&r)
				}
				reports = append(reports, r)
			}
			got := Warnings(&s, reports, nil)
			switch {
			case tc.want == "" && len(got) > 0:
				t.Errorf("got %q, want none", got)
			case tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)):
				t.Errorf("got %q, want one that says %q", got, tc.want)
			}
		})
	}
}

// Rewards of 1 with a spread of 0.5 add up to at most 250 at gamma 0.99.
func TestWarnsOfRunawayValues(t *testing.T) {
	s := Defaults("dqn-fast")
	report := func(value float64) Report {
		r := healthy()
		r.Report = ppo.Report{Progress: r.Progress, RewardMean: 1, RewardSpread: 0.5}
		r.Q = &Values{Updates: 3}
		r.Q.Value = value
		return r
	}
	for _, tc := range []struct {
		values []float64
		want   string
	}{
		{[]float64{100, 200, 240}, ""},
		{[]float64{-9000, 200, -9000}, ""},
		{[]float64{-9000, -9500, -9900}, "The values run away (-9.9e+03"},
		{[]float64{9000, math.NaN(), math.NaN()}, "The values run away (NaN"},
	} {
		var reports []Report
		for _, v := range tc.values {
			reports = append(reports, report(v))
		}
		got := Warnings(&s, reports, nil)
		if tc.want == "" && len(got) > 0 || tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)) {
			t.Errorf("values %v: got %q, want %q", tc.values, got, tc.want)
		}
	}
}

func TestWarnsOfNoProgress(t *testing.T) {
	s := Defaults("fast")
	history := func(rates ...float64) (list []Evaluation) {
		for _, r := range rates {
			list = append(list, Evaluation{Mean: r})
		}
		return list
	}
	reports := []Report{healthy(), healthy(), healthy()}
	flat := history(0.9, 0.31, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4)
	if got := Warnings(&s, reports, flat); len(got) != 1 || !strings.Contains(got[0], "The last 10 evaluations brought nothing better than 31.0 %") {
		t.Errorf("got %q", got)
	}
	if got := Warnings(&s, reports, flat[:11]); len(got) != 0 {
		t.Errorf("too soon: %q", got)
	}
	if got := Warnings(&s, reports, append(flat, history(0.2)...)); len(got) != 0 {
		t.Errorf("with a better one: %q", got)
	}
	if got := Warnings(&s, nil, nil); len(got) != 0 {
		t.Errorf("before the first iteration: %q", got)
	}
}

// A session forgets old reports: its memory does not grow, and trouble that is
// over is not told for ever.
func TestRemembers(t *testing.T) {
	se := start(t, tiny, 1)
	bad := healthy()
	bad.Rejected = 1
	se.remember(&bad)
	for range kept - 1 {
		r := healthy()
		se.remember(&r)
	}
	if got := se.Warnings(); len(got) != 1 {
		t.Errorf("got %q", got)
	}
	r := healthy()
	se.remember(&r)
	if got := se.Warnings(); len(got) != 0 || len(se.recent) != kept {
		t.Errorf("got %q of %d reports", got, len(se.recent))
	}
}
