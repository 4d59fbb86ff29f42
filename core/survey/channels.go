package survey

import (
	"fmt"
	"slices"

	"rampart/core/cluster"
	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/core/room"
)

// Reach says how far apart the two ends of a link are.
type Reach int

// The reaches of links.
const (
	InRack   Reach = iota // both servers in one rack
	InGroup               // in two racks of one communication group
	Between               // in two communication groups
	reachEnd              // how many there are
)

// Usage counts the links and channels of one reach.
type Usage struct {
	Links    int   // ordered pairs of servers that carry flows
	AllLinks int64 // ordered pairs of servers
	Channels int   // wavelengths in use on them
	Most     int   // on one link
}

// JobUse is what one running job uses.
type JobUse struct {
	Job      int
	Links    []plan.Link // nil if Lost
	Channels int
	Flows    int
	Bytes    float64 // of the flows of one training step
	Lost     bool    // the job's plan could not be made again
}

// Channels is what the running jobs use of the network at a moment.
type Channels struct {
	PerLink int
	Reach   [reachEnd]Usage // by Reach
	Jobs    []JobUse        // in the order of Moment.Running
}

// Replay makes plans of running jobs again: a plan follows from the graph, the
// degree and the servers that were free when the job started.
type Replay struct {
	plans  *plan.Planner
	graphs map[string]int
	jobs   []cluster.Job
	moves  []room.Move
}

// NewReplay prepares to make the plans of a run's jobs again. The planner must
// be one of the run's experiment.
func NewReplay(plans *plan.Planner, jobs []cluster.Job) *Replay {
	r := &Replay{plans: plans, graphs: map[string]int{}, jobs: jobs, moves: room.Moves(jobs)}
	for i, g := range plans.Settings().Graphs {
		if _, ok := r.graphs[g.Graph.Name]; !ok {
			r.graphs[g.Graph.Name] = i
		}
	}
	return r
}

// Channels returns what the jobs use that run at a moment. It replays the run
// up to there. yield is called after every move; an error from it ends the
// replay and is returned.
func (r *Replay) Channels(m *Moment, yield func(done, total int) error) (*Channels, error) {
	set := r.plans.Settings()
	free := ramp.NewSet(set.Shape.N())
	free.Fill(set.Shape.N())
	c := &Channels{PerLink: set.ChannelsPerLink, Jobs: make([]JobUse, len(m.Running))}
	for i, move := range r.moves {
		if move.Seconds > m.Seconds {
			break
		}
		if at, runs := slices.BinarySearch(m.Running, int(move.Job)); runs && move.Takes {
			c.Jobs[at] = r.use(int(move.Job), free)
		}
		for _, name := range r.jobs[move.Job].Servers {
			server, ok := room.Server(set.Shape, name)
			if !ok {
				return nil, fmt.Errorf("job %d has the server %q, which the cluster has not", move.Job, name)
			}
			if move.Takes {
				free.Remove(server)
			} else {
				free.Add(server)
			}
		}
		if err := yield(i+1, len(r.moves)); err != nil {
			return nil, err
		}
	}
	c.count(set.Shape)
	return c, nil
}

// use makes the plan of a job that starts when some servers are free.
func (r *Replay) use(job int, free ramp.Set) JobUse {
	j := &r.jobs[job]
	u := JobUse{Job: job, Lost: true}
	g, ok := r.graphs[j.Graph]
	if !ok || j.Degree < 1 || j.Degree > r.plans.Settings().MaxDegree {
		return u
	}
	pl := r.place(g, j, free)
	if pl == nil || !slices.Equal(pl.ServerNames, j.Servers) {
		return u
	}
	u.Lost, u.Links = false, pl.Links(r.plans.Settings().ChannelsPerLink)
	for i := range u.Links {
		u.Channels += u.Links[i].Channels
		u.Flows += u.Links[i].Flows
		u.Bytes += u.Links[i].Bytes
	}
	return u
}

// place finds the plan that a job has run by. A placer that looks ahead knew more
// than which servers were free; but inside a block its servers tell the plan.
func (r *Replay) place(graph int, j *cluster.Job, free ramp.Set) *plan.Plan {
	set := r.plans.Settings()
	if set.Placer != plan.BestFit {
		return r.plans.Place(graph, j.Degree, free)
	}
	servers := make([]int, 0, len(j.Servers))
	for _, name := range j.Servers {
		server, ok := room.Server(set.Shape, name)
		if !ok {
			return nil
		}
		servers = append(servers, server)
	}
	return r.plans.PlaceOn(graph, j.Degree, servers)
}

// count adds the links of all jobs up by reach.
func (c *Channels) count(s ramp.Shape) {
	n := int64(s.N())
	c.Reach[InRack].AllLinks = n * int64(s.Servers-1)
	c.Reach[InGroup].AllLinks = n * int64(s.Servers*(s.Racks-1))
	c.Reach[Between].AllLinks = n * int64(s.Racks*s.Servers) * int64(s.Groups-1)
	for i := range c.Jobs {
		for _, l := range c.Jobs[i].Links {
			u := &c.Reach[ReachOf(s, l.From, l.To)]
			u.Links++
			u.Channels += l.Channels
			u.Most = max(u.Most, l.Channels)
		}
	}
}

// ReachOf returns how far apart two servers are.
func ReachOf(s ramp.Shape, a, b int) Reach {
	ca, ra, _ := s.Coord(a)
	cb, rb, _ := s.Coord(b)
	switch {
	case ca != cb:
		return Between
	case ra != rb:
		return InGroup
	}
	return InRack
}
