package session

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/core/room"
	"rampart/core/strict"
	"rampart/policy/agent"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/wasm/wire"
)

// decider is an episode in which somebody decides by hand. The next request
// mostly has one decision more, so where the last one ended is kept.
type decider struct {
	experiment []byte // as requested
	seed       uint64

	x        *experiment.Experiment
	factory  experiment.Factory
	runner   *experiment.Runner
	sim      *cluster.Simulator
	advisers []adviser
	finder   *room.Finder

	script  []int // applied
	records []record
	blocked int
}

// record is one decision.
type record struct {
	job, graph    int
	start, jct    float64
	maxAcceptable float64
	servers       []int
	verdict       cluster.Verdict
}

// adviser is a strategy that is asked for its opinion.
type adviser struct {
	spec     experiment.StrategySpec
	strategy cluster.Strategy
	failed   string
}

// decide answers OpDecide.
func (s *Session) decide(req wire.Request) (wire.Reply, error) {
	if len(req.Units) != 1 || req.Decide == nil {
		return wire.Reply{}, fmt.Errorf("the engine was asked to decide nothing")
	}
	unit := req.Units[0]
	d := s.decider
	if d == nil || d.seed != unit.Seed || !bytes.Equal(d.experiment, req.Experiment) {
		s.decider = nil
		var err error
		if d, err = newDecider(req.Experiment, unit.Seed); err != nil {
			return wire.Reply{}, err
		}
	}
	s.decider = nil // until it is known to be sound
	yield := func(done, total int) error { return s.yield(req.ID, unit, done, total) }
	reply := wire.Reply{Kind: wire.KindEpisode, Unit: unit}
	var err error
	if req.Decide.Rival {
		reply.Rival, err = d.rival(unit, yield)
	} else {
		reply.Episode, err = d.episode(req.Decide, yield)
	}
	if err == nil {
		s.decider = d
	}
	return reply, err
}

func newDecider(file []byte, seed uint64) (*decider, error) {
	x, err := experiment.Decode(file)
	if err != nil {
		return nil, err
	}
	d := &decider{experiment: file, seed: seed, x: x, factory: strategy.Factory(builtin.Resolve)}
	if d.runner, err = experiment.NewRunner(x, lenient(d.factory)); err != nil {
		return nil, err
	}
	c, w := d.runner.Settings()
	if d.sim, err = cluster.New(c, w, seed); err != nil {
		return nil, err
	}
	for _, spec := range x.Strategies {
		a := adviser{spec: spec}
		a.strategy, err = d.factory(spec, x, seed)
		if attacher, ok := a.strategy.(cluster.Attacher); ok && err == nil {
			err = attacher.Attach(c.Plans, w)
		}
		if err != nil {
			a.strategy, a.failed = nil, err.Error()
		}
		d.advisers = append(d.advisers, a)
	}
	d.finder = room.NewFinder(c.Plans.Settings().Shape)
	return d, nil
}

// lenient puts another in place of a strategy that cannot be made, so that it
// costs its own advice and not that of all.
func lenient(f experiment.Factory) experiment.Factory {
	return func(spec experiment.StrategySpec, x *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
		s, err := f(spec, x, seed)
		if err != nil {
			return strategy.Max{}, nil
		}
		return s, nil
	}
}

// episode brings the simulator to where the request's decisions lead.
func (d *decider) episode(req *wire.Decide, yield func(done, total int) error) (*wire.Episode, error) {
	if len(req.Script) < len(d.script) || !slices.Equal(req.Script[:len(d.script)], d.script) {
		d.sim.Reset(d.seed)
		d.script, d.records, d.blocked = d.script[:0], d.records[:0], 0
	}
	total := d.runner.Total()
	for _, degree := range req.Script[len(d.script):] {
		if err := d.apply(degree, total, yield); err != nil {
			return nil, err
		}
	}
	if req.Follow != nil {
		if err := d.follow(*req.Follow, req.Count, total, yield); err != nil {
			return nil, err
		}
	}
	return d.show(), nil
}

