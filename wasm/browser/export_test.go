//go:build !js

package browser

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/core/exporttest"
	"rampart/policy/builtin"
	"rampart/policy/strategy"
	"rampart/ui/chart"
	"rampart/ui/form"
	"rampart/ui/report"
)

// folder is where a page saves its files.
type folder struct {
	t    *testing.T
	path string
}

// downloads lets a page save files.
func downloads(t *testing.T, p *Page) *folder {
	t.Helper()
	f := &folder{t, t.TempDir()}
	_, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: f.path,
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
	})
	must(t, err)
	return f
}

// get waits for a file, and takes it out of the folder.
func (f *folder) get(name string) []byte {
	f.t.Helper()
	path := filepath.Join(f.path, name)
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		data, err := os.ReadFile(path)
		if unfinished, _ := filepath.Glob(path + "*.crdownload"); err == nil && len(data) > 0 && len(unfinished) == 0 {
			must(f.t, os.Remove(path))
			return data
		}
		if time.Now().After(end) {
			list, _ := filepath.Glob(filepath.Join(f.path, "*"))
			f.t.Fatalf("%s was not saved, only %v", name, list)
		}
	}
}

const prefix = "rampart-paper-deadlines-a-"

// Everything that the Export dialog saves is what the same experiment gives
// natively.
func TestExports(t *testing.T) {
	want, err := experiment.RunAll(t.Context(), form.Paper(form.Presets[0]), strategy.Factory(builtin.Resolve), experiment.Options{})
	must(t, err)
	p := open(t, "", Options{})
	must(t, p.Wait(state+` === "done"`))
	files := downloads(t, p)
	must(t, p.Click("button", "Export"))
	must(t, p.WaitFor("dialog", "Export"))
	save := func(button, file string) []byte {
		t.Helper()
		must(t, p.Click("button", button))
		return files.get(prefix + file)
	}
	bare := *want
	bare.Runs = append([]experiment.Run(nil), want.Runs...)
	for i := range bare.Runs {
		bare.Runs[i].Jobs = nil
	}
	for _, c := range []struct {
		button, file string
		want         []byte
	}{
		{"Save experiment", "experiment.json", experiment.AppendFile(nil, want.Experiment)},
		{"Save result", "result.json", experiment.AppendResultFile(nil, &bare)},
		{"Save strategies", "strategies.csv", export.AppendCSV(nil, want, export.Strategies)},
		{"Save runs", "runs.csv", export.AppendCSV(nil, want, export.Runs)},
		{"Save full result", "full-result.json", experiment.AppendResultFile(nil, want)},
	} {
		if got := save(c.button, c.file); !bytes.Equal(got, c.want) {
			t.Errorf("%s: %d bytes, natively they are %d, and not the same", c.file, len(got), len(c.want))
		}
	}
	if found, ok := report.Read(save("Save report", "report.html")); !ok || found.Digest != want.Digest || !bytes.Equal(found.Experiment, experiment.AppendFile(nil, want.Experiment)) {
		t.Errorf("the report is of %s", found.Digest)
	}
	checkPicked(t, p, want, save)
}

