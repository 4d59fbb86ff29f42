package checkpoint_test

import (
	"testing"

	"rampart/policy/checkpoint"
)

func BenchmarkEncode(b *testing.B) {
	p := paperPolicy(b)
	b.SetBytes(int64(len(encode(b, p, nil))))
	for b.Loop() {
		encode(b, p, nil)
	}
}

func BenchmarkDecode(b *testing.B) {
	file := encode(b, paperPolicy(b), nil)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := checkpoint.Decode(file); err != nil {
			b.Fatal(err)
		}
	}
}

// A training as long as the paper's: 20 environments in episodes of 1000
// decisions.
func BenchmarkEncodeTraining(b *testing.B) {
	p, c := longTraining(b)
	b.SetBytes(int64(len(encode(b, p, c))))
	for b.Loop() {
		encode(b, p, c)
	}
}

func BenchmarkDecodeTraining(b *testing.B) {
	file := encode(b, policyOf(longTraining(b)), trainingOf(longTraining(b)))
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		decode(b, file)
	}
}

func longTraining(t testing.TB) (*checkpoint.Policy, *checkpoint.Training) {
	p, c := training(t)
	s, q := c.State, paperPolicy(t)
	q.Seed, c.Settings.Environments = p.Seed, 20
	s.Params, s.Moment1, s.Moment2 = q.Params, q.Params, make([]float32, len(q.Params))
	for len(s.Slots) < 20 {
		s.Slots = append(s.Slots, s.Slots[0])
	}
	for i := range s.Slots {
		s.Slots[i].Actions = make([]int16, 1000)
	}
	return q, c
}

func BenchmarkONNX(b *testing.B) {
	p := paperPolicy(b)
	for b.Loop() {
		file, err := checkpoint.ONNX(p)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(file)))
	}
}
