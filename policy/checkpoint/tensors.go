package checkpoint

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"rampart/policy/ppo"
)

// Tensors of a training.
const (
	currentName   = "current"
	moment1Name   = "adam.moment1"
	moment2Name   = "adam.moment2"
	shuffleName   = "shuffle"
	sourceName    = "environments.source"
	episodeName   = "environments.episode"
	totalName     = "environments.total"
	blockedName   = "environments.blocked"
	stepsName     = "environments.steps"
	actionsName   = "environments.actions"
	iterationName = "history.iteration"
	reachedName   = "history.steps"
	ratesName     = "history.rates"
	seedsName     = "history.seeds"
)

// pcgBytes is the length of the binary form of a rand.PCG.
const pcgBytes = 20

func checkSource(name string, b []byte) error {
	var g rand.PCG
	if len(b) != pcgBytes || g.UnmarshalBinary(b) != nil {
		return refuse(name, "these bytes are not the state of a random generator")
	}
	return nil
}

// Columns are appended and read element by element, little-endian.

func floats(list []float32) []byte {
	b := make([]byte, 0, 4*len(list))
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

func appendInt(b []byte, v int) []byte { return binary.LittleEndian.AppendUint64(b, uint64(v)) }

func appendFloat(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
}

func unsigned(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }

func float(b []byte, i int) float64 { return math.Float64frombits(unsigned(b, i)) }

// readFloats fills dst with what take has returned, which may be nil.
func readFloats(dst []float32, b []byte) {
	for i := range len(b) / f32.size() {
		dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
}

// count returns element i of a column of integers from 0 to most.
func count(name string, b []byte, i, most int) (int, error) {
	if v := unsigned(b, i); v <= uint64(most) {
		return int(v), nil
	}
	return 0, refuse(index(name, i), "%d is out of range, expected an integer from 0 to %d", int64(unsigned(b, i)), most)
}

// tensors returns the weights of a checked policy.
func (p *Policy) tensors() []tensor {
	list, _ := Tensors(p.Config)
	out := make([]tensor, len(list))
	d, bytes := f32, floats
	if halves(p.Params) {
		d, bytes = f16, halfBytes
	}
	for i, t := range list {
		out[i] = tensor{t.Name, d, t.Shape, bytes(p.Params[t.Offset : t.Offset+t.Size()])}
	}
	return out
}

// readTensors fills in the weights of a policy without them.
func (p *Policy) readTensors(r *reader) error {
	list, n := Tensors(p.Config)
	if n > len(r.data)/f16.size() {
		return refuse("", "%d bytes of data are too short for the %d weights of the architecture: the file is cut off or was not written by Rampart", len(r.data), n)
	}
	p.Params = make([]float32, n)
	for _, t := range list {
		values := p.Params[t.Offset : t.Offset+t.Size()]
		r.takeFloats(t.Name, values, t.Shape...)
		if err := r.err(); err != nil {
			return err
		}
		if err := finite(t.Name, values); err != nil {
			return err
		}
	}
	return nil
}

// tensors returns what a checked training has besides its policy.
func (t *Training) tensors() []tensor {
	if t.DQN != nil {
		return append(t.DQN.tensors(), t.historyTensors()...)
	}
	return append(t.stateTensors(), t.historyTensors()...)
}

func (t *Training) stateTensors() []tensor {
	s, n := t.State, len(t.State.Slots)
	var source, episode, total, blocked, steps, actions []byte
	for i := range s.Slots {
		e := &s.Slots[i]
		source = append(source, e.Source...)
		episode = binary.LittleEndian.AppendUint64(episode, e.Episode)
		total = appendFloat(total, e.Total)
		blocked = appendInt(blocked, e.Blocked)
		steps = appendInt(steps, len(e.Actions))
		for _, a := range e.Actions {
			actions = binary.LittleEndian.AppendUint16(actions, uint16(a))
		}
	}
	return []tensor{
		{currentName, f32, []int{len(s.Params)}, floats(s.Params)},
		{moment1Name, f32, []int{len(s.Moment1)}, floats(s.Moment1)},
		{moment2Name, f32, []int{len(s.Moment2)}, floats(s.Moment2)},
		{shuffleName, u8, []int{pcgBytes}, s.Shuffle},
		{sourceName, u8, []int{n, pcgBytes}, source},
		{episodeName, u64, []int{n}, episode},
		{totalName, f64, []int{n}, total},
		{blockedName, i64, []int{n}, blocked},
		{stepsName, i64, []int{n}, steps},
		{actionsName, i16, []int{len(actions) / i16.size()}, actions},
	}
}

func (t *Training) historyTensors() []tensor {
	var iteration, reached, rates, seeds []byte
	for i := range t.History {
		e := &t.History[i]
		iteration, reached = appendInt(iteration, e.Iteration), appendInt(reached, e.Steps)
		for j, rate := range e.BlockingRates {
			rates = appendFloat(rates, rate)
			if i == 0 {
				seeds = binary.LittleEndian.AppendUint64(seeds, e.Seeds[j])
			}
		}
	}
	h := t.size()
	return []tensor{
		{iterationName, i64, []int{h.evaluations}, iteration},
		{reachedName, i64, []int{h.evaluations}, reached},
		{ratesName, f64, []int{h.evaluations, h.seeds}, rates},
		{seedsName, u64, []int{h.seeds}, seeds},
	}
}

// readTensors fills in the tensors of a training of p whose metadata has been
// read; the environments are settings.environments, which must be checked.
func (t *Training) readTensors(r *reader, p *Policy, h historySize) error {
	if t.DQN != nil {
		if err := t.DQN.readTensors(r, p); err != nil {
			return err
		}
		return t.readHistory(r, h)
	}
	s, n := t.State, len(p.Params)
	for _, v := range []struct {
		name string
		dst  *[]float32
	}{{currentName, &s.Params}, {moment1Name, &s.Moment1}, {moment2Name, &s.Moment2}} {
		*v.dst = make([]float32, n)
		readFloats(*v.dst, r.take(v.name, f32, n))
	}
	s.Shuffle = append([]byte(nil), r.take(shuffleName, u8, pcgBytes)...)
	if err := t.readSlots(r); err != nil {
		return err
	}
	return t.readHistory(r, h)
}

func (t *Training) readSlots(r *reader) error {
	n := t.Settings.Environments
	source, episode, total := r.take(sourceName, u8, n, pcgBytes), r.take(episodeName, u64, n), r.take(totalName, f64, n)
	blocked, steps := r.take(blockedName, i64, n), r.take(stepsName, i64, n)
	if err := r.err(); err != nil {
		return err
	}
	slots, left := make([]ppo.SlotState, n), len(r.data)/i16.size()
	for i := range slots {
		length, err := count(stepsName, steps, i, left)
		if err != nil {
			return err
		}
		left -= length
		e := &slots[i]
		e.Actions = make([]int16, length)
		if e.Blocked, err = count(blockedName, blocked, i, length); err != nil {
			return err
		}
		e.Source = append([]byte(nil), source[pcgBytes*i:pcgBytes*(i+1)]...)
		e.Episode, e.Total = unsigned(episode, i), float(total, i)
	}
	actions := r.take(actionsName, i16, len(r.data)/i16.size()-left)
	if err := r.err(); err != nil {
		return err
	}
	for i := range slots {
		for j := range slots[i].Actions {
			slots[i].Actions[j] = int16(binary.LittleEndian.Uint16(actions))
			actions = actions[i16.size():]
		}
	}
	t.State.Slots = slots
	return nil
}

func (t *Training) readHistory(r *reader, h historySize) error {
	iteration, reached := r.take(iterationName, i64, h.evaluations), r.take(reachedName, i64, h.evaluations)
	rates, seeds := r.take(ratesName, f64, h.evaluations, h.seeds), r.take(seedsName, u64, h.seeds)
	if err := r.err(); err != nil {
		return err
	}
	if h.evaluations == 0 && h.seeds > 0 {
		return refuse(metadataPath+".progress.evaluationSeeds", "there are %d, but no evaluations", h.seeds)
	}
	var common []uint64
	for i := range h.seeds {
		common = append(common, unsigned(seeds, i))
	}
	for i := range h.evaluations {
		e := Evaluation{Seeds: common}
		var err error
		if e.Iteration, err = count(iterationName, iteration, i, math.MaxInt); err != nil {
			return err
		}
		if e.Steps, err = count(reachedName, reached, i, math.MaxInt); err != nil {
			return err
		}
		for j := range h.seeds {
			e.BlockingRates = append(e.BlockingRates, float(rates, i*h.seeds+j))
		}
		t.History = append(t.History, e)
	}
	return nil
}
