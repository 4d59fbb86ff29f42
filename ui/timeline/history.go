package timeline

import (
	"math"
	"sort"

	"rampart/core/cluster"
	"rampart/core/room"
)

// history is the room that a run leaves over time, by its moves.
type history struct {
	moves   []room.Move
	free    []int32   // servers that are free right after each move
	largest []int32   // the largest free block right after each, nil while unknown
	sums    []float64 // server-seconds free before each move, since the start
	blocks  []float64 // the same of the largest block; nil while unknown
	total   int32     // servers of the cluster
}

func newHistory(jobs []cluster.Job, servers int, pause func()) history {
	h := history{moves: room.MovesPaused(jobs, pause), total: int32(servers)}
	h.free = make([]int32, len(h.moves))
	free := h.total
	for i, m := range h.moves {
		if i%piece == 0 {
			pause()
		}
		n := int32(len(jobs[m.Job].Servers))
		if m.Takes {
			n = -n
		}
		free += n
		h.free[i] = free
	}
	h.sums = h.integrate(h.free)
	return h
}

// integrate returns the time integral of a stepwise figure up to each move. It
// begins with that of an empty cluster.
func (h *history) integrate(after []int32) []float64 {
	sums := make([]float64, len(h.moves))
	value, last, sum := float64(h.total), 0.0, 0.0
	for i, m := range h.moves {
		sum += value * (m.Seconds - last)
		sums[i] = sum
		value, last = float64(after[i]), m.Seconds
	}
	return sums
}

// setLargest takes the largest free block after each move, if there are as many.
func (h *history) setLargest(largest []int32) {
	if len(largest) != len(h.moves) {
		return
	}
	h.largest, h.blocks = largest, h.integrate(largest)
}

// at is the number of moves up to a moment.
func (h *history) at(moment float64) int {
	return sort.Search(len(h.moves), func(i int) bool { return h.moves[i].Seconds > moment })
}

// value is a figure at a moment.
func (h *history) value(after []int32, moment float64) int {
	if n := h.at(moment); n > 0 {
		return int(after[n-1])
	}
	return int(h.total)
}

// before is a figure just before a moment, with all given back that is given
// back at it: what a job that arrives then finds.
func (h *history) before(after []int32, moment float64) int {
	n := sort.Search(len(h.moves), func(i int) bool {
		m := &h.moves[i]
		return m.Seconds > moment || m.Seconds == moment && m.Takes
	})
	if n > 0 {
		return int(after[n-1])
	}
	return int(h.total)
}

// integral is that of a figure from the start to a moment.
func (h *history) integral(after []int32, sums []float64, moment float64) float64 {
	n := h.at(moment)
	if n == 0 {
		return float64(h.total) * moment
	}
	return sums[n-1] + float64(after[n-1])*(moment-h.moves[n-1].Seconds)
}

// census are the jobs of a run up to a moment.
type census struct {
	arrived, blocked, running int
}

func (t *track) census(moment float64) census {
	var c census
	c.arrived = sort.Search(len(t.run.Jobs), func(i int) bool { return t.run.Jobs[i].ArrivalSeconds > moment })
	if c.arrived > 0 {
		c.blocked = int(t.blocked[c.arrived-1])
	}
	n := t.history.at(moment)
	if n > 0 {
		c.running = int(t.running[n-1])
	}
	return c
}

// count fills what census looks up.
func (t *track) count(pause func()) {
	t.blocked = make([]int32, len(t.run.Jobs))
	t.lost, t.seen, t.lostTo = make([]float32, useBins), make([]float32, useBins), make([]uint8, useBins)
	var n int32
	for i := range t.run.Jobs {
		if i%piece == 0 {
			pause()
		}
		j := &t.run.Jobs[i]
		bin := min(max(int(j.ArrivalSeconds/t.end*useBins), 0), useBins-1)
		t.seen[bin]++
		if j.Outcome == cluster.Blocked {
			n++
			t.lost[bin]++
		}
		t.blocked[i] = n
	}
	for c, list := range t.missed {
		for _, job := range list {
			bin := min(max(int(t.run.Jobs[job].ArrivalSeconds/t.end*useBins), 0), useBins-1)
			t.lostTo[bin] = uint8(c)
		}
	}
	pause()
	t.running = make([]int32, len(t.history.moves))
	n = 0
	for i, m := range t.history.moves {
		if m.Takes {
			n++
		} else {
			n--
		}
		t.running[i] = n
	}
}

// SetRoom tells the largest free block after each of the moves of a side's run.
func (s *Stage) SetRoom(side int, largest []int32) {
	if t := s.tracks[side]; t != nil && t.history.largest == nil {
		t.history.setLargest(largest)
		s.invalidate()
	}
}

// nextMoment is the first moment after another one at which a job arrives,
// starts or ends; +Inf if there is none.
func (t *track) nextMoment(after float64) float64 {
	next := math.Inf(1)
	if i := sort.Search(len(t.run.Jobs), func(i int) bool { return t.run.Jobs[i].ArrivalSeconds > after }); i < len(t.run.Jobs) {
		next = t.run.Jobs[i].ArrivalSeconds
	}
	if i := t.history.at(after); i < len(t.history.moves) {
		next = math.Min(next, t.history.moves[i].Seconds)
	}
	return next
}

// lastMoment is the last such moment before another one; -Inf if there is none.
func (t *track) lastMoment(before float64) float64 {
	last := math.Inf(-1)
	if i := sort.Search(len(t.run.Jobs), func(i int) bool { return t.run.Jobs[i].ArrivalSeconds >= before }); i > 0 {
		last = t.run.Jobs[i-1].ArrivalSeconds
	}
	moves := t.history.moves
	if i := sort.Search(len(moves), func(i int) bool { return moves[i].Seconds >= before }); i > 0 {
		last = math.Max(last, moves[i-1].Seconds)
	}
	return last
}
