package ui

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/compare"
	"rampart/ui/form"
	"rampart/ui/words"
)

// Every label that the page shows above a column, beside a field or on a figure
// is in the glossary, or is said here to be none of the field's terms.
var noTerms = map[string]string{
	"Actions":             "hidden heading of buttons",
	"Figure":              "hidden heading, or what a figure shows",
	"Section":             "what a dialog shows",
	"Find a term":         "search",
	"Find an op":          "search",
	"Colour by":           "what a drawing shows",
	"First group shown":   "what a drawing shows",
	"From":                "beginning of a range",
	"To":                  "end of a range",
	"by factors":          "form of a range",
	"speed":               "of the time cursor",
	"Strategies to run":   "hidden legend",
	"What varies":         "hidden legend",
	"imported":            "a mark on a graph",
	"not kept":            "a mark on a policy",
	"in use":              "under the heading Links",
	"of":                  "under the heading Links",
	"share":               "under the heading Links",
	"most on one link":    "under the heading Links",
	"0":                   "a scale's base",
	"Include the figures": "a choice of the Share dialog",

	"Include policy weights": "a choice of the Share dialog",
	"Open somebody's link":   "a choice of the Share dialog",
}

var (
	// What stands between quotes may hold the sign that ends a tag.
	tag    = regexp.MustCompile(`<(?:"[^"]*"|'[^']*'|[^"'>])*>`)
	static = regexp.MustCompile(`(?s)<(th|label|legend|dt|caption)\b((?:"[^"]*"|'[^']*'|[^"'>])*)>(.*?)</(th|label|legend|dt|caption)>`)
	labels = regexp.MustCompile(`<words:Term Label="([^"]+)"([^>]*)>`)
)

// written is the first text in an element.
func written(inside string) string {
	for _, text := range strings.Split(tag.ReplaceAllString(labels.ReplaceAllString(inside, "$1"), "\n"), "\n") {
		if text = strings.TrimSpace(text); text != "" {
			return text
		}
	}
	return ""
}

// The labels that stand in the sources of the page's components.
func TestEveryWrittenLabelIsDefined(t *testing.T) {
	files, err := filepath.Glob("*/*.vugu")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d components: %v", len(files), err)
	}
	seen := 0
	for _, file := range append(files, "root.vugu") {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(source)
		for _, m := range static.FindAllStringSubmatch(text, -1) {
			label := written(m[3])
			if label == "" || m[1] == "caption" {
				continue // drawn from Go: below
			}
			seen++
			if _, none := noTerms[label]; !none && words.Find(label) == nil {
				t.Errorf("%s: the %s %q is not in ui/words, nor among the labels that are no terms", file, m[1], label)
			}
		}
		for _, m := range labels.FindAllStringSubmatch(text, -1) {
			of := regexp.MustCompile(`Of="([^"]+)"`).FindStringSubmatch(m[2])
			if name := append(of, "", m[1])[1]; len(of) > 0 && words.Find(name) == nil || len(of) == 0 && words.Find(m[1]) == nil {
				t.Errorf("%s: %q is shown as a term and is not in ui/words", file, m[1])
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d labels were found", seen)
	}
}

// The labels that come from Go.
func TestEveryComputedLabelIsDefined(t *testing.T) {
	var list []string
	list = append(list, compare.Columns()...)
	for _, g := range form.Groups {
		list = append(list, g.Name)
		for _, f := range g.Fields {
			list = append(list, f.Label)
		}
	}
	for _, cause := range chart.CauseOrder {
		list = append(list, chart.CauseName(cause))
	}
	kinds := []string{"max", "min", "sequential", "random", "acceptable", "sipml", "fixed", "feasible", "reserve", "elastic", "rollout"}
	for _, kind := range kinds {
		spec := experiment.StrategySpec{Kind: kind, Degree: 8, Degrees: []int{1}}
		name, _, _ := strings.Cut(spec.Name(), " (")
		if i := strings.IndexAny(name, "0123456789,"); i >= 0 {
			name = name[:i]
		}
		list = append(list, strings.TrimSpace(name))
	}
	for _, label := range list {
		if words.Find(label) == nil {
			t.Errorf("%q is not in ui/words", label)
		}
	}
}
