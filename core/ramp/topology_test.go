package ramp

import (
	"math"
	"testing"
)

const (
	torusLinkBytes = 3.2e11 // 1.6e12 over the five links of a server of 4x4x2
	flight, port   = 5e-8, 1e-7
)

func network(s Shape) Network {
	return Network{Shape: s, NodeBandwidth: 1.6e12, PropagationSeconds: flight, IOSeconds: port}
}

func block(g, r, v int) Span { return BlockShape{Groups: g, Racks: r, Servers: v}.SpanOf() }

func close12(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Abs(b) }

// Transfers in a fat tree, by hand. Latencies: 0.05 + 2 x 0.1 = 0.25 us inside a
// rack, 0.3 us across. Of the seven others of a 2x2x2 block six are across racks.
func TestFatTreeTransfers(t *testing.T) {
	f := &FatTree{network(Shape{4, 4, 2}), 4}
	for _, tc := range []struct {
		name          string
		bytes         float64
		b             Bundle
		latency, rate float64
	}{
		{"inside a rack", 1e9, Bundle{block(1, 1, 2), 1}, 2.5e-7, 1.6e12},
		{"across racks", 1e9, Bundle{block(1, 2, 1), 1}, 3e-7, 4e11},
		{"across groups", 1e9, Bundle{block(2, 1, 1), 1}, 3e-7, 4e11},
		{"a server to all seven others", 1e9, Bundle{block(2, 2, 2), 7}, 3e-7, 4e11 / 6},
		{"more than there are", 1e9, Bundle{block(2, 2, 2), 99}, 3e-7, 4e11 / 6},
		{"four servers of a rack with each other", 1e9, Bundle{Span{1, 1, 4, 4, 1}, 3}, 2.5e-7, 1.6e12 / 3},
		{"nothing", 0, Bundle{block(2, 2, 2), 7}, 0, 1},
	} {
		got := f.OneToOneTime(tc.bytes, tc.b)
		if moving := tc.bytes / tc.rate; !close12(got.Moving, moving) || !close12(got.Seconds, tc.latency+moving) {
			t.Errorf("%s: %+v, want %v moving and %v latency", tc.name, got, moving, tc.latency)
		}
	}
	// Two servers of a rack, alone, with 2e9 B each: halves of 1e9 B, and 1e9 B
	// of sums at 3/2e12 s a byte.
	got := f.PairTime(2e9, DifferPlace, Bundle{block(1, 1, 2), 1})
	if want := 2*(2.5e-7+1e9/1.6e12) + 1e9*3/2e12; !close12(got.Seconds, want) || !close12(got.Moving, 2*1e9/1.6e12) {
		t.Errorf("a pair: %+v, want %v", got, want)
	}
	// The same across racks among the pairs of a 2x2x2 block.
	got = f.PairTime(2e9, DifferRack|DifferPlace, Bundle{block(2, 2, 2), 7})
	if want := 2*(3e-7+1e9/(4e11/6)) + 1e9*3/2e12; !close12(got.Seconds, want) {
		t.Errorf("a pair across racks: %+v, want %v", got, want)
	}
}

// An all-reduce of 1 GB over 2 groups x 2 racks x 2 places, by hand, 4:1.
//
//	inside racks 2: one round of 5e8 B at 1.6e12 B/s, 0.25 us + 0.3125 ms;
//	                5e8 B x 3 / 2e12 = 0.75 ms
//	across racks 4: three rounds of 1.25e8 B at 4e11 B/s, 0.9 us + 0.9375 ms;
//	                1.25e8 B x 5 / 2e12 = 0.3125 ms
//	halves: 2 x (1.15 us + 1.25 ms); with 1.0625 ms 3.5648 ms
func TestFatTreeAllReduce(t *testing.T) {
	f := &FatTree{network(Shape{4, 4, 2}), 4}
	c := f.Explain(1e9, block(2, 2, 2))
	if len(c.Steps) != 2 || !close12(c.Seconds, 3.5648e-3) {
		t.Fatalf("%+v", c)
	}
	in, out := c.Steps[0], c.Steps[1]
	if in.Part != InsideRack || in.Members != 2 || in.Rounds != 1 || in.MessageBytes != 5e8 || in.PeerBandwidth != 1.6e12 {
		t.Errorf("inside: %+v", in)
	}
	if out.Part != AcrossRacks || out.Members != 4 || out.Rounds != 3 || out.MessageBytes != 1.25e8 || out.PeerBandwidth != 4e11 {
		t.Errorf("across: %+v", out)
	}
	// Three servers on a diagonal: two rounds of 4e8 B of 1.2e9, all across.
	if c := f.Explain(1.2e9, Span{3, 3, 1, 3, 1}); len(c.Steps) != 1 || c.Steps[0].Members != 3 || !close12(c.HalfSeconds, 6e-7+2e-3) {
		t.Errorf("a diagonal: %+v", c)
	}
}

