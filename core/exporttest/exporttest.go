// Package exporttest checks what package export writes, natively and in what a
// browser has saved, by the rules of the formats rather than by the code that
// wrote it.
package exporttest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Event is one event of a trace, with the fields that Rampart uses.
type Event struct {
	Phase   string                     `json:"ph"`
	Name    string                     `json:"name"`
	Process int                        `json:"pid"`
	Track   int                        `json:"tid"`
	At      *int64                     `json:"ts"`
	Length  *int64                     `json:"dur"`
	Scope   string                     `json:"s"`
	Args    map[string]json.RawMessage `json:"args"`
}

// Trace is a file in the Trace Event Format.
type Trace struct {
	Unit   string            `json:"displayTimeUnit"`
	Other  map[string]string `json:"otherData"`
	Events []Event           `json:"traceEvents"`
}

// ReadTrace reads a trace and holds it to the rules of the Trace Event Format,
// JSON object form, and to those that readers add: every event has a known
// phase, a name, a process and a track; complete events have a length of at
// least zero, and those of one track do not overlap unless one lies inside the
// other; instant events have a scope; counters count numbers; every process
// and track with events is named, once.
func ReadTrace(data []byte) (*Trace, error) {
	t := &Trace{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, err
	}
	if t.Unit != "ms" && t.Unit != "ns" {
		return nil, fmt.Errorf("displayTimeUnit is %q, expected ms or ns", t.Unit)
	}
	if len(t.Events) == 0 {
		return nil, errors.New("traceEvents is empty")
	}
	named := map[string]bool{}
	for i := range t.Events {
		if err := t.Events[i].check(named); err != nil {
			return nil, fmt.Errorf("traceEvents[%d] (%s): %w", i, t.Events[i].Name, err)
		}
	}
	for i := range t.Events {
		e := &t.Events[i]
		if !named[fmt.Sprintf("process_name %d 0", e.Process)] {
			return nil, fmt.Errorf("traceEvents[%d]: process %d has no name", i, e.Process)
		}
		if (e.Phase == "X" || e.Phase == "i") && !named[fmt.Sprintf("thread_name %d %d", e.Process, e.Track)] {
			return nil, fmt.Errorf("traceEvents[%d]: track %d of process %d has no name", i, e.Track, e.Process)
		}
	}
	return t, t.nested()
}

// check holds one event to the rules.
func (e *Event) check(named map[string]bool) error {
	if e.Name == "" {
		return errors.New("it has no name")
	}
	if e.Phase != "M" && (e.At == nil || *e.At < 0) {
		return errors.New("its ts is missing or below 0")
	}
	switch e.Phase {
	case "X":
		if e.Length == nil || *e.Length < 0 {
			return errors.New("its dur is missing or below 0")
		}
	case "i":
		if e.Scope != "t" && e.Scope != "p" && e.Scope != "g" {
			return fmt.Errorf("its scope is %q, expected t, p or g", e.Scope)
		}
	case "C":
		var v float64
		for key, raw := range e.Args {
			if json.Unmarshal(raw, &v) != nil {
				return fmt.Errorf("the counter %s is no number", key)
			}
		}
		if len(e.Args) == 0 {
			return errors.New("a counter counts nothing")
		}
	case "M":
		return e.checkMetadata(named)
	default:
		return fmt.Errorf("its phase is %q", e.Phase)
	}
	return nil
}

func (e *Event) checkMetadata(named map[string]bool) error {
	switch e.Name {
	case "process_name", "thread_name":
		var name string
		if json.Unmarshal(e.Args["name"], &name) != nil || name == "" {
			return errors.New("it names nothing")
		}
	case "process_sort_index", "thread_sort_index":
		var place int
		if json.Unmarshal(e.Args["sort_index"], &place) != nil {
			return errors.New("its sort_index is no whole number")
		}
	default:
		return errors.New("unknown metadata")
	}
	key := fmt.Sprintf("%s %d %d", e.Name, e.Process, e.Track)
	if named[key] {
		return errors.New("it is there twice")
	}
	named[key] = true
	return nil
}

// nested checks that complete events of a track do not cross.
func (t *Trace) nested() error {
	type track struct{ process, track int }
	lanes := map[track][]*Event{}
	for i := range t.Events {
		if e := &t.Events[i]; e.Phase == "X" {
			at := track{e.Process, e.Track}
			lanes[at] = append(lanes[at], e)
		}
	}
	for at, events := range lanes {
		slices.SortStableFunc(events, func(a, b *Event) int {
			return cmp.Or(cmp.Compare(*a.At, *b.At), cmp.Compare(*b.Length, *a.Length))
		})
		var open []int64 // ends of the events that enclose the next
		for _, e := range events {
			for len(open) > 0 && open[len(open)-1] <= *e.At {
				open = open[:len(open)-1]
			}
			end := *e.At + *e.Length
			if len(open) > 0 && end > open[len(open)-1] {
				return fmt.Errorf("on track %d of process %d the event at %d crosses another", at.track, at.process, *e.At)
			}
			open = append(open, end)
		}
	}
	return nil
}
