package ui

import (
	"encoding/base64"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/core/snapshot"
	"rampart/ui/report"
	"rampart/wasm/wire"
)

const pipeDream = "# alpha = 1\nnode1 -- Input -- forward_compute_time=0.000, backward_compute_time=0.000, activation_size=0.0, parameter_size=0.000\n"

func TestSniff(t *testing.T) {
	x := experiment.Paper("A")
	r := experiment.NewResult(x, nil)
	for _, tc := range []struct {
		name, text string
		want       kind
	}{
		{"an experiment", `{"rampart": 1}`, someObject},
		{"a graph as JSON", ` {"name": "g"}`, someObject},
		{"with a byte order mark", "\uFEFF{\"rampart\": 1}", someObject},
		{"PipeDream", pipeDream, someGraph},
		{"CostGraphDef", "# a = b\nnode {\n  name: \"a\"\n}\n", someGraph},
		{"words", "hello world", stranger},
		{"comments", "# nothing\n# else\n", stranger},
		{"a link", "https://rampart.example/#r1=AbC", someLink},
		{"a link in brackets, wrapped", "<https://rampart.example/#r1=AbC\nDEF>", someLink},
		{"a fragment", "#p=A&degree=8", someLink},
		{"a fragment without #", "p=A&degree=8", someLink},
		{"a compressed link without its page", "r1=AbC", someLink},
		{"a trace", string(export.AppendTrace(nil, r)), stranger},
		{"a table", string(export.AppendCSV(nil, r, export.Runs)), stranger},
		{"arrivals", "arrivalSeconds,graph,beta\n0,gnmt,1\n", someTable},
		{"arrivals without a unit, from Excel", "\uFEFFuser;arrival time;graph\r\n", someTable},
		{"a picture", `<svg xmlns="http://www.w3.org/2000/svg">`, stranger},
		{"a web page", "<!DOCTYPE html><title>x</title>", stranger},
		{"an image", "\uFFFDPNG\r\n\x1a\n\x00\x00", stranger},
		{"a library", strings.Repeat("\uFFFDELF", 9), stranger},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, what := sniff(tc.text)
			if got != tc.want || (what != "") != (got == stranger) {
				t.Errorf("it is taken for %d, %q", got, what)
			}
		})
	}
	b, root := open()
	b.answer()
	if got, _ := sniff(string(report.HTML(root.session))); got != someReport {
		t.Errorf("a report is taken for %d", got)
	}
}

// Whatever is imported, the page says one thing about it, and stays as it is
// unless it was opened.
func TestImportSaysWhatItIs(t *testing.T) {
	for _, tc := range []struct {
		name, file, text, want string
	}{
		{"nothing", "a.json", "", "a.json is empty, cannot be read or is larger than 32 MiB."},
		{"an image", "cat.png", "\uFFFDPNG\x00", "cat.png is not text. Import opens experiments,"},
		{"a table", "t.csv", "strategy,seed\n", "t.csv is a table of figures, from which nothing can be run"},
		{"a web page", "w.html", "<html></html>", "w.html is a web page that holds no report of Rampart"},
		{"a broken policy", "p.safetensors", "data:x;base64,AAAA", "p.safetensors: "},
		{"a policy that is none", "p.safetensors", "", "p.safetensors is empty, cannot be read"},
		{"a broken snapshot", "s.rampart.json", `{"rampart":1,"snapshot":99}`, "s.rampart.json: "},
		{"a broken link", "l.txt", "https://rampart.example/#r1=A", "link"},
		{"another link", "l.txt", "https://example.com/#top=1", "no link of Rampart"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b, root := open()
			before := root.session
			root.Import(tc.file, tc.text)
			if b.imported != nil {
				t.Fatal("the engine was asked")
			}
			page := render(t, root)
			if !strings.Contains(root.notice, tc.want) || !strings.HasSuffix(root.notice, ".") || root.said != root.notice || !strings.Contains(page, `role="alert"`) {
				t.Errorf("the page says %q", root.notice)
			}
			if root.session != before {
				t.Error("something was opened")
			}
		})
	}
}

