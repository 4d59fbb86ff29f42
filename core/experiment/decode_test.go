package experiment_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/strict"
)

// everything is a file that sets every field of the contract's section 1 to
// something other than its default.
const everything = `{
  "rampart": 1,
  "name": "Everything", "notes": "First line\nsecond \u00e9 <b>",
  "cluster": {
    "groups": 3, "racksPerGroup": 2, "serversPerRack": 5, "channelsPerLink": 2,
    "nodeBandwidthBytesPerSecond": 1.25e10, "propagationSeconds": 1.25e-6, "ioSeconds": 0,
    "device": { "name": "V100", "memoryBytes": 3.2e10 }
  },
  "workload": {
    "graphs": [
      "gnmt",
      { "name": "tiny", "source": "by hand", "unit": "seconds",
        "ops": [
          { "id": 1, "type": "Input", "forward": 0.5, "backward": 0.25, "activationBytes": 100, "parameterBytes": 0 },
          { "id": 2, "type": "Linear", "forward": 1, "backward": 2, "activationBytes": 10, "parameterBytes": 4000 }
        ],
        "edges": [[1, 2]] }
    ],
    "trainingSteps": 7,
    "interarrival": { "kind": "uniform", "min": 1, "max": 20.5, "decimals": 1 },
    "beta": { "kind": "pmf", "values": [ { "value": 0.5, "probability": 0.75 }, { "value": 1, "probability": 0.25 } ] },
    "poolCopies": 12, "sampling": "replace",
    "jobs": [
      { "arrivalSeconds": 0, "graph": "tiny", "beta": 1 },
      { "arrivalSeconds": 2.5, "graph": "gnmt", "beta": 0.1, "trainingSteps": 3 }
    ]
  },
  "horizonSeconds": 1234.5, "queueCapacity": 0,
  "partition": { "maxDegree": 8, "quantumSeconds": 1e-5 },
  "rules": "corrected", "placer": "compact",
  "strategies": [
    { "kind": "max" }, { "kind": "min" }, { "kind": "sequential" }, { "kind": "random" }, { "kind": "acceptable" },
    { "kind": "sipml" }, { "kind": "sipml", "maxDegree": 6 }, { "kind": "fixed", "degree": 8 },
    { "kind": "script", "degrees": [0, 1, 2, 8] }, { "kind": "policy", "checkpoint": "paper-a" },
    { "kind": "feasible" }, { "kind": "feasible", "order": "largest" }, { "kind": "reserve", "degree": 4, "order": [8, 2, 1] },
    { "kind": "elastic" },
    { "kind": "table", "bounds": [0.25, 0.5], "rows": [{ "graph": "tiny", "degrees": [8, 4, 0] }, { "graph": "gnmt", "degrees": [8, 8, 2] }], "otherwise": "smallest" },
    { "kind": "rollout", "base": { "kind": "fixed", "degree": 8 }, "arrivals": 50, "samples": 4 }, { "kind": "rollout" }
  ],
  "seeds": [9007199254740991, 0],
  "train": { "b": 1.50, "a": [true, null] },
  "view": { "tab": "Timeline" }
}`

