package timeline

import (
	"time"

	"rampart/core/experiment"
)

// longRun is how many jobs a run must have for its layout to be made in pieces,
// between which the page can answer.
const longRun = 10_000

// pieceTime is about how long such a piece takes.
const pieceTime = 12 * time.Millisecond

// runEnd remembers when a run ends: every drawing asks, and the answer takes a look
// at each job.
type runEnd struct {
	run     *experiment.Run
	horizon float64
	jobs    int
	end     float64
}

// endOf is endOfTime, remembered.
func (s *Stage) endOf(e *experiment.Experiment, run *experiment.Run) float64 {
	for _, k := range s.ends {
		if k.run == run && k.horizon == e.HorizonSeconds && k.jobs == len(run.Jobs) {
			return k.end
		}
	}
	if len(s.ends) >= 2*MostRuns {
		s.ends = s.ends[1:]
	}
	end := endOfTime(e, run)
	s.ends = append(s.ends, runEnd{run, e.HorizonSeconds, len(run.Jobs), end})
	return end
}

// lay returns the layout of a run: the one that was made in the background, if
// there is one.
func (s *Stage) lay(e *experiment.Experiment, run *experiment.Run, end float64) *track {
	if t := s.find(e, run, end); t != nil {
		return t
	}
	return newTrack(e, run, end, func() {})
}

func (s *Stage) find(e *experiment.Experiment, run *experiment.Run, end float64) *track {
	for _, list := range [][]*track{s.laid, s.tracks[:]} {
		for _, t := range list {
			if t != nil && t.run == run && t.end == end && t.shape == shapeOf(e.Cluster) {
				return t
			}
		}
	}
	return nil
}

// layLong begins to lay out the long runs among those that are to be shown, one
// after another, and leaves them out of what is shown until that is done.
func (c *View) layLong(runs []*experiment.Run) []*experiment.Run {
	shown := append([]*experiment.Run(nil), runs...)
	if c.env == nil {
		return shown
	}
	end := 0.0
	for _, run := range runs {
		if run != nil {
			end = max(end, c.stage.endOf(c.Experiment, run))
		}
	}
	for side, run := range runs {
		if run == nil || len(run.Jobs) < longRun || c.stage.find(c.Experiment, run, end) != nil {
			continue
		}
		shown[side] = nil
		if c.laying == nil {
			c.laying = run
			go c.layOut(c.Experiment, run, end)
		}
	}
	return shown
}

// layOut lays out a run piece by piece.
func (c *View) layOut(e *experiment.Experiment, run *experiment.Run, end float64) {
	began := time.Now()
	t := newTrack(e, run, end, func() {
		if time.Since(began) > pieceTime {
			time.Sleep(time.Millisecond) // the page's one thread is free meanwhile
			began = time.Now()
		}
	})
	c.env.Lock()
	c.laying = nil
	if c.stage.laid = append(c.stage.laid, t); len(c.stage.laid) > MostRuns {
		c.stage.laid = c.stage.laid[1:]
	}
	c.env.UnlockRender()
}

// isLaying says whether a side waits for its layout.
func (c *View) isLaying(side int) bool {
	return c.Runs[side] != nil && len(c.Runs[side].Jobs) >= longRun && c.stage.tracks[side] == nil
}