// A table of arrivals goes to the engine with what the form says, also one that
// is known by its name alone. What the engine left out of it is told.
func TestImportOfATable(t *testing.T) {
	for name, text := range map[string]string{"day.csv": "arrivalSeconds,graph,beta\n0,gnmt,1\n", "DAY.CSV": "time,graph\n", "day.txt": "arrivalHours,graph,beta\n"} {
		b, root := open()
		root.model.Edit("cluster.groups", "8")
		root.Import(name, text)
		x, err := experiment.Decode(b.base)
		if err != nil || x.Cluster.Groups != 8 {
			t.Fatalf("%s: the engine got %s, %v", name, b.base, err)
		}
		x.Name, x.Workload.Jobs = "day", []experiment.TraceJob{{Graph: "gnmt", Beta: 1}}
		b.imported(&wire.Reply{Kind: wire.KindImported, Experiment: experiment.AppendCanonical(nil, x), Message: "The column \"user\" was left out."})
		if want := name + " is open, and runs. The column \"user\" was left out."; root.notice != want || len(root.session.Experiment.Workload.Jobs) != 1 {
			t.Errorf("the page says %q", root.notice)
		}
	}
	// A form with a mistake does not count: what was run last does.
	b, root := open()
	b.answer()
	root.model.Edit("cluster.groups", "none")
	root.Import("day.csv", "arrivalSeconds,graph,beta\n")
	if x, err := experiment.Decode(b.base); err != nil || x.Cluster.Groups != 4 {
		t.Errorf("the engine got %s, %v", b.base, err)
	}
}

// A report opens as what it reports, to be checked.
func TestImportOfAReport(t *testing.T) {
	b, root := open()
	root.choosePreset("D")
	b.answer()
	want := root.session
	html := string(report.HTML(want))
	b, root = open()
	root.Import("report.html", html)
	if root.session.Experiment.Workload.Beta.Preset != "D" || root.session.Recorded == nil || root.session.Recorded.Digest != want.Digest {
		t.Fatalf("opened %s, recorded %+v", root.session.Experiment.Name, root.session.Recorded)
	}
	b.answer()
	has(t, render(t, root), "Verified")
	root.Import("report.html", strings.Replace(html, `&quot;rampart&quot;: 1`, `&quot;rampart&quot;: 9`, 1))
	if !strings.HasPrefix(root.notice, "report.html: the experiment in this report: rampart: ") {
		t.Errorf("the page says %q", root.notice)
	}
}

// Files that come together are all told of.
func TestImportOfSeveral(t *testing.T) {
	b, root := open()
	root.Pick()
	b.picked([]File{{"a.png", "\x00"}, {"g.txt", pipeDream}, {"b.csv", "strategy,seed"}})
	b.imported(&wire.Reply{Kind: wire.KindError, Message: "line 1: it has no edge"})
	for _, want := range []string{"a.png is not text.", "b.csv is a table", "g.txt: line 1: it has no edge."} {
		if !strings.Contains(root.notice, want) {
			t.Errorf("%q does not say that %s", root.notice, want)
		}
	}
	late := b.imported
	root.Import("c.png", "\x00")
	late(&wire.Reply{Kind: wire.KindError, Message: "again"})
	if strings.Contains(root.notice, "again") || strings.Contains(root.notice, "a.png") {
		t.Errorf("the page still says %q", root.notice)
	}
}

// Text is pasted: links and files' texts open, all else is told.
func TestOtherPastedText(t *testing.T) {
	b, root := open()
	root.OpenText(pipeDream)
	if b.imported == nil {
		t.Fatal("a pasted graph is not read")
	}
	root.OpenText("p=C")
	if root.session.Experiment.Workload.Beta.Preset != "C" {
		t.Error("a pasted link is not opened")
	}
	root.OpenText("https://example.com/#nothing")
	has(t, root.notice, "no link of Rampart's")
	s := &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: experiment.Paper("B")}
	root.OpenText(string(snapshot.AppendFile(nil, s)))
	if root.session.Experiment.Workload.Beta.Preset != "B" {
		t.Error("a pasted snapshot is not opened")
	}
}

// What has the form of a policy is one, whatever its name.
func TestPolicyByContent(t *testing.T) {
	_, root := open()
	root.Import("weights.bin", dataURL+base64.StdEncoding.EncodeToString([]byte("nothing")))
	if !strings.HasPrefix(root.notice, "weights.bin: ") || strings.Contains(root.notice, "Import opens") {
		t.Errorf("the page says %q", root.notice)
	}
}
