package download

import (
	"fmt"
	"strings"

	"rampart/core/experiment"
	"rampart/core/export"
	"rampart/ui/number"
	"rampart/ui/report"
	"rampart/ui/session"
)

// file is one thing that can be saved.
type file struct {
	key    string
	title  string
	holds  string // what it holds and what reads it
	word   string // on its button
	suffix string // of its name
	media  string // its type
	early  bool   // it can be had before any run is done
	part   bool   // it can be had of what was done before the runs were stopped
	picked bool   // it is of the runs that are picked
	jobs   bool   // the runs must be simulated again for their jobs
	make   func(src *Source, r *experiment.Result) []byte
}

const jsonType = "application/json"

// files are those on offer, in their order.
var files = []file{
	{key: "experiment", title: "Experiment", word: "Save experiment", suffix: "experiment.json", media: jsonType, early: true,
		holds: "The settings. Import opens it, and rampart run runs it.",
		make:  func(src *Source, _ *experiment.Result) []byte { return experiment.AppendFile(nil, src.Experiment) }},
	{key: "result", title: "Result", word: "Save result", suffix: "result.json", media: jsonType,
		holds: "The settings, every figure of every run and the digest. Import opens it, and rampart verify checks it.",
		make:  func(_ *Source, r *experiment.Result) []byte { return experiment.AppendResultFile(nil, r) }},
	{key: "report", title: "Report", word: "Save report", suffix: "report.html", media: "text/html", part: true,
		holds: "A page to read, print or send: the finding, figures, tables and how to verify them. It needs no server, and Import opens it.",
		make:  func(src *Source, _ *experiment.Result) []byte { return report.HTML(src.Session) }},
	{key: "strategies", title: "Strategies as CSV", word: "Save strategies", suffix: "strategies.csv", media: "text/csv", part: true,
		holds: "A row a strategy: means over the seeds and their 95\u202f% intervals.",
		make:  func(_ *Source, r *experiment.Result) []byte { return export.AppendCSV(nil, r, export.Strategies) }},
	{key: "runs", title: "Runs as CSV", word: "Save runs", suffix: "runs.csv", media: "text/csv", part: true,
		holds: "A row a run, with all its figures.",
		make:  func(_ *Source, r *experiment.Result) []byte { return export.AppendCSV(nil, r, export.Runs) }},
	{key: "jobs", title: "Jobs as CSV", word: "Save jobs", suffix: "jobs.csv", media: "text/csv", picked: true, jobs: true,
		holds: "A row a job: when it came, what was decided, where and how long it ran, or why it was blocked.",
		make:  func(_ *Source, r *experiment.Result) []byte { return export.AppendCSV(nil, r, export.Jobs) }},
	{key: "arrivals", title: "Arrivals as CSV", word: "Save arrivals", suffix: "arrivals.csv", media: "text/csv", picked: true, jobs: true,
		holds: "The jobs of the first run as they arrived: time, graph, beta and steps. Import takes it, or a recorded one, in place of the generator.",
		make:  func(_ *Source, r *experiment.Result) []byte { return export.AppendCSV(nil, r, export.Arrivals) }},
	{key: "trace", title: "Trace", word: "Save trace", suffix: "trace.json", media: jsonType, picked: true, jobs: true,
		holds: "Every job on its servers over simulated time, in the Chrome trace format: ui.perfetto.dev opens it.",
		make:  func(_ *Source, r *experiment.Result) []byte { return export.AppendTrace(nil, r) }},
	{key: "full", title: "Result with every job", word: "Save full result", suffix: "full-result.json", media: jsonType, jobs: true,
		holds: "The result as rampart run writes it: the jobs of all runs are in it too.",
		make:  func(_ *Source, r *experiment.Result) []byte { return experiment.AppendResultFile(nil, r) }},
}

// Source is what is saved from.
type Source struct {
	Experiment *experiment.Experiment // what the form says
	Session    *session.Session       // what was run
	Words      string                 // what one should know, a sentence; "" for nothing
	Strategy   int                    // the run that is picked at first
	Seed       uint64
}

// mostJobs bounds the jobs that the page takes into its memory for one file.
const mostJobs = 200_000

// mostMeasured is how many runs a result may have for the size of its files to
// be found by making them.
const mostMeasured = 1000

// Estimates of the sizes of things in files, in bytes, from files of the
// paper's experiment: for sizes that are not worth finding out.
const (
	resultBytes   = 5000 // what a result has beside its runs
	runBytes      = 1450 // a run in a result
	runRowBytes   = 620
	jobBytes      = 430 // a job in a result, without servers
	jobRowBytes   = 150
	arrivalBytes  = 24
	serverBytes   = 9   // the name of one of a job's servers
	eventBytes    = 430 // a job in a trace
	moreBytes     = 170 // each of its further servers
	changeBytes   = 80  // a change of the servers in use
	trackBytes    = 170 // a server's track
	reportedBytes = 400 // a run in a report
)

// estimate guesses the size of a file of some runs.
func (f *file) estimate(x *experiment.Experiment, runs []*experiment.Run) int {
	jobs, onServers, placed := 0.0, 0.0, 0.0
	for _, r := range runs {
		jobs += float64(r.Arrived)
		placed += float64(r.Completed + r.Unfinished)
		onServers += float64(r.Completed+r.Unfinished) * max(1, r.MeanServersPerJob)
	}
	n := float64(len(runs))
	switch f.key {
	case "result":
		return resultBytes + int(n*runBytes)
	case "report":
		return 26_000 + int(min(n, 400)*reportedBytes)
	case "runs":
		return int(n * runRowBytes)
	case "jobs":
		return int(jobs*jobRowBytes + onServers*serverBytes)
	case "arrivals":
		return int(jobs / n * arrivalBytes)
	case "trace":
		return int(jobs*eventBytes + onServers*moreBytes + placed*2*changeBytes + n*trackBytes*float64(min(256, x.Cluster.Servers())))
	case "full":
		return resultBytes + int(n*runBytes+jobs*jobBytes+onServers*serverBytes)
	}
	return 0
}

// sizeWords writes a size, in units of a thousand.
func sizeWords(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d%sB", n, number.Thin)
	case n < 1_000_000:
		return number.Significant(float64(n)/1e3) + number.Thin + "kB"
	}
	return number.Significant(float64(n)/1e6) + number.Thin + "MB"
}

// FileName makes the name of a file of an experiment's name.
func FileName(e *experiment.Experiment, suffix string) string {
	return "rampart-" + joined(Slug(e.Name), suffix)
}

// Slug makes a part of a file's name of any text: at most 80 small letters,
// digits and dashes.
func Slug(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case b.Len() == 80:
			return strings.TrimSuffix(b.String(), "-")
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// joined joins parts of a name by dashes; an empty one is left out.
func joined(parts ...string) string {
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "-")
}
