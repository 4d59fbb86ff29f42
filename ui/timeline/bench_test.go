package timeline

import "testing"

func BenchmarkNewTrack100000Jobs(b *testing.B) {
	e := small()
	e.HorizonSeconds = 1e8
	run := plausible(e, 100_000, 8, 1)
	for b.Loop() {
		newTrack(e, run, endOfTime(e, run), func() {})
	}
}
