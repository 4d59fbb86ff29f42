package train

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/ui/store"
	"rampart/wasm/wire"
)

// What another tab does to the policies shows here, and what it has deleted does
// not come back.
func TestAnotherTabsPolicies(t *testing.T) {
	p, d := open(nil)
	id, err := d.Import("mine.safetensors", policyFile(t))
	if err != nil {
		t.Fatal(err)
	}
	p.settle()
	q, e := open(p.store)
	e.Rename(id, "Renamed")
	q.settle() // the queue of the later page serves both
	p.store.Tell(policyKind+id, nil)
	q.settle()
	if d.Policy(id) == nil || d.Policy(id).Name != "Renamed" {
		t.Fatalf("this tab has %+v", d.Policies)
	}
	read := ""
	d.File(id, func(file []byte) { read = string(file) })
	q.settle()
	if !strings.Contains(read, `Renamed`) {
		t.Error("the file at hand is still the one from before")
	}
	e.Delete(id)
	q.settle()
	d.Rename(id, "Too late") // before the news is here
	q.settle()
	if p.store.Len() != 0 || !strings.Contains(d.Trouble, "Another tab has deleted it") || !d.Policy(id).Unkept {
		t.Errorf("%d records, %q", p.store.Len(), d.Trouble)
	}
	p.store.Tell(policyKind+id, nil)
	q.settle()
	if len(d.Policies) != 1 { // it is only here now, and can be exported
		t.Errorf("policies %+v", d.Policies)
	}
}

// What the browser has deleted is kept again as far as it is at hand.
func TestKeptAgain(t *testing.T) {
	p, d := open(nil)
	id, err := d.Import("mine.safetensors", policyFile(t))
	if err != nil {
		t.Fatal(err)
	}
	d.Start(experiment.Paper("A"))
	iterate(p, 0, 300)
	p.listener.Checkpoint(policyFile(t))
	p.settle()
	p.store.Take([]string{""}, func([]store.Record, error) {})
	p.store.Tell("", store.ErrLost)
	p.settle()
	later := p.later
	p.later = nil
	for _, f := range later { // what was deleting is done
		f()
	}
	p.settle()
	if p.store.Len() != 2 || d.Policy(id) == nil || d.Policy(id).Unkept || d.Unkept() != "" {
		t.Errorf("%d records are kept, policies %+v, %q", p.store.Len(), d.Policies, d.Unkept())
	}
}

// A training that cannot be kept says so as long as that is so.
func TestUnkept(t *testing.T) {
	p, d := open(nil)
	d.Start(experiment.Paper("A"))
	iterate(p, 0, 300)
	if d.Exportable() {
		t.Error("there is nothing to export yet")
	}
	p.store.Fail = store.ErrFull
	p.listener.Checkpoint(policyFile(t))
	p.settle()
	if d.Unkept() != store.Sentence(store.ErrFull) || !d.Exportable() {
		t.Errorf("it says %q", d.Unkept())
	}
	p.store.Fail = nil
	iterate(p, 300, 400)
	p.listener.Checkpoint(policyFile(t))
	p.settle()
	if d.Unkept() != "" {
		t.Errorf("once it is kept it says %q", d.Unkept())
	}
}

// Trainings of tabs that were closed are found and taken up, and those of other
// tabs left alone.
func TestOthers(t *testing.T) {
	s := &store.Memory{}
	p, d := open(s)
	d.Start(experiment.Paper("A"))
	iterate(p, 0, 300)
	p.listener.Checkpoint(policyFile(t))
	p.listener.Ended(&wire.Reply{Kind: wire.KindStopped})
	p.settle()
	first := d.Current.ID

	q, e := open(s)
	e.lastID = 1_900_000_000_000 // of a later time
	e.Start(experiment.Paper("B"))
	q.settle()
	e.ListOthers()
	q.settle()
	if len(e.Others) != 1 || e.Others[0].ID != first {
		t.Fatalf("others: %v", e.Others)
	}
	if title, progress := e.Others[0].Words(); !strings.Contains(title, "Fast training on Paper, ") || clean(progress) != "Step 300 of 10 000" {
		t.Errorf("%s: %s", title, progress)
	}
	refused := ""
	refuse := func(sentence string) { refused = sentence }
	e.TakeOther(first, refuse)
	if !strings.Contains(refused, "under way") {
		t.Errorf("beside a running training: %q", refused)
	}
	q.listener.Ended(&wire.Reply{Kind: wire.KindStopped})
	q.settle()
	second := e.Current.ID
	for _, try := range []func(string, func(string)){e.TakeOther, e.DeleteOther} {
		refused = ""
		try(first, refuse)
		q.settle()
		if !strings.Contains(refused, "Another tab has") || e.Current.ID != second {
			t.Errorf("the other tab is open: %q, %s", refused, e.Current.ID)
		}
	}
	s.Release(claimOf(d.Current)) // the other tab is closed
	e.TakeOther(first, refuse)
	q.settle()
	if e.Current.ID != first || e.Current.At != 300 || len(e.Others) != 1 || e.Others[0].ID != second {
		t.Fatalf("taken %+v, others %v", e.Current, e.Others)
	}
	e.DeleteOther(second, refuse)
	q.settle()
	if len(e.Others) != 0 {
		t.Errorf("others: %v", e.Others)
	}
}
