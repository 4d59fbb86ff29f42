package observe

import (
	"errors"
	"fmt"
	"math"

	"rampart/core/cluster"
	"rampart/core/workload"
)

// Env is one training environment: a simulated cluster that asks for one degree
// after the other. An episode is one run of the workload under one seed; seed
// and actions determine it entirely. It is not safe for concurrent use; several
// that take turns may share planner, encoder and rewarder.
type Env struct {
	sim      *cluster.Simulator
	encoder  *Encoder
	rewarder *Rewarder
	horizon  float64
	count    int // of actions

	seed     uint64
	actions  []uint16
	features []float32 // of the latest decision
	mask     []bool
	graph    int
	over     bool
}

// NewEnv returns an environment at the start of the episode of seed 0. The
// encoder must have been made for the planner of the cluster settings. It
// returns an error if settings or workload are not valid, or if no decision is
// ever asked for.
func NewEnv(c cluster.Settings, w *workload.Settings, e *Encoder, r *Rewarder) (*Env, error) {
	if e.p != c.Plans {
		panic("observe: encoder and cluster have different planners")
	}
	sim, err := cluster.New(c, w, 0)
	if err != nil {
		return nil, err
	}
	width, actions := e.Size()
	env := &Env{
		sim: sim, encoder: e, rewarder: r, horizon: c.HorizonSeconds, count: actions,
		features: make([]float32, width), mask: make([]bool, actions),
	}
	if env.advance(); env.over {
		return nil, errors.New("no job ever waits for a decision before the horizon")
	}
	return env, nil
}

// Reset begins the episode of a seed.
func (e *Env) Reset(seed uint64) {
	e.sim.Reset(seed)
	e.seed, e.actions, e.over = seed, e.actions[:0], false
	e.advance()
}

// advance runs to the next decision and encodes it.
func (e *Env) advance() {
	d, ok := e.sim.Decide()
	if !ok {
		e.over = true
		return
	}
	e.graph = d.Graph
	e.encoder.Encode(d, e.features, e.mask)
}

// Observe copies the features and the mask of the waiting job, of the lengths of
// Encoder.Size, and returns the index of its graph. After the end of an episode
// it returns the last observation again, as the reference does; that is what a
// truncated episode is bootstrapped from.
func (e *Env) Observe(features []float32, mask []bool) (graph int) {
	if len(features) != len(e.features) || len(mask) != len(e.mask) {
		panic("observe: features or mask of the wrong length")
	}
	copy(features, e.features)
	copy(mask, e.mask)
	return e.graph
}

// Step takes an action, which gives the waiting job a degree and a block
// (Normalisers.Choice), and runs to the next decision. An action
// that the mask does not offer counts as 0, as in the reference's training
// (spec/learning.md section 1.2). The reward is that of the first cluster step
// after the decision. The episode is done when no further decision comes;
// truncated says that this is because of the horizon, not because the jobs have
// run out. Step panics after the end of an episode and on a number that is no
// action.
func (e *Env) Step(action int) (reward float32, done, truncated bool) {
	switch {
	case e.over:
		panic("observe: Step after the end of the episode")
	case action < 0 || action >= e.count:
		panic("observe: no such action")
	}
	e.actions = append(e.actions, uint16(action))
	if !e.mask[action] {
		action = 0
	}
	if err := e.sim.ApplyAt(e.encoder.n.Choice(action)); err != nil {
		panic("observe: a masked-in action was refused: " + err.Error())
	}
	v := e.sim.Verdict()
	reward = float32(clip(e.rewarder.Of(&v), -math.MaxFloat32, math.MaxFloat32))
	e.advance()
	return reward, e.over, e.over && e.sim.ClockSeconds() >= e.horizon
}

// Offers reports whether the mask offers a degree to the waiting job, on the block
// that the placer would take.
func (e *Env) Offers(degree int) bool { return degree <= e.encoder.n.MaxDegree && e.mask[degree] }

// Decision returns the waiting decision, nil after the end of the episode.
func (e *Env) Decision() *cluster.Decision {
	d, _ := e.sim.Decide()
	return d
}

// Done reports whether the episode is over.
func (e *Env) Done() bool { return e.over }

// Decisions returns the number of steps taken in the episode.
func (e *Env) Decisions() int { return len(e.actions) }

// Verdict returns what became of the last decided job.
func (e *Env) Verdict() cluster.Verdict { return e.sim.Verdict() }

// Finish ends the episode, if it is not over, and returns its figures.
func (e *Env) Finish() cluster.Metrics {
	e.over = true
	return e.sim.Finish()
}

// State returns all that is needed to come back to this point: the seed of the
// episode and the actions taken, two bytes each. The slice is the environment's:
// a caller that keeps it copies it.
func (e *Env) State() (seed uint64, actions []uint16) { return e.seed, e.actions }

// Replay resets to a seed and takes the actions again, after which the
// environment is as it was when State returned them. It returns an error, and
// is at an undefined point of the episode, if they do not fit it.
func (e *Env) Replay(seed uint64, actions []uint16) error {
	e.Reset(seed)
	for i, a := range actions {
		if e.over {
			return fmt.Errorf("the episode of seed %d has %d decisions, expected %d", seed, i, len(actions))
		}
		if int(a) >= e.count {
			return fmt.Errorf("action %d of the episode of seed %d is %d, expected at most %d", i, seed, a, e.count-1)
		}
		e.Step(int(a))
	}
	return nil
}
