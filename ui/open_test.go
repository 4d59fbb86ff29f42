package ui

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/form"
	"rampart/ui/session"
	"rampart/ui/share"
	"rampart/ui/store"
	"rampart/ui/timeline"
	"rampart/wasm/wire"
)

// openAt opens the page at an address.
func openAt(fragment string) (*browser, *Root) {
	b := &browser{saved: map[string]string{}, fragment: fragment}
	return b, New(b, b, func() { b.drawings++ })
}

// mine is an experiment that is no preset.
func mine() *experiment.Experiment {
	x := form.Paper("B")
	x.Name, x.QueueCapacity = "Mine", 3
	return x
}

// made is what somebody shared of an experiment after running it.
func made(x *experiment.Experiment) *snapshot.Snapshot {
	b, root := open()
	root.load(x)
	b.answer()
	return share.Make(root.shared(), share.Options{Figures: true})
}

func TestALinkOpens(t *testing.T) {
	s := made(mine())
	b, root := openAt(snapshot.Compressed(s))
	if len(b.units) != 24 || root.session.Experiment.Name != "Mine" {
		t.Fatalf("%d units of %s", len(b.units), root.session.Experiment.Name)
	}
	has(t, render(t, root), "Opened from the link, with the figures that its maker recorded.", "Recorded: a fixed degree of 8 blocks 14.1 %",
		`data-state="running"`, ">recorded<")
	b.answer()
	page := render(t, root)
	has(t, page, "✓ Verified.", `data-outcome="verified"`, "✓ verified", `data-digest="`+s.Digest+`"`)
	if strings.Contains(page, ">recorded<") || strings.Contains(page, "The settings have changed") {
		t.Error("the figures are still the recorded ones, or the settings pass for changed")
	}
	if !strings.HasPrefix(root.said, "Verified. All 24 runs were repeated here") {
		t.Errorf("the live region says %s", root.said)
	}
	// The same again is still held against what was recorded, another is not.
	root.Run()
	b.answer()
	has(t, render(t, root), "✓ Verified.")
	root.model.Edit("queueCapacity", "4")
	root.Run()
	if page := render(t, root); root.opened != nil || b.fragment != "" || strings.Contains(page, "Opened from") {
		t.Error("the page still claims to show the link")
	}
}

func TestALinkThatDiffers(t *testing.T) {
	s := made(mine())
	s.Summaries[0].BlockingRate.Mean = .5
	b, root := openAt(snapshot.Compressed(s))
	b.answer()
	has(t, render(t, root), "Not what was recorded.", `data-outcome="differs"`, "Maximum parallelism (Para_max), mean blocking rate: recorded 50 %, here 26.3 %.", ">differs<")
}

// What is wrong with a link is said, and the page opens as it always does.
func TestABrokenLinkOpensThePage(t *testing.T) {
	whole := snapshot.Compressed(made(mine()))
	for name, fragment := range map[string]string{"cut": whole[:300], "later": "r5=AAAA", "no link": "main", "empty": "", "another page's": "x=3"} {
		t.Run(name, func(t *testing.T) {
			b, root := openAt(fragment)
			if len(b.units) != 24 || root.model.Preset() != "A" || root.opened != nil {
				t.Fatalf("%d units of preset %s", len(b.units), root.model.Preset())
			}
			told := strings.HasSuffix(root.notice, "What the page shows is its own experiment instead.")
			if told != (name == "cut" || name == "later") {
				t.Errorf("the notice is %q", root.notice)
			}
		})
	}
}

// A costly link waits for the user, with what was recorded in view.
func TestACostlyLinkWaits(t *testing.T) {
	x := mine()
	x.HorizonSeconds = 2e8
	s := &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: x, Summaries: made(mine()).Summaries}
	b, root := openAt(snapshot.Compressed(s))
	if b.units != nil || root.session.State != session.Held {
		t.Fatalf("state %s, %d units", root.session.State, len(b.units))
	}
	has(t, render(t, root), "The link asks for 24 runs with about 4 800 000 jobs together: about ", ">Run 24 runs<", "Recorded: a fixed degree of 8", `data-outcome="held"`)
	root.Run()
	if len(b.units) != 24 || root.opened == nil || root.session.Recorded == nil {
		t.Error("it does not run, or has forgotten what was recorded")
	}
}

