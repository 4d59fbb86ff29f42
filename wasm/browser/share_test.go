//go:build !js

package browser

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/ui/form"
)

// What the page says of something that it has opened. See ui/share.
const (
	opened  = `(document.querySelector(".opened") || { dataset: {}, innerText: "" })`
	outcome = opened + `.dataset.outcome`
	notice  = `[...document.querySelectorAll(".notice")].map((e) => e.innerText).join("\n")`
)

// tierText is what the dialog offers to copy.
func tierText(t *testing.T, p *Page, tier string) string {
	t.Helper()
	must(t, p.Wait(fmt.Sprintf(`document.querySelector("[data-tier=%s] .tier-text")`, tier)))
	return eval[string](t, p, fmt.Sprintf(`document.querySelector("[data-tier=%s] .tier-text").value`, tier))
}

// fragment is an address's part behind #.
func fragment(t *testing.T, address string) string {
	t.Helper()
	_, text, found := strings.Cut(address, "#")
	if !found {
		t.Fatalf("%s has no fragment", address)
	}
	return text
}

// shareDialog opens the dialog once the page's runs are done.
func shareDialog(t *testing.T, p *Page) {
	t.Helper()
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("button", "Share"))
	must(t, p.WaitFor("dialog", "Share"))
	if !eval[bool](t, p, `document.querySelector("dialog").matches(":modal")`) {
		t.Error("the dialog is not modal")
	}
}

// fresh opens an address in a browser with a new profile.
func fresh(t *testing.T, path string, o Options) *Page {
	t.Helper()
	b, err := Launch()
	must(t, err)
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	p, err := b.Open(server.URL+path, o)
	must(t, err)
	t.Cleanup(p.Close)
	return p
}

// A link holds what its maker saw: somebody else, in another browser, sees the
// maker's figures at once and finds the same by running everything again, and
// so does the command line.
func TestShareAndVerify(t *testing.T) {
	p := open(t, "?workers=2", Options{})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("button", "Unfold all"))
	must(t, p.Wait(`document.getElementById("f-queueCapacity")`))
	setField(t, p, "f-queueCapacity", "3")
	first := eval[string](t, p, digest)
	must(t, p.Click("button", "Run"))
	must(t, p.Wait(state+` === "done" && `+digest+` !== `+quote(first)))
	want := eval[string](t, p, digest)
	shareDialog(t, p)
	link := tierText(t, p, "link")
	must(t, p.Click("button", "Close"))
	must(t, p.Wait(`!document.querySelector("dialog")`))

	q := fresh(t, "#"+fragment(t, link), Options{})
	must(t, q.Wait(started))
	must(t, q.Wait(outcome+` === "verified"`))
	if got := eval[string](t, q, digest); got != want {
		t.Errorf("opened it gives %s, its maker had %s", got, want)
	}
	must(t, q.WaitText("Verified."))
	must(t, q.WaitFor("button", "✓ verified"))
	for _, problem := range q.Problems() {
		t.Errorf("console: %s", problem)
	}
	if out, err := command(t, "verify", link); err != nil {
		t.Errorf("rampart verify: %v\n%s", err, out)
	}
}

// command runs bin/rampart.
func command(t *testing.T, args ...string) (out []byte, err error) {
	t.Helper()
	top, err := Top()
	must(t, err)
	return exec.Command(filepath.Join(top, "bin", "rampart"), args...).CombinedOutput()
}

// The digest of a link is that of the same experiment natively.
func TestSharedDigestEqualsNative(t *testing.T) {
	p := open(t, "#p=B&queue=3", Options{})
	shareDialog(t, p)
	link, err := snapshot.ParseLink(fragment(t, tierText(t, p, "link")))
	must(t, err)
	x := link.Snapshot.Experiment
	if r := ranNatively(t, x); r.Digest != link.Snapshot.Digest {
		t.Errorf("natively %s, the link says %s", r.Digest, link.Snapshot.Digest)
	}
	link.Snapshot.Summaries[2].MeanSpeedup.Mean += 1e-9
	altered := snapshot.Compressed(link.Snapshot)
	if out, err := command(t, "verify", "#"+altered); err == nil || !strings.Contains(string(out), "meanSpeedup") {
		t.Errorf("rampart verify of an altered figure: %v\n%s", err, out)
	}
	setHash(t, p, altered)
	must(t, p.Wait(outcome+` === "differs"`))
	must(t, p.WaitText("mean speed-up: recorded"))
}

// ranNatively runs an experiment on this machine.
func ranNatively(t *testing.T, x *experiment.Experiment) *experiment.Result {
	t.Helper()
	r, err := experiment.RunAll(t.Context(), x, strategy.Factory(builtin.Resolve), experiment.Options{})
	must(t, err)
	return r
}

// recorded runs an experiment natively and shares it as the page would.
func recorded(t *testing.T, x *experiment.Experiment) *snapshot.Snapshot {
	t.Helper()
	r := ranNatively(t, x)
	return &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: x, Digest: r.Digest, Summaries: r.Summaries}
}

// quick is an experiment of two runs.
func quick() *experiment.Experiment {
	x := experiment.Default()
	x.Name = "Two runs"
	x.HorizonSeconds = 20_000
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "fixed", Degree: 8}}
	x.Seeds = []uint64{5}
	return x
}

