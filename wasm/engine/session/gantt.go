package session

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"rampart/core/plan"
	"rampart/core/ramp"
	"rampart/wasm/wire"
)

// The most that the page is sent of one training step.
const (
	mostBars      = 20_000 // of all schedules together
	mostTransfers = 200
	mostLegs      = 4_000
)

// chart writes a recorded step down for the page. Servers that do the same at
// the same times share one schedule.
func chart(s *wire.GraphStep, x *plan.Timeline, shape ramp.Shape) {
	if s.Stuck = x.Stuck; !math.IsInf(x.Seconds, 1) {
		s.StepSeconds, s.BusySeconds = x.Seconds, x.BusySeconds
		s.CommunicationSeconds, s.ComputationSeconds = x.CommunicationSeconds, x.ComputationSeconds
	}
	moves := movesOf(x)
	known := map[string]int{}
	bars := 0
	for slot, server := range x.Servers {
		s.Servers = append(s.Servers, shape.Name(server))
		key := scheduleKey(x.Bars[slot], moves[slot])
		i, ok := known[key]
		if !ok {
			i = len(s.Schedules)
			known[key] = i
			var c wire.GraphSchedule
			for _, b := range x.Bars[slot] {
				c.Node, c.From, c.To = append(c.Node, b.Node), append(c.From, b.From), append(c.To, b.To)
			}
			c.Moves = moves[slot]
			s.Schedules = append(s.Schedules, c)
			bars += len(c.Node) + len(c.Moves)/2
		}
		s.Row = append(s.Row, i)
	}
	if bars > mostBars {
		for i := range s.Schedules {
			thin(&s.Schedules[i], x.Seconds/(mostBars/float64(len(s.Schedules))))
		}
	}
	if len(x.Critical) <= mostLegs {
		for _, l := range x.Critical {
			s.Critical = append(s.Critical, wire.GraphLeg{Transfer: l.Transfer, From: l.From, To: l.To, Server: l.Server, Begin: l.Begin, End: l.End})
		}
	}
	longest := slices.Clone(x.Flows)
	slices.SortStableFunc(longest, func(a, b plan.Flow) int { return cmp.Compare(b.End-b.Begin, a.End-a.Begin) })
	s.Left = max(0, len(longest)-mostTransfers)
	for _, f := range longest[:len(longest)-s.Left] {
		s.Transfers = append(s.Transfers, wire.GraphTransfer{From: f.From, To: f.To, Count: f.Count, Bytes: f.Bytes, Begin: f.Begin, End: f.End})
	}
}

// movesOf returns for each server the stretches of time in which flows leave or
// reach it, each as its begin and end.
func movesOf(x *plan.Timeline) [][]float64 {
	moves := make([][]float64, len(x.Servers))
	for _, f := range x.Flows { // in order of their beginning
		for _, slot := range f.Servers {
			m := moves[slot]
			if n := len(m); n > 0 && f.Begin <= m[n-1] {
				m[n-1] = max(m[n-1], f.End)
				continue
			}
			moves[slot] = append(m, f.Begin, f.End)
		}
	}
	return moves
}

// scheduleKey is the same for servers that do the same.
func scheduleKey(bars []plan.Bar, moves []float64) string {
	b := make([]byte, 0, 40*len(bars)+20*len(moves))
	for _, bar := range bars {
		b = append(strconv.AppendInt(b, int64(bar.Node), 36), ' ')
		b = append(strconv.AppendUint(b, math.Float64bits(bar.From), 36), ' ')
		b = append(strconv.AppendUint(b, math.Float64bits(bar.To), 36), ' ')
	}
	for _, m := range moves {
		b = append(strconv.AppendUint(b, math.Float64bits(m), 36), ' ')
	}
	return string(b)
}

// thin joins bars that are shorter than a grain with those next to them.
func thin(c *wire.GraphSchedule, grain float64) {
	n := 0
	for i := range c.Node {
		if n > 0 && c.To[i]-c.From[n-1] < grain {
			c.Node[n-1], c.To[n-1] = -1, c.To[i]
			continue
		}
		c.Node[n], c.From[n], c.To[n] = c.Node[i], c.From[i], c.To[i]
		n++
	}
	c.Node, c.From, c.To = c.Node[:n], c.From[:n], c.To[:n]
	n = 0
	for i := 0; i < len(c.Moves); i += 2 {
		if n > 0 && c.Moves[i+1]-c.Moves[n-2] < grain {
			c.Moves[n-1] = c.Moves[i+1]
			continue
		}
		c.Moves[n], c.Moves[n+1] = c.Moves[i], c.Moves[i+1]
		n += 2
	}
	c.Moves = c.Moves[:n]
}
