package checkpoint

import (
	"encoding/binary"
	"math"

	"rampart/core/strict"
	"rampart/policy/dqn"
	"rampart/policy/ppo"
)

// DQN is the learner of policies that package dqn has trained.
const DQN = "dqn"

// QLearning is what a training of package dqn needs besides its policy.
type QLearning struct {
	Settings dqn.Settings // those of the trainer
	State    *dqn.State
}

// Progress returns what the training has done.
func (t *Training) Progress() ppo.Progress {
	if t.DQN != nil {
		return t.DQN.State.Progress
	}
	return t.State.Progress
}

// LearningRate returns the learning rate before annealing.
func (t *Training) LearningRate() float64 {
	if t.DQN != nil {
		return t.DQN.State.LearningRate
	}
	return t.State.LearningRate
}

// SetLearningRate changes the learning rate before annealing.
func (t *Training) SetLearningRate(rate float64) {
	if t.DQN != nil {
		t.DQN.State.LearningRate = rate
	} else {
		t.State.LearningRate = rate
	}
}

// Params returns the current weights.
func (t *Training) Params() []float32 {
	if t.DQN != nil {
		return t.DQN.State.Params
	}
	return t.State.Params
}

// Seed returns the seed of the training.
func (t *Training) Seed() uint64 {
	if t.DQN != nil {
		return t.DQN.State.Seed
	}
	return t.State.Seed
}

// Tensors of a training by Q-learning, next to those that every training has.
const (
	targetName     = "target"
	samplingName   = "sampling"
	prioritiesName = "replay.priorities"
	rowsName       = "environments.rows"
	episodesName   = "environments.episodes"
	pendingName    = "environments.pending"
)

func qSettingsFields(s *dqn.Settings) []field {
	return []field{
		{"environments", &s.Environments}, {"rollout", &s.Rollout}, {"minibatch", &s.Minibatch}, {"replayCapacity", &s.Capacity},
		{"learningStarts", &s.LearningStarts}, {"intensity", &s.Intensity}, {"rewardScale", &s.RewardScale}, {"gamma", &s.Gamma},
		{"nStep", &s.NStep}, {"targetEvery", &s.TargetEvery}, {"learningRate", &s.LearningRate}, {"adamEpsilon", &s.AdamEpsilon},
		{"annealSteps", &s.AnnealSteps}, {"gradientClip", &s.GradientClip}, {"huber", &s.Huber},
		{"priorityAlpha", &s.Alpha}, {"priorityBeta", &s.Beta}, {"priorityBetaFinal", &s.BetaFinal}, {"priorityBetaSteps", &s.BetaSteps}, {"priorityOffset", &s.Offset},
		{"epsilon", &s.Epsilon}, {"epsilonFinal", &s.EpsilonFinal}, {"epsilonSteps", &s.EpsilonSteps}, {"epsilonSpread", &s.Spread},
	}
}

func qProgressFields(s *dqn.State, h *historySize) []field {
	return []field{
		{"iterations", &s.Progress.Iterations}, {"steps", &s.Progress.Steps}, {"optimiserSteps", &s.AdamSteps},
		{"learningRate", &s.LearningRate}, {"due", &s.Due},
		{"evaluations", &h.evaluations}, {"evaluationSeeds", &h.seeds},
	}
}

