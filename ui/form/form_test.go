package form

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/experiment"
)

// render draws the form without a browser.
func render(t *testing.T, m *Model) string {
	t.Helper()
	var b bytes.Buffer
	r := staticrender.New(&b)
	build, err := vugu.NewBuildEnv(r.EventEnv())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Render(build.RunBuild(&Form{Model: m, Changed: func() {}})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func newModel() *Model { return NewModel(Paper("A")) }

// Every preset must come back unchanged from the texts of its fields, or
// running a preset would run something else.
func TestPresetsSurviveTheForm(t *testing.T) {
	for _, name := range Presets {
		t.Run(name, func(t *testing.T) {
			want := Paper(name)
			m := NewModel(want)
			got := m.Experiment()
			if got == nil {
				t.Fatalf("the form finds mistakes in a preset: %v", m.now)
			}
			if g, w := experiment.AppendCanonical(nil, got), experiment.AppendCanonical(nil, want); !bytes.Equal(g, w) {
				t.Errorf("got %s\nwant %s", g, w)
			}
			if m.Preset() != name {
				t.Errorf("the picker shows %q", m.Preset())
			}
		})
	}
}

// Experiments of every kind of distribution, with a trace and with lists, must
// survive the form as well.
func TestOthersSurviveTheForm(t *testing.T) {
	for name, file := range map[string]string{
		"uniform":     `{"rampart":1,"workload":{"interarrival":{"kind":"uniform","min":10,"max":20.5,"decimals":1},"beta":{"kind":"uniform","min":0.25,"max":0.75,"decimals":3}}}`,
		"exponential": `{"rampart":1,"workload":{"interarrival":{"kind":"exponential","mean":333.25},"beta":{"kind":"skewnormal","skewness":-2.5,"min":0.1,"max":1,"decimals":2}}}`,
		"bursty":      `{"rampart":1,"workload":{"interarrival":{"kind":"bursty","mean":1000,"burstFactor":4,"burstSeconds":5000,"calmSeconds":12345.5}}}`,
		"values":      `{"rampart":1,"workload":{"beta":{"kind":"pmf","values":[{"value":0.25,"probability":0.5},{"value":0.5,"probability":0.5}]}}}`,
		"fixed":       `{"rampart":1,"workload":{"beta":{"kind":"fixed","value":0.3},"sampling":"replace","poolCopies":7}}`,
		"trace":       `{"rampart":1,"workload":{"jobs":[{"arrivalSeconds":0,"graph":"gnmt","beta":0.5}]}}`,
		"strategies":  `{"rampart":1,"strategies":[{"kind":"fixed","degree":8},{"kind":"sipml","maxDegree":6},{"kind":"script","degrees":[2,0,4]},{"kind":"max"},{"kind":"fixed","degree":0},{"kind":"feasible","order":[8,4]},{"kind":"feasible","order":"largest"},{"kind":"reserve","degree":4},{"kind":"elastic"},{"kind":"rollout","base":{"kind":"max"}}]}`,
		"seeds":       `{"rampart":1,"seeds":[7,8,9,10,11,3,9007199254740991]}`,
		"torus":       `{"rampart":1,"cluster":{"topology":{"kind":"torus"},"groups":2,"racksPerGroup":6}}`,
		"fat tree":    `{"rampart":1,"cluster":{"topology":{"kind":"fattree","oversubscription":2.5}}}`,
		"cluster":     `{"rampart":1,"cluster":{"groups":8,"racksPerGroup":3,"serversPerRack":5,"nodeBandwidthBytesPerSecond":123456789012.5,"propagationSeconds":1.25e-7,"ioSeconds":0,"device":{"name":"V100","memoryBytes":16000000001}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			want, err := experiment.Decode([]byte(file))
			if err != nil {
				t.Fatal(err)
			}
			m := NewModel(want)
			if m.Experiment() == nil {
				t.Fatalf("the form finds mistakes: %v %v", m.now.mistakes, m.now.elsewhere)
			}
			if g, w := experiment.AppendCanonical(nil, m.Experiment()), experiment.AppendCanonical(nil, want); !bytes.Equal(g, w) {
				t.Errorf("got %s\nwant %s", g, w)
			}
		})
	}
}

func TestMistakes(t *testing.T) {
	for _, tc := range []struct {
		name, key, text, message, nearest string
	}{
		{"a word", "cluster.groups", "four", `"four" is not a whole number, expected 1 to 1 048 576.`, "4"},
		{"empty", "horizonSeconds", "  ", "Missing, expected a number from above 0, up to 1e12 s.", "1000000"},
		{"a fraction", "queueCapacity", "2.5", `"2.5" is not a whole number, expected 0 to 1 000 000 jobs.`, "10"},
		{"too large", "partition.maxDegree", "2000", "2000 is out of range, expected 1 to 1 024.", "1024"},
		{"too small", "workload.trainingSteps", "-3", "-3 is out of range, expected 1 to 1 000 000 000.", "1"},
		// The unit of the field is not that of the file: both the figure and
		// the offer are in the field's.
		{"too much bandwidth", "cluster.nodeBandwidthBytesPerSecond", "2e6", "2000000 is out of range, expected 1e-12 to 1 000 000 TB/s.", "1000000"},
		// Found by the check of the whole experiment, not by the field.
		{"more racks than groups", "cluster.racksPerGroup", "5", "5 racks a group are more than there are groups, expected an integer from 1 to 4.", ""},
		{"zero horizon", "horizonSeconds", "0", "0 is out of range, expected a number greater than 0 and up to 1000000000000.", ""},
		{"not a seed", "seeds", "1, x", `"x" is not a whole number from 0, nor a range such as 0-9.`, ""},
		{"no seed", "seeds", " ", "There is no seed, expected at least one, such as 0.", ""},
		{"a seed twice", "seeds", "4, 4", "4 is listed twice, first as seeds[0]; a run that counts twice would narrow the intervals.", ""},
		{"a range of a billion seeds", "seeds", "0-1000000000", `"0-1000000000" are too many seeds, expected at most 10000.`, ""},
		{"not a number", "workload.interarrival.value", "NaN", `"NaN" is not a number, expected 0.000001 to 1e9 s.`, "1000"},
		{"hexadecimal", "workload.interarrival.value", "0x10", `"0x10" is not a number, expected 0.000001 to 1e9 s.`, "1000"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := newModel()
			m.Edit(tc.key, tc.text)
			got := m.Mistake(tc.key)
			if plain(got.Message) != tc.message || got.Nearest != tc.nearest {
				t.Errorf("got %q, nearest %q\nwant %q, nearest %q", plain(got.Message), got.Nearest, tc.message, tc.nearest)
			}
			if m.Experiment() != nil {
				t.Error("the form gives an experiment all the same")
			}
			if m.Text(tc.key) != tc.text {
				t.Errorf("the text became %q", m.Text(tc.key))
			}
			page := render(t, m)
			if !strings.Contains(plain(page), escape(tc.message)) {
				t.Error("the message is not on the page")
			}
			if !strings.Contains(page, `aria-invalid="true"`) {
				t.Error("no field is marked as invalid")
			}
			if tc.nearest != "" {
				m.Edit(tc.key, got.Nearest)
				if m.Experiment() == nil {
					t.Errorf("the offer %q is wrong as well", got.Nearest)
				}
			}
		})
	}
}

func plain(s string) string { return strings.ReplaceAll(s, "\u202f", " ") }

func escape(s string) string { return strings.ReplaceAll(s, `"`, "&#34;") }

// Each end of a field's range must be right for the whole experiment, and what
// lies beyond must not be: the form may not promise what a run refuses.
func TestRangesAreThoseOfTheExperiment(t *testing.T) {
	for _, g := range Groups {
		for _, f := range g.Fields {
			if f.Kind != Integer && f.Kind != Number {
				continue
			}
			t.Run(f.Key, func(t *testing.T) {
				for _, v := range []float64{f.Min, f.Max} {
					e := experiment.Default()
					if f.shown != nil {
						chooseKind(e, f.Key)
					}
					write(f, e, v)
					for _, err := range experiment.Errors(e) {
						if err.Path == f.Key && strings.Contains(err.Message, "out of range") && v != 0 {
							t.Errorf("%v: %s", v, err.Message)
						}
					}
					beyond := f.Max * 1.5
					if v == f.Min {
						beyond = f.Min - 1
					}
					write(f, e, beyond)
					found := false
					for _, err := range experiment.Errors(e) {
						found = found || strings.HasPrefix(err.Path, f.Key)
					}
					if !found {
						t.Errorf("%v is beyond the field's range, but right for the experiment", beyond)
					}
				}
			})
		}
	}
}

func write(f *Field, e *experiment.Experiment, v float64) {
	if f.ints != nil {
		*f.ints(e) = int(v)
	} else {
		*f.nums(e) = v
	}
}

// chooseKind makes an experiment in which a parameter of a distribution counts.
func chooseKind(e *experiment.Experiment, key string) {
	e.Workload.Beta = experiment.Beta{Kind: "skewnormal", Min: 0.1, Max: 1, Decimals: 2}
	e.Workload.Interarrival = experiment.Distribution{Kind: "uniform", Min: 1, Max: 2}
	switch {
	case strings.HasSuffix(key, "oversubscription"):
		e.Cluster.Topology, _ = experiment.TopologyOf("fattree")
	case strings.HasSuffix(key, "beta.value"):
		e.Workload.Beta = experiment.Beta{Kind: "fixed", Value: 0.5}
	case strings.HasSuffix(key, "interarrival.value"):
		e.Workload.Interarrival = experiment.Distribution{Kind: "fixed", Value: 1}
	case strings.HasSuffix(key, "burstFactor") || strings.HasSuffix(key, "burstSeconds") || strings.HasSuffix(key, "calmSeconds"):
		e.Workload.Interarrival = experiment.Distribution{Kind: "bursty", Mean: 1e-5, BurstFactor: 2, BurstSeconds: 1, CalmSeconds: 1}
	case strings.HasSuffix(key, "interarrival.mean"):
		e.Workload.Interarrival = experiment.Distribution{Kind: "exponential", Mean: 1}
	}
}

func TestUndo(t *testing.T) {
	m := newModel()
	m.Edit("cluster.groups", "1")
	m.Edit("cluster.groups", "16")
	m.Edit("queueCapacity", "3")
	m.TickStrategy(0, false)
	steps := []struct{ groups, queue string }{{"16", "3"}, {"16", "10"}, {"4", "10"}}
	for i, want := range steps {
		m.Undo()
		if m.Text("cluster.groups") != want.groups || m.Text("queueCapacity") != want.queue {
			t.Fatalf("after %d steps back: groups %q, queue %q, want %v", i+1, m.Text("cluster.groups"), m.Text("queueCapacity"), want)
		}
	}
	if m.CanUndo() {
		t.Error("typing into one field took more than one step to undo")
	}
	m.Undo() // nothing left: must not do anything
	if m.Preset() != "A" {
		t.Error("undoing everything does not give the preset back")
	}
	for m.CanRedo() {
		m.Redo()
	}
	if m.Text("queueCapacity") != "3" || m.Strategies()[0].Ticked {
		t.Error("doing everything again does not give the last state back")
	}
}

// Choosing a distribution must not present the user with mistakes.
func TestChoosingADistribution(t *testing.T) {
	for _, tc := range []struct{ key, kind string }{
		{"workload.interarrival.kind", "uniform"}, {"workload.interarrival.kind", "exponential"}, {"workload.interarrival.kind", "bursty"}, {"workload.interarrival.kind", "fixed"},
		{"workload.beta.kind", "uniform"}, {"workload.beta.kind", "skewnormal"}, {"workload.beta.kind", "pmf"},
		{"workload.beta.kind", "fixed"}, {"workload.beta.kind", "C"},
		{"cluster.topology.kind", "torus"}, {"cluster.topology.kind", "fattree"}, {"cluster.topology.kind", "ramp"},
	} {
		t.Run(tc.key+" "+tc.kind, func(t *testing.T) {
			m := newModel()
			m.Edit(tc.key, tc.kind)
			if m.Experiment() == nil {
				t.Errorf("mistakes: %v", m.now.mistakes)
			}
		})
	}
}

func TestStrategies(t *testing.T) {
	m := newModel()
	m.AddFixed()
	fixed := 0
	for i, r := range m.Strategies() {
		if r.Spec.Kind == "fixed" {
			fixed++
		}
		if r.Degree == "1" {
			m.EditDegree(i, "7")
			if got := m.DegreeMistake(i).Message; !strings.Contains(got, "7 is odd") {
				t.Errorf("an odd degree: %q", got)
			}
			m.EditDegree(i, "12")
		}
	}
	if fixed != 5 {
		t.Errorf("%d fixed degrees", fixed)
	}
	if e := m.Experiment(); e == nil || len(e.Strategies) != 9 {
		t.Errorf("adding a degree does not add a strategy: %v", m.now.mistakes)
	}
	for i := range m.Strategies() {
		m.TickStrategy(i, false)
	}
	if got := m.Mistake("strategies").Message; got != "Tick at least one strategy." {
		t.Errorf("no strategy: %q", got)
	}
}

func TestEveryFieldIsNamed(t *testing.T) {
	m := newModel()
	m.ToggleAll()
	page := render(t, m)
	for _, g := range Groups {
		for _, f := range m.Fields(g) {
			for _, want := range []string{
				`for="` + inputID(f.Key) + `"`, `id="` + inputID(f.Key) + `"`, `id="` + hintID(f.Key) + `"`, ">" + f.Label + "<",
			} {
				if !strings.Contains(page, want) {
					t.Errorf("%s: %s is missing", f.Key, want)
				}
			}
			if f.Kind != Choice && f.Range == "" || f.Help == "" {
				t.Errorf("%s has no range or no meaning", f.Key)
			}
		}
	}
	for _, want := range []string{"32 servers", "about 1 001 jobs in each run", "8 strategies × 3 seeds = 24 runs", "400 GB/s per channel"} {
		if !strings.Contains(plain(page), want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// vugu stops the page when it is to draw an attribute of more than 16 KiB.
func TestLongTexts(t *testing.T) {
	m := newModel()
	m.Edit("cluster.device.name", strings.Repeat("\u00e9<", 5000))
	if got := len(m.Text("cluster.device.name")); got > maxText || got < maxText-4 {
		t.Errorf("%d bytes of what was typed are kept", got)
	}
	e := experiment.Paper("A")
	for i := range 1000 {
		e.Seeds = append(e.Seeds, uint64(1e9+7*i))
	}
	m.Load(e)
	m.ToggleAll()
	if got := m.Experiment(); got == nil || len(got.Seeds) != 1003 {
		t.Fatal("a long list from a file is not kept")
	}
	page := render(t, m)
	if !strings.Contains(page, "1\u202f003 values from a file") {
		t.Error("the field does not say what it holds")
	}
	m.Edit("queueCapacity", "3")
	if got := m.Experiment(); got == nil || len(got.Seeds) != 1003 {
		t.Error("a change elsewhere loses the list")
	}
}

// The block of a reserve is typed like a fixed degree, and offers are ticked like
// any other strategy.
func TestBaselineRows(t *testing.T) {
	m := NewModel(Paper("A"))
	for i, r := range m.Strategies() {
		switch r.Spec.Kind {
		case "reserve":
			if rowName(&r) != "Reserve a block" || !r.HasDegree() {
				t.Errorf("the row is %q, with a degree: %v", rowName(&r), r.HasDegree())
			}
			m.EditDegree(i, "4")
			m.TickStrategy(i, true)
		case "rollout", "elastic":
			m.TickStrategy(i, true)
		}
	}
	var names []string
	for _, s := range m.Experiment().Strategies {
		names = append(names, s.Name())
	}
	for _, want := range []string{"Reserve 4", "Rollout", "Minimum share (ElasticFlow)"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not among %v", want, names)
		}
	}
	for i, r := range m.Strategies() {
		if r.Spec.Kind == "reserve" {
			m.EditDegree(i, "5")
			if mistake := m.DegreeMistake(i).Message; !strings.Contains(mistake, "odd") {
				t.Errorf("an odd block: %q", mistake)
			}
		}
	}
}
