package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/policy/builtin"
	"rampart/ui/form"
)

// shareOut returns what rampart share writes, which must work.
func shareOut(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errors := call("", append([]string{"share"}, args...)...)
	if status != exitDone || errors != "" {
		t.Fatalf("share %v: status %d, %s", args, status, errors)
	}
	return strings.TrimSuffix(out, "\n")
}

// inTiny changes to a folder with an experiment, tiny.json, and its result.
func inTiny(t *testing.T) {
	t.Helper()
	in(t, map[string]string{"tiny.json": tiny})
	if status, _, errors := call("", "run", "tiny.json", "-o", "result.json"); status != exitDone {
		t.Fatal(errors)
	}
}

// What is shared can be run, verified and inspected in all its forms, and says
// the same in each.
func TestShare(t *testing.T) {
	inTiny(t)
	result, err := os.ReadFile("result.json")
	if err != nil {
		t.Fatal(err)
	}
	r, err := experiment.DecodeResult(result)
	if err != nil {
		t.Fatal(err)
	}
	links := strings.Split(shareOut(t, "result.json"), "\n")
	if len(links) != 2 || links[0] != "#p=A&name=Tiny&horizon=5000&run=max,4&seed=4,7" || !strings.HasPrefix(links[1], "#r1=") {
		t.Fatalf("links %q", links)
	}
	if short := shareOut(t, "result.json", "--form", "short"); short != links[0] {
		t.Errorf("short link %s", short)
	}
	if experiment := strings.Split(shareOut(t, "tiny.json"), "\n"); experiment[0] != links[0] || len(experiment[1]) >= len(links[1]) {
		t.Errorf("links of the experiment %q", experiment)
	}
	address := shareOut(t, "result.json", "--form", "compressed", "--base", "https://rampart.example/page/")
	if address != "https://rampart.example/page/"+links[1] {
		t.Errorf("address %s", address)
	}
	shareOut(t, "result.json", "--form", "file", "-o", "sent.rampart.json")
	in := map[string]string{"link.txt": links[1] + "\n", "address.txt": address, "short.txt": links[0][1:]}
	for name, text := range in {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, recorded := range map[string]bool{
		links[0]: false, links[0][1:]: false, "short.txt": false,
		links[1]: true, links[1][1:]: true, address: true, "link.txt": true, "address.txt": true, "sent.rampart.json": true,
	} {
		status, out, errors := call("", "run", name, "--format", "json")
		if got, err := experiment.DecodeResult([]byte(out)); status != exitDone || errors != "" || err != nil || got.Digest != r.Digest {
			t.Errorf("run %.40s: status %d, %s, %v", name, status, errors, err)
		}
		status, out, errors = call("", "inspect", name)
		if status != exitDone || errors != "" || !strings.Contains(out, "Tiny") || strings.Contains(out, r.Digest) != recorded {
			t.Errorf("inspect %.40s: status %d, %s\n%s", name, status, errors, out)
		}
		status, out, errors = call("", "verify", name)
		switch {
		case recorded && (status != exitDone || errors != "" || !strings.Contains(out, ": equal: 4 runs, "+r.Digest)):
			t.Errorf("verify %.40s: status %d, %s%s", name, status, out, errors)
		case !recorded && (status != exitUsage || out != "" || !strings.HasSuffix(errors, ": there is nothing to verify: the short link says what to run, not what came out\n")):
			t.Errorf("verify %.40s: status %d, %s%s", name, status, out, errors)
		}
		if again := shareOut(t, name, "--form", "short"); again != links[0] {
			t.Errorf("share %.40s: %s", name, again)
		}
	}
	piped, out, errors := call(links[1], "verify", "-")
	if piped != exitDone || !strings.HasPrefix(out, "-: equal: ") {
		t.Errorf("a piped link: %s%s", out, errors)
	}
}

// A changed digit of any figure is caught, and named.
func TestVerifyCatches(t *testing.T) {
	inTiny(t)
	shareOut(t, "result.json", "--form", "file", "-o", "sent.rampart.json")
	file, err := os.ReadFile("sent.rampart.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		change func(s *snapshot.Snapshot)
		want   []string
	}{
		{"digest", func(s *snapshot.Snapshot) { s.Digest = s.Digest[:70] + string(s.Digest[70]^1) },
			[]string{"digest: the compressed link says sha256:"}},
		{"a figure", func(s *snapshot.Snapshot) { s.Summaries[1].BlockingRate.Mean = 0.125 },
			[]string{"summaries[1].blockingRate.mean (Fixed 4): the compressed link says 0.125, running it again gives 0."}},
		{"no digest", func(s *snapshot.Snapshot) { s.Digest, s.Summaries[0].MeanSpeedup.N = "", 5 },
			[]string{"summaries[0].meanSpeedup.n (Maximum parallelism (Para_max)): the compressed link says 5, running it again gives 2"}},
		{"the experiment", func(s *snapshot.Snapshot) { s.Experiment.Seeds[0]++ },
			[]string{"digest: the compressed link says sha256:", "summaries[0].meanSpeedup.mean (Maximum parallelism (Para_max)): "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := snapshot.Decode(file)
			if err != nil {
				t.Fatal(err)
			}
			c.change(s)
			status, out, errors := call("", "verify", snapshot.Compressed(s))
			if status != exitFailed || out != "" {
				t.Errorf("status %d, %s", status, out)
			}
			for _, want := range c.want {
				if !strings.Contains(errors, "...: "+want) {
					t.Errorf("got\n%swant %s", errors, want)
				}
			}
		})
	}
}

// Whoever opens a link is told what is different from where it was made, and
// gets no file read for it.
func TestOpenedElsewhere(t *testing.T) {
	inTiny(t)
	s := &snapshot.Snapshot{Engine: "0.9.0", Experiment: snapshot.Preset("A")}
	s.Experiment.HorizonSeconds, s.Experiment.Seeds = 5000, []uint64{1}
	s.Policies = []snapshot.Policy{{Name: "firstfit-A", SHA256: strings.Repeat("0", 64)}, {Name: "old", SHA256: strings.Repeat("0", 64)}}
	status, out, errors := call("", "inspect", snapshot.Compressed(s))
	for _, want := range []string{"It was made by engine 0.9.0, this is 1.0.0.", "The built-in policy firstfit-A is another one here, or missing.", "The built-in policy old is "} {
		if status != exitDone || errors != "" || !strings.Contains(out, want) {
			t.Errorf("status %d, %s%s, want %s", status, errors, out, want)
		}
		if status, _, errors := call("", "run", snapshot.Compressed(s), "--format", "table"); status != exitDone || !strings.Contains(errors, want) {
			t.Errorf("status %d, %s, want %s", status, errors, want)
		}
	}
	policy, err := builtin.File("firstfit-A")
	if err != nil || os.WriteFile("mine.safetensors", policy, 0o666) != nil {
		t.Fatal(err)
	}
	s.Experiment.Strategies = []experiment.StrategySpec{{Kind: "policy", Checkpoint: "mine.safetensors"}}
	if err := os.WriteFile("mine.json", experiment.AppendFile(nil, s.Experiment), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, errors := call("", "run", "mine.json", "--format", "table"); status != exitDone {
		t.Errorf("as a file: %s", errors)
	}
	if status, out, errors := call("", "run", snapshot.Compressed(s)); status != exitUsage || out != "" || !strings.Contains(errors, `strategies[0].checkpoint: "mine.safetensors" cannot be used`) {
		t.Errorf("as a link: status %d, %s", status, errors)
	}
}

// What a link would cost, and what it opens at, is said before anything runs.
func TestInspectLink(t *testing.T) {
	for fragment, want := range map[string]string{
		"p=A&degree=8&seed=3&tab=timeline&t=1000": "Opens at                   tab timeline, from 1000 s\n",
		"p=A&left=max@2&right=8&job=4&t=1..2.5":   "Opens at                   from 1 s to 2.5 s, Maximum parallelism (Para_max) on seed 2, Fixed 8 on seed 0, job 4\n",
		"p=A&train.seed=7":                        "Holds                      experiment, settings of a training\n",
		"p=A&run=max&seed=1&horizon=9e8":          "s on one core of a browser\n",
		"p=A&run=max,8,4,2&seed=1&horizon=9e8":    " on one core of a browser; the page asks before it runs this\n",
		"p=A&degre=8":                             "Note                       The link's key \"degre\" is not known (did you mean degree?) and was ignored.\n",
	} {
		status, out, errors := call("", "inspect", fragment)
		if status != exitDone || errors != "" || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, %s\n%swant %s", fragment, status, errors, out, want)
		}
	}
}

func TestLinksRefused(t *testing.T) {
	inTiny(t)
	link := shareOut(t, "result.json", "--form", "compressed")
	for name, text := range map[string]string{
		"cut.txt":    link[:200],
		"empty.txt":  "#",
		"newer.json": `{"rampart":1,"snapshot":2}`,
		"bad.json":   `{"rampart":1,"snapshot":1,"engine":"1","experiment":{"rampart":1,"queueCapacity":-1}}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, want string }{
		{link[:100], link[:40] + "...: the link is cut, characters are missing at its end: about 96 of "},
		{"cut.txt", "cut.txt: the link is cut, characters are missing at its end: about 196 of "},
		{link[:50] + "AAAA" + link[54:], link[:40] + "...: the link was altered, its checksum does not fit what it holds"},
		{link + "ü", link[:40] + "...: the link has a character that does not belong there: character "},
		{"#r9=AAAA", `#r9=AAAA: the link was made by a later version of Rampart: form "r9", this program reads r1`},
		{"newer.json", "newer.json: snapshot: version 2 is newer than this program, which reads 1; a later version of Rampart opens it"},
		{"bad.json", "bad.json: experiment.queueCapacity: -1 is out of range, expected an integer from 0 to 1000000"},
		{"p=A&degree=5", "p=A&degree=5: degree: 5 is odd, expected 0, 1 or an even degree; the nearest is 4"},
		{"#x=1", "#x=1: this is no link of Rampart's: nothing in it is known"},
		{"x=1", "x=1: no such file or directory"},
		{"empty.txt", "empty.txt: this is no link of Rampart's: nothing in it is known"},
		{"https://rampart.example/", "https://rampart.example/: the address has no # with a link behind it"},
		{"s=ypeBEsobvcr6wjGzmiPcTQ", "s=ypeBEsobvcr6wjGzmiPcTQ: the link names a snapshot that a server keeps; give the whole address of the page"},
		{"#s=short", `#s=short: the link names no snapshot: "short" has 5 characters, expected 22`},
	} {
		for _, command := range []string{"run", "verify", "inspect", "share"} {
			status, out, errors := call("", command, c.name)
			if status != exitUsage || out != "" || !strings.HasPrefix(errors, "rampart: "+c.want) || strings.Count(errors, "\n") != 1 {
				t.Errorf("%s %.40s: status %d, wrote %q\ngot  %swant rampart: %s", command, c.name, status, out, errors, c.want)
			}
		}
	}
	status, _, errors := call("", "share", "tiny.json", "--form", "paper")
	if status != exitUsage || errors != "rampart: share: --form \"paper\" is not known, expected one of links, short, compressed, file\n" {
		t.Errorf("status %d, %s", status, errors)
	}
	if status, _, errors := call("", "share", "tiny.json", "-o", "missing/x"); status != exitUsage || !strings.HasPrefix(errors, "rampart: missing/x: ") {
		t.Errorf("status %d, %s", status, errors)
	}
}

// A snapshot that a server keeps is fetched from the page's own server, and is
// the one that the link names or none.
func TestKeptLink(t *testing.T) {
	inTiny(t)
	shareOut(t, "result.json", "--form", "file", "-o", "sent.rampart.json")
	file, err := os.ReadFile("sent.rampart.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := snapshot.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	canonical := snapshot.AppendCanonical(nil, s)
	id := snapshot.ID(canonical)
	answer := canonical
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/snapshots/"+id {
			http.NotFound(w, r)
			return
		}
		w.Write(answer)
	}))
	defer server.Close()
	link := server.URL + "/page/?a=b#" + snapshot.Kept(id)
	if status, out, errors := call("", "verify", link); status != exitDone || !strings.Contains(out, ": equal: 4 runs") {
		t.Errorf("status %d, %s", status, errors)
	}
	for name, c := range map[string]struct {
		link, want string
		answer     []byte
	}{
		"none":      {server.URL + "#s=ypeBEsobvcr6wjGzmiPcTQ", ": the server has no such snapshot: it answered 404 Not Found\n", canonical},
		"another":   {link, ": the server sent something else than the link names\n", append([]byte(" "), canonical...)},
		"too large": {link, ": the server sent something else than the link names\n", bytes.Repeat([]byte(" "), 2<<20)},
	} {
		answer = c.answer
		if status, out, errors := call("", "run", c.link); status != exitUsage || out != "" || !strings.HasSuffix(errors, c.want) {
			t.Errorf("%s: status %d, %s", name, status, errors)
		}
	}
	server.Close()
	if status, _, errors := call("", "run", link); status != exitUsage || !strings.Contains(errors, ": the server does not answer: dial ") {
		t.Errorf("status %d, %s", status, errors)
	}
}

