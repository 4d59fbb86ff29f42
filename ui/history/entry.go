package history

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/ui/number"
	"rampart/ui/session"
	"rampart/ui/store"
)

// The kinds of records: one entry for each experiment, and its runs so far in
// parts until the last of them is done.
const (
	entryKind = "history/"
	partKind  = "part/"
)

// State says where an entry's experiment stands.
type State string

// The states of an entry.
const (
	Running State = "running" // in a page that is open, or was closed meanwhile
	Stopped State = "stopped" // it can go on
	Done    State = "done"
)

// Entry is a past experiment as the list shows it.
type Entry struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	Started    int64   `json:"started"` // milliseconds since 1970
	Ended      int64   `json:"ended"`   // when it was last written
	State      State   `json:"state"`
	Strategies int     `json:"strategies"`
	Seeds      int     `json:"seeds"`
	Runs       int     `json:"runs"`     // that are done, of Strategies times Seeds
	Best       string  `json:"best"`     // strategy with the lowest blocking rate, "" before a run is done
	Blocking   float64 `json:"blocking"` // its blocking rate
	Digest     string  `json:"digest"`   // "" until all runs are done
	Times      int     `json:"times"`    // how often it was run

	Elsewhere bool `json:"-"` // another page runs it
}

// newID names an entry: by its time, so that keys are in the order of time, and
// by what is run, so that two pages never name two things alike.
func newID(now time.Time, canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return fmt.Sprintf("%09s-%s", strconv.FormatInt(now.UnixMilli(), 36), hex.EncodeToString(sum[:3]))
}

// isID reports whether newID could have made s.
func isID(s string) bool {
	return len(s) == 16 && s[9] == '-' && strict.Only(s[10:], strict.IsHex) &&
		strict.Only(s[:9], func(c byte) bool { return strict.IsDigit(c) || strict.IsLower(c) })
}

// update brings an entry up to a session.
func (e *Entry) update(s *session.Session, now time.Time) {
	e.Name = s.Experiment.Name
	e.Strategies, e.Seeds = len(s.Experiment.Strategies), len(s.Experiment.Seeds)
	e.Ended, e.Runs, e.Digest = now.UnixMilli(), 0, s.Digest
	for i := range s.Units {
		if s.UnitRun(i) != nil {
			e.Runs++
		}
	}
	e.Best = ""
	for i := range s.Summaries {
		if rate := s.Summaries[i].BlockingRate.Mean; e.Best == "" || rate < e.Blocking {
			e.Best, e.Blocking = s.Experiment.Strategies[s.Summaries[i].Strategy].Name(), rate
		}
	}
}

// readEntry reads a record strictly enough that nothing in it can mislead the
// page: it may come from another version.
func readEntry(r store.Record) (Entry, bool) {
	var e Entry
	if json.Unmarshal(r.Meta, &e) != nil || entryKind+e.ID != r.Key || !isID(e.ID) {
		return Entry{}, false
	}
	switch e.State {
	case Running, Stopped, Done:
	default:
		return Entry{}, false
	}
	if utf8.RuneCountInString(e.Name) > experiment.MaxName || utf8.RuneCountInString(e.Best) > 2*experiment.MaxName {
		return Entry{}, false
	}
	inside := e.Strategies >= 1 && e.Strategies <= experiment.MaxStrategies && e.Seeds >= 1 && e.Seeds <= experiment.MaxSeeds &&
		e.Runs >= 0 && e.Runs <= e.Strategies*e.Seeds && e.Blocking >= 0 && e.Blocking <= 1
	return e, inside
}

// record is an entry as it is kept.
func (e *Entry) record(data []byte) store.Record {
	meta, err := json.Marshal(e)
	if err != nil {
		panic("history: an entry has no JSON form")
	}
	return store.Record{Key: entryKind + e.ID, Meta: meta, Data: data}
}

// keys are the prefixes of all that belongs to an entry.
func (e *Entry) keys() []string { return []string{entryKind + e.ID, partKind + e.ID + "/"} }

func claimOf(id string) string { return "rampart-run-" + id }

// Title names the experiment.
func (e *Entry) Title() string {
	if e.Name == "" {
		return "An experiment without a name"
	}
	return e.Name
}

// Extent says how much it is.
func (e *Entry) Extent() string {
	return plural(e.Strategies, "strategy", "strategies") + " on " + plural(e.Seeds, "seed", "seeds")
}

// Figure says what came out.
func (e *Entry) Figure() string {
	var parts []string
	switch {
	case e.Elsewhere:
		parts = append(parts, "Runs in another tab")
	case e.State == Running:
		parts = append(parts, "Runs now")
	case e.State == Stopped:
		parts = append(parts, fmt.Sprintf("Stopped after %d of %s", e.Runs, plural(e.Strategies*e.Seeds, "run", "runs")))
	}
	if e.Best != "" {
		words := e.Best + " blocks " + number.Rate(e.Blocking)
		if e.State != Done {
			words = "so far " + words
		}
		parts = append(parts, words)
	}
	if e.Times > 1 {
		parts = append(parts, fmt.Sprintf("run %d times with the same result", e.Times))
	}
	return strings.Join(parts, ", ")
}

// When says when it was last run, as short as can be at a time now.
func (e *Entry) When(now time.Time) string {
	at := time.UnixMilli(e.Ended).In(now.Location())
	switch {
	case at.YearDay() == now.YearDay() && at.Year() == now.Year():
		return at.Format("15:04")
	case at.Year() == now.Year():
		return at.Format("2 Jan, 15:04")
	}
	return at.Format("2 Jan 2006")
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number.Count(n) + " " + many
}