// follow lets a strategy decide the degrees of count jobs, or all if that is 0. As
// with degrees chosen by hand the placer chooses the blocks.
func (d *decider) follow(number, count, total int, yield func(done, total int) error) error {
	if number < 0 || number >= len(d.advisers) {
		return &strict.Error{Path: "decide.follow", Message: fmt.Sprintf("there is no strategy %d, only 0 to %d", number, len(d.advisers)-1)}
	}
	a := &d.advisers[number]
	if a.strategy == nil {
		return fmt.Errorf("%s cannot decide: %s", a.spec.Name(), a.failed)
	}
	leader := a.strategy
	if a.spec.Kind == "random" { // one that draws as if it had decided nothing yet, so that the same request has the same answer
		leader = strategy.NewRandom(d.seed)
	}
	for n := 0; count == 0 || n < count; n++ {
		decision, ok := d.sim.Decide()
		if !ok {
			return nil
		}
		degree := leader.Degree(decision)
		if a.spec.Kind == "script" {
			degree = scripted(&a.spec, len(d.script), decision)
		}
		if err := d.apply(degree, total, yield); err != nil {
			return err
		}
	}
	return nil
}

// scripted is what a script has for the n-th decision, 0 if that cannot be.
func scripted(spec *experiment.StrategySpec, n int, decision *cluster.Decision) int {
	if n < len(spec.Degrees) && slices.Contains(decision.Valid, spec.Degrees[n]) {
		return spec.Degrees[n]
	}
	return 0
}

// apply makes one decision.
func (d *decider) apply(degree, total int, yield func(done, total int) error) error {
	at := fmt.Sprintf("decide.script[%d]", len(d.script))
	decision, ok := d.sim.Decide()
	if !ok {
		return &strict.Error{Path: at, Message: fmt.Sprintf("the episode has only %d decisions", len(d.script))}
	}
	r := record{job: decision.Job, graph: decision.Graph, start: decision.ClockSeconds, maxAcceptable: decision.MaxAcceptableSeconds}
	if degree > 0 && slices.Contains(decision.Valid, degree) {
		if pl := decision.State.Outlook(degree).Plan; pl != nil {
			r.servers = pl.Servers
		}
	}
	if err := d.sim.Apply(degree); err != nil {
		return &strict.Error{Path: at, Message: err.Error()}
	}
	r.verdict = d.sim.Verdict()
	r.jct = r.verdict.JCTSeconds
	if !r.verdict.Accepted {
		d.blocked++
	}
	d.script, d.records = append(d.script, degree), append(d.records, r)
	return yield(len(d.script), max(total, len(d.script)))
}

// show describes where the episode stands.
func (d *decider) show() *wire.Episode {
	decision, more := d.sim.Decide()
	e := &wire.Episode{Script: slices.Clone(d.script), Blocked: d.blocked, Running: []wire.Running{}, Busy: make([]int, d.shape().N())}
	if e.Script == nil {
		e.Script = []int{}
	}
	if n := len(d.records); n > 0 {
		e.Last = d.verdict(&d.records[n-1])
	}
	d.running(e)
	e.Largest = d.finder.Largest(d.sim.Free())
	if more {
		e.Decision = d.decision(decision)
		return e
	}
	final := d.final()
	e.Final = &final
	return e
}

// final returns the figures of an episode that is over. Finish changes the
// simulator, so the next request begins anew.
func (d *decider) final() cluster.Metrics {
	final := d.sim.Finish()
	d.script = append(d.script, -1) // no script goes on from here
	return final
}

func (d *decider) shape() ramp.Shape {
	c, _ := d.runner.Settings()
	return c.Plans.Settings().Shape
}

func (d *decider) graph(g int) string { return d.x.Workload.Graphs[g].Name }

func (d *decider) verdict(r *record) *wire.Verdict {
	return &wire.Verdict{
		Job: r.job, Graph: d.graph(r.graph), Degree: r.verdict.Degree, Accepted: r.verdict.Accepted, Cause: r.verdict.Cause,
		JCTSeconds: seconds(r.jct), MaxAcceptableSeconds: r.maxAcceptable, Servers: len(r.servers),
	}
}

// seconds is a time as JSON can hold it: 0 for one without end.
func seconds(v float64) float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	return v
}

