package export

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/ramp"
)

// run writes one run as a process.
func (t *trace) run(process int, run *experiment.Run) {
	name := t.x.Strategies[run.Strategy].Name() + ", seed " + strconv.FormatUint(run.Seed, 10)
	t.describe("process_name", process, 0, name)
	t.order("process_sort_index", process, 0, process)
	t.nameTracks(process, run)
	for i := range run.Jobs {
		j := &run.Jobs[i]
		if j.Cause != cluster.NoCause {
			t.missed(process, j)
		}
	}
	end := endOf(t.x, run)
	var use []change
	for i := range run.Jobs {
		j := &run.Jobs[i]
		from, to, ran := t.span(j, end)
		if !ran {
			continue
		}
		servers := serversOf(t.shape, j)
		t.bars(process, j, from, to, servers)
		use = append(use, change{from, len(servers)}, change{to, -len(servers)})
	}
	t.count(process, use)
}

// nameTracks names the tracks that the run uses.
func (t *trace) nameTracks(process int, run *experiment.Run) {
	causes, servers := map[cluster.Cause]bool{}, map[int]bool{}
	for i := range run.Jobs {
		j := &run.Jobs[i]
		causes[j.Cause] = true
		if j.StartSeconds != nil {
			for _, s := range t.drawn(serversOf(t.shape, j)) {
				servers[s.first] = true
			}
		}
	}
	for _, cause := range experiment.Causes {
		if causes[cause] {
			t.name(process, t.causeTrack(process, cause), "blocked: "+string(cause))
		}
	}
	for i := range t.shape.N() {
		if servers[i] {
			t.name(process, t.serverTrack(process, i), "server "+t.shape.Name(i))
		}
	}
}

// name names a track and keeps the tracks in the order of their numbers.
func (t *trace) name(process, track int, name string) {
	t.describe("thread_name", process, track, name)
	t.order("thread_sort_index", process, track, track)
}

// span is when a job was on its servers, in ticks; a job that the horizon cut
// off is drawn up to the end of the run.
func (t *trace) span(j *cluster.Job, end float64) (from, to int64, ran bool) {
	if j.StartSeconds == nil || len(j.Servers) == 0 {
		return 0, 0, false
	}
	if j.EndSeconds != nil {
		end = *j.EndSeconds
	}
	from = t.ticks(*j.StartSeconds)
	return from, max(from, t.ticks(end)), true
}

// serversOf are the numbers of a job's servers, ascending. A name that is none
// of the cluster's, which no result of this engine has, is left out.
func serversOf(shape ramp.Shape, j *cluster.Job) []int {
	list := make([]int, 0, len(j.Servers))
	for _, name := range j.Servers {
		if i, ok := parseServer(shape, name); ok {
			list = append(list, i)
		}
	}
	slices.Sort(list)
	return list
}

func parseServer(shape ramp.Shape, name string) (int, bool) {
	var at [3]int
	parts := strings.Split(name, "-")
	if len(parts) != len(at) {
		return 0, false
	}
	for i, most := range []int{shape.Groups, shape.Racks, shape.Servers} {
		n, err := strconv.Atoi(parts[i])
		if err != nil || n < 0 || n >= most {
			return 0, false
		}
		at[i] = n
	}
	return shape.Index(at[0], at[1], at[2]), true
}

// stretch is a part of a job's servers that has one bar.
type stretch struct{ first, servers int }

// drawn divides servers into those that have a bar each.
func (t *trace) drawn(servers []int) []stretch {
	var list []stretch
	for _, s := range servers {
		if t.perRack && len(list) > 0 && list[len(list)-1].first/t.shape.Servers == s/t.shape.Servers {
			list[len(list)-1].servers++
			continue
		}
		list = append(list, stretch{s, 1})
	}
	return list
}

// bars writes a job on its servers. The first bar tells all of the job, the
// others what one looks for first.
func (t *trace) bars(process int, j *cluster.Job, from, to int64, servers []int) {
	for i, s := range t.drawn(servers) {
		t.event('X', j.Graph, process, t.serverTrack(process, s.first))
		t.int("ts", from)
		t.int("dur", to-from)
		t.args(j, i == 0)
	}
}

// missed writes a blocked job where it arrived.
func (t *trace) missed(process int, j *cluster.Job) {
	t.event('i', j.Graph, process, t.causeTrack(process, j.Cause))
	t.int("ts", t.ticks(j.ArrivalSeconds))
	t.buf = append(t.buf, `,"s":"t"`...)
	t.args(j, true)
}

// args writes what is known of a job and ends its event.
func (t *trace) args(j *cluster.Job, all bool) {
	t.buf = append(t.buf, `,"args":{`...)
	t.first = true
	t.member("graph", j.Graph)
	t.int("job", int64(j.Index))
	t.number("beta", j.Beta)
	t.int("degree", int64(j.Degree))
	t.optional("jctSeconds", j.JCTSeconds)
	if all {
		t.int("effectiveDegree", int64(j.EffectiveDegree))
		t.number("arrivalSeconds", j.ArrivalSeconds)
		t.number("sequentialSeconds", j.SequentialSeconds)
		t.number("maxAcceptableSeconds", j.MaxAcceptableSeconds)
		t.optional("communicationSeconds", j.CommunicationSeconds)
		t.optional("computationSeconds", j.ComputationSeconds)
		t.int("servers", int64(len(j.Servers)))
		t.member("outcome", string(j.Outcome))
		if j.Cause != cluster.NoCause {
			t.member("cause", string(j.Cause))
		}
	}
	t.buf = append(t.buf, "}}"...)
}

// change is servers taken into use, or freed if below zero.
type change struct {
	at int64
	by int
}

// count writes how many servers are in use, at every moment when that changes.
func (t *trace) count(process int, use []change) {
	slices.SortStableFunc(use, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	busy, last := 0, math.MinInt
	for i, c := range use {
		busy += c.by
		if i+1 < len(use) && use[i+1].at == c.at || busy == last {
			continue
		}
		last = busy
		t.event('C', "servers in use", process, 0)
		t.int("ts", c.at)
		t.buf = append(t.buf, `,"args":{"servers":`...)
		t.buf = strconv.AppendInt(t.buf, int64(busy), 10)
		t.buf = append(t.buf, "}}"...)
	}
}
