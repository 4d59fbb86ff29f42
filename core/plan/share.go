package plan

// Share is what one node has become in a placed job.
type Share struct {
	SubOps      int
	Seconds     float64 // compute time of each sub-op, simulated
	MemoryBytes float64 // of each sub-op
	Flows       int     // dependencies of its sub-ops that lead to another server, sync ones included
	FlowBytes   float64 // that they carry
	SyncBytes   float64 // the part of FlowBytes that sync dependencies carry
}

// Shares returns the share of each node of the job. Their sub-ops add up to
// Ops, and their bytes, but for rounding, to FlowBytes.
func (pl *Plan) Shares() []Share {
	t, l := pl.Template, pl.layout
	list := make([]Share, len(t.splits))
	type combination struct{ from, to int }
	remote := map[combination]int{} // pairs of different slots of two blocks
	for v, k := range t.splits {
		s := &list[v]
		*s = Share{SubOps: k, Seconds: t.cost[v], MemoryBytes: t.memory[v]}
		for _, e := range t.out.at(v) {
			c := combination{l.block[v], l.block[t.edges[e].To]}
			n, known := remote[c]
			if !known {
				for _, a := range l.slots[c.from] {
					for _, b := range l.slots[c.to] {
						if a != b {
							n++
						}
					}
				}
				remote[c] = n
			}
			if t.size[e] > 0 {
				s.Flows += n
				s.FlowBytes += float64(float64(n) * t.size[e])
			}
		}
		if size := t.sync[v]; v >= t.Job.Forward && k > 1 && size > 0 {
			s.Flows += k * (k - 1)
			s.SyncBytes = float64(float64(k*(k-1)) * size)
			s.FlowBytes += s.SyncBytes
		}
	}
	return list
}
