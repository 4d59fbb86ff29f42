package download

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/core/exporttest"
	"rampart/core/trace"
	"rampart/policy/strategy"
	"rampart/ui/report"
	"rampart/ui/session"
	"rampart/wasm/wire"
)

// browser is a Browser and a Runner that a test plays by hand.
type browser struct {
	result *experiment.Result // with jobs
	saved  map[string][]byte
	later  []func()
	shown  func()
	hidden bool

	asked   []wire.Unit
	got     func(*experiment.Run, string)
	stopped int
}

func (b *browser) SaveBytes(name, _ string, data []byte) { b.saved[name] = data }
func (b *browser) After(_ float64, f func())             { b.later = append(b.later, f) }
func (b *browser) ShowDialog(_ string, shown func())     { b.shown = shown }
func (b *browser) HideDialog(string)                     { b.hidden = true }
func (b *browser) Jobs(_ []byte, u wire.Unit, got func(*experiment.Run, string)) func() {
	b.asked, b.got = append(b.asked, u), got
	return func() { b.stopped++ }
}

// wait does what is due later.
func (b *browser) wait() {
	for len(b.later) > 0 {
		f := b.later[0]
		b.later = b.later[1:]
		f()
	}
}

// answer gives the runs that are asked for, until none is.
func (b *browser) answer() {
	for b.got != nil {
		got, u := b.got, b.asked[len(b.asked)-1]
		b.got = nil
		for i := range b.result.Runs {
			if r := &b.result.Runs[i]; r.Strategy == u.Strategy && r.Seed == u.Seed {
				got(r, "")
			}
		}
	}
}

// open opens the dialog on a part of the paper's experiment, all runs done.
func open(t *testing.T, change func(*experiment.Experiment)) (*browser, *Model) {
	t.Helper()
	x := experiment.Paper("A")
	x.HorizonSeconds, x.Seeds = 60_000, []uint64{3, 5}
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "random"}, {Kind: "fixed", Degree: 8}}
	if change != nil {
		change(x)
	}
	r, err := experiment.RunAll(context.Background(), x, func(spec experiment.StrategySpec, x *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
		return strategy.New(spec, x, seed)
	}, experiment.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{result: r, saved: map[string][]byte{}}
	m := NewModel(b, b, func() {}, func(string) {})
	shown := *r
	shown.Runs = append([]experiment.Run(nil), r.Runs...)
	for i := range shown.Runs {
		shown.Runs[i].Jobs = nil // the page has none
	}
	m.Open(&Source{Experiment: x, Session: session.Finished(&shown), Strategy: 2, Seed: 5})
	b.shown()
	b.wait()
	return b, m
}

func get(t *testing.T, key string) *file {
	t.Helper()
	for i := range files {
		if files[i].key == key {
			return &files[i]
		}
	}
	t.Fatalf("no file %s", key)
	return nil
}

// Every file is the one that its maker makes, under its own name, and as large
// as the dialog says.
func TestSaves(t *testing.T) {
	b, m := open(t, nil)
	r := b.result
	for _, tc := range []struct {
		key, name string
		want      []byte
	}{
		{"experiment", "rampart-paper-deadlines-a-experiment.json", experiment.AppendFile(nil, r.Experiment)},
		{"result", "rampart-paper-deadlines-a-result.json", experiment.AppendResultFile(nil, m.result())},
		{"report", "rampart-paper-deadlines-a-report.html", report.HTML(m.source.Session)},
		{"strategies", "rampart-paper-deadlines-a-strategies.csv", export.AppendCSV(nil, r, export.Strategies)},
		{"runs", "rampart-paper-deadlines-a-runs.csv", export.AppendCSV(nil, r, export.Runs)},
		{"full", "rampart-paper-deadlines-a-full-result.json", experiment.AppendResultFile(nil, r)},
	} {
		f := get(t, tc.key)
		size := m.size(f)
		m.press(f)
		b.answer()
		got := b.saved[tc.name]
		if !bytes.Equal(got, tc.want) {
			t.Errorf("%s: %d bytes, want %d, in %s", tc.key, len(got), len(tc.want), tc.name)
		}
		if tc.key != "full" && size != sizeWords(len(got)) {
			t.Errorf("%s is said to have %s, and has %s", tc.key, size, sizeWords(len(got)))
		}
	}
	if m.fetch != nil || len(b.asked) != len(r.Runs) {
		t.Errorf("%d runs were simulated again for the full result", len(b.asked))
	}
}

