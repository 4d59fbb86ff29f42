package session

import (
	"errors"
	"fmt"
	"math"
	"time"

	"rampart/core/experiment"
	"rampart/policy/checkpoint"
	"rampart/policy/train"
	"rampart/wasm/wire"
)

// checkpointTime is how far apart the checkpoints of a training are at least;
// one that falls into an iteration waits for its end.
const checkpointTime = 15 * time.Second

// trainingTime is how far apart the reports of a training are: curves that go on
// for minutes need not be drawn ten times a second.
const trainingTime = 300 * time.Millisecond

// Why a training ended, next to the reasons of package train.
const (
	reasonTime    = "time"    // its time limit
	reasonStopped = "stopped" // by the page
)

// training is a training in work.
type training struct {
	s       *Session
	id      int
	session *train.Session

	paused  bool
	rate    float64 // learning rate from the next iteration on; 0: as it is
	latest  wire.Training
	posted  time.Duration // when the latest reply was posted
	saved   time.Duration // when the latest checkpoint was
	begun   time.Duration // when the work began or last went on
	worked  time.Duration // before that
	first   int           // steps that the checkpoint had
	refused string        // what was wrong with the last message, until it is told
}

// train answers OpTrain.
func (s *Session) train(req wire.Request) (wire.Reply, error) {
	session, err := openTraining(req)
	if err != nil {
		return wire.Reply{}, err
	}
	if _, err := session.Save(); err != nil {
		return wire.Reply{}, err // better now than when there is something to lose
	}
	now := s.host.Now()
	t := &training{s: s, id: req.ID, session: session, saved: now, begun: now, first: session.Progress().Steps}
	reason, err := t.run()
	switch {
	case errors.Is(err, errStopped):
		reason = reasonStopped
	case err != nil:
		return wire.Reply{}, err
	}
	t.latest.Reason = reason
	t.post()
	if saving := t.save(); saving != nil {
		return wire.Reply{}, saving
	}
	return wire.Reply{Kind: wire.KindDone}, err
}

// openTraining begins a training or goes on with the one of a checkpoint. The
// experiment of the request may then be absent; if it is there, it must be the
// one of the checkpoint, but for when the training ends.
func openTraining(req wire.Request) (*train.Session, error) {
	var x *experiment.Experiment
	var settings train.Settings
	if len(req.Experiment) > 0 || len(req.Checkpoint) == 0 {
		var err error
		if x, err = experiment.Decode(req.Experiment); err != nil {
			return nil, err
		}
		if settings, err = train.Decode(x.Train); err != nil {
			return nil, err
		}
	}
	if len(req.Checkpoint) == 0 {
		return train.New(x, settings, req.Actors)
	}
	se, err := train.Resume(req.Checkpoint, req.Actors, func(s *train.Settings) {
		if x != nil {
			s.TotalSteps, s.Plateau, s.MaxSeconds = settings.TotalSteps, settings.Plateau, settings.MaxSeconds
		}
	})
	if err != nil || x == nil {
		return se, err
	}
	return se, se.Belongs(x)
}

// run trains until there is a reason to end.
func (t *training) run() (reason string, err error) {
	s := t.session.Settings()
	t.latest = wire.Training{
		Iteration: t.session.Progress().Iterations, Steps: t.first, TotalSteps: s.TotalSteps, LearningRate: t.session.LearningRate(),
	}
	t.post() // the heuristics take a while
	references, err := t.session.References(t.yield)
	if err != nil {
		return "", err
	}
	for _, r := range references {
		t.latest.References = append(t.latest.References, wire.Reference{Name: r.Strategy.Name(), BlockingRate: r.Mean})
	}
	t.post()
	t.latest.References = nil
	for reason = t.session.Ended(); reason == ""; {
		if err := t.setRate(); err != nil {
			return "", err
		}
		r, err := t.session.Iterate(t.yield)
		if err != nil {
			return "", err
		}
		reason = r.Stop
		if limit := s.MaxSeconds; reason == "" && limit > 0 && t.seconds() >= limit {
			reason = reasonTime
		}
		t.tell(&r)
		now := t.s.host.Now()
		if r.Evaluation != nil || now-t.posted >= trainingTime {
			t.post()
		}
		if reason == "" && now-t.saved >= checkpointTime {
			if err := t.save(); err != nil {
				return "", err
			}
		}
	}
	return reason, nil
}

// seconds returns how long the training has worked, pauses apart.
func (t *training) seconds() float64 {
	worked := t.worked
	if !t.paused {
		worked += t.s.host.Now() - t.begun
	}
	return worked.Seconds()
}

// setRate changes the learning rate, if the page has asked for it.
func (t *training) setRate() error {
	if t.rate == 0 {
		return nil
	}
	err := t.session.SetLearningRate(t.rate)
	t.rate = 0
	return err
}

