// Package study trains policies on the paper's four deadline distributions,
// over several training seeds, and compares them with heuristics on jobs that
// neither their training nor their selection has seen.
package study

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"rampart/core/experiment"
	"rampart/core/published"
	"rampart/core/shard"
	"rampart/policy/builtin"
	"rampart/policy/checkpoint"
	"rampart/policy/strategy"
	"rampart/policy/train"
)

// Setting is one way to train.
type Setting struct {
	Name   string
	Title  string
	Placer experiment.Placer
	Train  string   // the "train" object
	Half   bool     // round the weights to half precision before the test
	Only   []string // of Presets; nil: all
	Graphs []string // built-in; nil: the paper's
	// Corrected says that the rules are the corrected ones, with the paper's jobs in
	// seconds at the same load.
	Corrected bool
}

// Settings are the ways to train that the study compares: with the paper's
// features, rules and placer, from nothing, after imitating the paper's
// strongest heuristic, and by Q-learning as the paper's own agent does; and with
// more than it could see, placed as in the paper and compactly; and the best that
// was found, with all that a policy can be shown, under reference and corrected
// rules; the latter with the paper's small embedding, which halves the file.
var Settings = []Setting{
	{"paper", "paper features, first fit", experiment.FirstFit,
		`{"features": "paper", "gamma": 0.997, "rewardScale": 0.02, "learningRate": 0.001, "totalSteps": 400000}`, false, nil, nil, false},
	{"warm", "paper features, first fit, after 10 iterations of imitating Para_max", experiment.FirstFit,
		`{"features": "paper", "gamma": 0.997, "rewardScale": 0.02, "learningRate": 0.001, "totalSteps": 400000, "warmStart": {"kind": "max", "iterations": 10}}`, false, nil, nil, false},
	{"dqn", "paper features, first fit, DQN", experiment.FirstFit,
		`{"learner": "dqn", "features": "paper", "totalSteps": 400000}`, false, nil, nil, false},
	{"firstfit", "extended features, first fit", experiment.FirstFit, `{"totalSteps": 1500000}`, false, nil, nil, false},
	{"extended", "extended features, compact", experiment.Compact, `{"totalSteps": 1500000}`, false, nil, nil, false},
	{"best", "foresight, best fit", experiment.BestFit,
		`{"features": "foresight", "totalSteps": 2400000, "environments": 64, "minibatch": 2048, "learningRate": 0.002, "evaluateEvery": 15, "model": {"headHidden": 64, "graphOut": 32}}`, true, nil, nil, false},
	{Name: "corrected", Title: "foresight, best fit, corrected rules", Placer: experiment.BestFit, Half: true, Corrected: true,
		Train: `{"features": "foresight", "totalSteps": 2400000, "environments": 64, "minibatch": 2048, "learningRate": 0.002, "evaluateEvery": 15, "model": {"headHidden": 64}}`},
	{"generalist", "foresight, best fit, seven graphs, many deadlines, loads and shapes", experiment.BestFit, generalist, true, Presets[:1],
		[]string{"alexnet", "vgg16", "resnet18", "squeezenet1_0", "gnmt", "densenet121", "gnmt_large"}, false},
}

// generalist trains one policy on more graphs than the paper's, on all of its
// deadlines, on loads below, at and above its own, on regular and random arrivals,
// and on clusters of 16 to 64 servers.
const generalist = `{"features": "foresight", "totalSteps": 4600000, "environments": 72, "minibatch": 2048, "learningRate": 0.002, "evaluateEvery": 25,
	"evaluationSeeds": [1000, 1001, 1002, 1003], "model": {"headHidden": 64, "graphOut": 32}, "variations": [
	{"workload": {"beta": {"preset": "B"}}}, {"workload": {"beta": {"preset": "C"}}}, {"workload": {"beta": {"preset": "D"}}},
	{"workload": {"interarrival": {"kind": "fixed", "value": 1250}}},
	{"workload": {"interarrival": {"kind": "fixed", "value": 800}, "beta": {"preset": "C"}}},
	{"workload": {"interarrival": {"kind": "exponential", "mean": 1000}}},
	{"workload": {"interarrival": {"kind": "exponential", "mean": 1000}, "beta": {"preset": "D"}}},
	{"cluster": {"groups": 3, "racksPerGroup": 3, "serversPerRack": 2}, "workload": {"interarrival": {"kind": "fixed", "value": 1778}}},
	{"cluster": {"groups": 2, "racksPerGroup": 2, "serversPerRack": 4}, "workload": {"interarrival": {"kind": "fixed", "value": 2000}, "beta": {"preset": "D"}}},
	{"cluster": {"groups": 4, "racksPerGroup": 4, "serversPerRack": 4}, "workload": {"interarrival": {"kind": "fixed", "value": 500}, "beta": {"preset": "B"}}},
	{"cluster": {"groups": 4, "racksPerGroup": 4, "serversPerRack": 4}, "workload": {"interarrival": {"kind": "fixed", "value": 500}, "beta": {"preset": "C"}}}]}`

