package nn

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestActivationValues compares with values of the definitions computed by
// hand or with 30 digits; slopes are held by TestActivationSlopes.
func TestActivationValues(t *testing.T) {
	tests := []struct {
		a       Activation
		x, want float64
	}{
		{None, -1.5, -1.5},
		{ReLU, -1, 0}, {ReLU, 2, 2},
		{LeakyReLU, -2, -0.02}, {LeakyReLU, 2, 2},
		{Sigmoid, 0, 0.5}, {Sigmoid, 2, 0.8807970779778824}, {Sigmoid, -800, 0}, {Sigmoid, 800, 1},
		{ELU, -1, -0.6321205588285577}, {ELU, 3, 3},
		{HardSwish, -4, 0}, {HardSwish, 1, 4. / 6}, {HardSwish, 4, 4},
		{Softplus, 0, 0.6931471805599453}, {Softplus, 900, 900}, {Softplus, -900, 0},
		{Mish, 1, 0.8650983882673103}, {Mish, 0, 0},
		{Softsign, -3, -0.75},
	}
	for _, test := range tests {
		if got := test.a.value(test.x); !near(got, test.want, 1e-15) {
			t.Errorf("%v(%v) = %v, want %v", test.a, test.x, got, test.want)
		}
	}
}

func TestActivationSlopes(t *testing.T) {
	for a := None; a <= Softsign; a++ {
		for x := -5.05; x < 5; x += 0.1 { // never at a kink
			at := x
			want := central(func() float64 { return a.value(at) }, &at)
			if got := a.slope(x); !near(got, want, 1e-8) {
				t.Errorf("%v: slope %v at %v, difference %v", a, got, x, want)
			}
		}
	}
}

func TestActivationNames(t *testing.T) {
	for a := None; a <= Softsign; a++ {
		if got, err := ParseActivation(a.String()); err != nil || got != a {
			t.Errorf("%v reads as %v, %v", a, got, err)
		}
	}
	if _, err := ParseActivation("gelu"); err == nil {
		t.Error("gelu was taken")
	}
}

func TestMaskedSoftmax(t *testing.T) {
	const inf = math.MaxFloat64
	tests := []struct {
		name    string
		logits  []float64
		mask    []bool
		want    []float64
		entropy float64
	}{
		{"only action 0", []float64{-3, 900, 1}, []bool{true, false, false}, []float64{1, 0, 0}, 0},
		{"two equal", []float64{1, 50, 1}, []bool{true, false, true}, []float64{0.5, 0, 0.5}, math.Ln2},
		{"already masked logits", []float64{2, Masked, Masked}, []bool{true, false, false}, []float64{1, 0, 0}, 0},
		{"far apart", []float64{0, -1000, 0}, []bool{true, true, false}, []float64{1, 0, 0}, 0},
		{"huge", []float64{700, 700 + math.Log(3)}, []bool{true, true}, []float64{0.25, 0.75}, 0.25*math.Log(4) + 0.75*math.Log(4./3)},
		{"masked by the largest number", []float64{0, inf}, []bool{true, false}, []float64{1, 0}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, l := make([]float64, len(test.logits)), make([]float64, len(test.logits))
			entropy := MaskedSoftmax(p, l, test.logits, test.mask)
			if !near(entropy, test.entropy, 1e-12) {
				t.Errorf("entropy %v, want %v", entropy, test.entropy)
			}
			for i, want := range test.want {
				if !near(p[i], want, 1e-12) || !test.mask[i] && (p[i] != 0 || l[i] != Masked) {
					t.Errorf("p[%d] = %v, log %v, want %v", i, p[i], l[i], want)
				}
			}
		})
	}
}

func TestMaskedSoftmaxGradient(t *testing.T) {
	logits := []float64{0.3, -1, 2, 0.7, 5}
	mask := []bool{true, true, true, true, false}
	p, l := make([]float64, 5), make([]float64, 5)
	const dLog, dEntropy = 1.7, -0.6
	for action := range 4 {
		loss := func() float64 {
			entropy := MaskedSoftmax(p, l, logits, mask)
			return dLog*l[action] + dEntropy*entropy
		}
		d := make([]float64, 5)
		entropy := MaskedSoftmax(p, l, logits, mask)
		MaskedSoftmaxBackward(d, p, l, mask, action, dLog, dEntropy, entropy)
		for i := range logits {
			if want := central(loss, &logits[i]); !near(d[i], want, 1e-8) {
				t.Errorf("action %d, logit %d: gradient %v, difference %v", action, i, d[i], want)
			}
		}
	}
}

