package report

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/policy/strategy"
	"rampart/ui/session"
)

// result runs a little of the paper's experiment.
func result(t *testing.T, change func(*experiment.Experiment)) *experiment.Result {
	t.Helper()
	x := experiment.Paper("A")
	x.HorizonSeconds, x.Seeds = 12_000, []uint64{3, 5}
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "random"}, {Kind: "sequential"}}
	if change != nil {
		change(x)
	}
	r, err := experiment.RunAll(context.Background(), x, func(spec experiment.StrategySpec, x *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
		return strategy.New(spec, x, seed)
	}, experiment.Options{Workers: 1, DropJobs: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The report, byte for byte; RAMPART_UPDATE=1 writes it anew: look at it in a
// browser, in both schemes and printed.
func TestGolden(t *testing.T) {
	got := HTML(session.Finished(result(t, nil)))
	file := filepath.Join("testdata", "report.html")
	if os.Getenv("RAMPART_UPDATE") != "" {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the report differs from %s: RAMPART_UPDATE=1 writes it anew\n%s", file, got)
	}
}

// parse reads a report as strict XML would, but for the elements of HTML that
// have no end, and returns the names of its elements.
func parse(t *testing.T, html []byte) map[string]int {
	t.Helper()
	text := strings.Replace(string(html), "<!doctype html>", "", 1)
	text = regexp.MustCompile(`<(meta|link) [^>]*`).ReplaceAllString(text, "$0/")
	d := xml.NewDecoder(strings.NewReader(text))
	counts := map[string]int{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return counts
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, html)
		}
		if start, ok := token.(xml.StartElement); ok {
			counts[start.Name.Local]++
			for _, a := range start.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "src" || a.Name.Local == "href" && a.Value != "data:," {
					t.Errorf("%s has %s=%q", start.Name.Local, a.Name.Local, a.Value)
				}
			}
		}
	}
}

func TestHoldsTheComparison(t *testing.T) {
	r := result(t, nil)
	html := HTML(session.Finished(r))
	counts := parse(t, html)
	for element, want := range map[string]int{"script": 0, "iframe": 0, "img": 0, "table": 3, "main": 1, "h1": 1, "style": 1} {
		if counts[element] != want {
			t.Errorf("%d elements %s, want %d", counts[element], element, want)
		}
	}
	if counts["svg"] < 2 {
		t.Error("the figures are missing")
	}
	page := strings.ReplaceAll(string(html), "\u202f", " ")
	for _, want := range []string{
		r.Digest, "Maximum parallelism blocks", "Paper, deadlines A", "4 × 4 × 2, 32 servers", "Reference rules, first fit, 12 000 s", "<caption>Strategies</caption>",
		"<caption>Runs</caption>", "Random", ">no room<", "Job graphs: alexnet, vgg16", "version " + experiment.EngineVersion, "rampart run experiment.json",
		"default-src 'none'", "Blocking rate", "95 % interval",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the report has no %s", want)
		}
	}
	if got := bytes.Count(html, []byte("<th scope=\"row\"")); got != 3+3+6 {
		t.Errorf("%d rows, want 3 strategies twice and 6 runs", got)
	}
}

// A report can be run again: it holds the very experiment, and its digest.
func TestReadsBack(t *testing.T) {
	r := result(t, func(x *experiment.Experiment) { x.Notes = `</pre> "&lt;" & 'more' <b>` })
	found, ok := Read(HTML(session.Finished(r)))
	if !ok || found.Digest != r.Digest || found.Engine != experiment.EngineVersion {
		t.Fatalf("read %v with the digest %q of %q", ok, found.Digest, found.Engine)
	}
	x, err := experiment.Decode(found.Experiment)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(experiment.AppendCanonical(nil, x), experiment.AppendCanonical(nil, r.Experiment)) {
		t.Error("the experiment has changed")
	}
	for _, other := range []string{"", "<!doctype html>", "<!doctype html>" + experimentMark, experimentMark + "{}</pre>"} {
		if _, ok := Read([]byte(other)); ok {
			t.Errorf("%q passes for a report", other)
		}
	}
}

// Names and notes are text, whatever is in them.
func TestTextFromOutside(t *testing.T) {
	bad := "</title></style></pre><script>alert(1)</script>\x00\x1b\"'&amp;\xff"
	x := experiment.Paper("A")
	x.Name, x.Notes = bad, bad
	x.Strategies = []experiment.StrategySpec{{Kind: "policy", Checkpoint: bad}}
	x.Workload.Graphs = []experiment.GraphRef{{Name: bad, Inline: &jobgraph.Graph{Name: bad}}}
	html := HTML(session.Hold(x, func() float64 { return 0 }))
	if counts := parse(t, html); counts["script"] != 0 || counts["style"] != 1 {
		t.Errorf("elements %v", counts)
	}
	if !bytes.Contains(html, []byte("Not complete: 0 of 3 runs are done.")) || bytes.Contains(html, []byte(digestMark)) {
		t.Error("an unfinished comparison passes for a finished one")
	}
}

// Very many runs stay out of a report that people read.
func TestManyRuns(t *testing.T) {
	x := experiment.Paper("A")
	x.Strategies, x.Seeds = x.Strategies[:1], nil
	var runs []experiment.Run
	for seed := range uint64(mostRuns + 7) {
		x.Seeds = append(x.Seeds, seed)
		runs = append(runs, experiment.Run{Seed: seed})
	}
	html := string(HTML(session.Finished(experiment.NewResult(x, runs))))
	if !strings.Contains(html, "7 more runs are left out here.") || strings.Count(html, "<th scope=\"row\">") > mostRuns+2 {
		t.Error("the list of runs is not cut")
	}
}

func TestExperimentStaysJSON(t *testing.T) {
	found, _ := Read(HTML(session.Finished(result(t, nil))))
	if !json.Valid(found.Experiment) {
		t.Errorf("the experiment is no JSON:\n%s", found.Experiment)
	}
}
