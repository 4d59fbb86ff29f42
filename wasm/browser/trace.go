//go:build !js

package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// Task is a task of the page's thread.
type Task struct {
	Wall      time.Duration // from its begin to its end, also while other programs had the processor
	Processor time.Duration // that it had the processor itself
}

// Trace notes the tasks of the page's thread from now on. The function that it
// returns ends that and lists those that took at least 10 ms, in their order.
// The time that a task has the processor tells what the page does, and not what
// else the machine does.
func (p *Page) Trace() (tasks func() ([]Task, error), err error) {
	t := &recorder{done: make(chan struct{})}
	ctx, cancel := context.WithCancel(p.ctx)
	if err := chromedp.Listen(ctx, t.listen); err != nil {
		cancel()
		return nil, err
	}
	config := &tracing.TraceConfig{IncludedCategories: []string{"toplevel", "__metadata"}, ExcludedCategories: []string{"*"}}
	if _, err := chromedp.Call(ctx, tracing.Start, tracing.StartParams{TransferMode: tracing.StartTransferModeReportEvents, TraceConfig: config}); err != nil {
		cancel()
		return nil, fmt.Errorf("browser: tracing: %w", err)
	}
	return func() ([]Task, error) {
		defer cancel()
		if _, err := chromedp.Call(ctx, tracing.End, cdp.Empty{}); err != nil {
			return nil, fmt.Errorf("browser: ending the trace: %w", err)
		}
		select {
		case <-t.done:
		case <-time.After(patience):
			return nil, fmt.Errorf("browser: the trace did not end within %v", patience)
		}
		return t.tasks()
	}, nil
}

// recorder collects events.
type recorder struct {
	mu     sync.Mutex
	events []traceEvent
	err    error
	once   sync.Once
	done   chan struct{}
}

// traceEvent is an event of Chromium's trace format; times are microseconds.
type traceEvent struct {
	Name     string  `json:"name"`
	Category string  `json:"cat"`
	Phase    string  `json:"ph"`
	Process  int     `json:"pid"`
	Thread   int     `json:"tid"`
	Start    float64 `json:"ts"`
	Wall     float64 `json:"dur"`
	CPU      float64 `json:"tdur"`
	Args     struct {
		Name string `json:"name"`
	} `json:"args"`
}

func (t *recorder) listen(event any) {
	switch e := event.(type) {
	case *tracing.EventDataCollected:
		t.mu.Lock()
		defer t.mu.Unlock()
		for _, v := range e.Value {
			var event traceEvent
			if err := json.Unmarshal(v, &event); err == nil {
				t.events = append(t.events, event)
			}
		}
	case *tracing.EventTracingComplete:
		t.once.Do(func() { close(t.done) })
	}
}

// tasks are the tasks of the renderer thread that was busiest: there is one page.
func (t *recorder) tasks() ([]Task, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	type thread struct{ process, id int }
	pages := map[thread]bool{}
	for _, e := range t.events {
		if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			pages[thread{e.Process, e.Thread}] = true
		}
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("browser: the trace of %d events has no page", len(t.events))
	}
	busy := map[thread]float64{}
	runs := map[thread][]traceEvent{}
	for _, e := range t.events {
		at := thread{e.Process, e.Thread}
		if pages[at] && e.Phase == "X" {
			busy[at] += e.Wall
			runs[at] = append(runs[at], e)
		}
	}
	var busiest thread
	for at, time := range busy {
		if busiest == (thread{}) || time > busy[busiest] {
			busiest = at
		}
	}
	return outermost(runs[busiest]), nil
}

// leastTask is the length of the shortest task that is listed.
const leastTask = 10 * time.Millisecond

// outermost keeps the events that are inside of no other.
func outermost(events []traceEvent) []Task {
	slices.SortStableFunc(events, func(a, b traceEvent) int {
		switch {
		case a.Start < b.Start:
			return -1
		case a.Start > b.Start:
			return 1
		case a.Wall > b.Wall:
			return -1
		case a.Wall < b.Wall:
			return 1
		}
		return 0
	})
	var list []Task
	end := 0.0
	for _, e := range events {
		if e.Start < end {
			continue
		}
		end = e.Start + e.Wall
		micro := func(v float64) time.Duration { return time.Duration(v * float64(time.Microsecond)) }
		if t := (Task{Wall: micro(e.Wall), Processor: micro(e.CPU)}); t.Wall >= leastTask {
			list = append(list, t)
		}
	}
	return list
}
