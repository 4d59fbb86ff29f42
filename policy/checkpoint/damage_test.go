package checkpoint_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rampart/policy/checkpoint"
)

// parts takes a file apart.
func parts(file []byte) (header string, data []byte) {
	n := binary.LittleEndian.Uint64(file)
	return string(file[8 : 8+n]), file[8+n:]
}

// join puts a file together.
func join(header string, data []byte) []byte {
	return slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), []byte(header), data)
}

// edit returns a file with a change in its header.
func edit(t *testing.T, file []byte, old, new string) []byte {
	t.Helper()
	header, data := parts(file)
	if strings.Count(header, old) != 1 {
		t.Fatalf("%q is %d times in the header", old, strings.Count(header, old))
	}
	return join(strings.Replace(header, old, new, 1), data)
}

// span returns the place of a tensor in a file.
func span(t *testing.T, file []byte, name string) []byte {
	t.Helper()
	header, data := parts(file)
	var all map[string]struct {
		Offsets [2]int `json:"data_offsets"`
	}
	if err := json.Unmarshal([]byte(header), &all); err != nil {
		t.Fatal(err)
	}
	at := all[name].Offsets
	return data[at[0]:at[1]]
}

func refused(t *testing.T, file []byte, want string) {
	t.Helper()
	p, training, err := checkpoint.Decode(file)
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want an error that begins %q", err, want)
	}
	if p != nil || training != nil {
		t.Error("something is returned with the error")
	}
	if err != nil && (len(err.Error()) > 400 || strings.ContainsAny(err.Error(), "\n\r")) {
		t.Errorf("the message is no short line: %q", err)
	}
}

// What is no checkpoint at all.
func TestDecodeRefusesForeign(t *testing.T) {
	weights := make([]byte, 16)
	for _, tc := range []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "0 bytes are too short"},
		{"a length and nothing", make([]byte, 8), "8 bytes are too short"},
		{"text", []byte("graph { a -> b } and so on"), "this is not a safetensors file"},
		{"an experiment", []byte(`{"rampart": 1, "name": "an experiment"}`), "this is not a safetensors file"},
		{"a picture", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00"), "this is not a safetensors file"},
		{"a ZIP archive of PyTorch", append([]byte("PK\x03\x04"), weights...), "this is not a safetensors file"},
		{"the largest length", append(bytes.Repeat([]byte{0xff}, 8), `{"__metadata__":{}}`...), "a header of 18446744073709551615 bytes is too long"},
		{"a length beyond the file", append([]byte{100, 0, 0, 0, 0, 0, 0, 0}, `{}`...), "the file is cut off: its header should have 100 bytes, but 2 follow"},
		{"a long file", make([]byte, checkpoint.MaxFileBytes+1), "16777217 bytes are too long"},
		{"a long header", join("{"+strings.Repeat(" ", 1<<20)+"}", nil), "a header of 1048578 bytes is too long"},
		{"no object in the header", join("{]", weights), "header: line 1, column 2: "},
		{"no metadata", join(`{"weight":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}`, weights), "this safetensors file is no checkpoint of Rampart"},
		{"another program's", join(`{"__metadata__":{"format":"pt"},"weight":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}`, weights), "this safetensors file is no checkpoint of Rampart"},
		{"metadata of no object", join(`{"__metadata__":[],"weight":3}`, weights), "header.__metadata__: "},
		{"nested deeply", join(strings.Repeat(`{"a":`, 50), weights), "header: line 1, column 21: nested too deeply"},
		{"many values", join(`{"a":[`+strings.Repeat("1,", 1<<16)+`1]}`, weights), "header: line 1, column 65537: too many values"},
		{"a later version", join(`{"__metadata__":{"rampart":"2","new":"field"}}`, weights), `header.__metadata__.rampart: format version "2" is not known, expected 1`},
	} {
		t.Run(tc.name, func(t *testing.T) { refused(t, tc.file, tc.want) })
	}
}

