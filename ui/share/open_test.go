package share

import (
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
)

// What one should know of a snapshot before one believes it.
func TestRemarks(t *testing.T) {
	with := func(name string) *experiment.Experiment {
		x := small()
		x.Strategies = append(x.Strategies, experiment.StrategySpec{Kind: "policy", Checkpoint: name})
		return x
	}
	sum := sumOf("firstfit-A")
	for _, tc := range []struct {
		name string
		s    snapshot.Snapshot
		want []string // beginnings of the remarks
	}{
		{"of this version", snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: small()}, nil},
		{"of an unknown version", snapshot.Snapshot{Experiment: small()}, nil},
		{"of another version", snapshot.Snapshot{Engine: "0.3", Experiment: small()}, []string{"It was made by Rampart 0.3, this is "}},
		{"of a version with a strange name", snapshot.Snapshot{Engine: strings.Repeat("<b>", 60), Experiment: small()}, []string{"It was made by Rampart <b>"}},
		{"the same policy", snapshot.Snapshot{Experiment: with("firstfit-A"), Policies: []snapshot.Policy{{Name: "firstfit-A", SHA256: sum}}}, nil},
		{"a policy by name", snapshot.Snapshot{Experiment: with("firstfit-A")}, nil},
		{"another policy", snapshot.Snapshot{Experiment: with("firstfit-A"), Policies: []snapshot.Policy{{Name: "firstfit-A", SHA256: strings.Repeat("1", 64)}}},
			[]string{"The built-in policy firstfit-A is another one here (" + sum[:8] + ") than its maker had (11111111)"}},
		{"no such policy", snapshot.Snapshot{Experiment: with("tomorrow-A")}, []string{"This version has no built-in policy tomorrow-A"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := Take("the link", &tc.s, nil)
			if len(o.Remarks) != len(tc.want) {
				t.Fatalf("remarks %q", o.Remarks)
			}
			for i, r := range o.Remarks {
				if !strings.HasPrefix(r, tc.want[i]) || len(r) > 200 {
					t.Errorf("got  %s\nwant %s", r, tc.want[i])
				}
			}
		})
	}
}

// The view is taken out of the experiment: it must not make it look changed.
func TestTakeView(t *testing.T) {
	x := small()
	snapshot.SetView(x, &snapshot.View{Tab: "train"})
	o := Take("the link", &snapshot.Snapshot{Experiment: x}, []string{"A note."})
	if o.Experiment.View != nil || o.View.Tab != "train" || x.View == nil || len(o.Remarks) != 1 {
		t.Errorf("%s, %+v, %q", o.Experiment.View, o.View, o.Remarks)
	}
	if string(o.Canonical) != string(experiment.AppendCanonical(nil, small())) {
		t.Error("the experiment differs from one without a view")
	}
	x.View = []byte(`{"tab":7}`)
	if o := TakeExperiment("x.json", x); len(o.Remarks) != 1 || o.View.Tab != "" {
		t.Errorf("a broken view: %q", o.Remarks)
	}
}

func TestRefusal(t *testing.T) {
	whole := snapshot.Compressed(maker(small()))
	for _, tc := range []struct{ fragment, want string }{
		{whole[:200], "The link is cut"},
		{"r1=%%%%", "The link has a character that does not belong there"},
		{"r7=AAAA", "The link was made by a later version of Rampart"},
		{"s=AAAA", "The link names no snapshot"},
		{"p=A&seed=-3", "The link holds something that does not belong there: seed"},
	} {
		_, err := snapshot.ParseLink(tc.fragment)
		if err == nil {
			t.Fatalf("%s is read", tc.fragment)
		}
		if got := Refusal("the link", err); !strings.HasPrefix(got, tc.want) || !strings.HasSuffix(got, ".") || strings.HasSuffix(got, "..") {
			t.Errorf("%s: %s", tc.fragment, got)
		}
	}
}

func TestEstimate(t *testing.T) {
	x := small()
	x.HorizonSeconds, x.Seeds = 9e8, []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8}
	o := Take("the link", &snapshot.Snapshot{Experiment: x}, nil)
	one, four := plain(Estimate(o, 1)), plain(Estimate(o, 4))
	if !strings.HasPrefix(one, "The link asks for 18 runs with about 16 200 000 jobs together: about ") || one == four {
		t.Errorf("%s\n%s", one, four)
	}
	for seconds, want := range map[float64]string{0: "10 seconds", 23: "20 seconds", 89: "90 seconds", 90: "2 minutes", 3000: "50 minutes",
		5400: "2 hours", 86400: "24 hours", 1e6: "12 days", 1e15: "11 600 000 000 days"} {
		if got := plain(roughly(seconds)); got != "about "+want {
			t.Errorf("%v s: %s", seconds, got)
		}
	}
}