// tell puts an iteration into the latest reply.
func (t *training) tell(r *train.Report) {
	settings := t.session.Settings()
	l, scale := &t.latest, settings.RewardScale()
	l.Iteration, l.Steps = r.Iterations, r.Steps
	l.Return, l.BlockingRate, l.Entropy, l.KL, l.ClipFraction = r.RewardMean/scale, r.BlockedRate, r.Entropy, r.KL, r.ClipFraction
	l.Explained, l.PolicyLoss, l.ValueLoss, l.GradientNorm = r.Explained, r.Policy, r.Value, r.GradientNorm
	l.LearningRate, l.KLCoefficient = r.LearningRate, r.KLCoefficient
	if q := r.Q; q != nil {
		l.TDLoss, l.TDError, l.MeanValue, l.Epsilon = q.Loss, q.Error, q.Terms.Value, q.Epsilon
	}
	l.Evaluation = nil
	if e := r.Evaluation; e != nil {
		mean := e.Mean
		l.Evaluation = &mean
	}
}

// post sends the latest reply.
func (t *training) post() {
	l := t.latest
	if s := t.seconds(); s > 0 {
		l.StepsPerSecond = float64(l.Steps-t.first) / s
	}
	if l.StepsPerSecond > 0 {
		l.SecondsLeft = float64(max(l.TotalSteps-l.Steps, 0)) / l.StepsPerSecond
		if limit := t.session.Settings().MaxSeconds; limit > 0 {
			l.SecondsLeft = min(l.SecondsLeft, max(limit-t.seconds(), 0))
		}
	}
	l.Warnings = t.session.Warnings()
	if t.refused != "" {
		l.Warnings = append(l.Warnings, t.refused)
		t.refused = ""
	}
	makeFinite(&l)
	t.s.post(wire.Reply{ID: t.id, Kind: wire.KindTraining, Training: &l})
	t.posted = t.s.host.Now()
	t.latest.Evaluation = nil // told once
}

// makeFinite replaces what JSON cannot hold by 0, and says so.
func makeFinite(l *wire.Training) {
	for _, f := range []struct {
		name string
		at   *float64
	}{
		{"steps per second", &l.StepsPerSecond}, {"time left", &l.SecondsLeft}, {"return", &l.Return}, {"blocking rate", &l.BlockingRate},
		{"entropy", &l.Entropy}, {"KL divergence", &l.KL}, {"clip fraction", &l.ClipFraction}, {"explained variance", &l.Explained},
		{"policy loss", &l.PolicyLoss}, {"value loss", &l.ValueLoss}, {"gradient norm", &l.GradientNorm}, {"learning rate", &l.LearningRate},
		{"KL coefficient", &l.KLCoefficient}, {"TD loss", &l.TDLoss}, {"TD error", &l.TDError}, {"mean value", &l.MeanValue},
		{"probability of a random action", &l.Epsilon},
	} {
		if math.IsNaN(*f.at) || math.IsInf(*f.at, 0) {
			l.Warnings = append(l.Warnings, fmt.Sprintf("The %s is %v and is shown as 0: lower the learning rate.", f.name, *f.at))
			*f.at = 0
		}
	}
}

// save posts a checkpoint, with the best policy so far.
func (t *training) save() error {
	file, err := t.session.Save()
	if err != nil {
		return err
	}
	policy, err := checkpoint.Encode(t.session.Policy(), nil)
	if err != nil {
		return err
	}
	t.s.post(wire.Reply{ID: t.id, Kind: wire.KindCheckpoint, Checkpoint: file, Policy: policy})
	t.saved = t.s.host.Now()
	return nil
}

// yield is called often by the training: it looks for messages when it is time
// to, and waits here while the training is paused.
func (t *training) yield() error {
	if t.s.host.Now()-t.s.paused < sliceTime {
		return nil
	}
	t.s.host.Pause()
	defer func() { t.s.paused = t.s.host.Now() }()
	for {
		requests, stop := t.s.takeControls()
		if stop {
			return errStopped
		}
		for _, req := range requests {
			if err := t.obey(req); err != nil {
				return err
			}
		}
		if !t.paused {
			return nil
		}
		<-t.s.control
	}
}

// obey does what a message for the training in work asks for, and answers with
// the new state.
func (t *training) obey(req wire.Request) error {
	now := t.s.host.Now()
	switch req.Op {
	case wire.OpPause:
		if !t.paused {
			t.worked += now - t.begun
		}
		t.paused = true
	case wire.OpResume:
		if t.paused {
			t.begun = now
		}
		t.paused = false
	case wire.OpRate:
		if v := req.LearningRate; v > 0 && v <= 1 {
			t.rate, t.latest.LearningRate = v, v
		} else {
			t.refused = fmt.Sprintf("The learning rate stays as it is: %v is out of range, expected a number greater than 0 and up to 1.", v)
		}
	}
	t.latest.Paused = t.paused
	t.post()
	if req.Op == wire.OpPause {
		return t.save()
	}
	return nil
}
