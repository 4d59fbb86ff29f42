package session

import (
	"bytes"
	"fmt"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/core/survey"
	"rampart/wasm/wire"
)

// surveyor answers how the cluster stands in one run. Requests of a slider come
// in rows, so the last one is kept.
type surveyor struct {
	experiment []byte // as requested
	unit       wire.Unit

	shape   ramp.Shape
	degrees []int
	resorts bool // the placer has last resorts
	jobs    []cluster.Job
	replay  *survey.Replay
}

// mostLinks is how many links of one job are told.
const mostLinks = 4096

// survey answers OpSurvey.
func (s *Session) survey(req wire.Request) (wire.Reply, error) {
	if len(req.Units) != 1 {
		return wire.Reply{}, fmt.Errorf("the engine was asked to survey %d runs, expected one", len(req.Units))
	}
	v := s.surveyor
	if v == nil || v.unit != req.Units[0] || !bytes.Equal(v.experiment, req.Experiment) {
		s.surveyor = nil
		var err error
		if v, err = s.newSurveyor(req); err != nil {
			return wire.Reply{}, err
		}
		s.surveyor = v
	}
	yield := func(done, total int) error { return s.yield(req.ID, v.unit, done, total) }
	w, err := v.survey(req.Seconds, req.Job, yield)
	if err != nil {
		return wire.Reply{}, err
	}
	return wire.Reply{Kind: wire.KindSurvey, Unit: v.unit, Survey: w}, nil
}

// newSurveyor runs the unit of a request for its jobs.
func (s *Session) newSurveyor(req wire.Request) (*surveyor, error) {
	if err := s.load(req.Experiment); err != nil {
		return nil, err
	}
	x, err := experiment.Decode(req.Experiment)
	if err != nil {
		return nil, err
	}
	runner, err := experiment.NewRunner(x, func(experiment.StrategySpec, *experiment.Experiment, uint64) (cluster.Strategy, error) {
		return nil, nil // its plans are wanted, not its runs
	})
	if err != nil {
		return nil, err
	}
	unit := req.Units[0]
	run, err := s.run(unit, func(decided, total int) error { return s.yield(req.ID, unit, decided, total) })
	if err != nil {
		return nil, err
	}
	c, _ := runner.Settings()
	return &surveyor{
		experiment: req.Experiment, unit: unit,
		shape: c.Plans.Settings().Shape, degrees: survey.Degrees(c.Plans.Degrees()), resorts: x.Placer == experiment.FirstFit,
		jobs: run.Jobs, replay: survey.NewReplay(c.Plans, run.Jobs),
	}, nil
}

// survey looks at one moment.
func (v *surveyor) survey(seconds float64, job *int, yield func(done, total int) error) (*wire.Survey, error) {
	m, err := survey.At(v.shape, v.jobs, seconds)
	if err != nil {
		return nil, err
	}
	blocks, err := survey.Count(v.shape, m.Free, v.degrees, v.resorts, func() error { return yield(0, 0) })
	if err != nil {
		return nil, err
	}
	channels, err := v.replay.Channels(m, yield)
	if err != nil {
		return nil, err
	}
	w := &wire.Survey{
		Seconds: seconds, Free: blocks.Free, Largest: blocks.Largest, LargestForm: form(blocks.LargestForm),
		Together: blocks.Together, Scatter: blocks.Scatter(), PerLink: channels.PerLink,
		Degrees: make([]wire.SurveyDegree, len(blocks.Degrees)), Jobs: make([]wire.SurveyJob, len(channels.Jobs)),
	}
	for i, d := range blocks.Degrees {
		w.Degrees[i] = wire.SurveyDegree{
			Servers: d.Servers, Positions: d.Positions, Free: d.Free, Form: form(d.Form), First: d.First, LastResort: d.LastResort,
		}
	}
	for i, r := range channels.Reach {
		w.Reaches[i] = wire.SurveyReach{Links: r.Links, AllLinks: r.AllLinks, Channels: r.Channels, Most: r.Most}
	}
	for i, u := range channels.Jobs {
		w.Jobs[i] = wire.SurveyJob{Job: u.Job, Links: len(u.Links), Channels: u.Channels, Flows: u.Flows, Bytes: u.Bytes, Lost: u.Lost}
		if job != nil && *job == u.Job && len(u.Links) <= mostLinks {
			for _, l := range u.Links {
				w.Links = append(w.Links, wire.SurveyChannel{From: l.From, To: l.To, Flows: l.Flows, Channels: l.Channels, Bytes: l.Bytes})
			}
		}
	}
	return w, nil
}

func form(b ramp.BlockShape) [3]int { return [3]int{b.Groups, b.Racks, b.Servers} }