// A figure that was altered is found, and said: which strategy, which figure,
// and both values.
func TestAlteredFigureIsCaught(t *testing.T) {
	s := recorded(t, quick())
	s.Engine = "0.9.0"
	s.Summaries[1].BlockingRate.Mean += 0.001
	p := open(t, "#"+snapshot.Compressed(s), Options{})
	must(t, p.Wait(outcome+` === "differs"`))
	must(t, p.WaitText("Fixed 8, mean blocking rate: recorded "))
	must(t, p.WaitText("It was made by Rampart 0.9.0, this is "+experiment.EngineVersion))
	if text := eval[string](t, p, opened+".innerText"); strings.Contains(text, "Verified") {
		t.Errorf("the page says %s", text)
	}
}

// A costly link shows what was recorded and asks before it runs.
func TestCostlyLinkAsks(t *testing.T) {
	x := quick()
	x.HorizonSeconds, x.Workload.Interarrival.Value, x.Seeds = 4e8, 1000, []uint64{1, 2, 3, 4}
	s := &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: x}
	p := open(t, "#"+snapshot.Compressed(s), Options{})
	must(t, p.Wait(outcome+` === "held"`))
	text := eval[string](t, p, opened+".innerText")
	if !strings.Contains(text, "8 runs with about 3") || !strings.Contains(text, "on this machine") {
		t.Errorf("the page says %s", text)
	}
	if got := eval[string](t, p, state); got != "held" {
		t.Errorf("the state is %s", got)
	}
	must(t, p.Click("button", "Run 8 runs"))
	must(t, p.Wait(state+` === "running"`))
	must(t, p.Click("button", "Stop"))
	must(t, p.Wait(state+` === "stopped"`))
}

// selected says whether a tab is the open one.
func selected(tab string) string {
	return fmt.Sprintf(`document.querySelector("#tab-%s[aria-selected=true]")`, tab)
}

// A short link is written by hand, and may name a tab.
func TestShortLinkByHand(t *testing.T) {
	p := open(t, "#p=C&degree=8&seed=3&tab=timeline", Options{})
	must(t, p.Wait(selected("timeline")))
	must(t, p.Wait(`document.querySelectorAll("#panel-timeline canvas").length === 2`))
	must(t, p.Click("tab", "Compare"))
	must(t, p.Wait(state+` === "done"`))
	rows := eval[[]string](t, p, `[...document.querySelectorAll("#strategies tbody th")].map((e) => e.textContent)`)
	if len(rows) == 0 || !strings.Contains(strings.Join(rows, " "), "Fixed 8") {
		t.Errorf("the strategies are %q", rows)
	}
	for _, tab := range []string{"compare", "timeline", "train", "policy"} {
		eval[bool](t, p, fmt.Sprintf(`((location.hash = "tab=%s"), true)`, tab))
		must(t, p.Wait(selected(tab)))
	}
}

// A link that lost or changed characters says so, and the page opens as it
// always does.
func TestBrokenLinks(t *testing.T) {
	whole := snapshot.Compressed(recorded(t, quick()))
	altered := []byte(whole)
	altered[len(altered)/2] ^= 1
	for _, tc := range []struct{ name, fragment, want string }{
		{"cut", whole[:len(whole)/2], "The link is cut"},
		{"altered", string(altered), "The link "},
		{"of a later version", "r9=AAAA", "later version"},
		{"no address of a snapshot", "s=abc", "The link names no snapshot"},
		{"a snapshot that nobody keeps", "s=AAAAAAAAAAAAAAAAAAAAAA", "This server keeps no snapshot of that name"},
		{"a short link out of range", "p=A&seed=-1", "seed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := openBare(t, "#"+tc.fragment, Options{})
			must(t, p.Wait(notice+`.includes(`+quote(tc.want)+`)`))
			must(t, p.Wait(state+` === "done"`))
			if rows := eval[int](t, p, `document.querySelectorAll("#strategies tbody tr").length`); rows != len(form.Paper("A").Strategies) {
				t.Errorf("%d rows", rows)
			}
			if text := eval[string](t, p, notice); !strings.Contains(text, "its own experiment instead") {
				t.Errorf("the page says %s", text)
			}
		})
	}
}

// Links and files of an earlier version open, run, and say which version made
// them.
func TestOldVersionOpens(t *testing.T) {
	top, err := Top()
	must(t, err)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(top, "core", "snapshot", "testdata", name))
		must(t, err)
		return strings.TrimSpace(string(text))
	}
	const says = "It was made by Rampart 0.9.0, this is " + experiment.EngineVersion
	p := open(t, "#"+fragment(t, read("engine-0.9.0.link")), Options{})
	must(t, p.WaitText(says))
	must(t, p.Wait(outcome+` === "verified" || `+outcome+` === "differs"`))
	link := eval[string](t, p, outcome)
	drop(t, p, "old.rampart.json", read("engine-0.9.0.rampart.json"))
	must(t, p.Wait(opened+`.innerText.includes("old.rampart.json records")`))
	must(t, p.WaitText(says))
	if file := eval[string](t, p, outcome); file != link {
		t.Errorf("the link is %s, the file is %s", link, file)
	}
}