// Nothing of a costly link runs unasked, also where its view would need it; once
// it runs, the view is the link's.
func TestACostlyViewWaits(t *testing.T) {
	x := mine()
	x.HorizonSeconds = 2e8
	snapshot.SetView(x, &snapshot.View{Tab: "timeline", Runs: []snapshot.Pick{{Strategy: 3, Seed: 1}, {Strategy: 4, Seed: 2}}})
	b, root := openAt(snapshot.Compressed(&snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: x}))
	if root.tab != "timeline" || b.jobs != nil || b.units != nil {
		t.Fatalf("tab %s, jobs of %v", root.tab, b.jobs)
	}
	has(t, render(t, root), "Nothing has been run yet. Run the experiment first.")
	root.Run()
	if len(b.jobs) != 2 || b.jobs[1] != (wire.Unit{Strategy: 4, Seed: 2}) {
		t.Errorf("jobs of %v are fetched", b.jobs)
	}
}

// The settings of a training that a link brings are there once the page can
// train.
func TestALinkBringsTraining(t *testing.T) {
	_, maker := open()
	maker.tab = "train"
	maker.desk.Settings.Edit("totalSteps", "12345")
	s := share.Make(maker.shared(), share.Options{})
	b, root := openAt(snapshot.Compressed(s))
	root.Learn(untrained{}, &store.Memory{Later: func(f func()) { b.After(0, f) }})
	if got := root.desk.Settings.Text("totalSteps"); got != "12345" || root.tab != "train" {
		t.Errorf("%s steps in the tab %s", got, root.tab)
	}
}

// The address names what is open, or nothing.
func TestTheAddressIsTrue(t *testing.T) {
	link := snapshot.Compressed(made(mine()))
	for name, do := range map[string]func(root *Root){
		"a pasted link": func(root *Root) { root.OpenText("#p=D") },
		"a file": func(root *Root) {
			root.Import("x.rampart.json", string(snapshot.AppendFile(nil, made(form.Paper("C")))))
		},
		"a preset": func(root *Root) { root.choosePreset("B") },
	} {
		b, root := openAt(link)
		if do(root); b.fragment != "" {
			t.Errorf("%s: the address is still that of the link", name)
		}
	}
	b, root := openAt(link)
	root.Run()
	if b.fragment != link {
		t.Error("the address is lost although the link is what is open")
	}
}

// A link that opens over the user's own work keeps that, until the user takes
// it back or dismisses it.
func TestOwnWorkIsKept(t *testing.T) {
	link := snapshot.Compressed(made(mine()))
	for _, tc := range []struct {
		name string
		edit func(root *Root)
		kept bool
	}{
		{"changed settings", func(root *Root) { root.model.Edit("queueCapacity", "7") }, true},
		{"a preset", func(root *Root) { root.choosePreset("C") }, false},
		{"settings with a mistake", func(root *Root) { root.model.Edit("queueCapacity", "x") }, false},
		{"nothing", func(*Root) {}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b, root := open()
			tc.edit(root)
			b.fragment = link
			root.AddressChanged()
			if root.session.Experiment.Name != "Mine" {
				t.Fatal("the link does not win")
			}
			if (root.kept != nil) != tc.kept {
				t.Fatalf("kept: %v", root.kept)
			}
			if !tc.kept {
				return
			}
			has(t, render(t, root), ">Open your experiment from before<")
			root.openKept()
			if root.session.Experiment.QueueCapacity != 7 || root.kept != nil || b.fragment != "" {
				t.Error("the experiment from before is not back")
			}
		})
	}
}

// Opening the same link twice, or another after it, is no work of the user's.
func TestALinkIsNotOwnWork(t *testing.T) {
	b, root := openAt(snapshot.Compressed(made(mine())))
	b.fragment = "p=D"
	root.AddressChanged()
	if root.kept != nil || root.model.Preset() != "D" {
		t.Errorf("kept %v, preset %s", root.kept, root.model.Preset())
	}
	if strings.Contains(render(t, root), "Opened from") {
		t.Error("a preset by its short link is announced")
	}
}