// With an oversubscription of 1 and no latency the two levels send what one ring
// through a switch that never blocks does: 2 (n-1)/n of the message at full
// bandwidth.
func TestFatTreeWithoutOversubscription(t *testing.T) {
	n := network(Shape{4, 4, 2})
	n.PropagationSeconds, n.IOSeconds = 0, 0
	f := &FatTree{n, 1}
	for _, s := range []Span{block(1, 1, 2), block(2, 1, 1), block(2, 2, 2), block(4, 4, 2), block(4, 1, 2)} {
		const message = 32 * 1e8
		k := float64(s.Servers)
		if got, want := f.AllReduceTime(message, s).Moving, 2*(k-1)/k*message/1.6e12; !close12(got, want) {
			t.Errorf("%+v: %v, want %v", s, got, want)
		}
		b := Bundle{s, s.Servers - 1}
		if got, want := f.OneToOneTime(1e9, b).Seconds, 1e9*(k-1)/1.6e12; !close12(got, want) {
			t.Errorf("%+v to all others: %v, want %v", s, got, want)
		}
	}
}

// Transfers in a 4x4x2 torus, by hand: five links a server.
func TestTorusTransfers(t *testing.T) {
	n := &Torus{network(Shape{4, 4, 2})}
	if n.Links() != 5 || n.LinkBandwidth() != torusLinkBytes {
		t.Fatalf("%d links of %v", n.Links(), n.LinkBandwidth())
	}
	for _, tc := range []struct {
		name string
		b    Bundle
		hops float64
		load float64 // transfers on the busiest link
	}{
		{"neighbours", Bundle{block(2, 1, 1), 1}, 1, 1},
		{"the two of a rack", Bundle{block(1, 1, 2), 1}, 1, 1},
		// floor(9/4) = 2 pairs cross the middle of an open line of three.
		{"an open line of three", Bundle{block(3, 1, 1), 2}, 2, 2},
		// Of a ring of four each way round takes half of the 4 pairs.
		{"a ring of four", Bundle{block(4, 1, 1), 3}, 2, 2},
		// One pair and the 4 servers of the other two dimensions.
		{"a 2x2x2 block", Bundle{block(2, 2, 2), 7}, 3, 4},
		{"a 2x2x2 block, to one other", Bundle{block(2, 2, 2), 1}, 3, 1},
		{"a 2x2x2 block, to two others", Bundle{block(2, 2, 2), 2}, 3, 8. / 7},
		// In places 1 x 32/2 = 16, along groups and racks 2 x 32/4 = 16.
		{"all of it", Bundle{block(4, 4, 2), 31}, 5, 16},
	} {
		got := n.OneToOneTime(1e9, tc.b)
		moving, latency := 1e9*tc.load/torusLinkBytes, tc.hops*flight+2*port
		if !close12(got.Moving, moving) || !close12(got.Seconds, latency+moving) {
			t.Errorf("%s: %+v, want %v moving and %v latency", tc.name, got, moving, latency)
		}
	}
	if got := n.OneToOneTime(0, Bundle{block(2, 2, 2), 7}); got != (Time{}) {
		t.Errorf("nothing takes %+v", got)
	}
	// A pair in two dimensions of the block, on links that four share.
	got := n.PairTime(2e9, DifferGroup|DifferPlace, Bundle{block(2, 2, 2), 7})
	if want := 2*(2*flight+2*port+4*1e9/torusLinkBytes) + 1e9*3/2e12; !close12(got.Seconds, want) {
		t.Errorf("a pair: %+v, want %v", got, want)
	}
}

