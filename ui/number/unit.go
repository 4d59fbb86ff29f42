package number

import "math"

// step is a unit and its size.
type step struct {
	size float64
	name string
}

var (
	times = []step{{1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"}}
	bytes = []step{{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}, {1e15, "PB"}}
)

// Brief writes a time in seconds that may be far below one, with the unit that
// fits its size: 250 ns, 1.25 ms, 12.5 s; from a minute on as Duration does.
func Brief(seconds float64) string {
	if math.Abs(seconds) >= 59.95 {
		return Duration(seconds)
	}
	return inSteps(seconds, times)
}

// Bytes writes a number of bytes with the unit that fits its size, in powers of
// ten: 512 B, 44.3 MB.
func Bytes(n float64) string { return inSteps(n, bytes) }

// inSteps writes a value in the largest unit that leaves at least one of it once
// it is rounded.
func inSteps(v float64, steps []step) string {
	if !finite(v) {
		return Missing
	}
	at := 0
	for i, s := range steps {
		if math.Abs(v) >= s.size*0.9995 {
			at = i
		}
	}
	scaled := v / steps[at].size
	if rounded := math.Round(scaled*1e9) / 1e9; math.Abs(rounded) >= 1 { // 250, not 249.99999999999997
		scaled = rounded
	}
	if at > 0 { // 999.6 kB rounds to 1000 kB, which is 1 MB already
		scaled = atLeastOne(scaled)
	}
	return Significant(scaled) + Thin + steps[at].name
}