// presets returns the presets that the setting is tried on.
func (s *Setting) presets() []string {
	if s.Only != nil {
		return s.Only
	}
	return Presets
}

// Presets are the paper's deadline distributions.
var Presets = []string{"A", "B", "C", "D"}

// Seeds is the number of training seeds.
const Seeds = 5

// firstTest is the first of the ten seeds on which results are reported. The
// evaluations that choose the best policy of a training use others.
const firstTest = 2000

// heuristics are compared with on the same jobs.
var heuristics = []experiment.StrategySpec{
	{Kind: "max"}, {Kind: "acceptable"}, {Kind: "random"},
	{Kind: "fixed", Degree: 2}, {Kind: "fixed", Degree: 4}, {Kind: "fixed", Degree: 8}, {Kind: "fixed", Degree: 16},
}

// Row is the result of one training.
type Row struct {
	Setting string `json:"setting"`
	Preset  string `json:"preset"`
	Seed    uint64 `json:"seed"`
	Steps   int    `json:"steps"`  // at which the kept policy was found
	File    string `json:"file"`   // of the policy
	Digest  string `json:"digest"` // of the policy
	// Rates are the blocking rates by strategy, then by test seed: first the
	// policy, then the heuristics.
	Rates [][]float64 `json:"rates"`
}

// Experiment returns the experiment that a setting trains on.
func Experiment(s Setting, preset string, seed uint64) (*experiment.Experiment, error) {
	x := experiment.Paper(preset)
	if s.Corrected {
		x = experiment.PaperCorrected(preset)
	}
	x.Name = fmt.Sprintf("Beta %s, %s", preset, s.Title)
	x.Placer = s.Placer
	if s.Graphs != nil {
		x.Workload.Graphs = nil
		for _, name := range s.Graphs {
			x.Workload.Graphs = append(x.Workload.Graphs, experiment.GraphRef{Name: name})
		}
	}
	t, err := train.Decode([]byte(s.Train))
	if err != nil {
		return nil, err
	}
	t.Seed = seed
	x.Train = t.AppendCanonical(nil)
	return x, nil
}

// job is one training to do.
type job struct {
	setting Setting
	preset  string
	seed    uint64
}

// name is the name of a training, and of its files.
func (j job) name() string { return fmt.Sprintf("%s-%s-%d", j.setting.Name, j.preset, j.seed) }

// jobsOf lists the trainings of the named settings, all if none is named.
func jobsOf(names []string) (jobs []job) {
	for _, s := range Settings {
		if len(names) > 0 && !contains(names, s.Name) {
			continue
		}
		for _, preset := range s.presets() {
			for seed := range uint64(Seeds) {
				jobs = append(jobs, job{s, preset, seed})
			}
		}
	}
	return jobs
}

