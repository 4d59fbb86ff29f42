package ui

import (
	"fmt"
	"strconv"
	"strings"

	"rampart/ui/number"
	"rampart/ui/session"
)

// progress says where the runs stand, in wall-clock time.
func (c *Root) progress() string {
	s := c.session
	ended := fmt.Sprintf("%d of %d runs", s.Ended(), len(s.Units))
	switch s.State {
	case session.Held:
		return "nothing is run yet"
	case session.Running:
		if left, ok := s.Remaining(); ok && s.Elapsed()+left > 2 {
			return ended + " done, about " + number.Duration(roundUp(left)) + " left"
		}
		return ended + " done"
	case session.Stopped:
		return "Stopped after " + ended + " and " + number.Duration(s.Elapsed())
	}
	return ended + " done in " + number.Duration(s.Elapsed())
}

// roundUp keeps an estimate from pretending to precision: whole seconds, at
// least one.
func roundUp(seconds float64) float64 { return float64(int(seconds) + 1) }

// workersWords says how many workers run the engine.
func (c *Root) workersWords() string {
	if n := c.runner.Workers(); n != 1 {
		return strconv.Itoa(n) + " workers"
	}
	return "1 worker"
}

// simulated says how much time each run simulates.
func (c *Root) simulated() string {
	return number.Seconds(c.session.Experiment.HorizonSeconds) + " simulated in each run"
}

// digestShort abbreviates the digest: eight digits tell results apart.
func (c *Root) digestShort() string {
	digits := strings.TrimPrefix(c.session.Digest, "sha256:")
	if len(digits) < 8 {
		return ""
	}
	return digits[:4] + " " + digits[4:8]
}

// progressPart is the done part of the work, in per cent.
func (c *Root) progressPart() string {
	return strconv.FormatFloat(100*c.session.Part(), 'f', 1, 64)
}

func (c *Root) running() bool { return c.session.State == session.Running }

func ariaBool(b bool) string { return strconv.FormatBool(b) }