func TestATabAsAnAddress(t *testing.T) {
	b, root := openAt("tab=policy")
	if root.tab != "policy" || len(b.units) != 24 {
		t.Fatalf("tab %s, %d units", root.tab, len(b.units))
	}
	root.model.Edit("queueCapacity", "7")
	before := root.session
	b.fragment = "tab=timeline"
	root.AddressChanged()
	if root.tab != "timeline" || root.session != before || root.kept != nil {
		t.Error("a tab's address changes more than the tab")
	}
	b.fragment = "tab=nowhere"
	root.AddressChanged()
	if root.tab != "timeline" {
		t.Error("an unknown tab is opened")
	}
}

// The Timeline opens on what the maker looked at, and says so again when it is
// shared.
func TestTheViewOpens(t *testing.T) {
	x := mine()
	want := &snapshot.View{Tab: "timeline", Runs: []snapshot.Pick{{Strategy: 3, Seed: 1}, {Strategy: 4, Seed: 2}}, Focus: &snapshot.Focus{Side: 1, Job: 2}}
	snapshot.SetView(x, want)
	b, root := openAt(snapshot.Compressed(&snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: x}))
	if root.tab != "timeline" || len(b.jobs) != 2 || b.jobs[0] != (wire.Unit{Strategy: 3, Seed: 1}) || b.jobs[1] != (wire.Unit{Strategy: 4, Seed: 2}) {
		t.Fatalf("tab %s, jobs of %v", root.tab, b.jobs)
	}
	b.answer()
	if len(b.jobs) != 2 {
		t.Error("the picks of a link were changed")
	}
	got := root.view()
	if got.Tab != "timeline" || len(got.Runs) != 2 || got.Runs[1] != want.Runs[1] {
		t.Errorf("shared again it shows %+v", got)
	}
}

// A page that opens on the Timeline picks its runs when it knows the figures.
func TestThePagePicksOnceItKnows(t *testing.T) {
	b, root := openAt("tab=timeline")
	first := root.sides.picks
	b.answer()
	if root.sides.picks == first || root.sides.picks[0] != (timeline.Pick{Strategy: 5}) {
		t.Errorf("picks %v", root.sides.picks)
	}
	if v := root.view(); v.Runs != nil || v.Time != nil || v.Focus != nil {
		t.Errorf("the page's own choice is shared: %+v", v)
	}
	root.pickSide(0, 2, 1)
	root.Run()
	root.choose("timeline")
	root.pickSide(0, 2, 1)
	b.answer()
	if root.sides.picks[0] != (timeline.Pick{Strategy: 2, Seed: 1}) {
		t.Error("the user's pick was changed")
	}
}

func TestASnapshotOfTheServer(t *testing.T) {
	s := made(mine())
	canonical := string(snapshot.AppendCanonical(nil, s))
	id := snapshot.ID([]byte(canonical))
	t.Run("opens", func(t *testing.T) {
		b, root := openAt("s=" + id)
		if b.units != nil || b.asked[0] != "GET api/snapshots/"+id+" " {
			t.Fatalf("%d units, asked %q", len(b.units), b.asked)
		}
		has(t, render(t, root), "Fetching the snapshot from the server.")
		b.answer1(share.Answer{Status: 200, Body: canonical})
		b.answer()
		has(t, render(t, root), "✓ Verified.", "gave what the snapshot records")
	})
	t.Run("is not there", func(t *testing.T) {
		b, root := openAt("s=" + id)
		b.answer1(share.Answer{Status: 404})
		if len(b.units) != 24 || root.model.Preset() != "A" {
			t.Error("the page does not open as it always does")
		}
		has(t, render(t, root), "This server keeps no snapshot of that name.", "its own experiment instead")
	})
	t.Run("comes too late", func(t *testing.T) {
		b, root := open()
		b.fragment = "s=" + id
		root.AddressChanged()
		b.fragment = "p=D"
		root.AddressChanged()
		b.answer1(share.Answer{Status: 200, Body: canonical})
		if root.model.Preset() != "D" {
			t.Error("a late snapshot takes the place of what was opened after it")
		}
	})
}

