package share

import (
	"bytes"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/policy/builtin"
	"rampart/ui/session"
	"rampart/ui/train"
)

// ownPolicy is a strategy whose policy is inside the experiment.
func ownPolicy(t testing.TB) experiment.StrategySpec {
	t.Helper()
	file, err := builtin.File("firstfit-B")
	if err != nil {
		t.Fatal(err)
	}
	return train.Strategy("Mine", file)
}

func source(s *session.Session) *Source {
	return &Source{Experiment: s.Experiment, Runs: s.Runs(), View: &snapshot.View{}}
}

// Whatever is left out, what is recorded is true of what is there.
func TestMake(t *testing.T) {
	x := small()
	x.Strategies = append(x.Strategies, ownPolicy(t), experiment.StrategySpec{Kind: "policy", Checkpoint: "firstfit-A"})
	s := ran(x)
	for _, tc := range []struct {
		name    string
		options Options
		names   []string
		content int // built-in policies named by content
	}{
		{"all", Options{Figures: true, Weights: true}, []string{"Maximum parallelism (Para_max)", "Fixed 8", "Policy Mine", "Policy firstfit-A"}, 0},
		{"without weights", Options{Figures: true}, []string{"Maximum parallelism (Para_max)", "Fixed 8", "Policy firstfit-A"}, 1},
		{"settings alone", Options{}, []string{"Maximum parallelism (Para_max)", "Fixed 8", "Policy firstfit-A"}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Make(source(s), tc.options)
			if err := snapshot.Validate(got); err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, spec := range got.Experiment.Strategies {
				names = append(names, spec.Name())
			}
			if strings.Join(names, ";") != strings.Join(tc.names, ";") {
				t.Errorf("strategies %q", names)
			}
			if len(got.Policies) != tc.content || (got.Digest != "") != tc.options.Figures || (got.Summaries != nil) != tc.options.Figures {
				t.Errorf("%d policies by content, digest %q, %d summaries", len(got.Policies), got.Digest, len(got.Summaries))
			}
			// Whoever runs it finds the same, as madeRun gives each strategy
			// figures by its place.
			if !tc.options.Weights {
				return
			}
			if o, after := opened(got); o.Judge(after) != Verified {
				t.Errorf("it is not verified: %v", o.differs)
			}
			if len(x.Strategies) != 4 || x.Strategies[3].Checkpoint != "firstfit-A" {
				t.Error("the source was changed")
			}
		})
	}
	only := small()
	only.Strategies = []experiment.StrategySpec{ownPolicy(t)}
	if got := Make(source(ran(only)), Options{Figures: true}); got != nil {
		t.Error("something was made of nothing")
	}
}

// With a strategy left out, the digest is that of a run without it.
func TestMakeDigest(t *testing.T) {
	x := small()
	x.Strategies = append([]experiment.StrategySpec{ownPolicy(t)}, x.Strategies...)
	runs := ran(x).Runs()
	got := Make(source(ran(x)), Options{Figures: true})
	var left []experiment.Run
	for _, r := range runs[2:] {
		r.Strategy--
		left = append(left, r)
	}
	if want := experiment.ResultDigest(small(), left); got.Digest != want {
		t.Errorf("digest %s, want %s", got.Digest, want)
	}
	if got.Summaries[0].Name != "Maximum parallelism (Para_max)" || got.Summaries[0].Strategy != 0 {
		t.Errorf("the first summary is of %s, %d", got.Summaries[0].Name, got.Summaries[0].Strategy)
	}
}

// What was looked at goes along, unless it was left out.
func TestMakeView(t *testing.T) {
	x := small()
	x.Strategies = append([]experiment.StrategySpec{ownPolicy(t)}, x.Strategies...)
	for _, tc := range []struct {
		name string
		pick int
		want string
	}{
		{"runs that are there", 2, `{"focus":{"job":7,"side":1},"runs":[{"seed":3,"strategy":1},{"seed":1,"strategy":0}],"tab":"timeline","time":{"from":10,"to":20}}`},
		{"a run that is left out", 0, `{"tab":"timeline"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			src := source(ran(x))
			src.View = &snapshot.View{Tab: "timeline", Time: &snapshot.Window{From: 10, To: 20}, Focus: &snapshot.Focus{Side: 1, Job: 7},
				Runs: []snapshot.Pick{{Strategy: tc.pick, Seed: 3}, {Strategy: 1, Seed: 1}}}
			if got := string(Make(src, Options{}).Experiment.View); got != tc.want {
				t.Errorf("the view is %s", got)
			}
		})
	}
}

// tier finds a tier.
func tier(o *Offer, k Kind) *Tier {
	for i := range o.Tiers {
		if o.Tiers[i].Kind == k {
			return &o.Tiers[i]
		}
	}
	return nil
}

// What is offered for links of all lengths, and which of it is the one to take.
func TestOffer(t *testing.T) {
	preset := snapshot.Preset("A")
	long := small()
	for i := range 6000 {
		long.Workload.Jobs = append(long.Workload.Jobs, experiment.TraceJob{ArrivalSeconds: float64(i) * 1.7, Graph: "alexnet", Beta: 0.1 + float64(i*i%977)/2000})
	}
	huge := small()
	for i := range 30_000 {
		huge.Workload.Jobs = append(huge.Workload.Jobs, experiment.TraceJob{ArrivalSeconds: float64(i) * 1.7, Graph: "alexnet", Beta: 0.1})
	}
	own := small()
	own.Strategies = append(own.Strategies, ownPolicy(t))
	for _, tc := range []struct {
		name    string
		x       *experiment.Experiment
		options Options
		usable  []Kind
		best    Kind
		fallen  bool
	}{
		{"a preset", preset, Options{}, []Kind{ShortLink, Link, File}, ShortLink, false},
		{"a preset with its figures", preset, Options{Figures: true}, []Kind{ShortLink, Link, File}, Link, false},
		{"a policy", own, Options{Figures: true, Weights: true}, []Kind{File}, File, true},
		{"a long trace", long, Options{}, []Kind{File}, File, true},
		{"a trace that is too long for a snapshot", huge, Options{}, nil, "", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := NewOffer(Make(source(ran(tc.x)), tc.options), page)
			var usable []Kind
			best := Kind("")
			for i := range o.Tiers {
				t := &o.Tiers[i]
				if t.Usable() {
					usable = append(usable, t.Kind)
				}
				if t.Best {
					best += t.Kind
				}
			}
			if len(usable) != len(tc.usable) || best != tc.best || (o.Fallen != "") != tc.fallen {
				t.Errorf("usable %v, best %q, %q", usable, best, o.Fallen)
			}
			for i := range o.Tiers {
				c := &o.Tiers[i]
				if c.Usable() == (c.Text == "") || c.Usable() == (c.Size == "") {
					t.Errorf("%s: %+v", c.Kind, c)
				}
			}
		})
	}
}

// What the dialog copies opens to what it was made of.
func TestOfferOpens(t *testing.T) {
	s := Make(source(ran(snapshot.Preset("C"))), Options{Figures: true})
	o := NewOffer(s, page)
	for _, kind := range []Kind{ShortLink, Link} {
		text := tier(o, kind).Text
		p, ok := ReadText(text, page)
		if !ok || len(text) > snapshot.MaxLink {
			t.Fatalf("%s is no link", text)
		}
		link, err := snapshot.ParseLink(p.Fragment)
		if err != nil {
			t.Fatal(err)
		}
		if got := experiment.AppendCanonical(nil, link.Snapshot.Experiment); !bytes.Equal(got, experiment.AppendCanonical(nil, s.Experiment)) {
			t.Errorf("%s holds %s", kind, got)
		}
		if kind == Link && link.Snapshot.Digest != s.Digest {
			t.Error("the link does not hold the digest")
		}
	}
	if got := tier(o, ShortLink).Text; got != page+"#p=C" {
		t.Errorf("the short link is %s", got)
	}
	file, err := snapshot.Decode(snapshot.AppendFile(nil, s))
	if err != nil || file.Digest != s.Digest {
		t.Errorf("the file: %v", err)
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"Paper, deadlines A": "paper-deadlines-a.rampart.json", "": "experiment.rampart.json", "ÄÖ": "experiment.rampart.json",
		"../../etc": "etc.rampart.json", strings.Repeat("x", 101): "experiment.rampart.json",
	} {
		if got := FileName(&experiment.Experiment{Name: name}); got != want {
			t.Errorf("%q: %s", name, got)
		}
	}
}
