package experiment_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/plan"
)

// Rules as a file says them, in canonical form, in a link and in words.
func TestRulesForms(t *testing.T) {
	const all = experiment.Corrected
	for _, tc := range []struct {
		name, file, canonical, link, words string
		fixes                              plan.Fixes
	}{
		{"nothing said", ``, `"reference"`, "reference", "reference rules", 0},
		{"a word", `"corrected"`, `"corrected"`, "corrected", "corrected rules", plan.AllFixes},
		{"an object that says a word", `{"base":"reference","units":false}`, `"reference"`, "reference", "reference rules", 0},
		{"one switch", `{"base":"reference","units":true}`, `{"base":"reference","units":true}`, "reference:units",
			"reference rules but units on", plan.FixUnits},
		{"in the order of the switches", `{"memory":true,"base":"reference","units":true}`, `{"base":"reference","units":true,"memory":true}`,
			"reference:units,memory", "reference rules but units on, memory on", plan.FixUnits | plan.FixMemory},
		{"one switch off", `{"base":"corrected","channelSharing":false}`, `{"base":"corrected","channelSharing":false}`,
			"corrected:-channelSharing", "corrected rules but channelSharing off", plan.AllFixes &^ plan.FixSharing},
		{"a switch that both bases have on", `{"base":"reference","inputOpCompute":false}`, `{"base":"reference","inputOpCompute":false}`,
			"reference:-inputOpCompute", "reference rules but inputOpCompute off", plan.FixInput},
		{"the base of the fewest differences", `{"base":"reference","units":true,"edgeContents":true,"syncContents":true,"intraRackAllReduce":true,
			"collectiveBandwidth":true,"contendingRacks":true,"channelSharing":true,"syncEdgeCounting":true,"memory":true,"perPlacementJct":true,
			"placeableMask":true,"deadlineTolerance":true,"unfinishedJobs":true,"utilisationPerStep":true,"timeWeightedMeans":true}`,
			`{"base":"corrected","multiSinkGraphs":false}`, "corrected:-multiSinkGraphs", "corrected rules but multiSinkGraphs off",
			plan.AllFixes &^ plan.FixSinks},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file := `{"rampart":1}`
			if tc.file != "" {
				file = `{"rampart":1,"rules":` + tc.file + `}`
			}
			x, err := experiment.Decode([]byte(file))
			if err != nil {
				t.Fatal(err)
			}
			if x.Rules.Fixes() != tc.fixes {
				t.Errorf("fixes are %b, want %b", x.Rules.Fixes(), tc.fixes)
			}
			if got := string(experiment.AppendCanonical(nil, x)); !strings.Contains(got, `"rules":`+tc.canonical+`,`) {
				t.Errorf("canonical form is %s, want rules %s", got, tc.canonical)
			}
			if got := x.Rules.String(); got != tc.link {
				t.Errorf("short form is %q, want %q", got, tc.link)
			}
			if got := x.Rules.Words(); got != tc.words {
				t.Errorf("in words %q, want %q", got, tc.words)
			}
		})
	}
	if all.Fixes() != plan.AllFixes || !all.Plain() {
		t.Error("corrected rules are not all fixes")
	}
}

// Whatever is switched, both forms give it back, and one set has one form.
func TestRulesRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for range 300 {
		x := experiment.Default()
		x.Rules = experiment.Rules(random.IntN(1 << len(plan.Switches())))
		back, err := experiment.Decode(experiment.AppendCanonical(nil, x))
		if err != nil || back.Rules != x.Rules {
			t.Fatalf("%v comes back as %v, %v", x.Rules, back, err)
		}
		if r, err := experiment.ParseRules(x.Rules.String()); err != nil || r != x.Rules {
			t.Fatalf("%v is read as %v, %v", x.Rules, r, err)
		}
	}
}

func TestRulesRefused(t *testing.T) {
	for _, tc := range []struct{ name, rules, want string }{
		{"unknown switch", `{"base":"reference","unit":true}`, `rules.unit: unknown field (did you mean units?)`},
		{"far from any", `{"base":"reference","zzzzzzzz":true}`, `rules.zzzzzzzz: unknown field, expected one of base, units, edgeContents,`},
		{"no base", `{"units":true}`, `rules.base: the field is missing`},
		{"unknown base", `{"base":"fixed"}`, `rules.base: "fixed" is not known, expected one of reference, corrected`},
		{"a number for a switch", `{"base":"corrected","memory":1}`, `rules.memory: 1 is a number, expected true or false`},
		{"a list", `["units"]`, `rules: found an array, expected one of reference, corrected`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := experiment.Decode([]byte(`{"rampart":1,"rules":` + tc.rules + `}`))
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
	for text, want := range map[string]string{
		"reference:unit":    `"unit" is not known, expected one of units, `,
		"corrected:--units": `"-units" is not known`,
		"corrected:":        `"" is not known`,
		"real":              `"real" is not known, expected one of reference, corrected`,
	} {
		if _, err := experiment.ParseRules(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	x := experiment.Default()
	x.Rules = 1 << 20
	if err := experiment.Validate(x); err == nil {
		t.Error("a switch without a meaning is valid")
	}
}
