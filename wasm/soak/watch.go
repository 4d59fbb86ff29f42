//go:build !js

package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"rampart/wasm/browser"
)

// warmUp is how long after the start long tasks do not count.
const warmUp = 30 * time.Second

// toggle shows and hides the table of evaluations: a small interaction.
const toggle = ".train-main > button[aria-expanded]"

// watchAnswers keeps in window.answers how many milliseconds it took from a
// click on a button that shows or hides something until the frame was painted
// in which the button says that it did. The frame after that one is the first
// that a script can know of, so that a figure is up to a frame too high.
const watchAnswers = `
window.answers = [];
addEventListener("click", (event) => {
  const button = event.target.closest("button[aria-expanded]");
  if (!button) return;
  const before = button.getAttribute("aria-expanded");
  const observer = new MutationObserver(() => {
    if (button.getAttribute("aria-expanded") === before) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => window.answers.push(performance.now() - event.timeStamp)));
  });
  observer.observe(button, { attributes: true });
}, true);
`

// sample is what was seen of one minute.
type sample struct {
	minute           int
	steps, iteration int
	memory           *browser.Memory
	tasks            []float64 // milliseconds of those of at least 50
	answers          []float64 // milliseconds from a click to its painted answer
	busy             float64   // processor seconds of the page's thread
	load             string    // of the machine: processes that ran or waited, a mean over the minute
}

// watch looks at a page that trains since start.
type watch struct {
	ctx   context.Context
	page  *browser.Page
	start time.Time
	busy  float64 // the page's processor seconds up to the last sample
}

// until waits for a moment after the start.
func (w *watch) until(after time.Duration) error {
	select {
	case <-time.After(time.Until(w.start.Add(after))):
		return nil
	case <-w.ctx.Done():
		return w.ctx.Err()
	}
}

// minute watches the minute of a number, from 1 on.
func (w *watch) minute(number int) (sample, error) {
	begin := time.Duration(number-1) * time.Minute
	for _, at := range []time.Duration{10 * time.Second, warmUp, 50 * time.Second} {
		if err := w.until(begin + at); err != nil {
			return sample{}, err
		}
		if number == 1 && at == warmUp {
			if err := w.forget(); err != nil {
				return sample{}, err
			}
		}
		for range 2 { // there and back
			if err := w.page.Press(toggle); err != nil {
				return sample{}, err
			}
			if err := w.until(time.Since(w.start) + time.Second); err != nil {
				return sample{}, err
			}
		}
	}
	if err := w.until(begin + time.Minute); err != nil {
		return sample{}, err
	}
	return w.look(number)
}

// look takes a sample. Tasks that the measuring of memory brings about are left
// out.
func (w *watch) look(number int) (s sample, err error) {
	s.minute, s.load = number, load()
	if s.tasks, err = w.page.LongTasks(); err != nil {
		return s, err
	}
	if s.answers, err = browser.Eval[[]float64](w.page, "window.answers.splice(0)"); err != nil {
		return s, err
	}
	state, err := browser.Eval[[]string](w.page, `((d) => [d.state, d.steps, d.iteration])(document.querySelector(".train").dataset)`)
	if err != nil {
		return s, err
	}
	if _, err := fmt.Sscan(state[1], &s.steps); err != nil {
		return s, err
	}
	if _, err := fmt.Sscan(state[2], &s.iteration); err != nil {
		return s, err
	}
	if state[0] != "running" {
		return s, fmt.Errorf("the training is %s after %d steps", state[0], s.steps)
	}
	if problems := w.page.Problems(); len(problems) > 0 {
		return s, fmt.Errorf("the console says: %s", strings.Join(problems, "; "))
	}
	busy, err := w.page.Busy()
	if err != nil {
		return s, err
	}
	s.busy = busy - w.busy
	if s.memory, err = w.page.Memory(); err != nil {
		return s, err
	}
	return s, w.forget()
}

// forget drops the long tasks, answers and processor time so far.
func (w *watch) forget() (err error) {
	if w.busy, err = w.page.Busy(); err != nil {
		return err
	}
	_, err = browser.Eval[bool](w.page, "(window.longTasks.splice(0), window.answers.splice(0), true)")
	return err
}

// load returns the machine's load over a minute, "?" where there is no /proc to
// read it from. A training takes 1; much more than the machine has cores makes
// tasks long that are not.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	first, _, found := strings.Cut(string(text), " ")
	if err != nil || !found {
		return "?"
	}
	return first
}