// running fills the jobs that run and which server is whose. They end in no
// order, but the simulator keeps them as they arrived.
func (d *decider) running(e *wire.Episode) {
	clock := d.sim.ClockSeconds()
	const epsilon = 1e-7 // of the simulator's clock
	for i := range d.records {
		r := &d.records[i]
		left := r.jct - (clock - r.start)
		if !r.verdict.Accepted || left-epsilon <= 0 {
			continue
		}
		e.Running = append(e.Running, wire.Running{
			Job: r.job, Graph: d.graph(r.graph), Degree: r.verdict.Degree, Servers: len(r.servers), RemainingSeconds: left,
		})
		for _, server := range r.servers {
			e.Busy[server] = len(e.Running)
		}
	}
}

// decision describes the job that waits.
func (d *decider) decision(c *cluster.Decision) *wire.Decision {
	settings, _ := d.runner.Settings()
	plans := settings.Plans
	w := &wire.Decision{
		Job: c.Job, Graph: d.graph(c.Graph), Beta: c.Beta, TrainingSteps: c.TrainingSteps,
		SequentialSeconds: c.SequentialSeconds, MaxAcceptableSeconds: c.MaxAcceptableSeconds,
		ClockSeconds: c.ClockSeconds, FreeServers: d.sim.Free().Count(),
	}
	for _, degree := range plans.Degrees() {
		o := wire.Option{Degree: degree, Valid: slices.Contains(c.Valid, degree)}
		if degree > 0 {
			look := c.State.Outlook(degree)
			o.Placeable, o.InTime = look.Placeable, look.InTime
			if look.Placeable {
				o.JCTSeconds = seconds(look.JCTSeconds)
				o.Servers = len(look.Plan.Servers)
			}
		}
		w.Options = append(w.Options, o)
	}
	for i := range d.advisers {
		w.Advice = append(w.Advice, d.advice(&d.advisers[i], c, plans.Degrees()))
	}
	return w
}

// advice asks a strategy. Asking changes none of them: those that remember what
// they have decided are not asked but looked up.
func (d *decider) advice(a *adviser, c *cluster.Decision, degrees []int) wire.Advice {
	switch {
	case a.strategy == nil:
		return wire.Advice{Failed: a.failed}
	case a.spec.Kind == "script":
		return wire.Advice{Degree: scripted(&a.spec, len(d.script), c)}
	case a.spec.Kind == "random":
		w := wire.Advice{Degree: c.Valid[len(c.Valid)-1], Probabilities: make([]float64, len(degrees))}
		for i, degree := range degrees {
			if degree > 0 && slices.Contains(c.Valid, degree) {
				w.Probabilities[i] = 1 / float64(len(c.Valid)-1)
			}
		}
		if len(c.Valid) == 1 {
			w.Probabilities[0] = 1
		}
		return w
	}
	degree, rank := cluster.Choose(a.strategy, c)
	w := wire.Advice{Degree: degree}
	if learned, ok := a.strategy.(*agent.Agent); ok {
		if learned.Blocks() > 1 {
			w.Block = rank + 1
		}
		p := make([]float32, learned.Actions())
		learned.Explain(c, p)
		w.Probabilities = make([]float64, len(degrees))
		for action := range p {
			degree, _ := learned.Choice(action)
			if at, known := slices.BinarySearch(degrees, degree); known {
				w.Probabilities[at] += finite(p[action])
			}
		}
	}
	return w
}

// rival plays the whole episode with a strategy.
func (d *decider) rival(u wire.Unit, yield func(done, total int) error) (*wire.Rival, error) {
	if u.Strategy < 0 || u.Strategy >= len(d.advisers) {
		return nil, fmt.Errorf("there is no strategy %d, only 0 to %d", u.Strategy, len(d.advisers)-1)
	}
	if a := &d.advisers[u.Strategy]; a.strategy == nil {
		return nil, fmt.Errorf("%s cannot decide: %s", a.spec.Name(), a.failed)
	}
	run, err := d.runner.Run(u, yield)
	if err != nil {
		return nil, err
	}
	r := &wire.Rival{Metrics: run.Metrics, Blocked: make([]byte, len(run.Jobs))}
	for i := range run.Jobs {
		if run.Jobs[i].Outcome == cluster.Blocked {
			r.Blocked[i] = 1
		}
	}
	return r, nil
}
