package export

import (
	"encoding/json/jsontext"
	"math"
	"slices"
	"strconv"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/core/strict"
)

// The limits of a trace.
const (
	// mostTracks is how many servers have a track each; in a larger cluster a
	// job is drawn once in each of its racks.
	mostTracks = 256
	// mostSeconds is the largest time that microseconds can tell: readers of
	// the format keep nanoseconds in 64 bits.
	mostSeconds = 9e9
)

// AppendTrace appends the runs of r that have jobs in the Trace Event Format,
// JSON object form ("Trace Event Format", section JSON Object Format; read by
// ui.perfetto.dev and chrome://tracing). Each run is a process: a track of
// complete events for each server, or each rack of a cluster above 256
// servers; a track of instant events for each cause of blocking, where blocked
// jobs stand at their arrival; and a counter of the servers in use. One
// simulated second is one second of the trace, and times are rounded to whole
// microseconds, except that a run of more than 9e9 s is drawn to a smaller
// scale; "otherData" says which.
func AppendTrace(dst []byte, r *experiment.Result) []byte {
	t := newTrace(dst, r)
	t.buf = append(t.buf, `{"displayTimeUnit":"ms","otherData":{`...)
	t.member("generator", "Rampart "+r.Engine)
	t.member("experiment", r.Experiment.Name)
	t.member("resultDigest", r.Digest)
	t.member("timeUnit", t.unit())
	t.member("tracks", t.tracks())
	t.buf = append(t.buf, `},"traceEvents":[`...)
	t.first = true
	for i := range r.Runs {
		if len(r.Runs[i].Jobs) > 0 {
			t.run(i+1, &r.Runs[i])
		}
	}
	return append(t.buf, "\n]}\n"...)
}

// trace is a trace in the making.
type trace struct {
	buf     []byte
	x       *experiment.Experiment
	shape   ramp.Shape
	perRack bool
	scale   float64 // microseconds of the trace in a simulated second
	first   bool    // no comma is due
}

func newTrace(dst []byte, r *experiment.Result) *trace {
	c := &r.Experiment.Cluster
	t := &trace{buf: dst, x: r.Experiment, scale: 1e6, first: true}
	t.shape = ramp.Shape{Groups: c.Groups, Racks: c.RacksPerGroup, Servers: c.ServersPerRack}
	t.perRack = t.shape.N() > mostTracks
	end := 0.0
	for i := range r.Runs {
		end = math.Max(end, endOf(r.Experiment, &r.Runs[i]))
	}
	for t.scale > 1 && end*t.scale > mostSeconds*1e6 {
		t.scale /= 1000
	}
	return t
}

// endOf is when the last thing of a run happens, simulated seconds.
func endOf(x *experiment.Experiment, run *experiment.Run) float64 {
	end := x.HorizonSeconds
	for i := range run.Jobs {
		end = math.Max(end, run.Jobs[i].ArrivalSeconds)
		if e := run.Jobs[i].EndSeconds; e != nil {
			end = math.Max(end, *e)
		}
	}
	return end
}

func (t *trace) unit() string {
	switch t.scale {
	case 1e6:
		return "one second of the trace is one simulated second; times are rounded to microseconds"
	case 1e3:
		return "one millisecond of the trace is one simulated second"
	}
	return "one microsecond of the trace is one simulated second"
}

func (t *trace) tracks() string {
	if t.perRack {
		return "a job is drawn once in each rack that it has servers of, on the track of the first of these"
	}
	return "a job is drawn on each of its servers"
}

// ticks is a moment in whole microseconds of the trace. Rounding moments, not
// lengths, keeps jobs that follow each other from overlapping.
func (t *trace) ticks(seconds float64) int64 { return int64(math.Round(seconds * t.scale)) }

// member appends a member of a JSON object whose value is text.
func (t *trace) member(key, value string) {
	if !t.first {
		t.buf = append(t.buf, ',')
	}
	t.first = false
	t.buf = append(t.buf, '"')
	t.buf = append(t.buf, key...)
	t.buf = append(t.buf, `":`...)
	t.buf, _ = jsontext.AppendQuote(t.buf, value)
}

// event begins an event: kind is its "ph".
func (t *trace) event(kind byte, name string, process, track int) {
	if !t.first {
		t.buf = append(t.buf, ',')
	}
	t.first = false
	t.buf = append(t.buf, "\n{\"ph\":\""...)
	t.buf = append(t.buf, kind, '"')
	t.member("name", name)
	t.int("pid", int64(process))
	t.int("tid", int64(track))
}

func (t *trace) int(key string, v int64) {
	t.buf = append(append(append(t.buf, `,"`...), key...), `":`...)
	t.buf = strconv.AppendInt(t.buf, v, 10)
}

func (t *trace) number(key string, v float64) {
	t.buf = append(append(append(t.buf, `,"`...), key...), `":`...)
	t.buf = strict.AppendFloat(t.buf, v)
}

// optional appends a number that a job may not have.
func (t *trace) optional(key string, v *float64) {
	if v != nil {
		t.number(key, *v)
	}
}

// describe writes metadata of a process or a track.
func (t *trace) describe(kind string, process, track int, name string) {
	t.event('M', kind, process, track)
	t.buf = append(t.buf, `,"args":{`...)
	t.first = true
	t.member("name", name)
	t.buf = append(t.buf, "}}"...)
}

// order puts a process or a track in its place.
func (t *trace) order(kind string, process, track, place int) {
	t.event('M', kind, process, track)
	t.buf = append(t.buf, `,"args":{"sort_index":`...)
	t.buf = strconv.AppendInt(t.buf, int64(place), 10)
	t.buf = append(t.buf, "}}"...)
}

// causeTrack and serverTrack number the tracks. No two processes share a
// number: some readers take it for that of a thread of the machine.
func (t *trace) causeTrack(process int, cause cluster.Cause) int {
	return process*t.stride() + slices.Index(experiment.Causes[:], cause)
}

func (t *trace) serverTrack(process, server int) int {
	return process*t.stride() + len(experiment.Causes) + server
}

func (t *trace) stride() int { return len(experiment.Causes) + t.shape.N() }
