package plan

// Link is one direct link between two servers and what a job's flows make of
// it in one training step.
type Link struct {
	From, To int     // servers
	Flows    int     // dependencies that move bytes over it
	Channels int     // wavelengths that they use: at most as many as a link has
	Bytes    float64 // of all of them
}

// Links returns the links that carry flows of the plan (spec section 6.2), by
// source and destination in the order in which the job's servers appear. Their
// channels add up to Channels, their bytes, within rounding, to FlowBytes.
// perLink is the ChannelsPerLink of the planner that made the plan.
func (pl *Plan) Links(perLink int) []Link {
	t, l := pl.Template, pl.layout
	w := len(l.servers)
	grid := make([]Link, w*w)
	add := func(from, to int, bytes float64) {
		for _, s := range l.slots[from] {
			for _, d := range l.slots[to] {
				if s != d {
					grid[s*w+d].Flows++
					grid[s*w+d].Bytes += bytes
				}
			}
		}
	}
	for i, e := range t.edges {
		if t.size[i] > 0 {
			add(l.block[e.From], l.block[e.To], t.size[i])
		}
	}
	for v, size := range t.sync {
		if v >= t.Job.Forward && t.splits[v] > 1 && size > 0 {
			add(l.block[v], l.block[v], size)
		}
	}
	links := make([]Link, 0, pl.Channels)
	for i := range grid {
		if g := &grid[i]; g.Flows > 0 {
			g.From, g.To, g.Channels = l.servers[i/w], l.servers[i%w], min(g.Flows, perLink)
			links = append(links, *g)
		}
	}
	return links
}
