package chart

import (
	"os"
	"testing"
)

// The page links palette.css; Go code and tests read the table. A change of
// one must reach the other: run the test with RAMPART_UPDATE=1 and read the
// diff.
func TestPaletteFileIsTheTable(t *testing.T) {
	const path = "../../public/palette.css"
	if os.Getenv("RAMPART_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(CSS()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(file) != CSS() {
		t.Error("public/palette.css differs from ui/chart/palette.go; RAMPART_UPDATE=1 writes it anew")
	}
}

// forSchemes runs a check on the table's column for each scheme.
func forSchemes(t *testing.T, check func(t *testing.T, colour func(Token) string, surface string)) {
	t.Run("light", func(t *testing.T) {
		check(t, func(k Token) string { return k.Light }, Base[0].Light)
	})
	t.Run("dark", func(t *testing.T) {
		check(t, func(k Token) string { return k.Dark }, Base[0].Dark)
	})
}

// WCAG 2.2 asks for 3 for what one must see to understand a figure (1.4.11)
// and 4.5 for text (1.4.3).
func TestContrast(t *testing.T) {
	forSchemes(t, func(t *testing.T, colour func(Token) string, surface string) {
		for _, group := range [][]Token{Series, Causes, Graphs} {
			for _, token := range group {
				if c := Contrast(colour(token), surface); c < 3 {
					t.Errorf("%s on the surface: contrast %.2f, want at least 3", token.Name, c)
				}
			}
		}
		for _, text := range Base[1:3] {
			if c := Contrast(colour(text), surface); c < 4.5 {
				t.Errorf("%s on the surface: contrast %.2f, want at least 4.5", text.Name, c)
			}
		}
		if c := Contrast(colour(Base[4]), surface); c < 4.5 {
			t.Errorf("accent on the surface: contrast %.2f, want at least 4.5", c)
		}
		for _, token := range Graphs {
			if c := Contrast(colour(token), DarkText); c < 4.5 {
				t.Errorf("dark text on %s: contrast %.2f, want at least 4.5", token.Name, c)
			}
		}
		for _, token := range Causes {
			if c := Contrast(colour(token), textOn(colour(token))); c < 4.5 {
				t.Errorf("text on %s: contrast %.2f, want at least 4.5", token.Name, c)
			}
		}
	})
}

// Colours of one kind stand beside each other in a figure, so every pair must
// differ under every kind of vision. Job graphs are also told apart by the
// name in the bar, so that calmer, closer colours do.
func TestColourBlindDistance(t *testing.T) {
	groups := []struct {
		name   string
		tokens []Token
		least  float64
	}{
		{"series", Series[1:], 0.095},
		{"series and neutral", Series, 0.06},
		{"causes", Causes, 0.12},
		{"graphs", Graphs, 0.07},
	}
	for _, g := range groups {
		t.Run(g.name, func(t *testing.T) {
			forSchemes(t, func(t *testing.T, colour func(Token) string, _ string) {
				for i, a := range g.tokens {
					for _, b := range g.tokens[:i] {
						for v := Normal; v < visions; v++ {
							if d := Distance(colour(a), colour(b), v); d < g.least {
								t.Errorf("%s and %s under vision %d: distance %.3f, want at least %.2f", a.Name, b.Name, v, d, g.least)
							}
						}
					}
				}
			})
		})
	}
}

// Every strategy of the contract has its own colour; only random and unknown
// kinds are neutral.
func TestStrategyColoursDiffer(t *testing.T) {
	seen := map[string]string{}
	for _, kind := range []string{"max", "min", "sequential", "acceptable", "sipml", "fixed", "script", "policy", "random"} {
		class := StrategyClass(kind)
		if other, ok := seen[class]; ok {
			t.Errorf("%s and %s are both %s", kind, other, class)
		}
		seen[class] = kind
	}
	for _, kind := range []string{"feasible", "reserve", "elastic", "table", "rollout"} {
		if StrategyClass(kind) == "series-0" {
			t.Errorf("%s is neutral", kind)
		}
	}
	if StrategyClass("nonesuch") != "series-0" {
		t.Error("an unknown kind is not neutral")
	}
}

func TestCausesHaveTokensAndWords(t *testing.T) {
	tokens := map[string]bool{}
	for _, token := range Causes {
		tokens[token.Name] = true
	}
	for _, cause := range CauseOrder {
		if !tokens[CauseClass(cause)] {
			t.Errorf("%s has no colour", cause)
		}
		if CauseName(cause) == CauseName("") || CauseMeaning(cause) == CauseMeaning("") {
			t.Errorf("%s has no words", cause)
		}
	}
	if len(CauseOrder) != len(Causes) {
		t.Errorf("%d causes in order, %d colours", len(CauseOrder), len(Causes))
	}
}

// Known values, so that the judge itself is judged.
func TestColourMath(t *testing.T) {
	cases := []struct {
		name      string
		got, want float64
	}{
		{"black on white", Contrast("#000000", "#ffffff"), 21},
		{"white on white", Contrast("#ffffff", "#ffffff"), 1},
		{"black to white in OKLab", Distance("#000000", "#ffffff", Normal), 1},
		{"a colour to itself", Distance("#336699", "#336699", Tritanopia), 0},
	}
	for _, c := range cases {
		if d := c.got - c.want; d > 1e-3 || d < -1e-3 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	// Pure red and a green of like lightness: the classic pair.
	if far, near := Distance("#d04040", "#5f8a00", Normal), Distance("#d04040", "#5f8a00", Protanopia); near > far/2 {
		t.Errorf("red and green: %v apart normally, %v without red cones; want less than half", far, near)
	}
}
