package ppo

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"

	"rampart/core/workload"
	"rampart/policy/gnn"
	"rampart/policy/nn"
)

// Env is one environment. An episode is fully determined by its seed and the
// actions taken.
type Env interface {
	// Reset starts an episode.
	Reset(seed uint64)
	// Observe fills the features and the mask of legal actions of the current
	// state, and returns the number of the job's graph. After the last step of
	// an episode it shows the state the episode ended in.
	Observe(features []float32, mask []bool) (graph int)
	// Step takes a legal action.
	Step(action int) Outcome
}

// Teacher is an Env that knows what a heuristic would do.
type Teacher interface {
	Env
	// Teach returns the heuristic's action in the current state, a legal one.
	Teach() int
}

// Outcome is what one step brought.
type Outcome struct {
	Reward    float32
	Blocked   bool // the decision's job was blocked
	Ended     bool // the episode is over
	Truncated bool // by its time limit: the state it ended in has a value
}

// slot is one environment and what is needed to put it back where it is.
type slot struct {
	env     Env
	source  rand.PCG // draws the actions
	number  int
	episode uint64 // of this environment, from 0
	actions []int16
	total   float64 // reward of the episode so far
	blocked int
}

// seed names the workload of an episode: 53 bits, apart from the small numbers
// that people choose for evaluation.
func (t *Trainer) episodeSeed(number int, episode uint64) uint64 {
	source := workload.Random(t.seed, "train/episode")
	base := source.Uint64()
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], base^uint64(number))
	binary.LittleEndian.PutUint64(b[8:], episode)
	pcg := rand.NewPCG(binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:]))
	return pcg.Uint64() >> 11
}

// Episode is one finished training episode.
type Episode struct {
	Environment int
	Steps       int
	Return      float64
	Blocked     int // decisions whose job was blocked
}

// experience holds the steps of one iteration; environment e's step t is row
// e*Rollout+t.
type experience struct {
	graph      []int32
	features   []float32
	mask       []bool
	action     []int32
	log        []float32 // log probabilities of all actions
	value      []float32
	reward     []float32
	blocked    []bool
	ended      []bool
	final      []float32 // value of the state an episode was cut off in
	next       []float32 // by environment: value after the last step
	advantage  []float32
	returns    []float32
	finished   [][]Episode // by environment
	rows, f, a int
}

func newExperience(environments, rollout, features, actions int) *experience {
	n := environments * rollout
	return &experience{
		graph: make([]int32, n), features: make([]float32, n*features), mask: make([]bool, n*actions),
		action: make([]int32, n), log: make([]float32, n*actions), value: make([]float32, n),
		reward: make([]float32, n), blocked: make([]bool, n), ended: make([]bool, n), final: make([]float32, n),
		next: make([]float32, environments), advantage: make([]float32, n), returns: make([]float32, n),
		finished: make([][]Episode, environments), rows: n, f: features, a: actions,
	}
}

// actor plays some of the environments with its own copy of the model.
type actor struct {
	model    *gnn.Model[float32]
	graph    []int32
	features []float32
	mask     []bool
	logits   []float32
	values   []float32
	p        []float32
}

func newActor(m *gnn.Model[float32], n int) *actor {
	c := m.Config()
	return &actor{
		model: m, graph: make([]int32, n), features: make([]float32, n*c.GraphFeatures), mask: make([]bool, n*c.Actions),
		logits: make([]float32, n*c.Actions), values: make([]float32, n), p: make([]float32, c.Actions),
	}
}

// Share returns the environments lo..hi-1 that an actor plays, of so many. What
// two environments of one actor have in common is used by one goroutine at a
// time.
func Share(actor, actors, environments int) (lo, hi int) {
	return actor * environments / actors, (actor + 1) * environments / actors
}

