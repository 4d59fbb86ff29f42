package words

import (
	"strings"
	"testing"
)

func TestEntriesAreWhole(t *testing.T) {
	keys := map[string]string{}
	for _, g := range Groups {
		for _, e := range g.Entries {
			t.Run(e.Term, func(t *testing.T) {
				switch {
				case !strings.HasSuffix(e.Short, ".") || len(e.Short) < 12 || len(e.Short) > 180:
					t.Errorf("the one line is no line of its own: %q", e.Short)
				case e.Note != "" && !strings.HasSuffix(e.Note, "."):
					t.Errorf("the note has no full stop: %q", e.Note)
				case e.Source == "":
					t.Error("there is no source")
				case strings.Contains(e.Short, "\n"):
					t.Error("the one line is more than one")
				}
				if other, taken := keys[e.Key()]; taken {
					t.Errorf("the key %q is also that of %q", e.Key(), other)
				}
				keys[e.Key()] = e.Term
				if strings.ContainsAny(e.Key(), " %'\"&<>") {
					t.Errorf("the key %q does not do in an id", e.Key())
				}
			})
		}
	}
}

func TestFind(t *testing.T) {
	for label, want := range map[string]string{
		"JCT": "JCT", "Mean JCT": "JCT", "mean jct": "JCT", " Beta ": "Beta", "β": "Beta",
		"no room": "No room", "published": "Published", "95\u202f% interval": "95 % interval",
		"Fixed degree": "Fixed degree", "SiP-ML (6)": "SiP-ML", "Deadlines": "Deadline",
	} {
		if e := Find(label); e == nil || e.Term != want {
			t.Errorf("%q is %v, want the entry of %q", label, e, want)
		}
	}
	if e := Find("no such word"); e != nil {
		t.Errorf("a word that is not there is %q", e.Term)
	}
	if got := Short("no such word"); got != "" {
		t.Errorf("it means %q", got)
	}
}

func TestMatching(t *testing.T) {
	all, none := Matching(""), Matching("qqqq")
	if len(all) != len(Groups) || len(none) != 0 {
		t.Errorf("%d groups of %d match nothing typed, and %d match what is nowhere", len(all), len(Groups), len(none))
	}
	for _, text := range []string{"clip", "CLIP", "  clip "} {
		found := Matching(text)
		if len(found) == 0 {
			t.Fatalf("%q finds nothing", text)
		}
		for _, g := range found {
			for _, e := range g.Entries {
				if !strings.Contains(strings.ToLower(e.Term+e.Short+e.Note+strings.Join(e.Also, " ")), "clip") {
					t.Errorf("%q finds %s", text, e.Term)
				}
			}
		}
	}
}

// The glossary may not change while the page reads it: what is shown of it is a
// copy.
func TestMatchingLeavesTheGlossaryAlone(t *testing.T) {
	before := len(Groups[0].Entries)
	found := Matching("job")
	found[0].Entries[0].Short = "changed"
	if len(Groups[0].Entries) != before || Groups[0].Entries[0].Short == "changed" {
		t.Error("a search has changed the glossary")
	}
}
