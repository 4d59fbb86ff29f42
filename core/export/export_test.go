package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/policy/strategy"
)

// small runs a little of the paper's experiment: both causes of blocking, jobs
// that end and jobs that the horizon cuts off.
func small(t *testing.T, change func(*experiment.Experiment)) *experiment.Result {
	t.Helper()
	x := experiment.Paper("A")
	x.HorizonSeconds, x.Seeds = 12_000, []uint64{3, 5}
	x.Strategies = []experiment.StrategySpec{{Kind: "max"}, {Kind: "random"}, {Kind: "sequential"}}
	if change != nil {
		change(x)
	}
	r, err := experiment.RunAll(context.Background(), x, func(spec experiment.StrategySpec, x *experiment.Experiment, seed uint64) (cluster.Strategy, error) {
		return strategy.New(spec, x, seed)
	}, experiment.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// golden compares with a file that RAMPART_UPDATE=1 writes anew; read the diff.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("RAMPART_UPDATE") != "" {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func TestGolden(t *testing.T) {
	r := small(t, func(x *experiment.Experiment) {
		x.HorizonSeconds, x.Seeds, x.Strategies = 4000, x.Seeds[:1], x.Strategies[:2]
	})
	r.Engine = "1.0.0"
	for _, rows := range export.AllRows {
		golden(t, string(rows)+".csv", export.AppendCSV(nil, r, rows))
	}
	golden(t, "trace.json", export.AppendTrace(nil, r))
}

// read reads a table back into a map for each row.
func read(t *testing.T, data []byte) []map[string]string {
	t.Helper()
	records, err := csv.NewReader(bytes.NewReader(data)).ReadAll() // refuses rows of unequal length
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, cell := range record {
			if _, twice := row[records[0][i]]; twice {
				t.Fatalf("two columns are called %s", records[0][i])
			}
			row[records[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// same reports whether a cell is the exact number.
func same(cell string, want float64) bool {
	got, err := strconv.ParseFloat(cell, 64)
	return err == nil && got == want
}

func TestRunsReadBack(t *testing.T) {
	r := small(t, nil)
	rows := read(t, export.AppendCSV(nil, r, export.Runs))
	if len(rows) != len(r.Runs) {
		t.Fatalf("%d rows for %d runs", len(rows), len(r.Runs))
	}
	for i, row := range rows {
		run := &r.Runs[i]
		if row["strategy"] != r.Experiment.Strategies[run.Strategy].Name() || row["seed"] != strconv.FormatUint(run.Seed, 10) || row["jobsDigest"] != run.JobsDigest {
			t.Errorf("row %d is %v", i, row)
		}
		for name, want := range map[string]float64{
			"arrivedJobs": float64(run.Arrived), "completedJobs": float64(run.Completed), "blockedByJctJobs": float64(run.BlockedByJCT),
			"blockingRateFraction": run.BlockingRate, "meanJctSeconds": run.MeanJCTSeconds, "meanSpeedupRatio": run.MeanSpeedup,
			"episodeSeconds": run.EpisodeSeconds, "meanClusterThroughputBytesPerSecond": run.MeanClusterThroughput,
			"meanClusterWorkerUtilisationFrac": run.MeanClusterWorkerUtilisationFrac,
		} {
			missing := run.Completed == 0 && row[name] == "" && strings.HasPrefix(name, "mean")
			if !missing && !same(row[name], want) {
				t.Errorf("row %d: %s is %q, want %v", i, name, row[name], want)
			}
		}
	}
	// Every figure of a result file is in the table, whatever comes to it.
	for _, field := range fields(experiment.AppendRun(nil, &experiment.Run{})) {
		if !slices.ContainsFunc(keys(rows[0]), func(column string) bool { return strings.HasPrefix(column, field) }) {
			t.Errorf("no column holds %s", field)
		}
	}
}

// fields are the names of the members of a flat JSON object of numbers and texts.
func fields(object []byte) []string {
	var list []string
	for _, member := range strings.Split(strings.Trim(string(object), "{}"), ",") {
		name, _, _ := strings.Cut(member, ":")
		list = append(list, strings.Trim(name, `"`))
	}
	return list
}

func keys(row map[string]string) []string {
	var list []string
	for key := range row {
		list = append(list, key)
	}
	return list
}

func TestStrategiesReadBack(t *testing.T) {
	r := small(t, nil)
	rows := read(t, export.AppendCSV(nil, r, export.Strategies))
	if len(rows) != len(r.Summaries) {
		t.Fatalf("%d rows for %d strategies", len(rows), len(r.Summaries))
	}
	for i, row := range rows {
		s := &r.Summaries[i]
		for name, of := range map[string]experiment.Interval{
			"blockingRateFraction": s.BlockingRate, "acceptanceRateFraction": s.AcceptanceRate, "meanJctSeconds": s.MeanJCTSeconds,
			"meanSpeedupRatio": s.MeanSpeedup, "utilisationFraction": s.Utilisation,
		} {
			if row[name+"Seeds"] != strconv.Itoa(of.N) || (row[name] == "") != (of.N == 0) || (row[name+"Low95"] == "") == of.Bounded() {
				t.Errorf("%s of %s: %v for %+v", name, s.Name, row, of)
			}
			if of.Bounded() && (!same(row[name], of.Mean) || !same(row[name+"StandardDeviation"], of.StandardDeviation) ||
				!same(row[name+"Low95"], of.Low) || !same(row[name+"High95"], of.High)) {
				t.Errorf("%s of %s: %v for %+v", name, s.Name, row, of)
			}
		}
		if !same(row["blockedByPlacementFraction"], s.Causes[cluster.CausePlacement]) || !same(row["blockedByHorizonFraction"], s.Causes[cluster.CauseHorizon]) {
			t.Errorf("causes of %s: %v for %v", s.Name, row, s.Causes)
		}
	}
}

func TestJobsReadBack(t *testing.T) {
	r := small(t, nil)
	data := export.AppendCSV(nil, r, export.Jobs)
	rows := read(t, data)
	at := 0
	for i := range r.Runs {
		for k := range r.Runs[i].Jobs {
			j, row := &r.Runs[i].Jobs[k], rows[at]
			at++
			if row["index"] != strconv.Itoa(j.Index) || row["graph"] != j.Graph || row["outcome"] != string(j.Outcome) || row["cause"] != string(j.Cause) ||
				row["servers"] != strings.Join(j.Servers, " ") || !same(row["beta"], j.Beta) || !same(row["arrivalSeconds"], j.ArrivalSeconds) {
				t.Fatalf("row %d is %v, the job %+v", at, row, j)
			}
			if (row["jctSeconds"] == "") != (j.JCTSeconds == nil) || j.JCTSeconds != nil && !same(row["jctSeconds"], *j.JCTSeconds) {
				t.Fatalf("row %d has the time %q", at, row["jctSeconds"])
			}
		}
	}
	if at != len(rows) {
		t.Errorf("%d rows for %d jobs", len(rows), at)
	}
	// The same table, made run by run.
	var parts []byte
	for i := range r.Runs {
		parts = export.AppendJobsCSV(parts, r.Experiment, &r.Runs[i])
	}
	if !bytes.Equal(parts, data) {
		t.Error("a table made run by run differs")
	}
}

// Names come from files of others: quotes and line breaks stay inside a cell,
// and no cell is a formula.
func TestTextFromOutside(t *testing.T) {
	x := experiment.Paper("A")
	r := &experiment.Result{Experiment: x}
	for _, name := range []string{"a,\"b\"\nc", "=1+1", "+1", "-1", "@x", "\tx", "plain"} {
		r.Runs = append(r.Runs, experiment.Run{Jobs: []cluster.Job{{Graph: name}}})
	}
	rows := read(t, export.AppendCSV(nil, r, export.Jobs))
	for i, want := range []string{"a,\"b\"\nc", "'=1+1", "'+1", "'-1", "'@x", "'\tx", "plain"} {
		if rows[i]["graph"] != want {
			t.Errorf("%q is written %q, want %q", r.Runs[i].Jobs[0].Graph, rows[i]["graph"], want)
		}
	}
}

func TestUnknownRows(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("unknown rows were written")
		}
	}()
	export.AppendCSV(nil, &experiment.Result{}, "days")
}
