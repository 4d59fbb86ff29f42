package ramp

// FatTree is a two-tier electrical network (Al-Fares, Loukissas and Vahdat, A
// scalable, commodity data center network architecture, SIGCOMM 2008): the
// servers of a rack hang on one leaf switch, the leaves of all racks of all
// groups on spine switches. A leaf does not block; its uplinks have the bandwidth
// of its servers divided by the oversubscription (section 2.1 there). With B the
// bandwidth of a server and o the oversubscription,
//
//   - inside a rack a server sends and receives B bytes per second together;
//   - across racks B/o: its share of the uplinks. It has that and no more even
//     where its neighbours are silent, so that jobs that share a leaf never slow
//     each other down;
//   - a transfer inside a rack takes one propagation, across racks two, since it
//     crosses four cables instead of two, and input and output at both ends.
//
// All times are in seconds, bandwidths in bytes per second.
type FatTree struct {
	Network          Network // its shape, bandwidth and latencies
	Oversubscription float64 // >= 1
}

// across reports whether a span has servers of several racks.
func across(s Span) bool { return s.Groups > 1 || s.Racks > 1 }

func (f *FatTree) latency(across bool) float64 {
	n := &f.Network
	if across {
		return float64(2*n.PropagationSeconds) + float64(2*n.IOSeconds)
	}
	return n.PropagationSeconds + float64(2*n.IOSeconds)
}

// Uplink returns a server's share of the uplinks of its rack.
func (f *FatTree) Uplink() float64 { return f.Network.NodeBandwidth / f.Oversubscription }

// bandwidth returns that of one transfer of a bundle. A server's port is shared
// by its Fan transfers, its share of the uplinks by those that leave the rack.
// These are counted as if a server's transfers went evenly to all others of the
// bundle's box.
func (f *FatTree) bandwidth(across bool, b Bundle) float64 {
	port := f.Network.NodeBandwidth / b.fan()
	if !across {
		return port
	}
	outside := 1.0
	if box := b.Span.box(); box > 1 {
		outside = max(outside, float64(b.fan()*float64(box-b.Span.Places))/float64(box-1))
	}
	return min(port, f.Uplink()/outside)
}

// OneToOneTime returns latency + bytes / bandwidth. If the bundle's servers are
// of several racks, the transfer is taken to be one across racks: what waits for
// a bundle waits for its slowest.
func (f *FatTree) OneToOneTime(bytes float64, b Bundle) Time {
	if bytes == 0 {
		return Time{}
	}
	moving := bytes / f.bandwidth(across(b.Span), b)
	return Time{f.latency(across(b.Span)) + moving, moving}
}

// PairTime returns the time of a ring of two servers.
func (f *FatTree) PairTime(bytes float64, d Differ, b Bundle) Time {
	leaves := across(d.span())
	return pairTime(bytes, f.bandwidth(leaves, b), f.latency(leaves))
}

// AllReduceTime returns the time of a hierarchical ring all-reduce: see Explain.
func (f *FatTree) AllReduceTime(bytes float64, span Span) Time {
	c := f.Explain(bytes, span)
	return c.time()
}

// Explain returns a hierarchical all-reduce: rings inside the racks, then one
// ring across racks for each place, which sums up the place's part of the
// message; then the same way back. Of two levels that are this wide the sum of
// what a server sends, 2 (p-1)/p + 2 (r-1)/(p r) = 2 (n-1)/n of the message over
// n = p r servers, is that of one ring over all (Patarasuk and Yuan 2009), and of
// it only 2 (r-1)/n crosses the uplinks. Thakur, Rabenseifner and Gropp,
// Optimization of collective communication operations in MPICH, Int. J. High
// Performance Computing Applications 19, 2005, have the costs of the two halves,
// latencies included. Servers that form no block make one ring over all of them
// at the bandwidth across racks.
func (f *FatTree) Explain(bytes float64, span Span) Collective {
	n := f.Network.NodeBandwidth
	c := Collective{Bytes: bytes, Span: span, Topology: Topology{KindFatTree, f.Oversubscription}, Contending: 1}
	switch {
	case span.Servers <= 1:
	case span.isBlock():
		inside := ring(InsideRack, span.Places, bytes, n, f.latency(false))
		c.Steps = append(c.Steps, inside, ring(AcrossRacks, span.Groups*span.Racks, inside.MessageBytes, f.Uplink(), f.latency(true)))
	case across(span):
		c.Steps = append(c.Steps, ring(AllTogether, span.Servers, bytes, f.Uplink(), f.latency(true)))
	default:
		c.Steps = append(c.Steps, ring(AllTogether, span.Servers, bytes, n, f.latency(false)))
	}
	c.sum()
	return c
}
