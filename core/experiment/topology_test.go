package experiment_test

import (
	"fmt"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/policy/strategy"
)

// What files say of a topology, and what they say of it again; RAMP is left out,
// so that experiments without a topology keep their digests.
func TestTopology(t *testing.T) {
	for _, tc := range []struct {
		file, canonical string
		want            experiment.Topology
	}{
		{`{}`, "", experiment.Topology{}},
		{`{"topology": {"kind": "ramp"}}`, "", experiment.Topology{}},
		{`{"topology": {"kind": "torus"}}`, `"topology":{"kind":"torus"},`, experiment.Topology{Kind: ramp.KindTorus}},
		{`{"topology": {"kind": "torus"}, "groups": 2, "racksPerGroup": 5}`, `"topology":{"kind":"torus"},`, experiment.Topology{Kind: ramp.KindTorus}},
		{`{"topology": {"kind": "fattree"}}`, `"topology":{"kind":"fattree","oversubscription":4},`, experiment.Topology{Kind: ramp.KindFatTree, Oversubscription: 4}},
		{`{"topology": {"kind": "fattree", "oversubscription": 2.5}}`, `"topology":{"kind":"fattree","oversubscription":2.5},`, experiment.Topology{Kind: ramp.KindFatTree, Oversubscription: 2.5}},
	} {
		x, err := experiment.Decode([]byte(`{"rampart": 1, "cluster": ` + tc.file + `}`))
		if err != nil {
			t.Errorf("%s: %v", tc.file, err)
			continue
		}
		if x.Cluster.Topology != tc.want {
			t.Errorf("%s is %+v, want %+v", tc.file, x.Cluster.Topology, tc.want)
		}
		text := string(experiment.AppendCanonical(nil, x))
		if !strings.Contains(text, `"cluster":{`+tc.canonical+`"groups"`) {
			t.Errorf("%s is written as %s", tc.file, text)
		}
		back, err := experiment.Decode([]byte(text))
		if err != nil || back.Cluster != x.Cluster {
			t.Errorf("%s comes back as %+v, %v", tc.file, back, err)
		}
	}
}

func TestTopologyErrors(t *testing.T) {
	for file, want := range map[string]string{
		`{"topology": {}}`:                                             "cluster.topology.kind: the field is missing",
		`{"topology": {"kind": "mesh"}}`:                               `cluster.topology.kind: "mesh" is not known, expected one of ramp, torus, fattree`,
		`{"topology": {"kind": "torus", "oversubscription": 4}}`:       "cluster.topology.oversubscription: ",
		`{"topology": {"kind": "fattree", "oversubscription": 0.5}}`:   "cluster.topology.oversubscription: 0.5 is out of range, expected a number from 1 to 64",
		`{"topology": {"kind": "fattree", "oversubscription": 65}}`:    "cluster.topology.oversubscription: 65 is out of range, expected a number from 1 to 64",
		`{"topology": {"kind": "ramp"}, "racksPerGroup": 5}`:           "cluster.racksPerGroup: 5 racks a group are more than there are groups, expected an integer from 1 to 4",
		`{"topology": "torus"}`:                                        "cluster.topology: ",
		`{"topology": {"kind": "fattree", "oversubscription": "4:1"}}`: "cluster.topology.oversubscription: ",
	} {
		_, err := experiment.Decode([]byte(`{"rampart": 1, "cluster": ` + file + `}`))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
	x := experiment.Default()
	for _, wrong := range []experiment.Topology{{Oversubscription: 4}, {Kind: 9}, {Kind: ramp.KindFatTree}} {
		x.Cluster.Topology = wrong
		if experiment.Validate(x) == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
}

// A topology reaches the runs: on equal arrivals a fat tree with less between its
// racks never completes a job sooner, and under either rules.
func TestTopologyRuns(t *testing.T) {
	x := experiment.Paper("A")
	x.HorizonSeconds = 4e4
	x.Strategies, x.Seeds = []experiment.StrategySpec{{Kind: "fixed", Degree: 8}}, []uint64{0}
	x.Placer = experiment.Compact
	x.Cluster.NodeBandwidthBytesPerSecond = 12.5e9
	for _, rules := range []experiment.Rules{experiment.Reference, experiment.Corrected} {
		x.Rules = rules
		jct := map[string]float64{}
		for _, text := range []string{"ramp", "torus", "fattree:1", "fattree:4", "fattree:16"} {
			topology, err := experiment.ParseTopology(text, func(text string) (v float64, err error) {
				_, err = fmt.Sscan(text, &v)
				return v, err
			})
			if err != nil || experiment.TopologyText(topology) != text {
				t.Fatalf("%s: %+v, %v", text, topology, err)
			}
			x.Cluster.Topology = topology
			result, err := experiment.RunAll(t.Context(), x, strategy.New, experiment.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, job := range result.Runs[0].Jobs {
				if job.JCTSeconds != nil {
					jct[text] = *job.JCTSeconds
					break
				}
			}
		}
		if !(jct["fattree:1"] < jct["fattree:4"] && jct["fattree:4"] < jct["fattree:16"]) || jct["torus"] == jct["ramp"] || jct["torus"] == 0 {
			t.Errorf("%v rules: the first job takes %v", rules, jct)
		}
	}
}
