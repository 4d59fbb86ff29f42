package ramp

import (
	"math"
	"testing"
)

// models are the reference's all-reduce, each correction alone, and all of them.
var models = []Corrections{{}, {IntraRack: true}, {Bandwidth: true}, {Contention: true}, Corrected()}

// What is explained is what is charged, to the last bit, whatever the span.
func TestExplainIsAllReduce(t *testing.T) {
	for _, s := range []Shape{{4, 4, 2}, {2, 2, 4}, {1, 1, 64}, {8, 8, 8}, {3, 2, 7}} {
		for _, model := range models {
			n := Network{Shape: s, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8, IOSeconds: 1e-7, AllReduceModel: model}
			for g := 1; g <= s.Groups; g++ {
				for r := 1; r <= s.Racks; r++ {
					for v := 1; v <= s.Servers; v++ {
						for _, servers := range []int{g * r * v, max(g, r, v)} {
							span := Span{Groups: g, Racks: r, Places: v, Servers: servers, Contending: r}
							for _, bytes := range []float64{1, 12345678, 1e9} {
								if got, want := n.Explain(bytes, span).Seconds, n.AllReduce(bytes, span); got != want {
									t.Fatalf("%v, %+v, %+v, %v bytes: explained as %v, charged %v", s, model, span, bytes, got, want)
								}
							}
						}
					}
				}
			}
		}
	}
}

// An all-reduce of 1 GB over 2 groups x 2 racks x 2 places of a 4x4x2 cluster,
// by hand. Reference: a transceiver has 1.6e12/4/4 = 1e11 B/s, two members
// leave floor(4/1) = 4 of them to the one peer: 4e11 B/s.
//
//	groups 2: 5e8 B, 250 ns + 1.25 ms;    1 operation, 5e8*3/2e12 = 0.75 ms
//	rack   2: 2.5e8 B, 250 ns + 0.625 ms;              0.375 ms
//	racks  2: 1.25e8 B, 250 ns + 0.3125 ms;            0.1875 ms
//	halves: 2 * (0.75e-6 + 2.1875e-3) = 4.3765 ms; with 1.3125 ms 5.689 ms
//
// With the bandwidth divided once a transceiver has 4e11 B/s and the peer
// 1.6e12: transfers take a quarter, 0.546875 ms, the total 2*(0.75e-6 +
// 0.546875e-3) + 1.3125e-3 = 2.40775 ms. Two racks that contend leave
// floor(4/2) = 2 transceivers to the one peer, so that transfers take twice as
// long: 2*(0.75e-6 + 4.375e-3) + 1.3125e-3 = 10.064 ms in the reference's model
// otherwise, 2*(0.75e-6 + 1.09375e-3) + 1.3125e-3 = 3.5015 ms with all
// corrections. The steps are the same servers' with and without Q4 here.
func TestExplainByHand(t *testing.T) {
	span := Span{Groups: 2, Racks: 2, Places: 2, Servers: 8, Contending: 2}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	n := Network{Shape: Shape{4, 4, 2}, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8, IOSeconds: 1e-7}
	c := n.Explain(1e9, span)
	near("reference", c.Seconds, 0.005689)
	near("a transceiver", c.TransceiverBandwidth, 1e11)
	want := []CollectiveStep{
		{AcrossGroups, 2, 5e8, 4, 0, 0, 0, 4e11, 2.5e-7, 1.25e-3, 1, 2e12 / 6, 0.75e-3},
		{InsideRack, 2, 2.5e8, 4, 0, 0, 0, 4e11, 2.5e-7, 0.625e-3, 1, 2e12 / 6, 0.375e-3},
		{AcrossRacks, 2, 1.25e8, 4, 0, 0, 0, 4e11, 2.5e-7, 0.3125e-3, 1, 2e12 / 6, 0.1875e-3},
		{Part: RestOfRack, Members: 1, MessageBytes: 1.25e8},
	}
	if len(c.Steps) != len(want) {
		t.Fatalf("%d steps, want %d", len(c.Steps), len(want))
	}
	for i, s := range c.Steps {
		w := want[i]
		if s.Part != w.Part || s.Members != w.Members || s.Reductions != w.Reductions {
			t.Errorf("step %d is %+v, want %+v", i, s, w)
		}
		near("message", s.MessageBytes, w.MessageBytes)
		near("bandwidth", s.PeerBandwidth, w.PeerBandwidth)
		near("transceivers", s.Transceivers, w.Transceivers)
		near("latency", s.LatencySeconds, w.LatencySeconds)
		near("transfer", s.TransferSeconds, w.TransferSeconds)
		near("flops", s.Flops, w.Flops)
		near("computation", s.ComputationSeconds, w.ComputationSeconds)
	}
	for _, tc := range []struct {
		name    string
		model   Corrections
		seconds float64
	}{
		{"intra-rack alone", Corrections{IntraRack: true}, 0.005689},
		{"bandwidth alone", Corrections{Bandwidth: true}, 0.00240775},
		{"contention alone", Corrections{Contention: true}, 0.010064},
		{"corrected", Corrected(), 0.0035015},
	} {
		n.AllReduceModel = tc.model
		near(tc.name, n.Explain(1e9, span).Seconds, tc.seconds)
	}
}

// The quirks that the two rules differ in.
func TestExplainParts(t *testing.T) {
	for _, tc := range []struct {
		name      string
		corrected bool
		span      Span
		part      Part
		members   int
		seconds   bool
	}{
		{"one server", false, Span{1, 1, 1, 1, 1}, "", 0, false},
		{"inside a rack is free (Q4)", false, Span{1, 1, 2, 2, 1}, AcrossGroups, 1, false},
		{"inside a rack, corrected", true, Span{1, 1, 2, 2, 1}, InsideRack, 2, true},
		{"no block, corrected", true, Span{3, 3, 1, 3, 1}, AllTogether, 3, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			n := Network{Shape: Shape{4, 4, 2}, NodeBandwidth: 1.6e12, PropagationSeconds: 5e-8, IOSeconds: 1e-7}
			if tc.corrected {
				n.AllReduceModel = Corrected()
			}
			c := n.Explain(1e9, tc.span)
			if (c.Seconds > 0) != tc.seconds {
				t.Errorf("takes %v s", c.Seconds)
			}
			for _, s := range c.Steps {
				if s.Part == tc.part && s.Members == tc.members {
					return
				}
			}
			if tc.part != "" {
				t.Errorf("no step of %d members over %q in %+v", tc.members, tc.part, c.Steps)
			}
		})
	}
}
