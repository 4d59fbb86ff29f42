//go:build !js

package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// violations runs axe and lists the rules that the page breaks, each with the
// first element that does.
const violations = `axe.run(document, { resultTypes: ["violations"] }).then((r) =>
	r.violations.map((v) => v.id + ": " + v.help + "\n\t" + v.nodes.map((n) => n.html.slice(0, 200)).slice(0, 3).join("\n\t")))`

// axeSource is the accessibility checker; npm ci brings it.
func axeSource(t *testing.T) string {
	t.Helper()
	top, err := Top()
	must(t, err)
	source, err := os.ReadFile(filepath.Join(top, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatalf("axe-core is missing, run npm ci first: %v", err)
	}
	return string(source)
}

// No tab breaks a rule of accessibility, in either scheme, wide or narrow.
// Contrast is among the rules.
func TestAccessible(t *testing.T) {
	axe := axeSource(t)
	tests := []struct {
		name    string
		options Options
	}{
		{"wide and light", Options{LessMotion: true}},
		{"narrow and dark", Options{Width: 360, Height: 740, Dark: true, LessMotion: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, "", test.options)
			must(t, p.Wait(state+` === "done"`))
			eval[bool](t, p, axe+"\n;true")
			tabs := eval[[]string](t, p, `[...document.querySelectorAll("[role=tab]")].map((e) => e.textContent.trim())`)
			for _, tab := range tabs {
				must(t, p.Click("tab", tab))
				must(t, p.Wait(`document.querySelector("[role=tab][aria-selected=true]").textContent.trim() === `+quote(tab)))
				for _, v := range eval[[]string](t, p, violations) {
					t.Errorf("%s: %s", tab, v)
				}
			}
		})
	}
}

// Nothing makes a narrow page scroll sideways.
func TestNarrow(t *testing.T) {
	p := open(t, "", Options{Width: 360, Height: 740})
	must(t, p.Wait(state+` === "done"`))
	if width := eval[int](t, p, "document.documentElement.scrollWidth"); width > 360 {
		t.Errorf("the page is %d pixels wide in a window of 360", width)
	}
}

// quote makes a JavaScript string of plain text.
func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }
