//go:build !js

package browser

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
)

// What a page knows of the copy of the site that the browser keeps.
const (
	siteKept    = `navigator.serviceWorker.controller`
	siteVersion = `(document.documentElement || { dataset: {} }).dataset.version`
	keptSites   = `caches.keys().then((names) => names.filter((n) => n.startsWith("rampart-site-")).map((n) => n.slice(13)).sort())`
)

// publication is a copy of the built site that a server of its own serves, so
// that a test can change the one and stop the other.
type publication struct {
	t      *testing.T
	dir    string
	server *Server
	url    string
}

func publish(t *testing.T) *publication {
	t.Helper()
	top, err := Top()
	must(t, err)
	s := &publication{t: t, dir: filepath.Join(t.TempDir(), "site")}
	must(t, os.CopyFS(s.dir, os.DirFS(filepath.Join(top, "dist"))))
	s.server, err = ServeSite(s.dir, "127.0.0.1:0")
	must(t, err)
	s.url = s.server.URL
	t.Cleanup(s.cut)
	return s
}

// cut stops the server: there is no network any more.
func (s *publication) cut() {
	if s.server != nil {
		must(s.t, s.server.Close())
		s.server = nil
	}
}

// version is the version that the server has now.
func (s *publication) version() string {
	page, err := os.ReadFile(filepath.Join(s.dir, "index.html"))
	must(s.t, err)
	return string(regexp.MustCompile(`data-version="([0-9a-f]{10})"`).FindSubmatch(page)[1])
}

// next puts a later version in the place of the one that is served: its style
// sheet differs, and the one before is gone. With broken, the style sheet is not
// what its hash says.
func (s *publication) next(version string, broken bool) {
	s.t.Helper()
	list, err := filepath.Glob(filepath.Join(s.dir, "style.*.css"))
	must(s.t, err)
	if len(list) != 1 {
		s.t.Fatalf("style sheets: %v", list)
	}
	css, err := os.ReadFile(list[0])
	must(s.t, err)
	oldCSS, oldVersion := css, s.version()
	css = append(bytes.Clone(css), "\n:root { --published: "+version+"; }\n"...)
	sum := sha256.Sum256(css)
	oldName, name := filepath.Base(list[0]), "style."+hex.EncodeToString(sum[:5])+".css"

	page, err := os.ReadFile(filepath.Join(s.dir, "index.html"))
	must(s.t, err)
	oldPage := page
	page = []byte(strings.NewReplacer(oldName, name, oldVersion, version).Replace(string(page)))
	worker, err := os.ReadFile(filepath.Join(s.dir, "sw.js"))
	must(s.t, err)
	worker = []byte(strings.NewReplacer(oldName, name, oldVersion, version,
		integrity(oldCSS), integrity(css), integrity(oldPage), integrity(page)).Replace(string(worker)))
	if broken {
		css = append(css, "/* altered on the way */"...)
	}
	for _, old := range []string{oldName, "index.html", "sw.js"} {
		for _, ext := range []string{"", ".br", ".gz"} {
			if err := os.Remove(filepath.Join(s.dir, old+ext)); err != nil && !os.IsNotExist(err) {
				s.t.Fatal(err)
			}
		}
	}
	must(s.t, os.WriteFile(filepath.Join(s.dir, name), css, 0o644))
	must(s.t, os.WriteFile(filepath.Join(s.dir, "index.html"), page, 0o644))
	must(s.t, os.WriteFile(filepath.Join(s.dir, "sw.js"), worker, 0o644))
}

