package share

import (
	"bytes"
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/snapshot"
)

// tab is a Browser that a test plays by hand.
type tab struct {
	copied  string
	copies  bool // the clipboard takes it
	saved   map[string]string
	asked   []string
	answer  []func(Answer)
	later   []func()
	shown   func()
	hidden  int
	changes int
	said    string
	pasted  string
	refusal string // of what is pasted
}

func (b *tab) Page() string { return page }
func (b *tab) Copy(text string, done func(bool)) {
	if b.copies {
		b.copied = text
	}
	done(b.copies)
}
func (b *tab) Save(name, _, text string) { b.saved[name] = text }
func (b *tab) Ask(method, path, body string, done func(Answer)) {
	b.asked, b.answer = append(b.asked, fmt.Sprintf("%s %s %d", method, path, len(body))), append(b.answer, done)
}
func (b *tab) After(_ float64, f func())         { b.later = append(b.later, f) }
func (b *tab) ShowDialog(_ string, shown func()) { b.shown = shown }
func (b *tab) HideDialog(string)                 { b.hidden++ }

// dialog opens the dialog on a small experiment that has run.
func dialog() (*tab, *Model) {
	b := &tab{copies: true, saved: map[string]string{}}
	m := NewModel(b, func() { b.changes++ }, func(s string) { b.said = s }, func(text string) string { b.pasted = text; return b.refusal })
	m.Open(source(ran(small())))
	b.shown()
	return b, m
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
	return plain(html.UnescapeString(buf.String()))
}

func has(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("the dialog has no %s", want)
		}
	}
}

func TestDialog(t *testing.T) {
	b, m := dialog()
	text := render(t, m)
	has(t, text, "Small: 2 strategies on 2 seeds.", ">Include the figures<", ">Include policy weights<", "No strategy is a learned policy.",
		">Copy link<", ">Save file<", "The settings, the result's digest and the figures of 2 strategies.",
		"Anyone with the link can read it; browsers send it to no server.", ` open="open"`)
	if strings.Contains(text, "Kept by this server") || strings.Contains(text, " style=") {
		t.Error("a server that did not answer is offered, or a style attribute is set")
	}
	m.setFigures(false)
	if text := render(t, m); strings.Contains(text, "digest") {
		t.Error("the figures are still there")
	}
	m.Close()
	m.Closed()
	if b.hidden != 1 || m.Visible() {
		t.Error("the dialog is still there")
	}
}

// The button says that it has copied, for a while.
func TestCopy(t *testing.T) {
	b, m := dialog()
	d := &Dialog{Model: m}
	link := tier(m.offer, Link)
	d.press(link)
	if b.copied != link.Text || d.buttonWord(link) != "Copied" || b.said != "Copied." {
		t.Fatalf("copied %.40s, the button says %s", b.copied, d.buttonWord(link))
	}
	d.press(link)
	b.later[0]()
	if d.buttonWord(link) != "Copied" {
		t.Error("the first copy's end takes the second's word away")
	}
	b.later[1]()
	if d.buttonWord(link) != "Copy link" {
		t.Error("the button says Copied for ever")
	}
	b.copies = false
	d.press(link)
	if d.problem(link) == "" || !strings.Contains(b.said, "did not let the page copy") {
		t.Error("a copy that failed is not told")
	}
}

func TestSaveFile(t *testing.T) {
	b, m := dialog()
	(&Dialog{Model: m}).press(tier(m.offer, File))
	s, err := snapshot.Decode([]byte(b.saved["small.rampart.json"]))
	if err != nil || s.Digest == "" || s.Experiment.Name != "Small" {
		t.Errorf("saved %q: %v", b.saved, err)
	}
}

func TestPaste(t *testing.T) {
	b, m := dialog()
	m.pasted, b.refusal = "x", "This is no link."
	m.paste()
	has(t, render(t, m), "This is no link.")
	if b.hidden != 0 {
		t.Error("the dialog closed")
	}
	b.refusal = ""
	m.paste()
	if b.pasted != "x" || b.hidden != 1 || m.problem != "" {
		t.Error("a link was not opened")
	}
}

