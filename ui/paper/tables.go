package paper

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vugu/vugu"

	"rampart/core/experiment"
	"rampart/core/reproduce"
	"rampart/policy/builtin"
	"rampart/ui/number"
	"rampart/ui/session"
)

// tables are the tables of rampart reproduce, made in the page: experiment after
// experiment, of which one section is shown.
type tables struct {
	book    *reproduce.Book
	results *reproduce.Results
	items   []*reproduce.Item

	at       int              // items that are done
	now      *session.Session // the one that runs; nil if none does
	failures []string
	seconds  float64 // wall time of the items that are done

	shown  int               // section
	item   int               // of the shown section that Open opens
	blocks []reproduce.Block // of the shown section; nil: to be written anew
}

// firstShown is the section that is shown at first: the paper's baselines.
const firstShown = 1

// allTables returns the tables; they are listed when they are first asked for.
func (m *Model) allTables() *tables {
	if m.tables == nil {
		var policies []string
		for _, e := range builtin.Index() {
			policies = append(policies, e.Name)
		}
		book := reproduce.New(reproduce.Page(policies))
		m.tables = &tables{book: book, results: reproduce.NewResults(book), items: book.Items(), shown: firstShown}
	}
	return m.tables
}

// Reproduce runs the experiments that are not done, one after the other.
func (m *Model) Reproduce() {
	if t := m.allTables(); t.now == nil {
		if t.at == len(t.items) {
			t.at, t.seconds = 0, 0
		}
		t.failures = nil
		m.reproduceNext()
	}
}

func (m *Model) reproduceNext() {
	t := m.tables
	if t.at == len(t.items) {
		t.now = nil
		m.said("All published tables are made.")
		return
	}
	item := t.items[t.at]
	var own *session.Session
	own = session.Start(item.Experiment, m.runner, m.browser.Now, func(milestone bool) {
		if own == nil || t.now != own {
			return // stopped
		}
		if own.State != session.Running {
			t.results.Put(item.Key, own.Runs(), nil)
			t.failures = append(t.failures, own.Failures...)
			t.seconds += own.Elapsed()
			t.blocks = nil
			t.at++
			m.reproduceNext()
		}
		m.changed()
	})
	t.now = own
}

// StopReproduction stops the experiment that runs; what is done stays, and
// Reproduce goes on behind it.
func (m *Model) StopReproduction() {
	if t := m.allTables(); t.now != nil {
		t.now.Stop()
		t.now = nil
	}
}

// reproduction is the tables, for the template.
func (c *Dialog) reproduction() []*tables { return []*tables{c.Model.allTables()} }

// section is the one that is shown.
func (t *tables) section() *reproduce.Section { return t.book.Sections[t.shown] }

// written are the blocks of the shown section.
func (t *tables) written() []reproduce.Block {
	if t.blocks == nil {
		t.blocks = t.book.Blocks(t.section(), t.results)
	}
	return t.blocks
}

func (t *tables) state() string {
	switch {
	case t.now != nil:
		return string(session.Running)
	case t.at == len(t.items):
		return string(session.Done)
	case t.at > 0:
		return string(session.Stopped)
	}
	return "none"
}

func (t *tables) word() string {
	switch t.state() {
	case string(session.Done):
		return "Reproduce again"
	case string(session.Stopped):
		return "Go on"
	}
	return "Reproduce"
}

// part is how much of the experiments is done, 0 to 1.
func (t *tables) part() float64 {
	done := float64(t.at)
	if t.now != nil {
		done += t.now.Part()
	}
	return done / float64(len(t.items))
}

func (t *tables) width() string { return strconv.FormatFloat(100*t.part(), 'f', 1, 64) + "%" }

func (t *tables) progress() string {
	words := fmt.Sprintf("%d of %d experiments done", t.at, len(t.items))
	switch t.state() {
	case "none":
		return plural(len(t.items), "experiment", "experiments") + ", some minutes"
	case string(session.Stopped):
		return "Stopped: " + words
	case string(session.Done):
		return words + " in " + number.Duration(t.seconds)
	}
	if part := t.part(); part > .02 {
		words += ", about " + number.Duration(float64(int((t.seconds+t.now.Elapsed())*(1-part)/part)+1)) + " left"
	}
	return words
}

func (t *tables) chooseSection(event vugu.DOMEvent) {
	if i, err := strconv.Atoi(event.PropString("target", "value")); err == nil && i >= 0 && i < len(t.book.Sections) {
		t.shown, t.item, t.blocks = i, 0, nil
	}
}

func (t *tables) chooseItem(event vugu.DOMEvent) {
	if i, err := strconv.Atoi(event.PropString("target", "value")); err == nil && i >= 0 && i < len(t.section().Items) {
		t.item = i
	}
}

// openItem gives the page a copy of the chosen experiment.
func (c *Dialog) openItem(t *tables) {
	x, err := experiment.Decode(experiment.AppendCanonical(nil, t.section().Items[t.item].Experiment))
	if err != nil {
		panic("paper: an experiment of the book is not valid: " + err.Error())
	}
	c.Model.Close()
	c.Open(x)
}

// columnClass sets columns of figures to the right.
func columnClass(t *reproduce.Table, column int) string {
	if column == 0 || len(t.Rows) == 0 {
		return ""
	}
	first, _ := utf8.DecodeRuneInString(t.Rows[0][column])
	if unicode.IsDigit(first) || strings.ContainsRune("+−"+reproduce.Missing, first) {
		return "n"
	}
	return ""
}