func TestImportOfWhatWasShared(t *testing.T) {
	s := made(mine())
	t.Run("a snapshot's file", func(t *testing.T) {
		b, root := open()
		root.Import("mine.rampart.json", string(snapshot.AppendFile(nil, s)))
		b.answer()
		has(t, render(t, root), "✓ Verified.", "gave what mine.rampart.json records")
	})
	t.Run("a damaged one", func(t *testing.T) {
		_, root := open()
		before := root.session
		root.Import("mine.rampart.json", `{"rampart":1,"snapshot":1,"engine":"1","experiment":{"rampart":1,"seeds":[-1]}}`)
		has(t, render(t, root), "mine.rampart.json: experiment.seeds[0]: ")
		if root.session != before {
			t.Error("what was open is gone")
		}
	})
	t.Run("a result", func(t *testing.T) {
		maker, own := open()
		own.load(mine())
		maker.answer()
		r := &experiment.Result{Engine: experiment.EngineVersion, Experiment: own.session.Experiment, Digest: own.session.Digest, Runs: own.session.Runs(), Summaries: own.session.Summaries}
		for _, altered := range []bool{false, true} {
			if altered {
				r.Runs[5].Blocked++
			}
			b, root := open()
			root.Import("r.json", "text")
			b.imported(&wire.Reply{Kind: wire.KindImported, Experiment: experiment.AppendCanonical(nil, r.Experiment), Result: experiment.AppendResult(nil, r)})
			b.answer()
			want := "✓ Verified."
			if altered {
				want = "Acceptable JCT (Para_min), seed 2: blocked: recorded 310, here 309."
			}
			has(t, render(t, root), want)
		}
	})
}

func TestPastedText(t *testing.T) {
	link := "https://rampart.example/#" + snapshot.Compressed(made(mine()))
	for _, tc := range []struct {
		name, text string
		opens      bool
		notice     string
	}{
		{"a link", link, true, ""},
		{"a file", string(snapshot.AppendFile(nil, made(mine()))), true, ""},
		{"a cut link", link[:200], false, "The link is cut"},
		{"another server's", "https://other.example/#s=AAAAAAAAAAAAAAAAAAAAAA", false, "The snapshot is kept by other.example."},
		{"some words", "not for the page", false, "The pasted text is nothing that Rampart knows."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, root := open()
			root.OpenText(tc.text)
			if opens := root.session.Experiment.Name == "Mine"; opens != tc.opens {
				t.Errorf("opens: %v", opens)
			}
			if !strings.HasPrefix(root.notice, tc.notice) || tc.notice == "" && root.notice != "" {
				t.Errorf("the notice is %q", root.notice)
			}
		})
	}
	_, root := open()
	if got := root.openTyped("hello"); got == "" {
		t.Error("words typed into the dialog are no link, and that is not said")
	}
	if got := root.openTyped(link); got != "" || root.session.Experiment.Name != "Mine" {
		t.Errorf("a link typed into the dialog: %s", got)
	}
}

// The dialog shares what one sees, or what one has changed since, and says which.
func TestShared(t *testing.T) {
	b, root := open()
	if src := root.shared(); src.Runs != nil || src.Words != "" {
		t.Error("runs that are not done are shared")
	}
	b.answer()
	if src := root.shared(); len(src.Runs) != 24 || src.Experiment != root.session.Experiment {
		t.Error("the result is not shared")
	}
	root.model.Edit("queueCapacity", "7")
	if src := root.shared(); src.Runs != nil || src.Experiment.QueueCapacity != 7 || src.Words == "" {
		t.Error("changed settings are not shared, or pass for those of the result")
	}
	root.model.Edit("queueCapacity", "x")
	if src := root.shared(); len(src.Runs) != 24 || src.Words == "" {
		t.Error("with a mistake in the form the last result is not shared")
	}
	root.model.Undo()
	root.Run()
	b.answer()
	root.tab = "train"
	if src := root.shared(); src.Experiment.Train == nil || src.View.Tab != "train" {
		t.Error("the settings of the training are not shared")
	}
	root.Share()
	b.dialog()
	has(t, render(t, root), "<dialog", ">Share<", ">Copy link<")
}