// checkPicked saves the jobs and the trace of one run and of all seeds.
func checkPicked(t *testing.T, p *Page, want *experiment.Result, save func(button, file string) []byte) {
	t.Helper()
	choose := func(label, value string) {
		eval[bool](t, p, fmt.Sprintf(`(() => {
			const list = document.querySelector('dialog select[aria-label="%s"]');
			list.value = %q;
			return list.dispatchEvent(new Event("change", { bubbles: true }));
		})()`, label, value))
	}
	choose("Strategy", "0")
	choose("Seed", "1")
	must(t, p.Wait(`document.querySelector('dialog select[aria-label="Seed"]').value === "1"`))
	name := "maximum-parallelism-para-max-seed-1-"
	rows, err := csv.NewReader(bytes.NewReader(save("Save jobs", name+"jobs.csv"))).ReadAll()
	must(t, err)
	run := &want.Runs[1]
	if len(rows) != 1+len(run.Jobs) || rows[1][1] != "1" || rows[len(rows)-1][2] != strconv.Itoa(len(run.Jobs)-1) {
		t.Errorf("%d rows for %d jobs", len(rows), len(run.Jobs))
	}
	trace, err := exporttest.ReadTrace(save("Save trace", name+"trace.json"))
	must(t, err)
	one := *want
	one.Runs = want.Runs[1:2]
	native, err := exporttest.ReadTrace(export.AppendTrace(nil, &one))
	must(t, err)
	if len(trace.Events) != len(native.Events) || trace.Other["resultDigest"] != want.Digest {
		t.Errorf("%d events of %v, natively they are %d", len(trace.Events), trace.Other, len(native.Events))
	}
	choose("Seed", "all")
	rows, err = csv.NewReader(bytes.NewReader(save("Save jobs", "maximum-parallelism-para-max-jobs.csv"))).ReadAll()
	must(t, err)
	if len(rows) != 1+3*len(run.Jobs) {
		t.Errorf("%d rows for the jobs of three seeds", len(rows))
	}
}

// The dialog is used with the keyboard alone, and gives the focus back.
func TestExportByKeyboard(t *testing.T) {
	p := open(t, "", Options{})
	must(t, p.Wait(state+` === "done"`))
	files := downloads(t, p)
	eval[bool](t, p, `([...document.querySelectorAll("button")].find((b) => b.textContent === "Export").focus(), true)`)
	must(t, p.Key(kb.Enter))
	must(t, p.WaitFor("dialog", "Export"))
	focused := func(word string) string { return fmt.Sprintf(`document.activeElement.textContent.trim() === %q`, word) }
	must(t, p.Wait(focused("Save experiment")))
	must(t, p.Key(kb.Tab))
	must(t, p.Wait(focused("Save result")))
	must(t, p.Key(kb.Enter))
	if _, err := experiment.DecodeResult(files.get(prefix + "result.json")); err != nil {
		t.Error(err)
	}
	eval[bool](t, p, axeSource(t)+"\n;true")
	for _, v := range eval[[]string](t, p, violations) {
		t.Error(v)
	}
	must(t, p.Key(kb.Escape))
	must(t, p.Wait(`!document.querySelector("dialog[open]")`))
	must(t, p.Wait(focused("Export")))
}

// The report opens from a disk without a word to anybody, in both schemes.
func TestReportNeedsNoServer(t *testing.T) {
	p := open(t, "", Options{})
	must(t, p.Wait(state+` === "done"`))
	files := downloads(t, p)
	must(t, p.Click("button", "Export"))
	must(t, p.Click("button", "Save report"))
	path := filepath.Join(t.TempDir(), "report.html")
	must(t, os.WriteFile(path, files.get(prefix+"report.html"), 0o666))
	finding := eval[string](t, p, `document.getElementById("finding").textContent`)
	for _, dark := range []bool{false, true} {
		r, err := chromium.Open("file://"+path, Options{Dark: dark, Width: 800})
		must(t, err)
		must(t, r.WaitText(finding))
		for _, problem := range r.Problems() {
			t.Errorf("console: %s", problem)
		}
		if requests := r.Requests(); len(requests) != 1 {
			t.Errorf("requests: %+v", requests)
		}
		surface := chart.Base[0].Light
		if dark {
			surface = chart.Base[0].Dark
		}
		for _, what := range []string{"document.documentElement", `document.querySelector("svg rect")`} {
			property := map[bool]string{true: "fill", false: "backgroundColor"}[strings.Contains(what, "rect")]
			if got := eval[string](t, r, fmt.Sprintf("getComputedStyle(%s).%s", what, property)); got != rgb(surface) {
				t.Errorf("%s has the colour %s, want %s", what, got, rgb(surface))
			}
		}
		if wide := eval[bool](t, r, "document.documentElement.scrollWidth > 800"); wide {
			t.Error("the report scrolls sideways")
		}
		r.Close()
	}
}