// Whether there is a server shows when it answers, and what it answers is told
// in sentences.
func TestServer(t *testing.T) {
	id := ""
	for _, tc := range []struct {
		name   string
		answer Answer
		want   string // what went wrong; "" if it is kept
	}{
		{"kept", Answer{Status: 201, Body: "ID"}, ""},
		{"kept before", Answer{Status: 200, Body: "ID"}, ""},
		{"another's", Answer{Status: 201, Body: `{"id":"AAAA"}`}, "The server's answer names another snapshot."},
		{"nonsense", Answer{Status: 201, Body: "<html>"}, "The server's answer names another snapshot."},
		{"offline", Answer{}, "The server cannot be reached."},
		{"too often", Answer{Status: 429, RetryAfter: "90"}, "The server takes no more snapshots from here for 1.50 min."},
		{"too often, for how long is not said", Answer{Status: 429}, "The server takes no more snapshots from here for a while."},
		{"full", Answer{Status: 507, Body: `{"detail":"no room"}`}, "The server has no room left."},
		{"too large", Answer{Status: 413}, "The snapshot is too large for the server."},
		{"no service", Answer{Status: 404, Body: "<html>"}, "This server keeps no snapshots any more."},
		{"refused", Answer{Status: 400, Body: `{"title":"Bad Request","detail":"seeds: wrong."}`}, "The server refused the snapshot (400): seeds: wrong. Save a file instead."},
		{"broken", Answer{Status: 500, Body: strings.Repeat("x", 1<<17)}, "The server refused the snapshot (500). Save a file instead."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b, m := dialog()
			if b.asked[0] != "GET api/health 0" {
				t.Fatalf("asked %q", b.asked)
			}
			b.answer[0](Answer{Status: 200, Body: `{"status":"ok"}`})
			has(t, render(t, m), "Kept by this server", ">Keep on the server<")
			d := &Dialog{Model: m}
			d.press(m.serverTier())
			has(t, render(t, m), ">Sending<")
			id = snapshot.ID(m.offer.Canonical)
			tc.answer.Body = strings.Replace(tc.answer.Body, "ID", `{"id":"`+id+`","bytes":1}`, 1)
			b.answer[1](tc.answer)
			text := render(t, m)
			if tc.want == "" {
				has(t, text, ">Copy server link<")
				if got := m.serverTier().Text; got != page+"#s="+id {
					t.Errorf("the link is %s", got)
				}
				return
			}
			has(t, text, tc.want, ">Keep on the server<")
			if b.said == "" {
				t.Error("the live region is silent")
			}
		})
	}
	t.Run("a static server", func(t *testing.T) {
		b, m := dialog()
		b.answer[0](Answer{Status: 200, Body: "<!doctype html>"})
		if m.server.there {
			t.Error("a page passes for a service")
		}
	})
	t.Run("an answer for other options comes late", func(t *testing.T) {
		b, m := dialog()
		b.answer[0](Answer{Status: 200, Body: "{}"})
		m.keep()
		first := snapshot.ID(m.offer.Canonical)
		m.setFigures(false)
		b.answer[1](Answer{Status: 201, Body: `{"id":"` + first + `"}`})
		if m.server.id != "" || m.server.busy {
			t.Error("the dialog shows the link of another snapshot")
		}
	})
}

// A snapshot from the server is believed only if it is the one that was named.
func TestFetch(t *testing.T) {
	s := maker(small())
	canonical := string(snapshot.AppendCanonical(nil, s))
	id := snapshot.ID([]byte(canonical))
	other := maker(small())
	other.Experiment.Name = "Other"
	for _, tc := range []struct {
		name   string
		answer Answer
		want   string
	}{
		{"it", Answer{Status: 200, Body: canonical}, ""},
		{"it, laid out otherwise", Answer{Status: 200, Body: string(snapshot.AppendFile(nil, s))}, ""},
		{"another one", Answer{Status: 200, Body: string(snapshot.AppendCanonical(nil, other))}, "handed over another snapshot"},
		{"a page", Answer{Status: 200, Body: "<html>"}, "."},
		{"none", Answer{Status: 404}, "keeps no snapshot of that name"},
		{"no network", Answer{}, "cannot be reached"},
		{"a failure", Answer{Status: 500}, "did not hand the snapshot over (500)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := &tab{}
			called := false
			Fetch(b, id, func(got *snapshot.Snapshot, problem string) {
				called = true
				if (got != nil) != (tc.want == "") || !strings.Contains(problem, tc.want) {
					t.Errorf("got %v, %q", got, problem)
				}
			})
			b.answer[0](tc.answer)
			if !called || b.asked[0] != "GET api/snapshots/"+id+" 0" {
				t.Errorf("asked %q", b.asked)
			}
		})
	}
}
