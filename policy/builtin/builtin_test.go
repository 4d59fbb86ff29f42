package builtin

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/policy/checkpoint"
	"rampart/policy/gnn"
	"rampart/policy/observe"
)

// update writes the index anew from the files in policies/.
var update = os.Getenv("UPDATE_POLICIES") != ""

// The index says what the files say, and the files are named by their content.
func TestIndex(t *testing.T) {
	names, err := filepath.Glob("policies/*.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	want := []Entry{}
	for _, path := range names {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Base(path)
		parts := strings.Split(file, ".")
		sum := sha256.Sum256(data)
		if digest := hex.EncodeToString(sum[:])[:12]; len(parts) != 3 || parts[1] != digest {
			t.Errorf("%s: the name must be NAME.%s.safetensors", file, digest)
			continue
		}
		e, err := entry(parts[0], file, data)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if e.Evaluation == nil || e.Command == "" {
			t.Errorf("%s: the policy does not say how it was trained or how good it is", file)
		}
		want = append(want, e)
	}
	if update {
		data, err := json.MarshalIndent(want, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("policies/index.json", append(data, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := Index(); len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("the index is not that of the files: UPDATE_POLICIES=1 go test writes it anew")
	}
	for _, e := range Index() {
		if p, err := Resolve(e.Name); err != nil || p.Name != e.Title {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}

// file returns the file of an untrained policy.
func file(t testing.TB) []byte {
	t.Helper()
	n := observe.Normalisers{MaxDegree: 2, Degrees: []int{1, 2}, InterarrivalSeconds: 1000}
	c := gnn.Paper()
	c.GraphFeatures, c.Actions = n.Size(observe.Paper)
	m, err := gnn.New[float32](c, nil, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	data, err := checkpoint.Encode(&checkpoint.Policy{Name: "Mine", Config: c, Features: observe.Paper, Normalisers: n, Params: m.Params(), Engine: experiment.EngineVersion}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestResolveInline(t *testing.T) {
	data := file(t)
	for _, ref := range []string{Inline(data), "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(data)} {
		if p, err := Resolve(ref); err != nil || p.Name != "Mine" || !IsInline(ref) {
			t.Errorf("%.40s...: %v", ref, err)
		}
	}
	if n := len(Inline(data)); n > experiment.MaxCheckpoint {
		t.Errorf("a policy takes %d characters, an experiment has room for %d", n, experiment.MaxCheckpoint)
	}
}

func TestResolveRefuses(t *testing.T) {
	for _, tc := range []struct{ name, ref, want string }{
		{"unknown", "paper-Z", "is no built-in policy"},
		{"nothing inline", "data:", "bytes"},
		{"not base64", "data:*", "base64"},
		{"not a checkpoint", "data:aGVsbG8=", "bytes"},
		{"cut off", Inline(file(t)[:1000]), ""},
		{"a path is not followed", "../builtin.go", "is no built-in policy"},
		{"too long", "data:" + strings.Repeat("A", 30<<20), "too long"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if p, err := Resolve(tc.ref); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got policy %v and error %v, want one that says %q", p != nil, err, tc.want)
			}
		})
	}
}

func TestEntry(t *testing.T) {
	data := file(t)
	e, err := entry("mine", "mine.x.safetensors", data)
	if err != nil || e.Title != "Mine" || len(e.SHA256) != 64 || e.Evaluation != nil {
		t.Errorf("%+v: %v", e, err)
	}
	if _, err := entry("mine", "f", data[:100]); err == nil {
		t.Error("half a file is no policy")
	}
}