// collect plays an iteration's steps of all environments, shared between the
// trainer's actors. What an environment does depends on nothing but itself, so
// the result is the same for any number of actors.
func (t *Trainer) collect(pause func()) {
	if len(t.actors) == 1 {
		t.play(t.actors[0], 0, len(t.slots), pause)
		return
	}
	var wait sync.WaitGroup
	for i, a := range t.actors {
		copy(a.model.Params(), t.model.Params())
		a.model.Touch()
		lo, hi := Share(i, len(t.actors), len(t.slots))
		wait.Go(func() { t.play(a, lo, hi, func() {}) })
	}
	wait.Wait()
}

// play plays environments lo..hi-1.
func (t *Trainer) play(a *actor, lo, hi int, pause func()) {
	n, x := hi-lo, t.data
	forward := func() {
		for i := range n {
			a.graph[i] = int32(t.slots[lo+i].env.Observe(a.features[i*x.f:(i+1)*x.f], a.mask[i*x.a:(i+1)*x.a]))
		}
		a.model.Forward(a.graph[:n], a.features[:n*x.f], a.mask[:n*x.a], a.logits[:n*x.a], a.values[:n])
	}
	for e := lo; e < hi; e++ {
		x.finished[e] = x.finished[e][:0]
	}
	for step := range t.s.Rollout {
		forward()
		for i := range n {
			row := (lo+i)*t.s.Rollout + step
			x.graph[row] = a.graph[i]
			copy(x.features[row*x.f:], a.features[i*x.f:(i+1)*x.f])
			copy(x.mask[row*x.a:], a.mask[i*x.a:(i+1)*x.a])
			nn.MaskedSoftmax(a.p, x.log[row*x.a:(row+1)*x.a], a.logits[i*x.a:(i+1)*x.a], a.mask[i*x.a:(i+1)*x.a])
			x.value[row] = a.values[i]
			t.step(a, lo+i, row)
			if t.teaching {
				pause() // a teacher may think for some milliseconds
			}
		}
		pause()
	}
	forward()
	copy(x.next[lo:hi], a.values[:n])
}

// step draws an action from a.p and takes it.
func (t *Trainer) step(a *actor, e, row int) {
	x, s := t.data, &t.slots[e]
	action := draw(a.p, &s.source)
	if t.teaching {
		action = s.env.(Teacher).Teach()
	}
	o := s.env.Step(action)
	s.actions = append(s.actions, int16(action))
	s.total += float64(o.Reward)
	if o.Blocked {
		s.blocked++
	}
	x.action[row], x.reward[row], x.blocked[row] = int32(action), o.Reward*float32(t.s.RewardScale), o.Blocked
	x.ended[row], x.final[row] = o.Ended, 0
	if !o.Ended {
		return
	}
	if o.Truncated {
		x.final[row] = t.valueOf(a, s.env)
	}
	x.finished[e] = append(x.finished[e], Episode{Environment: e, Steps: len(s.actions), Return: s.total, Blocked: s.blocked})
	s.episode++
	t.begin(s)
}

// begin starts a slot's next episode.
func (t *Trainer) begin(s *slot) {
	s.actions, s.total, s.blocked = s.actions[:0], 0, 0
	s.env.Reset(t.episodeSeed(s.number, s.episode))
}

// valueOf returns the value of the state that an environment shows. It uses an
// actor's memory past the rows in use.
func (t *Trainer) valueOf(a *actor, env Env) float32 {
	x := t.data
	last := len(a.graph) - 1
	graph, features, mask := a.graph[last:], a.features[last*x.f:], a.mask[last*x.a:]
	graph[0] = int32(env.Observe(features, mask))
	a.model.Forward(graph, features, mask, a.logits[last*x.a:], a.values[last:])
	return a.values[last]
}

// draw returns an action by its probability.
func draw(p []float32, source *rand.PCG) int {
	u := float64(source.Uint64()>>11) / (1 << 53)
	var sum float64
	last := 0
	for i, q := range p {
		if q == 0 {
			continue
		}
		last = i
		if sum += float64(q); u < sum {
			return i
		}
	}
	return last
}