// The presets of links are those of the page: what it opens with is p=A.
func TestPresetsAreThePages(t *testing.T) {
	for _, name := range form.Presets[:4] {
		page := form.Paper(name)
		if got, ok := snapshot.Short(&snapshot.Snapshot{Experiment: page}); !ok || got != "p="+name {
			t.Errorf("preset %s is shared as %q", name, got)
		}
	}
}

// A trained policy of 6,000 weights, with the experiment that it plays in, is a
// compressed snapshot below 30 KB, and comes back whole.
func TestPolicySize(t *testing.T) {
	for _, e := range builtin.Index() {
		file, err := builtin.File(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		x := snapshot.Preset("A")
		x.Strategies = append(x.Strategies, experiment.StrategySpec{Kind: "policy", Checkpoint: builtin.Inline(file)})
		link := snapshot.Compressed(&snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: x})
		size := (len(link) - len("r1=")) * 3 / 4
		most := 30_000
		if e.Name == "generalist" || strings.HasPrefix(e.Name, "bestfit-") {
			most = 60_000 // four times as many weights, in half precision
		}
		if size >= most {
			t.Errorf("%s: %d bytes", e.Name, size)
		}
		l, err := snapshot.ParseLink(link)
		if err != nil {
			t.Fatal(err)
		}
		got, err := builtin.Resolve(l.Snapshot.Experiment.Strategies[len(x.Strategies)-1].Checkpoint)
		want, _ := builtin.Resolve(e.Name)
		if err != nil || got.Digest() != want.Digest() {
			t.Errorf("%s comes back as another policy, %v", e.Name, err)
		}
		t.Logf("%s: %d weights, file %d bytes, snapshot %d bytes, link %d characters", e.Name, len(want.Params), len(file), size, len(link))
	}
}

// Links and files of earlier engines open for ever; see core/snapshot/testdata.
func TestOldFiles(t *testing.T) {
	folder, err := filepath.Abs("../../core/snapshot/testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"engine-0.9.0.rampart.json", "engine-0.9.0.link"} {
		status, out, errors := call("", "verify", filepath.Join(folder, name))
		if status != exitDone || !strings.Contains(out, ": equal: ") || !strings.Contains(errors, "It was made by engine 0.9.0") {
			t.Errorf("%s: status %d, %s%s", name, status, out, errors)
		}
	}
	var version struct{ Engine string }
	if data, err := os.ReadFile(filepath.Join(folder, "engine-0.9.0.rampart.json")); err != nil || json.Unmarshal(data, &version) != nil || version.Engine != "0.9.0" {
		t.Errorf("engine %q, %v", version.Engine, err)
	}
}
