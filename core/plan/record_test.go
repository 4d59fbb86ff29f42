package plan

import (
	"fmt"
	"reflect"
	"testing"

	"rampart/core/ramp"
)

// recorded visits plans of many kinds: both paths of the lookahead, symmetric
// and not, with and without every correction.
func recorded(t *testing.T, visit func(t *testing.T, p *Planner, pl *Plan)) {
	for _, tc := range []struct {
		shape     ramp.Shape
		bandwidth float64
		channels  int
		fixes     Fixes
		placer    Placer
		busy      []int
	}{
		{ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, 1.6e12, 1, 0, FirstFit, nil},
		{ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, 1.6e12, 1, AllFixes, Compact, nil},
		{ramp.Shape{Groups: 2, Racks: 2, Servers: 4}, 12.5e9, 1, 0, FirstFit, []int{1}},
		{ramp.Shape{Groups: 2, Racks: 2, Servers: 2}, 1e9, 2, FixSharing | FixUnits, BestFit, []int{3}},
		{ramp.Shape{Groups: 3, Racks: 3, Servers: 2}, 1e9, 1, FixSharing, FirstFit, []int{1, 4}},
	} {
		for _, name := range []string{"alexnet", "gnmt", "resnet18"} {
			s := paper(tc.shape, name)
			s.NodeBandwidth, s.ChannelsPerLink, s.Fixes, s.Placer = tc.bandwidth, tc.channels, tc.fixes, tc.placer
			p := newPlanner(t, s)
			free := emptyCluster(tc.shape)
			for _, i := range tc.busy {
				free.Remove(i)
			}
			for _, d := range []int{1, 4, 8} {
				pl := p.Place(0, d, free)
				if pl == nil {
					continue
				}
				t.Run(fmt.Sprint(tc.shape, name, d, tc.fixes, tc.channels), func(t *testing.T) { visit(t, p, pl) })
			}
		}
	}
}

// Taking notes changes no figure, on either path.
func TestRecordingChangesNothing(t *testing.T) {
	recorded(t, func(t *testing.T, p *Planner, pl *Plan) {
		x := p.Record(pl)
		if want := *p.Step(pl); x.Step != want {
			t.Errorf("recorded %+v, want %+v", x.Step, want)
		}
	})
}

// What the notes say adds up to the step's own figures: the servers' busy time,
// the time in which some op ran and in which some flow moved.
func TestTimelineAddsUp(t *testing.T) {
	recorded(t, func(t *testing.T, p *Planner, pl *Plan) {
		x := p.Record(pl)
		busy, compute := 0.0, make([]float64, len(pl.splits))
		var running, moving []span
		for slot, bars := range x.Bars {
			end := 0.0
			for _, b := range bars {
				if b.From < end || !(b.To > b.From) {
					t.Fatalf("server %d: bar %+v begins before %v", slot, b, end)
				}
				end = b.To
				busy += b.To - b.From
				compute[b.Node] += b.To - b.From
				running = append(running, span{b.From, b.To})
			}
		}
		if !near(busy, x.BusySeconds, 1e-9) {
			t.Errorf("servers run for %v s, want %v", busy, x.BusySeconds)
		}
		for v, k := range pl.splits {
			if want := pl.cost[v] * float64(k); !near(compute[v], want, 1e-6) {
				t.Errorf("node %d runs for %v s, want %v", v, compute[v], want)
			}
		}
		bytes := 0.0
		for _, f := range x.Flows {
			moving = append(moving, span{f.Begin, f.End})
			bytes += f.Bytes
			if f.Count < 1 || len(f.Servers) < 2 || f.Begin < 0 || f.End > x.Seconds {
				t.Fatalf("flow %+v", f)
			}
		}
		if got := covered(running); !near(got, x.ComputationSeconds, 1e-9) {
			t.Errorf("some op runs for %v s, want %v", got, x.ComputationSeconds)
		}
		if got := covered(moving); !near(got, x.CommunicationSeconds, 1e-6) {
			t.Errorf("some flow moves for %v s, want %v", got, x.CommunicationSeconds)
		}
		if bytes > pl.FlowBytes*(1+1e-9) {
			t.Errorf("flows carry %v bytes, more than the %v there are", bytes, pl.FlowBytes)
		}
	})
}

