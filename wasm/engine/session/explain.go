package session

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/agent"
	"rampart/policy/builtin"
	"rampart/policy/checkpoint"
	"rampart/policy/strategy"
	"rampart/wasm/wire"
)

// explainer answers what one policy does on one experiment. Requests of a
// slider come in rows, so the last one is kept.
type explainer struct {
	experiment, checkpoint []byte // as requested
	policy                 string

	agent  *agent.Agent
	scene  *agent.Scene
	graphs []string
	steps  int // of a job
	free   int // servers of the cluster
	degree []int
}

// explain answers OpExplain.
func (s *Session) explain(req wire.Request) (wire.Reply, error) {
	e := s.explainer
	if e == nil || !bytes.Equal(e.experiment, req.Experiment) || !bytes.Equal(e.checkpoint, req.Checkpoint) || e.policy != req.Policy {
		s.explainer = nil
		var err error
		if e, err = newExplainer(req); err != nil {
			return wire.Reply{}, err
		}
		s.explainer = e
	}
	if req.Situation == nil {
		return wire.Reply{}, &strict.Error{Path: "situation", Message: "the field is missing"}
	}
	situation, err := e.situation(req.Situation)
	if err != nil {
		return wire.Reply{}, err
	}
	x := e.explain(situation)
	if req.Situation.Map {
		if err := e.fillMap(x, situation, s.lookForStop); err != nil {
			return wire.Reply{}, err
		}
	}
	return wire.Reply{Kind: wire.KindExplained, Explanation: x}, nil
}

// lookForStop looks for messages when it is time to.
func (s *Session) lookForStop() error {
	if s.host.Now()-s.paused < sliceTime {
		return nil
	}
	s.host.Pause()
	s.paused = s.host.Now()
	if s.stopped() {
		return errStopped
	}
	return nil
}

func newExplainer(req wire.Request) (*explainer, error) {
	x, err := experiment.Decode(req.Experiment)
	if err != nil {
		return nil, err
	}
	var p *checkpoint.Policy
	switch {
	case len(req.Checkpoint) > 0:
		p, _, err = checkpoint.Decode(req.Checkpoint)
	case req.Policy != "":
		p, err = builtin.Resolve(req.Policy)
	default:
		err = &strict.Error{Path: "checkpoint", Message: "there is no policy to explain"}
	}
	if err != nil {
		return nil, err
	}
	runner, err := experiment.NewRunner(x, func(experiment.StrategySpec, *experiment.Experiment, uint64) (cluster.Strategy, error) {
		return nil, nil // the experiment's own strategies do not play
	})
	if err != nil {
		return nil, err
	}
	c, w := runner.Settings()
	e := &explainer{
		experiment: req.Experiment, checkpoint: req.Checkpoint, policy: req.Policy,
		agent: strategy.Learned(p), scene: agent.NewScene(c.Plans), steps: w.TrainingSteps,
		free: c.Plans.Settings().Shape.N(), degree: c.Plans.Degrees(),
	}
	for _, g := range x.Workload.Graphs {
		e.graphs = append(e.graphs, g.Name)
	}
	return e, e.agent.Attach(c.Plans, w)
}

// situation checks what somebody asks about.
func (e *explainer) situation(w *wire.Situation) (agent.Situation, error) {
	wrong := func(field, format string, args ...any) (agent.Situation, error) {
		return agent.Situation{}, &strict.Error{Path: "situation." + field, Message: fmt.Sprintf(format, args...)}
	}
	s := agent.Situation{
		Graph: slices.Index(e.graphs, w.Graph), Beta: w.Beta, TrainingSteps: e.steps,
		Busy: w.Busy, RemainingSeconds: w.Remaining, JobsRunning: w.JobsRunning,
	}
	if s.Graph < 0 {
		return wrong("graph", "%s is no graph of the experiment", strict.Excerpt(w.Graph))
	}
	if !(w.Beta > 0 && w.Beta <= 1) {
		return wrong("beta", "%v is out of range, expected a number greater than 0 and up to 1", w.Beta)
	}
	if !(w.Remaining >= 0 && w.Remaining <= math.MaxFloat64) {
		return wrong("remaining", "%v is out of range, expected a number of seconds from 0 up", w.Remaining)
	}
	seen := make([]bool, e.free)
	for i, server := range w.Busy {
		if server < 0 || server >= e.free {
			return wrong(fmt.Sprintf("busy[%d]", i), "%d is out of range, expected an integer from 0 to %d", server, e.free-1)
		}
		if seen[server] {
			return wrong(fmt.Sprintf("busy[%d]", i), "server %d is listed twice", server)
		}
		seen[server] = true
	}
	if least := min(len(w.Busy), 1); w.JobsRunning < least || w.JobsRunning > len(w.Busy) {
		return wrong("jobsRunning", "%d is out of range, expected an integer from %d to %d, the servers in use", w.JobsRunning, least, len(w.Busy))
	}
	return s, nil
}

