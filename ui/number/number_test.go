package number

import (
	"math"
	"strings"
	"testing"
)

func TestFigures(t *testing.T) {
	for _, tc := range []struct {
		name, got, want string
	}{
		{"rate of the paper", Rate(0.14085914), "14.1 %"},
		{"rate below one percent", Rate(0.00360), "0.360 %"},
		{"rate of zero", Rate(0), "0 %"},
		{"rate of all", Rate(1), "100 %"},
		{"rate that rounds up to all", Rate(0.99999), "100 %"}, // not 100.0: three digits
		{"exact rate", RateExact(0.26240), "26.2400 %"},
		{"seconds", Duration(12.34), "12.3 s"},
		{"just under a minute", Duration(59.96), "1 min"}, // would else read 60.0 s
		{"minutes", Duration(754), "12.6 min"},
		{"just under an hour", Duration(3598), "1 h"},
		{"hours", Duration(7486.9), "2.08 h"},
		{"many hours", Duration(1e7), "2 780 h"},
		{"exact seconds", Seconds(7486.94), "7 486.9 s"},
		{"whole seconds", Seconds(1e6), "1 000 000 s"},
		{"speed-up", Times(15.673), "15.7 ×"},
		{"count", Count(1001), "1 001"},
		{"short count", Count(999), "999"},
		{"negative", Significant(-1234), "−1 230"},
		{"small", Significant(0.00012345), "0.000123"},
		{"tiny", Significant(1.5e-9), "1.50 × 10⁻⁹"},
		{"tiny and rounded up", Significant(9.999e-13), "1.00 × 10⁻¹²"},
		{"rounding up to another digit", Significant(9.999), "10.0"},
		{"whole", Significant(8), "8"},
		{"bytes", Plain(1.6e12), "1 600 000 000 000"},
		{"latency", Plain(5e-8), "5e-08"},
		{"missing", Duration(math.NaN()), "–"},
		{"infinite", Rate(math.Inf(1)), "–"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := strings.ReplaceAll(tc.got, Thin, " "); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
