package main

import (
	"fmt"
	"io"

	"rampart/core/experiment"
	"rampart/wasm/bench"
)

// electrical is the bandwidth in bytes per second of a server with one 100 Gbit/s
// port.
const electrical = 12.5e9

// benchTopologies holds RAMP against other networks, at the bandwidth that the
// paper gives RAMP and at that of one electrical port.
func benchTopologies(w io.Writer) error {
	for _, c := range []struct {
		rules     string
		corrected bool
		placer    experiment.Placer
	}{
		{"reference", false, experiment.FirstFit}, {"corrected", true, experiment.FirstFit}, {"corrected", true, experiment.Compact},
	} {
		for _, deadlines := range []string{"A", "C"} {
			for _, bandwidth := range []float64{experiment.Default().Cluster.NodeBandwidthBytesPerSecond, electrical} {
				rows, err := bench.Topologies(deadlines, c.corrected, c.placer, bandwidth)
				if err != nil {
					return err
				}
				fmt.Fprintf(w, "%s, %s, %s, %v GB/s", deadlines, c.rules, c.placer, bandwidth/1e9)
				for _, s := range bench.TopologyStrategies {
					fmt.Fprintf(w, "\t%s", shortName(s))
				}
				fmt.Fprintf(w, "\tcommunication of fixed 8\t\n")
				for _, r := range rows {
					fmt.Fprintf(w, "%s", r.Network)
					for _, rate := range r.Rates {
						fmt.Fprintf(w, "\t%.1f %%", 100*rate)
					}
					fmt.Fprintf(w, "\t%.0f %%\t\n", 100*r.Overhead)
				}
			}
		}
	}
	return nil
}

// shortName is a strategy in a word, as short links have it.
func shortName(s experiment.StrategySpec) string {
	if s.Kind == "fixed" {
		return fmt.Sprintf("fixed %d", s.Degree)
	}
	return s.Kind
}
