package ppo

import (
	"math"
	"math/rand/v2"
	"testing"

	"rampart/policy/nn"
)

// The hand-computed advantages of a three-step episode that its time limit
// ends: gamma 0.9, lambda 0.8, values 1 2 3, rewards 1 -1 1, and the value 4 of
// the state in which it was cut off.
//
//	delta2 = 1 + 0.9*4 - 3 = 1.6
//	delta1 = -1 + 0.9*3 - 2 = -0.3,  advantage 1 = -0.3 + 0.72*1.6 = 0.852
//	delta0 = 1 + 0.9*2 - 1 = 1.8,    advantage 0 = 1.8 + 0.72*0.852 = 2.41344
func TestAdvantagesOfTruncatedEpisode(t *testing.T) {
	for _, tc := range []struct {
		name   string
		final  float64 // value after the last step where the episode ended
		next   float64 // value that must not be used there
		ended  bool
		result [3]float64
	}{
		{"cut off by the time limit", 4, 100, true, [3]float64{2.41344, 0.852, 1.6}},
		{"natural end", 0, 100, true, [3]float64{0.547200, -1.740000 + 0, -2}},
		{"goes on", 0, 4, false, [3]float64{2.41344, 0.852, 1.6}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			adv, ret := make([]float64, 3), make([]float64, 3)
			Advantages(adv, ret, []float64{1, -1, 1}, []float64{1, 2, 3}, []bool{false, false, tc.ended}, []float64{0, 0, tc.final}, tc.next, 0.9, 0.8)
			for i, want := range tc.result {
				if math.Abs(adv[i]-want) > 1e-12 {
					t.Errorf("advantage %d: %v, want %v", i, adv[i], want)
				}
				if v := []float64{1, 2, 3}[i]; math.Abs(ret[i]-want-v) > 1e-12 {
					t.Errorf("return %d: %v, want %v", i, ret[i], want+v)
				}
			}
		})
	}
}

// Nothing flows back over the end of an episode.
func TestAdvantagesStopAtAnEnd(t *testing.T) {
	run := func(later float64) float64 {
		adv, ret := make([]float64, 4), make([]float64, 4)
		Advantages(adv, ret, []float64{1, 1, later, later}, []float64{0, 0, later, later}, []bool{false, true, false, false}, []float64{0, 5, 0, 0}, later, 0.9, 0.8)
		return adv[0]
	}
	if a, b := run(1), run(1000); a != b {
		t.Errorf("the next episode changed an advantage from %v to %v", a, b)
	}
}

// The gradient of every term of the loss against central differences, with
// masks, clipped and unclipped ratios, and with only action 0 legal.
func TestGradient(t *testing.T) {
	const b, n = 6, 5
	for _, tc := range []struct {
		name string
		o    Objective
	}{
		{"policy", Objective{Clip: 0.2}},
		{"entropy", Objective{Clip: 0.2, EntropyCoefficient: 0.7}},
		{"KL", Objective{Clip: 0.2, KLCoefficient: 0.9}},
		{"value", Objective{Clip: 0.2, ValueCoefficient: 0.5}},
		{"value with bounded loss", Objective{Clip: 0.2, ValueCoefficient: 0.5, ValueLossClip: 1}},
		{"value with bounded move", Objective{Clip: 0.2, ValueCoefficient: 0.5, ValueRange: 0.3}},
		{"all", Objective{Clip: 0.18, ValueCoefficient: 0.5, ValueLossClip: 128.8, EntropyCoefficient: 0.003, KLCoefficient: 0.01}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			s, logits, values := randomSample(r, b, n)
			p, log := make([]float64, b*n), make([]float64, b*n)
			dLogits, dValues := make([]float64, b*n), make([]float64, b)
			loss := func() float64 {
				return gradient(&tc.o, s, logits, values, p, log, make([]float64, b*n), make([]float64, b)).Loss
			}
			gradient(&tc.o, s, logits, values, p, log, dLogits, dValues)
			check := func(x *float64, got float64, what string, i int) {
				const h = 1e-6
				keep := *x
				*x = keep + h
				up := loss()
				*x = keep - h
				down := loss()
				*x = keep
				if want := (up - down) / (2 * h); math.Abs(got-want) > 1e-7*(1+math.Abs(want)) {
					t.Errorf("%s %d: gradient %v, differences say %v", what, i, got, want)
				}
			}
			for i := range logits {
				check(&logits[i], dLogits[i], "logit", i)
			}
			for i := range values {
				check(&values[i], dValues[i], "value", i)
			}
			for i, ok := range s.Mask {
				if !ok && (p[i] != 0 || dLogits[i] != 0) {
					t.Errorf("masked action %d has probability %v and gradient %v", i, p[i], dLogits[i])
				}
			}
		})
	}
}

// randomSample makes a minibatch whose ratios lie on both sides of the clip
// range, away from its edges; in its last row only action 0 is legal.
func randomSample(r *rand.Rand, b, n int) (s *Sample[float64], logits, values []float64) {
	s = &Sample[float64]{}
	for i := range b {
		old := make([]float64, n)
		mask := make([]bool, n)
		legal := []int32{}
		for j := range n {
			mask[j] = j == 0 || i < b-1 && r.IntN(3) > 0
			if mask[j] {
				legal = append(legal, int32(j))
			}
			z := 2 * r.NormFloat64()
			old[j] = z
			logits = append(logits, z+0.6*r.NormFloat64())
		}
		p, log := make([]float64, n), make([]float64, n)
		nn.MaskedSoftmax(p, log, old, mask)
		s.OldLog = append(s.OldLog, log...)
		s.Mask = append(s.Mask, mask...)
		s.Actions = append(s.Actions, legal[r.IntN(len(legal))])
		s.Advantages = append(s.Advantages, r.NormFloat64())
		v := r.NormFloat64()
		values = append(values, v)
		s.OldValues = append(s.OldValues, v+0.5*r.NormFloat64())
		s.Returns = append(s.Returns, 2*r.NormFloat64())
	}
	return s, logits, values
}

// With only action 0 legal everything is finite and nothing is learned.
func TestOnlyActionZero(t *testing.T) {
	o := Objective{Clip: 0.2, EntropyCoefficient: 0.1, KLCoefficient: 0.1, ValueCoefficient: 0.5}
	s := &Sample[float32]{
		Mask: []bool{true, false, false}, Actions: []int32{0}, OldLog: []float32{0, nn.Masked, nn.Masked},
		OldValues: []float32{0}, Advantages: []float32{3}, Returns: []float32{1},
	}
	p, log, dLogits, dValues := make([]float32, 3), make([]float32, 3), make([]float32, 3), make([]float32, 1)
	terms := gradient(&o, s, []float32{-7, 80, 1e30}, []float32{0}, p, log, dLogits, dValues)
	if terms.Entropy != 0 || terms.KL != 0 || math.IsNaN(terms.Loss) {
		t.Errorf("terms %+v", terms)
	}
	for j, g := range dLogits {
		if g != 0 {
			t.Errorf("logit %d has gradient %v", j, g)
		}
	}
	if p[0] != 1 || p[1] != 0 || p[2] != 0 {
		t.Errorf("probabilities %v", p)
	}
}