// rgb writes #rrggbb as a browser does.
func rgb(hex string) string {
	n, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		return hex
	}
	return fmt.Sprintf("rgb(%d, %d, %d)", n>>16, n>>8&255, n&255)
}

// checkPicture reads what the two buttons of a figure save: an SVG document and
// the same as a PNG image, at twice the size and not blank.
func checkPicture(t *testing.T, p *Page, files *folder, name string, dark bool) {
	t.Helper()
	// The buttons show where the pointer is; a test presses them unseen.
	must(t, p.Click("button", "Save "+name+" as SVG"))
	file := prefix + strings.Trim(strings.Map(dashed, strings.ToLower(name)), "-")
	file = strings.ReplaceAll(file, "--", "-")
	svg, err := exporttest.ReadSVG(files.get(file + ".svg"))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	must(t, p.Click("button", "Save "+name+" as PNG"))
	image, err := png.Decode(bytes.NewReader(files.get(file + ".png")))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	size := image.Bounds()
	if width, _ := strconv.ParseFloat(svg.Size[0], 64); size.Dx() != int(2*width+0.999) || size.Dy() < 100 {
		t.Errorf("%s: the image is %v, the document %v", name, size, svg.Size)
	}
	colours, surface := map[color.Color]int{}, 0
	for y := size.Min.Y; y < size.Max.Y; y += 2 {
		for x := size.Min.X; x < size.Max.X; x += 2 {
			colours[image.At(x, y)]++
		}
	}
	want := map[bool]color.Color{false: color.NRGBA{255, 255, 255, 255}, true: color.NRGBA{0x14, 0x17, 0x1c, 255}}[dark]
	for c, n := range colours {
		if color.NRGBAModel.Convert(c) == want {
			surface += n
		}
	}
	if all := size.Dx() * size.Dy() / 4; len(colours) < 20 || surface < all/10 || surface > all*99/100 {
		t.Errorf("%s: %d colours, %d of %d pixels are the surface", name, len(colours), surface, all)
	}
}

func dashed(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
		return r
	}
	return '-'
}

// Every figure of every tab can be saved, in the scheme of the page.
func TestPictures(t *testing.T) {
	for _, dark := range []bool{false, true} {
		t.Run(fmt.Sprintf("dark %v", dark), func(t *testing.T) {
			p := open(t, "", Options{Dark: dark, LessMotion: true})
			must(t, p.Wait(state+` === "done"`))
			files := downloads(t, p)
			checkPicture(t, p, files, "Blocking rate", dark)
			checkPicture(t, p, files, "Why jobs were blocked", dark)
			must(t, p.Click("tab", "Timeline"))
			must(t, p.Wait(`document.querySelectorAll(".timeline-side .save-as").length === 2`))
			checkPicture(t, p, files, "Run 1 timeline", dark)
			if dark {
				return // the others are drawn by the same means
			}
			checkPicture(t, p, files, "Run 2 timeline", dark)
			must(t, p.Click("tab", "Policy"))
			must(t, p.Wait(`document.querySelectorAll(".heat").length === 5`))
			checkPicture(t, p, files, "Probability of each degree", dark)
			checkPicture(t, p, files, "Chosen degree, by beta and free servers", dark)
		})
	}
}

// The curves of a training can be saved, as pictures and as a table.
func TestTrainingExports(t *testing.T) {
	p := startTraining(t, "?workers=1", 50_000_000)
	must(t, p.Wait(`document.querySelectorAll(".train-curves .save-as").length > 5`))
	must(t, p.Click("button", "Stop"))
	must(t, p.Wait(trainingState+` === "stopped"`))
	files := downloads(t, p)
	checkPicture(t, p, files, "Blocking rate", false)
	checkPicture(t, p, files, "Entropy", false)
	must(t, p.Click("button", "Save the curves as CSV"))
	rows, err := csv.NewReader(bytes.NewReader(files.get("rampart-training-curves.csv"))).ReadAll()
	must(t, err)
	if len(rows) < 2 || rows[0][0] != "steps" || rows[len(rows)-1][0] == "" {
		t.Errorf("%d rows, the first is %v", len(rows), rows[0])
	}
}
