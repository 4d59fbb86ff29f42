//go:build !js

package browser

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/core/snapshot"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/ui/report"
	"rampart/ui/session"
)

// give drops files on the page, or pastes them, byte for byte.
func give(t *testing.T, p *Page, event string, files map[string][]byte, order ...string) {
	t.Helper()
	var items strings.Builder
	for _, name := range order {
		fmt.Fprintf(&items, "data.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));\n",
			base64.StdEncoding.EncodeToString(files[name]), name)
	}
	kind := map[string]string{"drop": "DragEvent", "paste": "ClipboardEvent"}[event]
	field := map[string]string{"drop": "dataTransfer", "paste": "clipboardData"}[event]
	eval[bool](t, p, fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		%s
		document.body.dispatchEvent(new %s(%q, { %s: data, bubbles: true, cancelable: true }));
		return true;
	})()`, items.String(), kind, event, field))
}

// strange are files that Import does not open, each with what the page says.
func strange(t *testing.T, r *experiment.Result) (files map[string][]byte, said map[string]string) {
	t.Helper()
	top, err := Top()
	must(t, err)
	image, err := os.ReadFile(filepath.Join(top, "public", "screenshot.png"))
	must(t, err)
	files = map[string][]byte{
		"cat.png": image, "runs.csv": export.AppendCSV(nil, r, export.Runs), "trace.json": export.AppendTrace(nil, r),
		"page.html": []byte("<!doctype html><title>x</title>"), "empty.json": {}, "word.txt": []byte("hello there"),
		"broken.json": []byte(`{"rampart": 1,`), "range.json": []byte(`{"rampart": 1, "cluster": {"groups": 0}}`),
		"cut.safetensors": []byte("\x10\x00\x00\x00\x00\x00\x00\x00{"), "graph.txt": []byte("node1 -- Input -- forward_compute_time=x\n"),
		"newer.rampart.json": []byte(`{"rampart": 1, "snapshot": 7}`),
	}
	return files, map[string]string{
		"cat.png": "is not text", "runs.csv": "is a table of figures", "trace.json": "is a trace", "page.html": "is a web page that holds no report",
		"empty.json": "is empty, cannot be read", "word.txt": "is nothing that Rampart knows", "broken.json": ": ", "range.json": ": cluster.groups: 0 is out of range",
		"cut.safetensors": ": ", "graph.txt": ": line 1", "newer.rampart.json": ": ",
	}
}

// tinyResult is a result that runs in no time, with jobs.
func tinyResult(t *testing.T, seed int) *experiment.Result {
	t.Helper()
	x, err := experiment.Decode(fmt.Appendf(nil,
		`{"rampart": 1, "name": "Tiny", "horizonSeconds": 20000, "seeds": [%d], "strategies": [{"kind": "max"}, {"kind": "fixed", "degree": 4}]}`, seed))
	must(t, err)
	r, err := experiment.RunAll(t.Context(), x, strategy.Factory(builtin.Resolve), experiment.Options{})
	must(t, err)
	return r
}

// What Import cannot open leaves the page as it is and gets one sentence.
func TestImportOfStrangers(t *testing.T) {
	p := open(t, "", Options{})
	must(t, p.Wait(state+` === "done"`))
	before := eval[string](t, p, digest)
	files, said := strange(t, tinyResult(t, 1))
	const notice = `[...document.querySelectorAll(".notice")].map((n) => n.textContent).join(" ")`
	for name, want := range said {
		give(t, p, "drop", files, name)
		must(t, p.Wait(fmt.Sprintf(`%s.includes(%q)`, notice, name+map[bool]string{true: "", false: " "}[strings.HasPrefix(want, ":")]+want)))
	}
	give(t, p, "drop", files, "cat.png", "runs.csv", "word.txt")
	must(t, p.Wait(fmt.Sprintf(`["cat.png", "runs.csv", "word.txt"].every((n) => %s.includes(n))`, notice)))
	if after := eval[string](t, p, digest); after != before {
		t.Error("the result has gone")
	}
}

// What Import opens does what it says, however it comes. Each result has a
// digest of its own, so that none passes for another.
func TestImportOfFriends(t *testing.T) {
	policy, err := builtin.File(builtin.Index()[0].Name)
	must(t, err)
	var r [6]*experiment.Result
	for i := range r {
		r[i] = tinyResult(t, i)
	}
	files := map[string][]byte{
		"tiny.json": experiment.AppendFile(nil, r[0].Experiment), "pasted.json": experiment.AppendFile(nil, r[1].Experiment),
		"result.json": experiment.AppendResultFile(nil, r[2]), "report.html": report.HTML(session.Finished(r[3])),
		"tiny.rampart.json": snapshot.AppendFile(nil, &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: r[4].Experiment, Digest: r[4].Digest}),
		"link.txt":          []byte(server.URL + "#" + snapshot.Compressed(&snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: r[5].Experiment})),
		"pair.txt":          []byte("node1 -- Input -- forward_compute_time=0.000, backward_compute_time=0.000, activation_size=0.0, parameter_size=0.000\nnode2 -- Linear(in_features=1) -- forward_compute_time=1.000, backward_compute_time=2.000, activation_size=10.0, parameter_size=20.000\n\tnode1 -- node2\n"),
		"costs.pbtxt":       []byte("node {\n  name: \"a\"\n  id: 0\n  compute_cost: 100\n}\nnode {\n  name: \"b\"\n  id: 1\n  input_info { preceding_node: 0 }\n  compute_cost: 100\n}\n"),
		"weights.bin":       policy,
	}
	p := open(t, "", Options{})
	must(t, p.Wait(started))
	ran := func(i int) string { return fmt.Sprintf(`%s && %s === %q`, state+` === "done"`, digest, r[i].Digest) }
	const verified = ` && document.querySelector(".opened").innerText.includes("Verified")`
	says := func(text string) string { return fmt.Sprintf(`document.body.innerText.includes(%q)`, text) }
	for _, c := range []struct{ file, event, shows string }{
		{"tiny.json", "drop", ran(0)},
		{"pasted.json", "paste", ran(1)},
		{"result.json", "drop", ran(2) + verified},
		{"report.html", "drop", ran(3) + verified},
		{"tiny.rampart.json", "paste", ran(4) + verified},
		{"link.txt", "drop", ran(5)},
		{"pair.txt", "drop", says("The graph pair joined the list of graphs")},
		{"costs.pbtxt", "paste", says("The graph costs joined the list of graphs")},
		{"weights.bin", "drop", says("joined the list of policies")},
	} {
		give(t, p, c.event, files, c.file)
		must(t, p.Wait(c.shows))
	}
}