func TestDecodeDefaults(t *testing.T) {
	x, err := experiment.Decode([]byte(`{"rampart": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(x, experiment.Default()) {
		t.Errorf("got %+v\nwant %+v", x, experiment.Default())
	}
}

func TestDecodeEverything(t *testing.T) {
	x, err := experiment.Decode([]byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	if x.Cluster.ServersPerRack != 5 || x.Workload.Jobs[1].TrainingSteps != 3 || x.Workload.Graphs[1].Inline.Ops[1].ParameterBytes != 4000 ||
		x.Strategies[6].MaxDegree != 6 || x.Seeds[0] != 1<<53-1 || string(x.Train) != `{"a":[true,null],"b":1.5}` {
		t.Errorf("fields lost: %+v", x)
	}
}

// Whatever is encoded comes back the same, and encodes to the same bytes, in
// the canonical form and in the form for files.
func TestRoundTrip(t *testing.T) {
	whole, err := experiment.Decode([]byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	exponential := experiment.Default()
	exponential.Workload.Interarrival = experiment.Distribution{Kind: "exponential", Mean: 1e3 / 3}
	exponential.Workload.Beta = experiment.Beta{Kind: "skewnormal", Skewness: -5, Min: 0.1, Max: 1, Decimals: 2}
	exponential.Seeds = []uint64{7}
	bursty := experiment.Default()
	bursty.Workload.Interarrival = experiment.Distribution{Kind: "bursty", Mean: 1e3, BurstFactor: 7.5, BurstSeconds: 1e4 / 3, CalmSeconds: 4e4}
	fixed := experiment.Default()
	fixed.Workload.Beta = experiment.Beta{Kind: "fixed", Value: 0.3}
	fixed.Name = "\x00\"\\\u2028</script>"
	grid := experiment.Default()
	grid.Workload.Beta = experiment.Beta{Kind: "uniform", Min: 0.25, Max: 0.75, Decimals: 3}
	cases := map[string]*experiment.Experiment{
		"default": experiment.Default(), "everything": whole, "exponential": exponential, "bursty": bursty, "fixed": fixed, "grid": grid,
		"A": experiment.Paper("A"), "B": experiment.Paper("B"), "C": experiment.Paper("C"), "D": experiment.Paper("D"),
		"A corrected": experiment.PaperCorrected("A"),
	}
	for name, x := range cases {
		t.Run(name, func(t *testing.T) {
			canonical := experiment.AppendCanonical(nil, x)
			for _, text := range [][]byte{canonical, experiment.AppendFile(nil, x)} {
				back, err := experiment.Decode(text)
				if err != nil {
					t.Fatalf("%v in %s", err, text)
				}
				if !reflect.DeepEqual(back, x) {
					t.Fatalf("got %+v\nwant %+v", back, x)
				}
				if again := experiment.AppendCanonical(nil, back); !bytes.Equal(again, canonical) {
					t.Fatalf("got  %s\nwant %s", again, canonical)
				}
			}
		})
	}
}

func TestPaperUnknown(t *testing.T) {
	if x := experiment.Paper("E"); x != nil {
		t.Errorf("got %v", x)
	}
	if x := experiment.PaperCorrected("E"); x != nil {
		t.Errorf("got %v", x)
	}
}

// What a file may get wrong. Each case is a file after its version, and the
// start of the message; %s is filled up by the case's own text.
func TestDecodeRefuses(t *testing.T) {
	for _, c := range []struct{ name, members, want string }{
		{"misspelt field", `"horizonSecond": 5`, "horizonSecond: unknown field (did you mean horizonSeconds?)"},
		{"field of another object", `"cluster": {"maxDegree": 5}`, "cluster.maxDegree: unknown field"},
		{"null is no value", `"cluster": null`, "cluster: null is not allowed"},
		{"word for a number", `"horizonSeconds": "1e6"`, `horizonSeconds: "1e6" is a string, expected a number greater than 0`},
		{"horizon zero", `"horizonSeconds": 0`, "horizonSeconds: 0 is out of range, expected a number greater than 0 and up to 1000000000000"},
		{"overflowing number", `"horizonSeconds": 1e999`, "horizonSeconds: 1e999 is out of range"},
		{"largest double", `"horizonSeconds": 1e308`, "horizonSeconds: 1e308 is out of range"},
		{"fraction for a count", `"queueCapacity": 1.5`, "queueCapacity: 1.5 is not a whole number"},
		{"negative count", `"queueCapacity": -1`, "queueCapacity: -1 is out of range, expected an integer from 0 to 1000000"},
		{"no groups", `"cluster": {"groups": 0}`, "cluster.groups: 0 is out of range, expected an integer from 1 to 1048576"},
		{"a billion servers in a rack", `"cluster": {"serversPerRack": 1e9}`, "cluster.serversPerRack: 1e9 is out of range"},
		{"too many servers together", `"cluster": {"groups": 1048576, "racksPerGroup": 1048576, "serversPerRack": 1048576}`, "cluster.groups: 1048576 x 1048576 x 1048576 are 1152921504606846976 servers, expected at most 1048576"},
		{"more racks than groups", `"cluster": {"racksPerGroup": 5}`, "cluster.racksPerGroup: 5 racks a group are more than there are groups, expected an integer from 1 to 4"},
		{"no bandwidth", `"cluster": {"nodeBandwidthBytesPerSecond": 0}`, "cluster.nodeBandwidthBytesPerSecond: 0 is out of range"},
		{"negative latency", `"cluster": {"ioSeconds": -1e-9}`, "cluster.ioSeconds: -1e-9 is out of range, expected a number from 0 to 1000000"},
		{"device by name only", `"cluster": {"device": "A100"}`, `cluster.device: "A100" is a string, expected an object`},
		{"unknown graph", `"workload": {"graphs": ["vgg19"]}`, `workload.graphs[0]: "vgg19" is not known, expected one of alexnet, vgg16,`},
		{"no graphs", `"workload": {"graphs": []}`, "workload.graphs: the array has 0 elements, expected from 1 to 64"},
		{"graph twice", `"workload": {"graphs": ["gnmt", "gnmt"]}`, `workload.graphs[1]: "gnmt" is listed twice, first as workload.graphs[0]`},
		{"inline graph with a cycle", `"workload": {"graphs": [{"unit": "seconds", "ops": [` + op(1) + `,` + op(2) + `], "edges": [[1,2],[2,1]]}]}`, "workload.graphs[0].edges[1]: ops 1 -> 2 -> 1 form a cycle"},
		{"inline graph without unit", `"workload": {"graphs": [{"ops": [], "edges": []}]}`, "workload.graphs[0].unit: the field is missing"},
		{"interarrival without value", `"workload": {"interarrival": {"kind": "fixed"}}`, "workload.interarrival.value: the field is missing"},
		{"interarrival of no kind", `"workload": {"interarrival": {}}`, "workload.interarrival.kind: the field is missing"},
		{"interarrival of a beta's kind", `"workload": {"interarrival": {"kind": "pmf"}}`, `workload.interarrival.kind: "pmf" is not known, expected one of fixed, uniform, exponential, bursty`},
		{"bursty without factor", `"workload": {"interarrival": {"kind": "bursty", "mean": 5, "burstSeconds": 1, "calmSeconds": 1}}`, "workload.interarrival.burstFactor: the field is missing"},
		{"burst of fewer jobs", `"workload": {"interarrival": {"kind": "bursty", "mean": 5, "burstFactor": 0.5, "burstSeconds": 1, "calmSeconds": 1}}`, "workload.interarrival.burstFactor: 0.5 is out of range, expected a number from 1 to 1000"},
		{"bursts too short", `"workload": {"interarrival": {"kind": "bursty", "mean": 500, "burstFactor": 2, "burstSeconds": 1, "calmSeconds": 1}}`, "workload.interarrival.burstSeconds: 1 and calmSeconds are 2 together, expected at least a tenth of mean, 50"},
		{"bursts of too many jobs", `"workload": {"interarrival": {"kind": "bursty", "mean": 100, "burstFactor": 1000, "burstSeconds": 1e7, "calmSeconds": 1e9}}, "horizonSeconds": 1e7`, "horizonSeconds: about "},
		{"field of another kind", `"workload": {"interarrival": {"kind": "fixed", "value": 5, "mean": 5}}`, "workload.interarrival.mean: unknown field"},
		{"time must move on", `"workload": {"interarrival": {"kind": "fixed", "value": 0}}`, "workload.interarrival.value: 0 is out of range"},
		{"uniform upside down", `"workload": {"interarrival": {"kind": "uniform", "min": 3, "max": 2}}`, "workload.interarrival.min: 3 is "},
		{"uniform between the decimals", `"workload": {"beta": {"kind": "uniform", "min": 0.105, "max": 1}}`, "workload.beta.min: 0.105 has more than 2 decimals"},
		{"beta above one", `"workload": {"beta": {"kind": "fixed", "value": 1.01}}`, "workload.beta.value: 1.01 is out of range, expected a number greater than 0 and up to 1"},
		{"beta zero", `"workload": {"beta": {"kind": "fixed", "value": 0}}`, "workload.beta.value: 0 is out of range"},
		{"preset in lower case", `"workload": {"beta": {"preset": "a"}}`, `workload.beta.preset: "a" is not known, expected one of A, B, C, D (did you mean A?)`},
		{"preset and kind", `"workload": {"beta": {"preset": "A", "kind": "fixed"}}`, "workload.beta.kind: unknown field"},
		{"probabilities", `"workload": {"beta": {"kind": "pmf", "values": [{"value": 0.5, "probability": 0.5}]}}`, "workload.beta.values: the probabilities "},
		{"pool too large", `"workload": {"graphs": ["gnmt"` + strings.Repeat(`, "x"`, 10) + `], "poolCopies": 100001}`, `workload.graphs[1]: "x" is not known`},
		{"pool copies", `"workload": {"poolCopies": 100001}`, "workload.poolCopies: 100001 is out of range, expected an integer from 1 to 100000"},
		{"sampling", `"workload": {"sampling": "remove-and-repeat"}`, `workload.sampling: "remove-and-repeat" is not known, expected one of remove_and_repeat, remove, replace (did you mean remove_and_repeat?)`},
		{"empty trace", `"workload": {"jobs": []}`, "workload.jobs: the array has 0 elements"},
		{"trace out of order", `"workload": {"jobs": [{"arrivalSeconds": 5, "graph": "gnmt", "beta": 1}, {"arrivalSeconds": 4, "graph": "gnmt", "beta": 1}]}`, "workload.jobs[1].arrivalSeconds: 4 is before the job in front of it, expected at least 5"},
		{"trace of an unlisted graph", `"workload": {"graphs": ["gnmt"], "jobs": [{"arrivalSeconds": 5, "graph": "vgg16", "beta": 1}]}`, `workload.jobs[0].graph: "vgg16" is not known, expected one of gnmt`},
		{"trace without beta", `"workload": {"jobs": [{"arrivalSeconds": 5, "graph": "gnmt"}]}`, "workload.jobs[0].beta: the field is missing"},
		{"no training steps", `"workload": {"jobs": [{"arrivalSeconds": 5, "graph": "gnmt", "beta": 1, "trainingSteps": 0}]}`, "workload.jobs[0].trainingSteps: 0 is out of range, expected an integer from 1"},
		{"degree above the cap", `"strategies": [{"kind": "fixed", "degree": 18}]`, "strategies[0].degree: 18 is out of range, expected an integer from 0 to 16, the largest degree (partition.maxDegree)"},
		{"odd degree", `"strategies": [{"kind": "max"}, {"kind": "fixed", "degree": 7}]`, "strategies[1].degree: 7 is odd, expected 0, 1 or an even degree; the nearest is 6"},
		{"odd degree in a script", `"strategies": [{"kind": "script", "degrees": [1, 2, 3]}]`, "strategies[0].degrees[2]: 3 is odd"},
		{"degree of a strategy without one", `"strategies": [{"kind": "max", "degree": 4}]`, "strategies[0].degree: unknown field"},
		{"fixed without degree", `"strategies": [{"kind": "fixed"}]`, "strategies[0].degree: the field is missing"},
		{"strategy as a word", `"strategies": ["max"]`, `strategies[0]: "max" is a string, expected an object`},
		{"strategy unknown", `"strategies": [{"kind": "maximum"}]`, `strategies[0].kind: "maximum" is not known, expected one of max,`},
		{"an order unknown", `"strategies": [{"kind": "feasible", "order": "larges"}]`, `strategies[0].order: "larges" is not known, expected one of smallest, largest (did you mean largest?)`},
		{"an odd degree in an order", `"strategies": [{"kind": "feasible", "order": [8, 3]}]`, "strategies[0].order[1]: 3 is odd"},
		{"an order of nothing", `"strategies": [{"kind": "feasible", "order": []}]`, "strategies[0].order: the array has 0 elements, expected from 1 to 64"},
		{"a reserve of nothing", `"strategies": [{"kind": "reserve"}]`, "strategies[0].degree: the field is missing"},
		{"a reserve above the cap", `"strategies": [{"kind": "reserve", "degree": 32}]`, "strategies[0].degree: 32 is out of range"},
		{"a share with a degree", `"strategies": [{"kind": "elastic", "degree": 4}]`, "strategies[0].degree: unknown field"},
		{"a table without rows", `"strategies": [{"kind": "table", "bounds": [0.5]}]`, "strategies[0].rows: the field is missing"},
		{"a table without a graph", `"workload": {"graphs": ["gnmt", "vgg16"]}, "strategies": [{"kind": "table", "rows": [{"graph": "gnmt", "degrees": [8]}]}]`, `strategies[0].rows: there is no row for graph "vgg16"`},
		{"a graph twice in a table", `"workload": {"graphs": ["gnmt"]}, "strategies": [{"kind": "table", "rows": [{"graph": "gnmt", "degrees": [8]}, {"graph": "gnmt", "degrees": [8]}]}]`, `strategies[0].rows[1].graph: "gnmt" is listed twice`},
		{"a short row", `"workload": {"graphs": ["gnmt"]}, "strategies": [{"kind": "table", "bounds": [0.5], "rows": [{"graph": "gnmt", "degrees": [8]}]}]`, "strategies[0].rows[0].degrees: the array has 1 elements, expected 2, one more than there are bounds"},
		{"bounds that fall", `"workload": {"graphs": ["gnmt"]}, "strategies": [{"kind": "table", "bounds": [0.5, 0.25], "rows": [{"graph": "gnmt", "degrees": [8, 8, 8]}]}]`, "strategies[0].bounds[1]: 0.25 is not above the one before, 0.5"},
		{"a rollout on a rollout", `"strategies": [{"kind": "rollout", "base": {"kind": "rollout"}}]`, `strategies[0].base.kind: "rollout" is not known, expected one of max,`},
		{"a rollout on a draw of lots", `"strategies": [{"kind": "rollout", "base": {"kind": "random"}}]`, `strategies[0].base.kind: "random" is not known`},
		{"a wrong base", `"strategies": [{"kind": "rollout", "base": {"kind": "fixed", "degree": 5}}]`, "strategies[0].base.degree: 5 is odd"},
		{"a rollout without futures", `"strategies": [{"kind": "rollout", "samples": 0}]`, "strategies[0].samples: 0 is out of range, expected an integer from 1 to 1024"},
		{"a rollout of too much", `"strategies": [{"kind": "rollout", "samples": 1000, "arrivals": 1000}]`, "strategies[0].samples: 1000 samples of 1000 arrivals are too many for one decision, expected at most 100"},
		{"rollouts that never end", `"strategies": [{"kind": "rollout", "samples": 1000, "arrivals": 100}], "horizonSeconds": 9e8, "seeds": [1, 2, 3, 4, 5, 6]`, "seeds: rollouts would simulate about 5.4e12 decisions, expected at most 1e12: fewer seeds, arrivals or samples"},
		{"a rollout too far ahead", `"strategies": [{"kind": "rollout", "arrivals": 20000}]`, "strategies[0].arrivals: 20000 is out of range, expected an integer from 1 to 10000"},
		{"no strategies", `"strategies": []`, "strategies: the array has 0 elements, expected from 1 to 64"},
		{"no seeds", `"seeds": []`, "seeds: the array has 0 elements, expected from 1 to 10000"},
		{"seed that is not exact", `"seeds": [9007199254740992]`, "seeds[0]: 9007199254740992 is out of range, expected an integer from 0 to 9007199254740991"},
		{"negative seed", `"seeds": [-1]`, "seeds[0]: -1 is out of range"},
		{"seed twice", `"seeds": [3, 4, 3]`, "seeds[2]: 3 is listed twice, first as seeds[0]"},
		{"degree cap", `"partition": {"maxDegree": 1025}`, "partition.maxDegree: 1025 is out of range, expected an integer from 1 to 1024"},
		{"no quantum", `"partition": {"quantumSeconds": 0}`, "partition.quantumSeconds: 0 is out of range"},
		{"rules", `"rules": "Reference"`, `rules: "Reference" is not known, expected one of reference, corrected (did you mean reference?)`},
		{"placer", `"placer": "first-fit"`, `placer: "first-fit" is not known, expected one of firstfit, compact, bestfit (did you mean firstfit?)`},
		{"name too long", `"name": "` + strings.Repeat("é", 201) + `"`, "name: 201 characters are too long, expected at most 200"},
		{"train is an object", `"train": []`, "train: found an array, expected an object"},
		{"a million million jobs", `"horizonSeconds": 1e12, "workload": {"interarrival": {"kind": "fixed", "value": 1e-6}}`, "horizonSeconds: about 1e18 jobs would arrive in each run, expected at most 1000000"},
		{"too many runs", `"seeds": [` + numbers(10000) + `]`, "seeds: 5 strategies on 10000 seeds with about 1e3 jobs each are 5e7 decisions, expected at most 20000000"},
		{"too many servers for the work", `"cluster": {"groups": 1024, "racksPerGroup": 1024, "serversPerRack": 1}, "horizonSeconds": 1e8`, "cluster.groups: 1048576 servers are too many for so many decisions, expected at most "},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, err := experiment.Decode([]byte(`{"rampart": 1, ` + c.members + `}`))
			if err == nil || x != nil {
				t.Fatal("accepted")
			}
			if !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			var wrong *strict.Error
			if !errors.As(err, &wrong) || wrong.Path == "" {
				t.Errorf("error %#v names no field", err)
			}
			if len(err.Error()) > 600 {
				t.Errorf("message of %d bytes", len(err.Error()))
			}
		})
	}
}

// What is wrong with the file as a whole.
func TestDecodeRefusesFile(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "line 1, column 1: the text is empty"},
		{"not JSON", "rampart", "line 1, column 1: "},
		{"NaN", `{"rampart": 1, "horizonSeconds": NaN}`, "line 1, column 34: "},
		{"array", "[]", "found an array, expected an object"},
		{"no version", "{}", "rampart: the field is missing"},
		{"version 0", `{"rampart": 0}`, "rampart: version 0 is not known, expected 1"},
		// A later version may have fields that this program does not know.
		{"version 2", `{"rampart": 2, "new": true}`, "rampart: version 2 is not known, expected 1"},
		{"field twice", `{"rampart": 1, "rampart": 1}`, `line 1, column 16: field "rampart" appears twice`},
		{"deep nesting", strings.Repeat(`{"view":`, 1e6), "line 1, column "},
		{"too long", strings.Repeat(" ", experiment.MaxFileBytes+1), "33554433 bytes are too long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := experiment.Decode([]byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// A form shows all errors at once, in the order of its fields and with the
// decoder's messages.
func TestErrors(t *testing.T) {
	x := experiment.Default()
	x.Cluster.Groups = 0
	x.Cluster.IOSeconds = math.NaN()
	x.Workload.Graphs = []experiment.GraphRef{{Name: "vgg"}, {Inline: &jobgraph.Graph{}}}
	x.HorizonSeconds = math.Inf(1)
	x.Strategies[3].Degree = 5
	x.Seeds = []uint64{1 << 60}
	x.View = []byte("{ }")
	var got []string
	for _, err := range experiment.Errors(x) {
		got = append(got, err.Error())
	}
	want := []string{
		"cluster.groups: 0 is out of range, expected an integer from 1 to 1048576",
		"cluster.ioSeconds: NaN is out of range, expected a number from 0 to 1000000",
		`workload.graphs[0]: "vgg" is not known, expected one of ` + strings.Join(jobgraph.BuiltinNames(), ", "),
		`workload.graphs[1].unit: "" is not known, expected one of milliseconds, seconds`,
		"horizonSeconds: +Inf is out of range, expected a number greater than 0 and up to 1000000000000",
		"strategies[3].degree: 5 is odd, expected 0, 1 or an even degree; the nearest is 4",
		"seeds[0]: 1152921504606846976 is out of range, expected an integer from 0 to 9007199254740991",
		"view: the text is not canonical JSON",
	}
	if len(got) != len(want) {
		t.Fatalf("got %d errors, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
	if err := experiment.Validate(x); err == nil || err.Error() != got[0] {
		t.Errorf("Validate: %v", err)
	}
	if err := experiment.Validate(experiment.Default()); err != nil {
		t.Errorf("default: %v", err)
	}
}

func op(id int) string {
	return fmt.Sprintf(`{"id": %d, "forward": 1, "backward": 1, "activationBytes": 1, "parameterBytes": 1}`, id)
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, i)
	}
	return b.String()
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(everything))
	f.Add([]byte(`{"rampart": 1}`))
	for _, deadlines := range []string{"A", "B", "C", "D"} {
		f.Add(experiment.AppendCanonical(nil, experiment.Paper(deadlines)))
	}
	f.Add([]byte(`{"rampart":1,"workload":{"interarrival":{"kind":"exponential","mean":1e-6},"beta":{"kind":"skewnormal","skewness":0,"min":0.1,"max":0.2}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := experiment.Decode(data)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("message of several lines: %q", err)
			}
			return
		}
		if err := experiment.Validate(x); err != nil {
			t.Fatalf("decoded and yet wrong: %v", err)
		}
		canonical := experiment.AppendCanonical(nil, x)
		back, err := experiment.Decode(canonical)
		if err != nil {
			t.Fatalf("%v in %s", err, canonical)
		}
		if !reflect.DeepEqual(back, x) {
			t.Fatalf("got %+v\nwant %+v", back, x)
		}
		if again := experiment.AppendCanonical(nil, back); !bytes.Equal(again, canonical) {
			t.Fatalf("got  %s\nwant %s", again, canonical)
		}
	})
}