func integrity(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// newProfile returns the profile of somebody who has never been here.
func newProfile(t *testing.T) *Profile {
	t.Helper()
	f, err := chromium.Profile()
	must(t, err)
	t.Cleanup(f.Close)
	return f
}

// visit opens an address in a new tab of a profile. A test fails if the console
// has an error or a warning at its end.
func visit(t *testing.T, f *Profile, address string, o Options) *Page {
	t.Helper()
	p, err := f.Open(address, o)
	must(t, err)
	t.Cleanup(func() {
		for _, problem := range p.Problems() {
			t.Errorf("console: %s", problem)
		}
		p.Close()
	})
	return p
}

// After one visit everything works without a network: the page opens, runs,
// trains, and what it has kept is still there after a reload.
func TestOfflineAfterOneVisit(t *testing.T) {
	site, f := publish(t), newProfile(t)
	p := visit(t, f, site.url, Options{})
	must(t, p.Wait(state+` === "done"`))
	want := eval[string](t, p, digest)
	must(t, p.Wait(siteKept))
	site.cut()

	must(t, p.Goto(site.url+"?workers=2"))
	must(t, p.Wait(state+` === "done"`))
	if got := eval[string](t, p, digest); got != want {
		t.Errorf("without a network the digest is %s, with one it was %s", got, want)
	}
	if !eval[bool](t, p, "window.crossOriginIsolated") {
		t.Error("the page is not isolated from other origins")
	}
	must(t, p.Click("tab", "Train"))
	must(t, p.Wait(`document.getElementById("train-totalSteps")`))
	setField(t, p, "train-totalSteps", "60000")
	must(t, p.Click("button", "Train"))
	must(t, p.Wait(trainingState+` === "done"`))
	must(t, p.WaitFor("button", "Compare Fast 1"))

	must(t, p.Goto(site.url))
	must(t, p.Click("tab", "Train"))
	must(t, p.Click("button", "Compare Fast 1"))
	must(t, p.Wait(state+` === "done" && document.querySelectorAll("#strategies tbody tr").length === 9`))

	// A link that somebody has sent: its figures are checked here.
	link := visit(t, f, site.url+"#"+compressedLink(t), Options{})
	must(t, link.Wait(outcome+` === "verified"`))

	// A tab that was never open before.
	q := visit(t, f, site.url, Options{})
	must(t, q.Wait(state+` === "done"`))
	if got := eval[string](t, q, digest); got != want {
		t.Errorf("a new tab has the digest %s, want %s", got, want)
	}
}

// longRun is an experiment of so many runs of about 100,000 jobs each.
func longRun(runs int) string {
	seeds := make([]string, runs)
	for i := range seeds {
		seeds[i] = strconv.Itoa(i)
	}
	return `{"rampart": 1, "name": "Long", "horizonSeconds": 1e8, "strategies": [{"kind": "random"}], "seeds": [` + strings.Join(seeds, ", ") + `]}`
}

// startLong starts an experiment that goes on for some minutes.
func startLong(t *testing.T, p *Page) {
	t.Helper()
	eval[bool](t, p, fmt.Sprintf(dropFile, longRun(150), "long.json"))
	must(t, p.Wait(state+` === "held"`)) // it is so costly that the page asks
	must(t, p.Click("button", "Run"))
	must(t, p.Wait(state+` === "running"`))
}

// compressedLink is the fragment of a link to a result.
func compressedLink(t *testing.T) string {
	t.Helper()
	x, err := experiment.Decode([]byte(`{"rampart": 1, "name": "Sent", "seeds": [4], "placer": "compact"}`))
	must(t, err)
	r, err := experiment.RunAll(t.Context(), x, strategy.Factory(builtin.Resolve), experiment.Options{DropJobs: true})
	must(t, err)
	link := snapshot.Compressed(&snapshot.Snapshot{Engine: r.Engine, Experiment: x, Digest: r.Digest, Summaries: r.Summaries})
	if !strings.HasPrefix(link, "r1=") {
		t.Fatalf("the link is %s", link)
	}
	return link
}

// A later version is offered and not forced, no page gets files of another
// version than its own, and the files of a version go with its last page.
func TestUpdateIsOffered(t *testing.T) {
	site, f := publish(t), newProfile(t)
	first := site.version()
	p := visit(t, f, site.url, Options{})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Wait(siteKept))
	other := visit(t, f, site.url, Options{})
	must(t, other.Wait(state+` === "done"`))

	const second = "0000000002"
	site.next(second, false)
	// In the middle of a long run nothing happens but a notice.
	startLong(t, p)
	eval[bool](t, p, `navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true)`)
	must(t, p.WaitText("A later version of Rampart is ready."))
	must(t, other.WaitText("A later version of Rampart is ready."))
	if now := eval[string](t, p, state); now != "running" {
		t.Errorf("the run is %s", now)
	}
	if got := eval[string](t, p, siteVersion); got != first {
		t.Fatalf("the page is of version %s", got)
	}
	// Nor does it by a reload: the other tab must not see its files go.
	must(t, p.Goto(site.url))
	must(t, p.Wait(state+` === "done"`))
	if got := eval[string](t, p, siteVersion); got != first {
		t.Errorf("a reload shows version %s", got)
	}

	must(t, p.Click("button", "Reload"))
	must(t, p.Wait(siteVersion+` === "`+second+`" && getComputedStyle(document.documentElement).getPropertyValue("--published").trim() === "`+second+`"`))
	must(t, p.Wait(state+` === "done"`))
	must(t, other.WaitText("Another tab shows a later version of Rampart."))
	if got := eval[string](t, other, siteVersion); got != first {
		t.Errorf("the other tab was taken to version %s", got)
	}
	// The server has the first style sheet no more, but the other tab has.
	status := `fetch(document.querySelector('link[href^="style."]').href).then((r) => r.status)`
	if got := eval[int](t, other, status); got != 200 {
		t.Errorf("the other tab's style sheet: status %d", got)
	}
	startWorker(t, other)
	if got := eval[[]string](t, p, keptSites); len(got) != 2 {
		t.Errorf("versions kept while both are shown: %v", got)
	}
	must(t, other.Click("button", "Reload"))
	must(t, other.Wait(siteVersion+` === "`+second+`"`))
	resolve(t, p, keptSites+`.then((kept) => kept.length === 1)`)
}