// Run does the trainings of the named settings (all if none is named) that a
// shard takes, some at the same time, and keeps policies and rows in folder. What
// is there already is not done again. report is told of every row.
func Run(ctx context.Context, folder string, names []string, s shard.Shard, workers int, report func(Row)) ([]Row, error) {
	jobs := shareOf(names, s)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	rows := make([]Row, len(jobs))
	next := make(chan int)
	var wait sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for range workers {
		wait.Go(func() {
			for i := range next {
				row, err := jobs[i].do(ctx, folder)
				mu.Lock()
				if err != nil {
					failed = errors.Join(failed, err)
				} else {
					rows[i] = row
					report(row)
				}
				mu.Unlock()
			}
		})
	}
	for i := range jobs {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wait.Wait()
	if failed == nil {
		failed = ctx.Err()
	}
	return rows, failed
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// do trains and tests, or reads what an earlier use has found.
func (j job) do(ctx context.Context, folder string) (Row, error) {
	name := j.name()
	result := filepath.Join(folder, name+".json")
	var row Row
	switch data, err := os.ReadFile(result); {
	case err == nil && json.Unmarshal(data, &row) == nil:
		return row, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return row, err
	}
	x, err := Experiment(j.setting, j.preset, j.seed)
	if err != nil {
		return row, err
	}
	file, policy, err := learn(ctx, x, name, j.setting.Half)
	if err != nil {
		return row, err
	}
	row = Row{Setting: j.setting.Name, Preset: j.preset, Seed: j.seed, Steps: policy.Steps, File: name + ".safetensors", Digest: policy.Digest()}
	if row.Rates, err = test(ctx, x, file); err != nil {
		return row, err
	}
	if err := os.WriteFile(filepath.Join(folder, row.File), file, 0o666); err != nil {
		return row, err
	}
	data, err := json.Marshal(row)
	if err != nil {
		return row, err
	}
	return row, os.WriteFile(result, data, 0o666)
}

// learn trains to the end and returns the best policy, as a file too.
func learn(ctx context.Context, x *experiment.Experiment, name string, half bool) ([]byte, *checkpoint.Policy, error) {
	t, err := train.Decode(x.Train)
	if err != nil {
		return nil, nil, err
	}
	se, err := train.New(x, t, 1)
	if err != nil {
		return nil, nil, err
	}
	for {
		r, err := se.Iterate(func() error { return ctx.Err() })
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		if r.Stop != "" {
			break
		}
	}
	p := se.Policy()
	p.Notes = fmt.Sprintf("rampart study -o study %s, file study/%s.safetensors", strings.Split(name, "-")[0], name)
	if half && !p.Halve() {
		return nil, nil, fmt.Errorf("%s: a weight is too large for half precision", name)
	}
	file, err := checkpoint.Encode(p, nil)
	return file, p, err
}

// test plays the policy and the heuristics on the test seeds.
func test(ctx context.Context, trained *experiment.Experiment, policy []byte) ([][]float64, error) {
	x := *trained
	x.Train = nil
	x.Strategies = append([]experiment.StrategySpec{{Kind: "policy", Checkpoint: builtin.Inline(policy)}}, heuristics...)
	x.Seeds = testSeeds()
	r, err := experiment.RunAll(ctx, &x, strategy.Factory(builtin.Resolve), experiment.Options{Workers: 1, DropJobs: true})
	if err != nil {
		return nil, err
	}
	rates := make([][]float64, len(x.Strategies))
	for _, run := range r.Runs {
		rates[run.Strategy] = append(rates[run.Strategy], run.BlockingRate)
	}
	return rates, nil
}

// testSeeds lists the seeds on which results are reported.
func testSeeds() (seeds []uint64) {
	for i := range uint64(10) {
		seeds = append(seeds, firstTest+i)
	}
	return seeds
}

// Table writes the rows as a Markdown table: for every setting and preset the
// policies' mean blocking rate over training seeds, with the 95 % interval of
// their means, the heuristics' with that over test seeds, and the published
// rate.
func Table(rows []Row) []byte {
	var b bytes.Buffer
	b.WriteString("| setting | beta | policy, 5 training seeds | best of them | Para_max | Para_min | random | fixed 2 | fixed 4 | fixed 8 | fixed 16 | published PAC-ML |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, s := range Settings {
		for _, preset := range Presets {
			var means []float64
			var first *Row
			best := 1.0
			for i := range rows {
				if r := &rows[i]; r.Setting == s.Name && r.Preset == preset {
					m := experiment.NewInterval(r.Rates[0]).Mean
					means, best = append(means, m), min(best, m)
					if first == nil {
						first = r
					}
				}
			}
			if first == nil {
				continue
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %.1f %% |", s.Title, preset, percent(experiment.NewInterval(means)), 100*best)
			for _, rates := range first.Rates[1:] {
				fmt.Fprintf(&b, " %s |", percent(experiment.NewInterval(rates)))
			}
			fmt.Fprintf(&b, " %.1f %% |\n", 100*published.Blocking[published.Letter(preset)][published.PACML])
		}
	}
	return b.Bytes()
}

func percent(i experiment.Interval) string {
	if !i.Bounded() {
		return fmt.Sprintf("%.2f %%", 100*i.Mean)
	}
	return fmt.Sprintf("%.2f ± %.2f %%", 100*i.Mean, 100*(i.High-i.Mean))
}