// explain asks the policy about one situation.
func (e *explainer) explain(s agent.Situation) *wire.Explanation {
	x := &wire.Explanation{
		Degrees: slices.Clone(e.degree), Offered: make([]bool, len(e.degree)), Probabilities: make([]float64, len(e.degree)),
	}
	d := e.scene.Show(s)
	degree, rank := e.agent.Choose(d)
	if x.Chosen = degree; e.agent.Blocks() > 1 {
		x.ChosenBlock = rank + 1
	}
	p := make([]float32, e.agent.Actions())
	x.Value = finite(e.agent.Explain(d, p))
	for action, offered := range e.agent.Mask() {
		degree, rank := e.agent.Choice(action)
		at, known := slices.BinarySearch(e.degree, degree)
		switch {
		case !known:
		case rank == 0:
			x.Offered[at], x.Probabilities[at] = offered, finite(p[action])
		case offered:
			x.Blocks = append(x.Blocks, wire.Block{Degree: degree, Block: rank + 1, Probability: finite(p[action])})
		}
	}
	slices.SortStableFunc(x.Blocks, func(a, b wire.Block) int { return a.Degree - b.Degree })
	return x
}

// finite returns x as JSON can hold it.
func finite(x float32) float64 {
	if v := float64(x); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return v
	}
	return 0
}

// The size of a map: beta in steps of 0.05, and at most so many numbers of free
// servers.
const (
	mapBetas = 20
	mapFree  = 33
)

// fillMap computes what the policy chooses for every graph, beta and number of
// free servers. The free servers are the last of the cluster; as many jobs run
// as in the situation for each server in use, at least one.
func (e *explainer) fillMap(x *wire.Explanation, s agent.Situation, yield func() error) error {
	for i := 1; i <= mapBetas; i++ {
		x.MapBetas = append(x.MapBetas, float64(i)/mapBetas)
	}
	columns := min(e.free+1, mapFree)
	for i := range columns {
		x.MapFree = append(x.MapFree, int(int64(i)*int64(e.free)/int64(columns-1)))
	}
	share := 0.25
	if n := len(s.Busy); n > 0 {
		share = float64(s.JobsRunning) / float64(n)
	}
	servers := make([]int, e.free)
	for i := range servers {
		servers[i] = i
	}
	x.Map = map[string][]int{}
	for g, name := range e.graphs {
		row := make([]int, 0, mapBetas*columns)
		for _, beta := range x.MapBetas {
			for _, free := range x.MapFree {
				at := s
				at.Graph, at.Beta, at.Busy = g, beta, servers[:e.free-free]
				at.JobsRunning = int(math.Ceil(share * float64(len(at.Busy))))
				row = append(row, e.agent.Degree(e.scene.Show(at)))
				if err := yield(); err != nil {
					return err
				}
			}
		}
		x.Map[name] = row
	}
	return nil
}

// policies answers OpPolicies.
func policies() (wire.Reply, error) {
	reply := wire.Reply{Kind: wire.KindPolicies}
	for _, e := range builtin.Index() {
		file, err := builtin.File(e.Name)
		if err != nil {
			return wire.Reply{}, err
		}
		p := wire.Policy{Name: e.Name, Title: e.Title, Command: e.Command, File: file}
		if e.Evaluation != nil {
			rate := e.Evaluation.BlockingRate()
			p.BlockingRate = &rate.Mean
			if rate.Bounded() {
				p.Low, p.High = &rate.Low, &rate.High
			}
		}
		reply.Policies = append(reply.Policies, p)
	}
	return reply, nil
}
