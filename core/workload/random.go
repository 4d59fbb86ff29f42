package workload

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// Random returns the random stream of a purpose under a seed. Streams of
// different purposes, or of different seeds, are independent, so that drawing
// from one (a random strategy, say) never moves another (the jobs).
//
// The generator is PCG-DXSM of math/rand/v2. Its 128 bits of state are the
// first 16 bytes, big-endian, of SHA-256 over the purpose, a zero byte and the
// eight big-endian bytes of the seed.
//
// Purposes of this package: "workload/beta", "workload/sampling" and
// "workload/interarrival". Other packages put their own name in front.
func Random(seed uint64, purpose string) *rand.Rand {
	return rand.New(rand.NewPCG(randomState(seed, purpose)))
}

func randomState(seed uint64, purpose string) (high, low uint64) {
	b := make([]byte, 0, 64)
	b = append(b, purpose...)
	b = append(b, 0)
	b = binary.BigEndian.AppendUint64(b, seed)
	sum := sha256.Sum256(b)
	return binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])
}

// The draws below are spelled out, not taken from rand.Rand, so that a stream
// of jobs depends on the generator alone and never on how a release of the
// standard library turns its words into numbers.

// uintn returns a uniform integer in [0, n), n > 0, by D. Lemire's
// multiplication with rejection (ACM TOMACS 29 (2019), article 3).
func uintn(r *rand.PCG, n uint64) uint64 {
	high, low := bits.Mul64(r.Uint64(), n)
	if low < n {
		for reject := -n % n; low < reject; {
			high, low = bits.Mul64(r.Uint64(), n)
		}
	}
	return high
}

// unit returns a uniform multiple of 2^-53 in [0, 1).
func unit(r *rand.PCG) float64 {
	return float64(r.Uint64()>>11) * 0x1p-53
}

// openUnit returns a uniform odd multiple of 2^-53 in (0, 1): never 0 or 1.
func openUnit(r *rand.PCG) float64 {
	return (float64(r.Uint64()>>12) + 0.5) * 0x1p-52
}
