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
