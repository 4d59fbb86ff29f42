package ui

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/ui/store"
)

// learned opens a page with a store. settle lets the store answer and time pass.
func learned() (b *browser, root *Root, m *store.Memory, settle func()) {
	b, root = open()
	m = &store.Memory{Later: func(f func()) { b.later = append(b.later, f) }}
	root.Learn(untrained{}, m)
	settle = func() {
		for range 20 {
			later := b.later
			b.later = nil
			for _, f := range later {
				f()
			}
		}
	}
	settle()
	return b, root, m, settle
}

// What the user runs is remembered, and opened again it is held against what is
// found now.
func TestThePageRemembers(t *testing.T) {
	b, root, m, settle := learned()
	b.answer()
	settle()
	if m.Len() != 0 {
		t.Error("the experiment with which the page opens was remembered")
	}
	root.choosePreset("B")
	b.answer()
	settle()
	if m.Len() != 1 || len(root.history.Entries) != 1 {
		t.Fatalf("%d records, %d entries", m.Len(), len(root.history.Entries))
	}
	name, digest := root.history.Entries[0].Name, root.session.Digest
	root.choosePreset("C")
	root.showHistory()
	settle()
	has(t, render(t, root), `id="history"`, "Past experiments", name)

	root.openEntry(root.history.Entries[0])
	settle()
	page := render(t, root)
	if root.session.Experiment.Name != name || root.session.Digest != "" {
		t.Fatalf("open is %s with the digest %s", root.session.Experiment.Name, root.session.Digest)
	}
	has(t, page, "the history")
	b.answer()
	settle()
	if root.session.Digest != digest {
		t.Error("another digest than before")
	}
	has(t, render(t, root), `data-outcome="verified"`)
	if len(root.history.Entries) != 1 || root.history.Entries[0].Times != 2 {
		t.Errorf("entries %+v", root.history.Entries)
	}
}

// A session that is stopped, or that another takes the place of, can go on.
func TestThePageGoesOn(t *testing.T) {
	for _, test := range []struct {
		name string
		stop func(root *Root)
	}{
		{"stopped", func(root *Root) { root.Stop() }},
		{"replaced", func(root *Root) { root.choosePreset("C") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, root, _, settle := learned()
			root.choosePreset("B")
			b.seconds += 10
			u := b.units[0]
			b.listener.Done(0, &experiment.Run{Strategy: u.Strategy, Seed: u.Seed, JobsDigest: "sha256:" + strings.Repeat("0", 64)})
			settle()
			test.stop(root)
			settle()
			e := root.history.Entries[0]
			if e.Runs != 1 || !strings.Contains(e.Figure(), "Stopped after 1 of 24 runs") {
				t.Fatalf("the entry says %q", e.Figure())
			}
			root.openEntry(e)
			settle()
			if len(b.units) != 23 || root.session.Ended() != 1 || root.session.Experiment.Name != e.Name {
				t.Errorf("%d runs of %s are run, %d are known", len(b.units), root.session.Experiment.Name, root.session.Ended())
			}
		})
	}
}

// What cannot be kept is told in every tab, with a way out, until it is
// dismissed.
func TestThePageTellsWhatIsNotKept(t *testing.T) {
	b, root, m, settle := learned()
	m.Fail = store.ErrFull
	root.choosePreset("B")
	b.answer()
	settle()
	has(t, render(t, root), "no room left for this page", ">Export to a file<")
	root.exportShown()
	found := false
	for name, text := range b.saved {
		r, err := experiment.DecodeResult([]byte(text))
		found = found || strings.HasSuffix(name, "result.json") && err == nil && r.Digest == root.session.Digest
	}
	if !found {
		t.Errorf("saved were %d files, none of them the result", len(b.saved))
	}
	root.dismissUnkept()
	if strings.Contains(render(t, root), "no room left") {
		t.Error("it was dismissed and still stands there")
	}
}

// A later version of the page is offered while it works on.
func TestThePageOffersALaterVersion(t *testing.T) {
	_, root, _, _ := learned()
	taken := 0
	root.Site().Keep(func() { taken++ })
	root.Site().Heard("update", "")
	if !root.Busy() {
		t.Fatal("the page does not run")
	}
	has(t, render(t, root), "A later version of Rampart is ready. It waits until you reload", ">Reload<")
	if taken != 0 {
		t.Error("nobody has asked for it")
	}
}