// check returns an error if q does not belong to the checked policy p. What
// only playing again can show is left to dqn.Trainer.Restore.
func (q *QLearning) check(p *Policy) error {
	s, o, count := q.State, &q.Settings, len(p.Params)
	if s == nil {
		return refuse("progress", "the state of the training is missing")
	}
	rate, due := strict.AboveUpTo(0, 1), strict.Between(0, float64(o.Minibatch))
	switch {
	case s.Seed != p.Seed:
		return refuse("seed", "%d is not the seed of the training, %d", p.Seed, s.Seed)
	case s.Progress.Steps < 0 || s.Progress.Iterations < 0 || s.AdamSteps < 0:
		return refuse("progress", "%d steps, %d iterations and %d steps of the optimiser, expected integers from 0 up", s.Progress.Steps, s.Progress.Iterations, s.AdamSteps)
	case !rate.Contains(s.LearningRate):
		return refuse("progress.learningRate", "%v is out of range, expected a number %s", s.LearningRate, rate)
	case !due.Contains(s.Due):
		return refuse("progress.due", "%v is out of range, expected a number %s", s.Due, due)
	case len(s.Slots) != o.Environments:
		return refuse("environments", "%d are not the %d of the settings", len(s.Slots), o.Environments)
	}
	for _, v := range []struct {
		name     string
		list     []float32
		count    int
		negative bool // is allowed
	}{{currentName, s.Params, count, true}, {targetName, s.Target, count, true}, {moment1Name, s.Moment1, count, true},
		{moment2Name, s.Moment2, count, false}, {prioritiesName, s.Priorities, o.Environments * o.Rows(), false}} {
		if len(v.list) != v.count {
			return refuse(v.name, "%d numbers are not one for each of %d", len(v.list), v.count)
		}
		if err := finite(v.name, v.list); err != nil {
			return err
		}
		for i, x := range v.list {
			if x < 0 && !v.negative {
				return refuse(index(v.name, i), "%v is negative, expected a number from 0 up", x)
			}
		}
	}
	if err := checkSource(samplingName, s.Sampling); err != nil {
		return err
	}
	for i := range s.Slots {
		if err := q.checkSlot(p, i); err != nil {
			return err
		}
	}
	return nil
}

// checkSlot returns an error if environment i cannot be where it is said to be.
func (q *QLearning) checkSlot(p *Policy, i int) error {
	e := &q.State.Slots[i]
	if err := checkSource(index(sourceName, i), e.Source); err != nil {
		return err
	}
	if e.Rows < 0 {
		return refuse(index(rowsName, i), "%d is out of range, expected an integer from 0 up", e.Rows)
	}
	if len(e.Episodes) == 0 {
		return refuse(index(episodesName, i), "0 is out of range, expected at least the current one")
	}
	for _, episode := range e.Episodes {
		for j, a := range episode {
			if a < 0 || int(a) >= p.Config.Actions {
				return refuse(index(actionsName, i), "action %d of step %d is out of range, expected an integer from 0 to %d", a, j, p.Config.Actions-1)
			}
		}
	}
	if n := q.pending(e); len(e.Pending) != n {
		return refuse(index(pendingName, i), "%d values are not those of the last %d steps", len(e.Pending), n)
	}
	return finite(index(pendingName, i), e.Pending)
}

// pending returns how many of the last steps of a slot have no target yet.
func (q *QLearning) pending(e *dqn.SlotState) int {
	return min(q.Settings.NStep, len(e.Episodes[len(e.Episodes)-1]))
}

// tensors returns what a checked training has besides its policy and history.
func (q *QLearning) tensors() []tensor {
	s, n := q.State, len(q.State.Slots)
	var source, number, rows, episodes, steps, actions []byte
	var pending []float32
	for i := range s.Slots {
		e := &s.Slots[i]
		source = append(source, e.Source...)
		number = binary.LittleEndian.AppendUint64(number, e.Episode)
		rows, episodes = appendInt(rows, e.Rows), appendInt(episodes, len(e.Episodes))
		for _, episode := range e.Episodes {
			steps = appendInt(steps, len(episode))
			for _, a := range episode {
				actions = binary.LittleEndian.AppendUint16(actions, uint16(a))
			}
		}
		pending = append(pending, e.Pending...)
	}
	return []tensor{
		{currentName, f32, []int{len(s.Params)}, floats(s.Params)},
		{targetName, f32, []int{len(s.Target)}, floats(s.Target)},
		{moment1Name, f32, []int{len(s.Moment1)}, floats(s.Moment1)},
		{moment2Name, f32, []int{len(s.Moment2)}, floats(s.Moment2)},
		{samplingName, u8, []int{pcgBytes}, s.Sampling},
		{prioritiesName, f32, []int{n, q.Settings.Rows()}, floats(s.Priorities)},
		{sourceName, u8, []int{n, pcgBytes}, source},
		{episodeName, u64, []int{n}, number},
		{rowsName, i64, []int{n}, rows},
		{episodesName, i64, []int{n}, episodes},
		{stepsName, i64, []int{len(steps) / i64.size()}, steps},
		{actionsName, i16, []int{len(actions) / i16.size()}, actions},
		{pendingName, f32, []int{len(pending)}, floats(pending)},
	}
}

