package main

import (
	"fmt"
	"io"

	"rampart/core/experiment"
	"rampart/wasm/bench"
)

// Bandwidths in bytes per second of servers with electrical ports: one of 100
// Gbit/s, and eight of 400 Gbit/s as an NVIDIA DGX H100 has.
const (
	onePort    = 12.5e9
	eightPorts = 400e9
)

// benchTopologies holds RAMP against other networks, at the bandwidth that the
// paper gives RAMP and at those of electrical ports.
func benchTopologies(w io.Writer) error {
	for _, c := range []struct {
		rules     string
		corrected bool
		placer    experiment.Placer
	}{
		{"reference", false, experiment.FirstFit}, {"corrected", true, experiment.FirstFit}, {"corrected", true, experiment.Compact},
	} {
		for _, deadlines := range []string{"A", "C"} {
			for _, bandwidth := range []float64{experiment.Default().Cluster.NodeBandwidthBytesPerSecond, eightPorts, onePort} {
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