func TestNormalizeRows(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 5, 5, 5}
	inverse := make([]float64, 2)
	Normalize(x, inverse, 2, 4)
	d := 1 / math.Sqrt(1.25+1e-5)
	for i, want := range []float64{-1.5 * d, -0.5 * d, 0.5 * d, 1.5 * d, 0, 0, 0, 0} {
		if !near(x[i], want, 1e-15) {
			t.Errorf("element %d is %v, want %v", i, x[i], want)
		}
	}
}

// TestAdamAgainstDefinition runs the algorithm as the paper prints it beside
// ours, on a quadratic; it also has to get near the minimum.
func TestAdamAgainstDefinition(t *testing.T) {
	target := []float64{3, -1, 0.5}
	x, y := make([]float64, 3), make([]float64, 3)
	m, v := make([]float64, 3), make([]float64, 3)
	opt := NewAdam[float64](3, 0.05)
	grad := make([]float64, 3)
	for step := 1; step <= 400; step++ {
		for i := range x {
			grad[i] = 2 * (x[i] - target[i])
		}
		opt.Step(x, grad)
		for i := range y {
			g := 2 * (y[i] - target[i])
			m[i] = 0.9*m[i] + 0.1*g
			v[i] = 0.999*v[i] + 0.001*g*g
			mHat := m[i] / (1 - math.Pow(0.9, float64(step)))
			vHat := v[i] / (1 - math.Pow(0.999, float64(step)))
			y[i] -= 0.05 * mHat / (math.Sqrt(vHat) + 1e-8)
		}
	}
	for i := range x {
		if !near(x[i], y[i], 1e-9) || !near(x[i], target[i], 1e-2) {
			t.Errorf("parameter %d is %v, by definition %v, minimum %v", i, x[i], y[i], target[i])
		}
	}
}

func TestClipNorm(t *testing.T) {
	tests := []struct {
		name        string
		grad        []float32
		limit, norm float64
		want        []float32
	}{
		{"below", []float32{3, 4}, 6, 5, []float32{3, 4}},
		{"above", []float32{3, 4}, 2.5, 5, []float32{1.5, 2}},
		{"only measured", []float32{3, 4}, 0, 5, []float32{3, 4}},
		{"eight lanes and a rest", []float32{1, 1, 1, 1, 1, 1, 1, 1, 1}, 0, 3, []float32{1, 1, 1, 1, 1, 1, 1, 1, 1}},
		// 1e30 squared exceeds float32.
		{"large", []float32{1e30}, 1, 1.0000000150474662e+30, []float32{1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if norm := ClipNorm(test.grad, test.limit); norm != test.norm {
				t.Errorf("norm %v, want %v", norm, test.norm)
			}
			for i, want := range test.want {
				if test.grad[i] != want {
					t.Errorf("clipped to %v, want %v", test.grad, test.want)
				}
			}
		})
	}
}

func TestInitialisers(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	w := make([]float64, 24*17)
	InitNormalColumns(w, 24, 17, 0.01, r)
	for j := range 17 {
		var squares float64
		for i := range 24 {
			squares += w[i*17+j] * w[i*17+j]
		}
		if !near(math.Sqrt(squares), 0.01, 1e-12) {
			t.Errorf("column %d has norm %v", j, math.Sqrt(squares))
		}
	}
	InitUniform(w, 16, r)
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range w {
		least, most = min(least, v), max(most, v)
	}
	if least < -0.25 || most > 0.25 || least > -0.24 || most < 0.24 {
		t.Errorf("uniform numbers from %v to %v, want about ±0.25", least, most)
	}
	const n = 100000
	var sum, squares, fourth float64
	for range n {
		v := Normal(r)
		sum += v
		squares += v * v
		fourth += v * v * v * v
	}
	// Four standard errors of the mean, the variance and the fourth moment.
	if math.Abs(sum/n) > 0.0127 || math.Abs(squares/n-1) > 0.0179 || math.Abs(fourth/n-3) > 0.124 {
		t.Errorf("normal numbers: mean %v, variance %v, fourth moment %v", sum/n, squares/n, fourth/n)
	}
}

func TestParameters(t *testing.T) {
	var p Parameters[float32]
	a := p.Claim("a", 2, 3)
	b := p.Claim("b", 4)
	if b.Offset != 6 || a.Size() != 6 || len(p.Value) != 10 || len(p.Grad) != 10 || len(p.Tensors) != 2 {
		t.Errorf("tensors %+v over %d values", p.Tensors, len(p.Value))
	}
	p.ValueOf(b)[0] = 5
	p.GradOf(a)[5] = 6
	if p.Value[6] != 5 || p.Grad[5] != 6 || len(p.ValueOf(a)) != 6 {
		t.Errorf("values %v, gradients %v", p.Value, p.Grad)
	}
}
