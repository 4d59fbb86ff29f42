package paper

import (
	"fmt"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/reproduce"
)

// step does one thing that is due.
func (h *host) step() {
	f := h.due[0]
	h.due = h.due[1:]
	f()
}

// The tables are made one experiment after the other, can be stopped, and go on
// behind what is done.
func TestTables(t *testing.T) {
	h, m := newModel()
	m.Reproduce()
	tables := m.tables
	for range 3 {
		h.step()
	}
	if tables.at != 3 || tables.state() != "running" || !strings.HasPrefix(tables.progress(), "3 of ") {
		t.Fatalf("after three experiments: %d, %s, %s", tables.at, tables.state(), tables.progress())
	}
	m.StopReproduction()
	h.work()
	if tables.at != 3 || tables.state() != "stopped" || tables.word() != "Go on" {
		t.Fatalf("stopped it is at %d, %s, and offers %q", tables.at, tables.state(), tables.word())
	}
	m.Reproduce()
	h.step()
	if tables.at != 4 {
		t.Errorf("it goes on at %d", tables.at)
	}
	tables.shown, tables.blocks = 0, nil
	if text := fmt.Sprint(flat(tables.written())); !strings.Contains(text, "alexnet 16 16 2254.7583303838487 2254.7583303838487") {
		t.Errorf("the section has %s", text)
	}
	if len(tables.failures) > 0 {
		t.Error(tables.failures)
	}
}

func flat(blocks []reproduce.Block) (rows []string) {
	for _, b := range blocks {
		if b.Table != nil {
			for _, row := range b.Table.Rows {
				rows = append(rows, strings.Join(row, " "))
			}
		}
	}
	return rows
}

// To the last experiment: then all is done, and it can be made again.
func TestTablesEnd(t *testing.T) {
	h, m := newModel()
	tables := m.allTables()
	tables.at = len(tables.items) - 1
	m.Reproduce()
	h.work()
	if tables.state() != "done" || tables.word() != "Reproduce again" || len(h.said) != 1 {
		t.Errorf("at the end it is %s, offers %q and says %q", tables.state(), tables.word(), h.said)
	}
	m.Reproduce()
	if tables.at != 0 || tables.state() != "running" {
		t.Errorf("made again it is at %d, %s", tables.at, tables.state())
	}
}

// An experiment of a section opens as it is.
func TestOpenTable(t *testing.T) {
	h, m := newModel()
	m.Show()
	var opened *experiment.Experiment
	d := &Dialog{Model: m, Open: func(x *experiment.Experiment) { opened = x }}
	tables := d.reproduction()[0]
	tables.item = 2
	d.openItem(tables)
	if want := tables.section().Items[2].Experiment; opened == nil || opened == want || opened.Name != want.Name || h.hidden != 1 {
		t.Errorf("opened %v, hidden %d times", opened, h.hidden)
	}
}