// readTensors fills in the tensors of a training of p whose settings have been
// read and checked.
func (q *QLearning) readTensors(r *reader, p *Policy) error {
	s, n := q.State, len(p.Params)
	for _, v := range []struct {
		name string
		dst  *[]float32
	}{{currentName, &s.Params}, {targetName, &s.Target}, {moment1Name, &s.Moment1}, {moment2Name, &s.Moment2}} {
		*v.dst = make([]float32, n)
		readFloats(*v.dst, r.take(v.name, f32, n))
	}
	s.Sampling = append([]byte(nil), r.take(samplingName, u8, pcgBytes)...)
	rows, environments := q.Settings.Rows(), q.Settings.Environments
	if priorities := r.take(prioritiesName, f32, environments, rows); priorities != nil {
		s.Priorities = make([]float32, environments*rows)
		readFloats(s.Priorities, priorities)
	}
	if err := q.readSlots(r); err != nil {
		return err
	}
	return q.readPending(r)
}

func (q *QLearning) readSlots(r *reader) error {
	n := q.Settings.Environments
	source, number := r.take(sourceName, u8, n, pcgBytes), r.take(episodeName, u64, n)
	rows, episodes := r.take(rowsName, i64, n), r.take(episodesName, i64, n)
	if err := r.err(); err != nil {
		return err
	}
	slots, most := make([]dqn.SlotState, n), len(r.data)/i64.size()
	left := most
	for i := range slots {
		e := &slots[i]
		var err error
		if e.Rows, err = count(rowsName, rows, i, math.MaxInt/2); err != nil {
			return err
		}
		kept, err := count(episodesName, episodes, i, left)
		if err != nil {
			return err
		}
		if kept == 0 {
			return refuse(index(episodesName, i), "0 is out of range, expected at least the current one")
		}
		left -= kept
		e.Source, e.Episode, e.Episodes = append([]byte(nil), source[pcgBytes*i:pcgBytes*(i+1)]...), unsigned(number, i), make([][]int16, kept)
	}
	steps := r.take(stepsName, i64, most-left)
	if err := r.err(); err != nil {
		return err
	}
	q.State.Slots = slots
	return q.readActions(r, steps)
}

// readActions fills in the actions of episodes of the given steps.
func (q *QLearning) readActions(r *reader, steps []byte) error {
	most, at := len(r.data)/i16.size(), 0
	left := most
	for i := range q.State.Slots {
		for j := range q.State.Slots[i].Episodes {
			n, err := count(stepsName, steps, at, left)
			if err != nil {
				return err
			}
			left -= n
			at++
			q.State.Slots[i].Episodes[j] = make([]int16, n)
		}
	}
	actions := r.take(actionsName, i16, most-left)
	if err := r.err(); err != nil {
		return err
	}
	for i := range q.State.Slots {
		for _, episode := range q.State.Slots[i].Episodes {
			for j := range episode {
				episode[j] = int16(binary.LittleEndian.Uint16(actions))
				actions = actions[i16.size():]
			}
		}
	}
	return nil
}

func (q *QLearning) readPending(r *reader) error {
	total := 0
	for i := range q.State.Slots {
		total += q.pending(&q.State.Slots[i])
	}
	values := r.take(pendingName, f32, total)
	if err := r.err(); err != nil {
		return err
	}
	for i := range q.State.Slots {
		e := &q.State.Slots[i]
		e.Pending = make([]float32, q.pending(e))
		readFloats(e.Pending, values[:f32.size()*len(e.Pending)])
		values = values[f32.size()*len(e.Pending):]
	}
	return nil
}