// A version that does not arrive whole is as good as none.
func TestDamagedUpdateIsNotTaken(t *testing.T) {
	site, f := publish(t), newProfile(t)
	first := site.version()
	p := visit(t, f, site.url, Options{})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Wait(siteKept))
	site.next("0000000002", true)
	eval[bool](t, p, `navigator.serviceWorker.getRegistration().then(async (r) => {
		await r.update();
		const worker = r.installing;
		while (worker && worker.state === "installing") await new Promise((resolve) => setTimeout(resolve, 10));
		return !worker || worker.state === "redundant";
	})`)
	if got := eval[[]string](t, p, keptSites); len(got) != 1 || got[0] != first {
		t.Errorf("versions kept: %v, want %s", got, first)
	}
	site.cut()
	must(t, p.Goto(site.url))
	must(t, p.Wait(state+` === "done"`))
	if got := eval[string](t, p, siteVersion); got != first {
		t.Errorf("the page is of version %s", got)
	}
	if eval[bool](t, p, `document.body.innerText.includes("A later version")`) {
		t.Error("half a version is offered")
	}
}

// Where the browser keeps no sites, the page works as ever.
func TestWithoutServiceWorker(t *testing.T) {
	for _, test := range []struct{ name, script string }{
		{"refused", `navigator.serviceWorker.register = () => Promise.reject(new DOMException("not here", "SecurityError"));`},
		{"missing", `delete Navigator.prototype.serviceWorker;`},
		{"without locks", `delete Navigator.prototype.locks;`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, "", Options{Script: test.script})
			must(t, p.Wait(state+` === "done"`))
			must(t, p.Click("button", "Run"))
			must(t, p.Wait(state+` === "done"`))
		})
	}
}

// The page can be installed: the browser finds nothing to complain about in its
// manifest.
func TestManifest(t *testing.T) {
	p := open(t, "", Options{})
	manifest, err := chromedp.Call(p.ctx, page.GetAppManifest, page.GetAppManifestParams{})
	must(t, err)
	if manifest.Manifest == nil || manifest.Manifest.Name != "Rampart" || manifest.Manifest.StartURL != server.URL {
		t.Errorf("the browser reads the manifest as %+v", manifest.Manifest)
	}
	for _, e := range manifest.Errors {
		t.Errorf("manifest: %s", e.Message)
	}
	install, err := chromedp.Call(p.ctx, page.GetInstallabilityErrors, cdp.Empty{})
	must(t, err)
	for _, e := range install.InstallabilityErrors {
		if e.ErrorID != "in-incognito" { // as all profiles of these tests are
			t.Errorf("cannot be installed: %s %v", e.ErrorID, e.ErrorArguments)
		}
	}
	wrong := eval[[]string](t, p, `(async () => {
		const address = document.querySelector("link[rel=manifest]").href;
		const wrong = [];
		for (const icon of (await (await fetch(address)).json()).icons) {
			const image = new Image();
			image.src = new URL(icon.src, address).href;
			await image.decode().catch((e) => wrong.push(icon.src + ": " + e.message));
			if (icon.sizes !== "any" && icon.sizes !== image.naturalWidth + "x" + image.naturalHeight) wrong.push(icon.src + " is " + image.naturalWidth + " wide");
		}
		return wrong;
	})()`)
	for _, w := range wrong {
		t.Error(w)
	}
}
