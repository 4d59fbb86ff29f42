package cluster

import (
	"fmt"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/wasm/wire"
)

// asked is a Surveyor that a test answers by hand.
type asked struct {
	questions []question
	stopped   int
}

type question struct {
	seconds float64
	job     int // none for nil
	got     func(*wire.Survey, string)
}

func (a *asked) Survey(_ []byte, _ wire.Unit, seconds float64, job *int, got func(*wire.Survey, string)) func() {
	q := question{seconds, none, got}
	if job != nil {
		q.job = *job
	}
	a.questions = append(a.questions, q)
	return func() { a.stopped++ }
}

// answer answers the last question.
func (a *asked) answer(s wire.Survey) {
	q := a.questions[len(a.questions)-1]
	s.Seconds = q.seconds
	q.got(&s, "")
}

// watch is a Clock.
type watch struct {
	at float64
	ok bool
}

func (w *watch) Cursor() (float64, bool)   { return w.at, w.ok }
func (w *watch) SetCursor(seconds float64) { w.at, w.ok = seconds, true }

// job is one that has servers from start to end.
func job(index int, start, end float64, servers ...string) cluster.Job {
	return cluster.Job{
		Index: index, Graph: "vgg16", ArrivalSeconds: start, Degree: len(servers), EffectiveDegree: len(servers),
		MaxAcceptableSeconds: 1e4, StartSeconds: &start, EndSeconds: &end, JCTSeconds: new(end - start), Servers: servers, Outcome: cluster.Completed,
	}
}

// sample is a run on 2x2x2: jobs 0 and 1 overlap from 10 to 20, and job 2 finds
// no room at 15.
func sample() (*experiment.Experiment, *experiment.Run) {
	x := experiment.Default()
	x.Cluster.Groups, x.Cluster.RacksPerGroup, x.Cluster.ServersPerRack = 2, 2, 2
	x.HorizonSeconds = 100
	run := &experiment.Run{Strategy: 1, Seed: 7, Jobs: []cluster.Job{
		job(0, 0, 20, "0-0-0", "1-0-0"), job(1, 10, 40, "0-1-0", "1-1-0"),
		{Index: 2, Graph: "gnmt", ArrivalSeconds: 15, Degree: 4, Outcome: cluster.Blocked, Cause: cluster.CausePlacement},
	}}
	run.Arrived, run.BlockedByPlacement = 3, 1
	return x, run
}

// shown is a model that shows the sample.
func shown(t *testing.T) (*Model, *asked, *watch) {
	t.Helper()
	a, w := &asked{}, &watch{}
	m := NewModel(a, func() {})
	x, run := sample()
	m.Show(x, []byte("{}"), run, w)
	if m.moment == nil {
		t.Fatal(m.problem)
	}
	return m, a, w
}

// shapes are clusters of all kinds.
var shapes = []ramp.Shape{
	{Groups: 1, Racks: 1, Servers: 1}, {Groups: 4, Racks: 4, Servers: 2}, {Groups: 3, Racks: 1, Servers: 7},
	{Groups: 8, Racks: 8, Servers: 32}, {Groups: 32, Racks: 32, Servers: 64}, {Groups: 256, Racks: 256, Servers: 1},
	{Groups: 1, Racks: 1, Servers: 65536}, {Groups: 65536, Racks: 1, Servers: 1}, {Groups: 100, Racks: 20, Servers: 1},
}

func shapeName(s ramp.Shape) string { return fmt.Sprintf("%dx%dx%d", s.Groups, s.Racks, s.Servers) }
