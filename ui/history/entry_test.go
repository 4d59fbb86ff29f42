package history

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/ui/store"
)

func goodEntry() Entry {
	return Entry{ID: "0mx3cb900-2f98da", Name: "Paper, beta A", State: Done, Strategies: 8, Seeds: 3, Runs: 24, Best: "Fixed 8", Blocking: .141, Times: 1}
}

// What another version or another program has written does not mislead the page.
func TestReadEntry(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(e *Entry)
		ok     bool
	}{
		{"as written", func(*Entry) {}, true},
		{"without a result", func(e *Entry) { e.State, e.Best, e.Runs = Running, "", 0 }, true},
		{"an unknown state", func(e *Entry) { e.State = "lost" }, false},
		{"a name that is too long", func(e *Entry) { e.Name = strings.Repeat("x", 201) }, false},
		{"a strategy's name that is too long", func(e *Entry) { e.Best = strings.Repeat("x", 500) }, false},
		{"more runs than there are", func(e *Entry) { e.Runs = 25 }, false},
		{"no strategies", func(e *Entry) { e.Strategies = 0 }, false},
		{"seeds beyond all bounds", func(e *Entry) { e.Seeds = 1 << 30 }, false},
		{"a rate above 1", func(e *Entry) { e.Blocking = 1.5 }, false},
		{"a name of another form", func(e *Entry) { e.ID = "../../etc" }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := goodEntry()
			test.change(&e)
			got, ok := readEntry(e.record(nil))
			if ok != test.ok || ok && got != e {
				t.Errorf("got %+v, %v", got, ok)
			}
		})
	}
	e := goodEntry()
	r := e.record(nil)
	for _, r := range []store.Record{{Key: entryKind + "other", Meta: r.Meta}, {Key: r.Key, Meta: []byte("{")}, {Key: r.Key, Meta: []byte(`{"id": 7}`)}} {
		if _, ok := readEntry(r); ok {
			t.Errorf("%s was read as %s", r.Meta, r.Key)
		}
	}
}

// A part that is damaged counts for nothing: its runs are run again.
func TestReadPart(t *testing.T) {
	p := newTab(t, newShared())
	p.start(experimentOf("Part", 2))
	p.answer(0, 4)
	good := appendPart(p.session.Runs())
	if got := readPart(good); len(got) != 4 || runsDigest(got) != runsDigest(p.session.Runs()) {
		t.Fatalf("read back %+v", got)
	}
	for name, bad := range map[string][]byte{
		"cut":                bytes.TrimSuffix(good, []byte("}")),
		"a figure altered":   bytes.Replace(good, []byte(`"blocked":200`), []byte(`"blocked":201`), 1),
		"of another version": bytes.Replace(good, []byte(`"engine":"`), []byte(`"engine":"9`), 1),
		"none":               nil,
	} {
		if bytes.Equal(bad, good) || len(readPart(bad)) > 0 {
			t.Errorf("%s: %s", name, bad)
		}
	}
}

func TestWhen(t *testing.T) {
	zone := time.FixedZone("", 3600)
	now := time.Date(2026, 3, 1, 0, 30, 0, 0, zone)
	for _, test := range []struct {
		at   time.Time
		want string
	}{
		{time.Date(2026, 3, 1, 0, 5, 0, 0, zone), "00:05"},
		{time.Date(2026, 2, 28, 22, 30, 0, 0, time.UTC), "28 Feb, 23:30"},
		{time.Date(2025, 3, 1, 0, 5, 0, 0, zone), "1 Mar 2025"},
	} {
		e := Entry{Ended: test.at.UnixMilli()}
		if got := e.When(now); got != test.want {
			t.Errorf("%v at %v is %q, want %q", test.at, now, got, test.want)
		}
	}
}

// IDs are in the order of time, and no two pages give one to two things.
func TestID(t *testing.T) {
	early, late := time.UnixMilli(1), time.UnixMilli(1<<42)
	a, b := newID(early, []byte("x")), newID(late, []byte("x"))
	if !isID(a) || !isID(b) || a >= b || a == newID(early, []byte("y")) {
		t.Errorf("%s and %s", a, b)
	}
}

func render(t *testing.T, c vugu.Builder) string {
	t.Helper()
	var buf bytes.Buffer
	r := staticrender.New(&buf)
	build, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Render(build.RunBuild(c)); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(buf.String(), "\u202f", " ")
}

// The dialog says what there is, how much room it takes, and offers what can be
// done with each entry.
func TestDialog(t *testing.T) {
	p := newTab(t, newShared())
	c := &Dialog{Model: p.Model, Site: &Site{Kept: true}}
	p.Show()
	p.store.run()
	if p.dialog != DialogID || !p.Visible() {
		t.Error("the dialog is not open")
	}
	if page := render(t, c); !strings.Contains(page, "are listed here") || !strings.Contains(page, "nowhere else.") || strings.Contains(page, "Delete all") {
		t.Errorf("an empty history: %s", page)
	}
	for i := range 15 {
		p.start(experimentOf("Number "+string(rune('a'+i)), 1))
		p.answer(0, 2)
	}
	p.start(experimentOf("Now", 5))
	p.answer(0, 4)
	p.Room = store.Room{Known: true, Used: 3.25e6, Quota: 1.5e9}
	page := render(t, c)
	for _, want := range []string{"3.25 MB of 1.50 GB", "may delete it", `aria-label="Open Number o, 14:05"`, `aria-label="Delete Number o, 14:05"`,
		"Runs now", "Show 4 more", "2 strategies on 1 seed", "opens without a network"} {
		if !strings.Contains(page, want) {
			t.Errorf("the dialog has no %s", want)
		}
	}
	if strings.Contains(page, "Number a") || strings.Contains(page, `Delete Now`) {
		t.Error("it shows too much")
	}
	c.showMore()
	p.Room.Lasting = true
	if page = render(t, c); !strings.Contains(page, "Number a") || strings.Contains(page, " more<") || !strings.Contains(page, "until you delete it") {
		t.Errorf("after Show more: %s", page)
	}
	p.Closed()
	if p.Visible() {
		t.Error("the dialog stays")
	}
}

func TestNotices(t *testing.T) {
	p := newTab(t, newShared())
	e := goodEntry()
	p.Offer = &e
	c := &Notices{Model: p.Model, Site: &Site{}, News: "A later version.", Unkept: store.Sentence(store.ErrFull)}
	page := render(t, c)
	for _, want := range []string{"no room left", "Export to a file", "Continue", "24 of 24 runs are done", "A later version.", "Reload", `role="alert"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the notices have no %s", want)
		}
	}
	if strings.Contains(page, "Save the training") {
		t.Error("a training is offered, there is none")
	}
	c.ExportTraining = func() {}
	if !strings.Contains(render(t, c), "Save the training to a file") {
		t.Error("the training cannot be saved")
	}
}

// An entry has no member that its readers do not expect.
func TestEntryForm(t *testing.T) {
	e := goodEntry()
	var form map[string]any
	if err := json.Unmarshal(e.record(nil).Meta, &form); err != nil || len(form) != 12 {
		t.Errorf("%d members: %v", len(form), form)
	}
}