// The legs of the critical path follow one another without a gap from the start
// of the step to its end, and each is a bar or a flow of the timeline.
func TestCriticalPath(t *testing.T) {
	recorded(t, func(t *testing.T, p *Planner, pl *Plan) {
		x := p.Record(pl)
		at := 0.0
		for i, leg := range x.Critical {
			if leg.Begin != at || !(leg.End > leg.Begin) {
				t.Fatalf("leg %d begins at %v, want %v: %+v", i, leg.Begin, at, leg)
			}
			at = leg.End
			if leg.Transfer {
				if !hasFlow(x.Flows, leg) {
					t.Errorf("no flow is leg %+v", leg)
				}
			} else if !hasBar(x.Bars[leg.Server], leg) {
				t.Errorf("no bar is leg %+v", leg)
			}
		}
		if at != x.Seconds {
			t.Errorf("the path ends at %v, want %v", at, x.Seconds)
		}
	})
}

func hasFlow(flows []Flow, leg Leg) bool {
	for _, f := range flows {
		if f.From == leg.From && f.To == leg.To && f.Begin == leg.Begin && f.End == leg.End {
			return true
		}
	}
	return false
}

func hasBar(bars []Bar, leg Leg) bool {
	for _, b := range bars {
		if b.Node == leg.From && b.From <= leg.Begin && b.To >= leg.End {
			return true
		}
	}
	return false
}

// Both paths tell the same story.
func TestRecordsAgree(t *testing.T) {
	for i, name := range []string{"alexnet", "gnmt", "squeezenet1_0", "gnmt"} {
		s := paper(ramp.Shape{Groups: 2, Racks: 2, Servers: 4}, name)
		if i == 3 {
			s.Fixes, s.Quantum, s.NodeBandwidth = AllFixes, 1e-5, 1e9
		}
		p := newPlanner(t, s)
		free := emptyCluster(p.s.Shape)
		free.Remove(2)
		for _, d := range []int{2, 4} {
			pl := p.Place(0, d, free)
			tm := newTiming(pl.Template, pl.layout, &p.net)
			one, all := newRecorder(pl.Template, pl.layout), newRecorder(pl.Template, pl.layout)
			runByGroup(pl.Template, pl.layout, tm, s.Fixes, one)
			runGeneral(pl.Template, pl.layout, tm, 1, s.Fixes, all)
			if !reflect.DeepEqual(one.pieces, all.pieces) || !reflect.DeepEqual(one.times, all.times) {
				t.Errorf("%s degree %d: the servers do other things", name, d)
			}
			if !reflect.DeepEqual(sums(one.merge(pl, tm)), sums(all.merge(pl, tm))) {
				t.Errorf("%s degree %d: other flows", name, d)
			}
		}
	}
}

// sums counts the flows by their ends and times, whatever their order.
func sums(flows []Flow) map[[4]float64]int {
	m := map[[4]float64]int{}
	for _, f := range flows {
		m[[4]float64{float64(f.From), float64(f.To), f.Begin, f.End}] += f.Count
	}
	return m
}

type span struct{ from, to float64 }

// covered is the length of the union.
func covered(spans []span) float64 {
	sum, end := 0.0, 0.0
	for len(spans) > 0 {
		first := 0
		for i, s := range spans {
			if s.from < spans[first].from {
				first = i
			}
		}
		s := spans[first]
		spans[first] = spans[len(spans)-1]
		spans = spans[:len(spans)-1]
		if s.to > end {
			sum += s.to - max(s.from, end)
			end = s.to
		}
	}
	return sum
}

// The shares of the nodes add up to the figures of the plan.
func TestSharesAddUp(t *testing.T) {
	recorded(t, func(t *testing.T, _ *Planner, pl *Plan) {
		ops, bytes, seconds, memory := 0, 0.0, 0.0, 0.0
		for _, s := range pl.Shares() {
			ops += s.SubOps
			bytes += s.FlowBytes
			seconds += float64(s.SubOps) * s.Seconds
			memory += float64(s.SubOps) * s.MemoryBytes
			if s.SyncBytes > s.FlowBytes || (s.Flows == 0) != (s.FlowBytes == 0) {
				t.Errorf("share %+v", s)
			}
		}
		if ops != pl.Ops || !near(bytes, pl.FlowBytes, 1e-9) || !near(seconds, pl.StepSeconds, 1e-9) || !near(memory, pl.MemoryBytes, 1e-9) {
			t.Errorf("%d sub-ops, %v flow bytes, %v s, %v bytes; want %d, %v, %v, %v",
				ops, bytes, seconds, memory, pl.Ops, pl.FlowBytes, pl.StepSeconds, pl.MemoryBytes)
		}
	})
}