// A wrong header is refused with the path of what is wrong.
func TestDecodeRefusesHeader(t *testing.T) {
	policy, training := encode(t, smallPolicy(t), nil), encode(t, policyOf(training(t)), trainingOf(training(t)))
	const weight = `"round.0.node.0.weight":{"dtype":"F32","shape":[5,1]`
	for _, tc := range []struct {
		name     string
		file     []byte
		old, new string
		want     string
	}{
		{"no kind", policy, `"kind":"policy",`, ``, "header.__metadata__.kind: the field is missing"},
		{"unknown kind", policy, `"kind":"policy"`, `"kind":"polity"`, `header.__metadata__.kind: "polity" is not known`},
		{"unknown metadata", policy, `"notes":`, `"note":`, `header.__metadata__.note: unknown field (did you mean notes?)`},
		{"repeated metadata", policy, `"notes":`, `"name":`, "header: line 1, column "},
		{"metadata of no string", policy, `"features":"paper"`, `"features":3`, "header.__metadata__.features: "},
		{"long name", policy, `"name":"`, `"name":"` + strings.Repeat("x", 200), "header.__metadata__.name: "},
		{"unknown features", policy, `"features":"paper"`, `"features":"papers"`, "header.__metadata__.features: "},
		{"architecture of no JSON", policy, `{\"nodeFeatures\":`, `{depth\":`, "header.__metadata__.architecture: line 1, column 2: "},
		{"missing size", policy, `\"depth\":1,`, ``, "header.__metadata__.architecture.depth: the field is missing"},
		{"unknown size", policy, `\"depth\":1,`, `\"depth\":1,\"width\":1,`, "header.__metadata__.architecture.width: unknown field"},
		{"impossible size", policy, `\"hidden\":3`, `\"hidden\":100000`, "header.__metadata__.architecture.hidden: 100000 is not in 1..1024"},
		{"size of no number", policy, `\"hidden\":3`, `\"hidden\":\"3\"`, "header.__metadata__.architecture.hidden: "},
		{"unknown activation", policy, `\"activation\":\"relu\"`, `\"activation\":\"rely\"`, "header.__metadata__.architecture.activation: "},
		{"too many weights", policy, `\"rounds\":2,\"depth\":1`, `\"rounds\":8,\"depth\":8`, "796 bytes of data are too short for the 1275 weights of the architecture"},
		{"another architecture", policy, `\"hidden\":3`, `\"hidden\":2`, `header["round.0.reduce.0.weight"].shape: [2 3] is not the shape of this policy, expected [2 2]`},
		{"other features", policy, `"features":"paper"`, `"features":"extended"`, "header.__metadata__.architecture.graphFeatures: 21 does not fit the features and normalisers, expected 36"},
		{"impossible normaliser", policy, `\"min\":46`, `\"min\":460`, "header.__metadata__.normalisers: ops"},
		{"missing normaliser", policy, `\"maxDegree\":3,`, ``, "header.__metadata__.normalisers.maxDegree: "},
		{"seed of no number", policy, `"seed":"18446744073709551615"`, `"seed":"18446744073709551616"`, "header.__metadata__.seed: "},
		{"no steps", policy, `"steps":"400000"`, `"steps":""`, "header.__metadata__.steps: "},
		{"negative steps", policy, `"steps":"400000"`, `"steps":"-4"`, "header.__metadata__.steps: "},
		{"no experiment", policy, `"evaluation":`, `"experiment":"{}","evaluation":`, "header.__metadata__.experiment.rampart: "},
		{"evaluation of fewer seeds", policy, `[0,1,9007199254740991]`, `[0,1]`, "header.__metadata__.evaluation.blockingRates: 3 rates of 2 seeds"},
		{"settings of a policy", policy, `"evaluation":`, `"settings":"{}","evaluation":`, "header.__metadata__.settings: unknown field"},
		{"missing tensor", policy, weight, `"round.0.node.0.weights":{"dtype":"F32","shape":[5,1]`, `header["round.0.node.0.weight"]: the tensor is missing`},
		{"unknown tensor", policy, `"value.1.bias":`, `"more":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"value.1.bias":`, `header: the tensor "more" is unknown`},
		{"tensor of no object", policy, weight + `,`, `"round.0.node.0.weight":3,"b":{`, `header["round.0.node.0.weight"]: `},
		{"other type", policy, weight, strings.Replace(weight, "F32", "BF16", 1), `header["round.0.node.0.weight"].dtype: "BF16" is not known, expected one of F32, F16`},
		{"other shape", policy, weight, strings.Replace(weight, "[5,1]", "[1,5]", 1), `header["round.0.node.0.weight"].shape: [1 5] is not`},
		{"negative shape", policy, weight, strings.Replace(weight, "[5,1]", "[5,-1]", 1), `header["round.0.node.0.weight"].shape[1]: -1`},
		{"endless shape", policy, weight, strings.Replace(weight, "[5,1]", "[1,1,1,1,1,1,1,1,1]", 1), `header["round.0.node.0.weight"].shape: the array has 9 elements`},
		{"no offsets", policy, weight + `,"data_offsets":[40,60]`, weight, `header["round.0.node.0.weight"].data_offsets: the field is missing`},
		{"offsets beyond the file", policy, `[40,60]`, `[1000000,1000020]`, `header["round.0.node.0.weight"].data_offsets[0]: 1000000 is out of range`},
		{"offsets in reverse", policy, `[40,60]`, `[60,40]`, `header["round.0.node.0.weight"].data_offsets: 60 to 40 are not the 20 bytes`},
		{"offsets of another length", policy, `[40,60]`, `[40,56]`, `header["round.0.node.0.weight"].data_offsets: 40 to 56 are not the 20 bytes of F32 [5 1]`},
		{"overlapping tensors", policy, `[40,60]`, `[36,56]`, "header: the tensor at byte 36 of the data overlaps"},
		{"a hole between tensors", policy, `[40,60]`, `[44,64]`, "header: bytes 40 to 44 of the data belong to no tensor"},
		{"unknown field of a tensor", policy, `[40,60]`, `[40,60],"stride":1`, `header["round.0.node.0.weight"].stride: unknown field`},
		{"a policy of a training", policy, `"kind":"policy"`, `"kind":"training"`, "header.__metadata__.settings: the field is missing"},
		{"a training as a policy", training, `"kind":"training"`, `"kind":"policy"`, "header.__metadata__.settings: unknown field"},
		{"missing setting", training, `\"passes\":3,`, ``, "header.__metadata__.settings.passes: the field is missing"},
		{"impossible setting", training, `\"passes\":3,`, `\"passes\":0,`, "header.__metadata__.settings.passes: 0 is not in"},
		{"other environments", training, `\"environments\":5`, `\"environments\":6`, `header["environments.source"].shape: [5 20] is not`},
		{"impossible learning rate", training, `\"optimiserSteps\":15,\"learningRate\":0.0002785`, `\"optimiserSteps\":15,\"learningRate\":2`, "progress.learningRate: 2"},
		{"huge history", training, `\"evaluations\":2,\"evaluationSeeds\":3`, `\"evaluations\":9007199254740991,\"evaluationSeeds\":9007199254740991`, `header`},
		{"seeds of no evaluation", training, `\"evaluations\":2`, `\"evaluations\":0`, `header["history.iteration"].shape: `},
	} {
		t.Run(tc.name, func(t *testing.T) { refused(t, edit(t, tc.file, tc.old, tc.new), tc.want) })
	}
}

