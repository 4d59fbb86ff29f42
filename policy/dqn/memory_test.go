package dqn

import (
	"math"
	"testing"
)

// write puts an episode of the given rewards and its end into environment e,
// with the number of the row as its only feature.
func write(m *memory, e int, rewards []float32, end uint8) {
	for _, r := range rewards {
		at := m.append(e, rowStep)
		m.reward[at], m.features[at] = r, float32(m.count[e]-1)
	}
	at := m.append(e, end)
	m.features[at] = float32(m.count[e] - 1)
}

// The targets of a three-step episode with the rewards 1, -1 and 2 at gamma
// 0.9, by hand. Over three steps:
//
//	row 0: 1 - 0.9 + 0.81*2 = 1.72, and 0.729 of the state that ended it
//	row 1: -1 + 0.9*2 = 0.8, and 0.81 of it
//	row 2: 2, and 0.9 of it
//
// where a state in which the episode came to its natural end is worth nothing.
func TestWindow(t *testing.T) {
	type target struct {
		sum, discount float64
		next          float32 // row
	}
	for _, tc := range []struct {
		name string
		end  uint8
		n    int
		want [3]target
	}{
		{"3 steps, time limit", rowTruncated, 3, [3]target{{1.72, 0.729, 3}, {0.8, 0.81, 3}, {2, 0.9, 3}}},
		{"3 steps, natural end", rowTerminal, 3, [3]target{{1.72, 0, 3}, {0.8, 0, 3}, {2, 0, 3}}},
		{"2 steps, time limit", rowTruncated, 2, [3]target{{0.1, 0.81, 2}, {0.8, 0.81, 3}, {2, 0.9, 3}}},
		{"2 steps, natural end", rowTerminal, 2, [3]target{{0.1, 0.81, 2}, {0.8, 0, 3}, {2, 0, 3}}},
		{"1 step, natural end", rowTerminal, 1, [3]target{{1, 0.9, 1}, {-1, 0.9, 2}, {2, 0, 3}}},
		{"longer than the episode", rowTruncated, 10, [3]target{{1.72, 0.729, 3}, {0.8, 0.81, 3}, {2, 0.9, 3}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := newMemory(2, 20, 1, 1)
			write(m, 1, []float32{1, -1, 2}, tc.end)
			write(m, 1, []float32{100, 100, 100}, rowTruncated) // the next episode
			for k, want := range tc.want {
				sum, next, discount := m.window(1, k, tc.n, 0.9)
				if math.Abs(sum-want.sum) > 1e-12 || math.Abs(discount-want.discount) > 1e-12 || m.features[next] != want.next {
					t.Errorf("row %d: %v and %v of row %v, want %+v", k, sum, discount, m.features[next], want)
				}
			}
		})
	}
}

// Rows are found again after the memory has gone round several times, and a
// window may cross its seam.
func TestMemoryGoesRound(t *testing.T) {
	m := newMemory(3, 7, 1, 1)
	for range 5 {
		write(m, 2, []float32{1, 2, 3}, rowTruncated)
	}
	write(m, 0, []float32{5}, rowTerminal)
	for i := range 7 {
		e, k := m.row(2*7 + i)
		if e != 2 || k < 20-7 || k >= 20 || m.features[2*7+i] != float32(k) || m.place(e, k) != 14+i {
			t.Errorf("place %d is row %d of environment %d, it holds row %v", i, k, e, m.features[14+i])
		}
	}
	if _, k := m.row(3); k >= 0 {
		t.Errorf("an empty place is row %d", k)
	}
	if e, k := m.row(1); e != 0 || k != 1 {
		t.Errorf("row %d of environment %d", k, e)
	}
	sum, next, discount := m.window(2, 13, 3, 0.5) // rows 13 and 14 are steps 2 and 3 of an episode
	if sum != 2+0.5*3 || m.features[next] != 15 || discount != 0.25 {
		t.Errorf("%v and %v of row %v", sum, discount, m.features[next])
	}
}
