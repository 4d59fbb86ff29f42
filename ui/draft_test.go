package ui

import (
	"testing"

	"rampart/core/snapshot"
)

// edit changes the form as a user does, and waits.
func (b *browser) edit(root *Root, text string) {
	root.model.Edit("queueCapacity", text)
	root.formChanged()
	later := b.later
	b.later = nil
	for _, f := range later {
		f()
	}
}

// again loads the page anew in the same tab.
func (b *browser) again(fragment string) (*browser, *Root) {
	n := &browser{saved: map[string]string{}, fragment: fragment, draft: b.draft}
	root := New(n, n, func() {})
	root.Settled()
	return n, root
}

// Settings that were changed and not run outlive the page, whatever it opens
// with next.
func TestADraftIsOfferedBack(t *testing.T) {
	b, root := open()
	b.edit(root, "7")
	for _, fragment := range []string{"", snapshot.Compressed(made(mine()))} {
		n, next := b.again(fragment)
		if next.kept == nil || next.kept.QueueCapacity != 7 {
			t.Fatalf("at %.20q nothing is offered", fragment)
		}
		has(t, render(t, next), "experiment from before")
		n.answer()
		if n.draft == "" {
			t.Error("the draft is gone before anybody took it")
		}
		next.openKept()
		if next.session.Experiment.QueueCapacity != 7 || n.draft != "" {
			t.Error("it is not opened, or still kept although it runs")
		}
	}
}

func TestWhatIsNoDraft(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(b *browser, root *Root)
	}{
		{"a preset", func(b *browser, root *Root) { root.choosePreset("C"); b.edit(root, "10") }},
		{"what was run", func(b *browser, root *Root) { b.edit(root, "7"); root.Run() }},
		{"what was taken back", func(b *browser, root *Root) { b.edit(root, "7"); b.edit(root, "10") }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b, root := open()
			tc.do(b, root)
			if b.draft != "" {
				t.Errorf("%s was kept", b.draft)
			}
			if _, next := b.again(""); next.kept != nil {
				t.Error("something is offered")
			}
		})
	}
	t.Run("a mistake leaves the last right one", func(t *testing.T) {
		b, root := open()
		b.edit(root, "7")
		b.edit(root, "x")
		if _, next := b.again(""); next.kept == nil || next.kept.QueueCapacity != 7 {
			t.Error("the draft is gone")
		}
	})
	t.Run("dismissed", func(t *testing.T) {
		b, root := open()
		b.edit(root, "7")
		n, next := b.again("")
		next.dropKept()
		if _, next = n.again(""); next.kept != nil {
			t.Error("it is offered again")
		}
	})
	t.Run("damaged", func(t *testing.T) {
		b, _ := open()
		b.draft = `{"rampart":1,`
		if _, next := b.again(""); next.kept != nil {
			t.Error("something is offered")
		}
	})
}