// The arrivals are those of the run that is picked, whatever its strategy.
func TestArrivals(t *testing.T) {
	b, m := open(t, nil)
	m.pick("2", "5")
	m.press(get(t, "arrivals"))
	b.answer()
	got := string(b.saved["rampart-paper-deadlines-a-fixed-8-seed-5-arrivals.csv"])
	at := slices.IndexFunc(b.result.Runs, func(r experiment.Run) bool { return r.Seed == 5 })
	if want := string(trace.AppendCSV(nil, b.result.Runs[at].Jobs)); got != want || strings.Count(got, "\n") < 5 {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is picked is what the file holds, and the file's name says so.
func TestPickedRuns(t *testing.T) {
	for _, tc := range []struct {
		strategy, seed string
		name           string
		runs           int
	}{
		{"2", "5", "fixed-8-seed-5-", 1},
		{all, "5", "seed-5-", 3},
		{"1", all, "random-", 2},
		{all, all, "", 6},
	} {
		b, m := open(t, nil)
		m.pick(tc.strategy, tc.seed)
		m.press(get(t, "trace"))
		b.answer()
		m.press(get(t, "jobs"))
		b.answer()
		trace, err := exporttest.ReadTrace(b.saved["rampart-paper-deadlines-a-"+tc.name+"trace.json"])
		if err != nil {
			t.Fatalf("%v: %v", tc, err)
		}
		processes := map[int]bool{}
		for _, e := range trace.Events {
			processes[e.Process] = true
		}
		if len(processes) != tc.runs || trace.Other["resultDigest"] != b.result.Digest {
			t.Errorf("%+v: %d runs in the trace, of %s", tc, len(processes), trace.Other["resultDigest"])
		}
		rows := bytes.Count(b.saved["rampart-paper-deadlines-a-"+tc.name+"jobs.csv"], []byte("\n"))
		if rows != 1+61*tc.runs {
			t.Errorf("%+v: %d rows of jobs", tc, rows)
		}
	}
}

// Estimates are no further off than a third.
func TestEstimates(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*experiment.Experiment)
	}{
		{"the paper's", nil},
		{"many servers", func(x *experiment.Experiment) {
			x.Cluster.Groups, x.Cluster.RacksPerGroup, x.HorizonSeconds = 8, 8, 300_000
		}},
	} {
		b, m := open(t, tc.change)
		m.pick(all, all)
		for _, key := range []string{"jobs", "arrivals", "trace", "full"} {
			f := get(t, key)
			guess := f.estimate(b.result.Experiment, m.runs(f))
			real := len(f.make(m.source, b.result))
			if ratio := float64(guess) / float64(real); ratio < 0.67 || ratio > 1.5 {
				t.Errorf("%s, %s: %d bytes, estimated %d", tc.name, key, real, guess)
			}
			if !strings.HasPrefix(m.size(f), "about ") {
				t.Errorf("%s passes for measured: %s", key, m.size(f))
			}
		}
	}
}

// Results that are too large to measure are guessed as well.
func TestGuessedSizes(t *testing.T) {
	b, m := open(t, nil)
	for _, key := range []string{"result", "report", "runs"} {
		f := get(t, key)
		guess := f.estimate(b.result.Experiment, m.runs(f))
		real := len(f.make(m.source, m.result()))
		if ratio := float64(guess) / float64(real); ratio < 0.6 || ratio > 1.7 {
			t.Errorf("%s: %d bytes, estimated %d", key, real, guess)
		}
	}
}

func render(t *testing.T, m *Model) string {
	t.Helper()
	var buf bytes.Buffer
	r := staticrender.New(&buf)
	build, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Render(build.RunBuild(&Dialog{Model: m})); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(buf.String(), "\u202f", " ")
}

func TestDialog(t *testing.T) {
	_, m := open(t, nil)
	m.source.Words = "The settings have changed."
	page := render(t, m)
	for _, want := range []string{">Export<", ">Save experiment<", ">Save report<", ">Save trace<", "ui.perfetto.dev", ">Fixed 8<", ">seed 5<", "The settings have changed.", " kB<", "about "} {
		if !strings.Contains(page, want) {
			t.Errorf("the dialog has no %s", want)
		}
	}
	if strings.Contains(page, " style=") {
		t.Error("a style attribute: the page's policy forbids it")
	}
}