func policyOf(p *checkpoint.Policy, _ *checkpoint.Training) *checkpoint.Policy { return p }

func trainingOf(_ *checkpoint.Policy, c *checkpoint.Training) *checkpoint.Training { return c }

// Wrong numbers in the data are refused.
func TestDecodeRefusesData(t *testing.T) {
	p, c := training(t)
	file := encode(t, p, c)
	nan := binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(math.NaN())))
	infinity := binary.LittleEndian.AppendUint64(nil, math.Float64bits(math.Inf(1)))
	large := bytes.Repeat([]byte{0xff}, 8)
	for _, tc := range []struct {
		tensor string
		at     int
		bytes  []byte
		want   string
	}{
		{"policy.1.bias", 4, nan, "policy.1.bias[1]: NaN is not a finite number"},
		{"current", 0, nan, "current[0]: NaN"},
		{"adam.moment1", 8, nan, "adam.moment1[2]: NaN"},
		{"adam.moment2", 8, []byte{0, 0, 0x80, 0xbf}, "adam.moment2[2]: -1 is negative"},
		{"shuffle", 0, []byte("PCG"), "shuffle: these bytes are not the state of a random generator"},
		{"environments.source", 20, []byte("PCG"), "environments.source[1]: these bytes"},
		{"environments.total", 16, infinity, "environments.total[2]: +Inf"},
		{"environments.blocked", 0, []byte{18}, "environments.blocked[0]: 18 is out of range, expected an integer from 0 to 17"},
		{"environments.blocked", 8, large, "environments.blocked[1]: -1 is out of range"},
		{"environments.steps", 8, large, "environments.steps[1]: -1 is out of range"},
		{"environments.steps", 8, []byte{16}, `header["environments.actions"].shape: [85] is not the shape of this policy, expected [84]`},
		{"environments.actions", 0, []byte{4}, "environments.actions[0]: action 4 of step 0"},
		{"environments.actions", 2 * 18, []byte{0xff, 0xff}, "environments.actions[1]: action -1 of step 1"},
		{"history.steps", 0, large, "history.steps[0]: -1"},
		{"history.rates", 24, infinity, "history[1].blockingRates[0]: +Inf"},
		{"history.seeds", 8, large, "history[0].seeds[1]: 18446744073709551615"},
	} {
		t.Run(tc.tensor, func(t *testing.T) {
			damaged := slices.Clone(file)
			copy(span(t, damaged, tc.tensor)[tc.at:], tc.bytes)
			refused(t, damaged, tc.want)
		})
	}
	t.Run("data after the tensors", func(t *testing.T) { refused(t, append(slices.Clone(file), 0), "header: bytes ") })
}