// All-reduces in a 4x4x2 torus, by hand.
//
// 0.8 GB along a ring of 4 groups, which the block fills: two rings, 6.4e11 B/s,
// three rounds of 2e8 B: half 3 x (0.25 us + 0.3125 ms), sums 2e8 x 5 / 2e12.
//
// 1.2 GB over 2x2x2: three parts of 4e8 B. The phases send 2e8, 1e8 and 5e7 B over
// one link at 3.2e11 B/s: half 3 x 0.25 us + 1.09375 ms; sums of three parts 3 x
// 3.5e8 x 3 / 2e12.
//
// 0.8 GB over 4x1x2: two parts of 4e8 B. Phase 1 is 3 rounds of 1e8 B on two links,
// 0.46875 ms, or one of 2e8 on one, 0.625 ms: 0.25 us + 0.625 ms. Phase 2 is 3
// rounds of 2e8/4 = 5e7 B on two links, 0.234375 ms + 0.75 us, or one of 1e8/2 = 5e7
// B, 0.15625 ms. Sums: parts of 4 first 1e8 x 5 + 5e7 x 3, of 2 first 2e8 x 3 + 5e7 x
// 5, over 2e12.
func TestTorusAllReduce(t *testing.T) {
	n := &Torus{network(Shape{4, 4, 2})}
	for _, tc := range []struct {
		name       string
		bytes      float64
		span       Span
		steps      int
		half, sums float64
	}{
		{"a ring", 8e8, block(4, 1, 1), 1, 3 * (2.5e-7 + 2e8/6.4e11), 2e8 * 5 / 2e12},
		{"a cube", 1.2e9, block(2, 2, 2), 3, 3*2.5e-7 + 3.5e8/torusLinkBytes, 3 * 3.5e8 * 3 / 2e12},
		{"4x1x2", 8e8, block(4, 1, 2), 2, 2.5e-7 + 6.25e-4 + 3*2.5e-7 + 1.5e8/6.4e11, (1e8*5 + 5e7*3 + 2e8*3 + 5e7*5) / 2e12},
		{"an open line of three", 9e8, block(3, 1, 1), 1, 2 * (3e-7 + 3e8/torusLinkBytes), 2 * 3e8 / 2 / (2e12 * 2 / 8)},
		{"a diagonal", 9e8, Span{3, 3, 1, 3, 1}, 1, 2 * (6*flight + 2*port + 3e8/torusLinkBytes), 2 * 3e8 / 2 / (2e12 * 2 / 8)},
		{"one server", 9e8, block(1, 1, 1), 0, 0, 0},
	} {
		c := n.Explain(tc.bytes, tc.span)
		if len(c.Steps) != tc.steps || !close12(c.HalfSeconds, tc.half) || !close12(c.ComputationSeconds, tc.sums) || !close12(c.Seconds, 2*tc.half+tc.sums) {
			t.Errorf("%s: %+v, want %v a half and sums %v", tc.name, c, tc.half, tc.sums)
		}
	}
}

// A torus of one line is a bidirectional ring, which with n servers sends 2 (n-1)/n
// of the message at the server's whole bandwidth; of two servers it is one cable.
func TestTorusOfOneLine(t *testing.T) {
	for _, k := range []int{2, 3, 5, 8} {
		n := network(Shape{1, 1, k})
		n.PropagationSeconds, n.IOSeconds = 0, 0
		message := float64(k) * 1e8
		got := (&Torus{n}).AllReduceTime(message, block(1, 1, k))
		if want := 2 * float64(k-1) * 1e8 / 1.6e12; !close12(got.Moving, want) {
			t.Errorf("%d servers: %v, want %v", k, got.Moving, want)
		}
	}
}

// More bandwidth never makes anything slower, nor more bytes anything faster, nor
// less oversubscription; what is explained is what is charged.
func TestTopologiesAreMonotonic(t *testing.T) {
	s := Shape{4, 5, 3}
	kinds := []Topology{{}, {Kind: KindTorus}, {KindFatTree, 16}, {KindFatTree, 4}, {KindFatTree, 1}}
	for g := 1; g <= s.Groups; g++ {
		for r := 1; r <= s.Racks; r++ {
			for v := 1; v <= s.Servers; v++ {
				for _, servers := range []int{g * r * v, max(g, r, v)} {
					span := Span{g, r, v, servers, 1}
					times := func(topology Topology, bandwidth, bytes float64) [3]float64 {
						n := network(s)
						n.NodeBandwidth = bandwidth
						costs, b := topology.Of(n), Bundle{span, servers - 1}
						whole := costs.AllReduceTime(bytes, span)
						c := costs.Explain(bytes, span)
						if whole.Seconds != c.Seconds || c.Topology != topology || whole.Moving > whole.Seconds {
							t.Fatalf("%+v, %+v: charged %+v, explained %+v", topology, span, whole, c)
						}
						return [3]float64{costs.OneToOneTime(bytes, b).Seconds, costs.PairTime(bytes, DifferRack, b).Seconds, whole.Seconds}
					}
					var before [3]float64
					for i, topology := range kinds {
						now := times(topology, 1e12, 1e8)
						for what, wide := range times(topology, 2e12, 1e8) {
							more := times(topology, 1e12, 1.1e8)[what]
							if wide > now[what] || more < now[what] || i > 2 && now[what] > before[what] {
								t.Fatalf("%+v, %+v, time %d: %v; twice the bandwidth %v, more bytes %v, more oversubscription %v",
									topology, span, what, now[what], wide, more, before[what])
							}
						}
						before = now
					}
				}
			}
		}
	}
}