// Making a file can be given up: by its button, another's, other picks and by
// closing the dialog. Nothing is saved then.
func TestCancel(t *testing.T) {
	for name, do := range map[string]func(m *Model){
		"its own button": func(m *Model) { m.press(get(t, "trace")) },
		"another button": func(m *Model) { m.press(get(t, "jobs")); m.press(get(t, "jobs")) },
		"another pick":   func(m *Model) { m.pick("0", all) },
		"closing":        func(m *Model) { m.Closed() },
	} {
		b, m := open(t, nil)
		m.pick(all, all)
		m.press(get(t, "trace"))
		if !strings.Contains(render(t, m), "0 of 6 runs") || !strings.Contains(render(t, m), ">Cancel<") {
			t.Error("the dialog does not say what it does")
		}
		late := b.got
		do(m)
		if b.stopped == 0 || m.fetch != nil {
			t.Errorf("%s: %d stopped", name, b.stopped)
		}
		late(&b.result.Runs[0], "")
		if len(b.saved) != 0 || m.fetch != nil {
			t.Errorf("%s: saved %d files", name, len(b.saved))
		}
	}
}

func TestARunThatFails(t *testing.T) {
	b, m := open(t, nil)
	m.press(get(t, "jobs"))
	b.got(nil, "The engine stopped.")
	if page := render(t, m); !strings.Contains(page, "The engine stopped.") || strings.Contains(page, ">Cancel<") || len(b.saved) != 0 {
		t.Error("a failure is not told")
	}
	m.press(get(t, "jobs"))
	if b.answer(); len(b.saved) != 1 || strings.Contains(render(t, m), "The engine stopped.") {
		t.Error("it cannot be tried again")
	}
}

// Before all runs are done there is the experiment, and the reason for the rest.
func TestUnfinished(t *testing.T) {
	b := &browser{saved: map[string][]byte{}}
	m := NewModel(b, b, func() {}, func(string) {})
	x := experiment.Paper("B")
	m.Open(&Source{Experiment: x, Session: session.Hold(x, func() float64 { return 0 })})
	b.wait()
	page := render(t, m)
	if strings.Count(page, "Not all runs are done.") != len(files)-1 || strings.Count(page, `disabled="`) != len(files)-1 {
		t.Errorf("the dialog is\n%s", page)
	}
	for i := range files {
		m.press(&files[i])
	}
	if len(b.saved) != 1 || b.saved["rampart-paper-deadlines-b-experiment.json"] == nil {
		t.Errorf("saved %d files", len(b.saved))
	}
}

// Of runs that were stopped, what is done can be had, and says that it is part.
func TestStopped(t *testing.T) {
	b, m := open(t, nil)
	m.source.Session.State, m.source.Session.Digest = session.Stopped, ""
	page := render(t, m)
	if strings.Count(page, "Not all runs are done.") != 5 {
		t.Errorf("the dialog is\n%s", page)
	}
	m.press(get(t, "report"))
	if html := b.saved["rampart-paper-deadlines-a-report.html"]; !bytes.Contains(html, []byte("Not complete: 6 of 6 runs are done.")) {
		t.Error("the report does not say that it is a part")
	}
}

// Runs that end while the dialog is open are measured then.
func TestMeasuresWhenDone(t *testing.T) {
	b, m := open(t, nil)
	done := m.source.Session
	running := *done
	running.State = session.Running
	m.Open(&Source{Experiment: done.Experiment, Session: &running, Strategy: 0, Seed: 3})
	for range 50 { // it looks again and again
		if len(b.later) == 0 {
			t.Fatal("it does not look again")
		}
		f := b.later[0]
		b.later = b.later[1:]
		f()
	}
	if m.size(get(t, "report")) != "" {
		t.Error("what is not there has a size")
	}
	running.State = session.Done
	b.wait()
	if m.size(get(t, "report")) == "" {
		t.Error("the size is not found out")
	}
}

func TestTooManyJobs(t *testing.T) {
	b, m := open(t, nil)
	run := *m.source.Session.StrategyRuns(2)[1]
	run.Arrived = mostJobs + 1
	*m.source.Session.StrategyRuns(2)[1] = run
	m.press(get(t, "trace"))
	if len(b.asked) != 0 || !strings.Contains(render(t, m), "200 001 jobs are too many for the page") {
		t.Error("too many jobs were asked for")
	}
}

func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{
		"":                         "rampart-x.csv",
		"Paper, beta A":            "rampart-paper-beta-a-x.csv",
		"../../etc/passwd":         "rampart-etc-passwd-x.csv",
		"Ünïcode \u202e":           "rampart-n-code-x.csv",
		strings.Repeat("abc-", 60): "rampart-" + strings.Repeat("abc-", 20) + "x.csv",
	} {
		if got := FileName(&experiment.Experiment{Name: name}, "x.csv"); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}