// A file that is cut off anywhere is refused.
func TestDecodeRefusesTruncated(t *testing.T) {
	p, c := training(t)
	for _, file := range [][]byte{encode(t, p, c), encode(t, paperPolicy(t), nil)} {
		for n := 0; n < len(file); n += 100 {
			if _, _, err := checkpoint.Decode(file[:n]); err == nil {
				t.Errorf("%d of %d bytes are accepted", n, len(file))
			}
		}
	}
}

// Whichever bit of the header flips, the file is refused or stands for
// something that can be written again: a name may have changed.
func TestDecodeMutatedHeader(t *testing.T) {
	p, c := training(t)
	file := encode(t, p, c)
	header, _ := parts(file)
	accepted := 0
	for i := range 8 + len(header) {
		damaged := slices.Clone(file)
		damaged[i] ^= 1 << (i % 7)
		p, c, err := checkpoint.Decode(damaged)
		if err != nil {
			continue
		}
		accepted++
		encode(t, p, c)
	}
	if accepted == 0 || accepted > 200 {
		t.Errorf("%d mutations are accepted", accepted)
	}
}

// Other programs may order the header and the data in their own way.
func TestDecodeReordered(t *testing.T) {
	p, c := training(t)
	file := encode(t, p, c)
	header, _ := parts(file)
	var tensors map[string]map[string]any
	if err := json.Unmarshal([]byte(header), &tensors); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range tensors {
		if name != "__metadata__" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var data []byte
	for _, name := range names {
		part := span(t, file, name)
		tensors[name]["data_offsets"] = []int{len(data), len(data) + len(part)}
		data = append(data, part...)
	}
	reordered, err := json.MarshalIndent(tensors, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	q, d := decode(t, join(string(reordered)+"\n ", data))
	if !reflect.DeepEqual(p, q) || !bytes.Equal(encode(t, q, d), file) {
		t.Error("the same tensors in another order are another training")
	}
}

// Policies of earlier releases are read and written as ever.
func TestGolden(t *testing.T) {
	path := filepath.Join("testdata", "policy-1.safetensors")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, encode(t, smallPolicy(t), nil), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := decode(t, file)
	const digest = "sha256:eecb3e99cf1c7d980389ac0a30950b276f84d0afee53657520ded3ee65aaf9e9"
	if p.Digest() != digest || !bytes.Equal(encode(t, p, nil), file) {
		t.Errorf("digest %s, want %s", p.Digest(), digest)
	}
	if len(p.Params) != 199 || p.Steps != 400000 || p.Evaluation.Steps != 399000 {
		t.Errorf("%d weights, %+v", len(p.Params), p)
	}
}

// Whatever is accepted can be written, and is then the same.
func FuzzDecode(f *testing.F) {
	p, c := training(f)
	policy := encode(f, p, nil)
	f.Add(policy)
	f.Add(encode(f, p, c))
	f.Add(encode(f, policyOf(qTraining(f)), trainingOf(qTraining(f))))
	f.Add(policy[:len(policy)/2])
	f.Add(join(`{"__metadata__":{"format":"pt"},"weight":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}`, make([]byte, 16)))
	f.Add(join(`{"__metadata__":{"rampart":"1","kind":"policy"}}`, nil))
	f.Fuzz(func(t *testing.T, file []byte) {
		p, c, err := checkpoint.Decode(file)
		if err != nil {
			return
		}
		again := encode(t, p, c)
		q, d := decode(t, again)
		if !bytes.Equal(encode(t, q, d), again) {
			t.Error("reading and writing changes the file")
		}
	})
}
