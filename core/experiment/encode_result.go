package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"strings"

	"rampart/core/cluster"
)

// AppendResult appends the canonical JSON of r: the contract's section 2, in
// its order, shortest round-trip numbers, no white space. It panics if a
// number is not finite.
func AppendResult(dst []byte, r *Result) []byte {
	w := writer{dst}
	w.open('{')
	w.key("rampart").int(FormatVersion)
	w.key("engine").text(r.Engine)
	w.key("experiment")
	w.buf = AppendCanonical(w.buf, r.Experiment)
	w.key("digest").text(r.Digest)
	w.key("runs").open('[')
	for i := range r.Runs {
		w.next()
		w.buf = AppendRun(w.buf, &r.Runs[i])
	}
	w.close(']')
	w.key("summaries").open('[')
	for i := range r.Summaries {
		w.next()
		appendSummary(&w, &r.Summaries[i])
	}
	w.close(']')
	w.close('}')
	return w.buf
}

// AppendResultFile appends r as a file for people and for line-based tools:
// AppendResult, laid out over lines, a job on one, with a line feed at the end.
func AppendResultFile(dst []byte, r *Result) []byte {
	const jobLevel = 4 // inside the result, its runs, a run and its jobs
	return append(appendPretty(dst, AppendResult(nil, r), jobLevel), '\n')
}

// ResultFits reports whether the result of x with all jobs will fit into a file
// that DecodeResult reads, by an estimate from above. One that does not should
// carry the digests of the jobs only.
func ResultFits(x *Experiment) bool {
	const (
		jobBytes    = 450
		serverBytes = 14 // a name, quoted and set off, in the largest clusters
	)
	servers := float64(min(x.Partition.MaxDegree, x.Cluster.Servers()))
	jobs := x.Arrivals() * float64(len(x.Strategies)) * float64(len(x.Seeds))
	return jobs*(jobBytes+float64(serverBytes*servers)) < MaxResultBytes
}

// AppendRun appends the canonical JSON of one run. A run without jobs, as the
// page's engine sends it, has no member "jobs".
func AppendRun(dst []byte, r *Run) []byte {
	w := writer{dst}
	w.open('{')
	w.key("strategy").int(r.Strategy)
	w.key("seed").uint(r.Seed)
	for _, f := range figures {
		w.key(f.name)
		if v := f.of(&r.Metrics); f.whole {
			w.int(int(v.Int()))
		} else {
			w.number(v.Float())
		}
	}
	w.key("jobsDigest").text(r.JobsDigest)
	if r.Jobs != nil {
		w.key("jobs")
		w.buf = appendJobs(w.buf, r.Jobs)
	}
	w.close('}')
	return w.buf
}

// MarshalJSON is AppendRun, for whoever sends a run inside another message.
func (r *Run) MarshalJSON() ([]byte, error) { return AppendRun(nil, r), nil }

// appendJobs appends the canonical JSON of a run's jobs: what its jobsDigest
// covers.
func appendJobs(dst []byte, jobs []cluster.Job) []byte {
	w := writer{dst}
	w.open('[')
	for i := range jobs {
		w.next()
		appendJob(&w, &jobs[i])
	}
	w.close(']')
	return w.buf
}

func appendJob(w *writer, j *cluster.Job) {
	w.open('{')
	w.key("index").int(j.Index)
	w.key("graph").text(j.Graph)
	w.key("arrivalSeconds").number(j.ArrivalSeconds)
	w.key("beta").number(j.Beta)
	w.key("trainingSteps").int(j.TrainingSteps)
	w.key("sequentialSeconds").number(j.SequentialSeconds)
	w.key("maxAcceptableSeconds").number(j.MaxAcceptableSeconds)
	w.key("validDegrees").open('[')
	for _, degree := range j.ValidDegrees {
		w.next().int(degree)
	}
	w.close(']')
	w.key("degree").int(j.Degree)
	w.key("effectiveDegree").int(j.EffectiveDegree)
	w.key("outcome").text(string(j.Outcome))
	if j.Cause != cluster.NoCause {
		w.key("cause").text(string(j.Cause))
	}
	if j.Deadlocked() {
		w.key("deadlocked").bool(true)
	}
	for _, f := range jobTimes(j) {
		if *f.seconds != nil {
			w.key(f.name).number(**f.seconds)
		}
	}
	if len(j.Servers) > 0 {
		w.key("servers").open('[')
		for _, server := range j.Servers {
			w.next().text(server)
		}
		w.close(']')
	}
	w.key("channels").int(j.Channels)
	w.close('}')
}

func appendSummary(w *writer, s *Summary) {
	w.open('{')
	w.key("strategy").int(s.Strategy)
	w.key("name").text(s.Name)
	for _, f := range s.intervals() {
		w.key(f.name)
		appendInterval(w, *f.interval)
	}
	w.key("causes").open('{')
	for _, cause := range Causes {
		w.key(string(cause)).number(s.Causes[cause])
	}
	w.close('}')
	w.close('}')
}

// appendInterval appends an interval; without at least two values there is no
// deviation and no interval to write.
func appendInterval(w *writer, i Interval) {
	w.open('{')
	w.key("mean").number(i.Mean)
	if i.Bounded() {
		w.key("standardDeviation").number(i.StandardDeviation)
		w.key("low95").number(i.Low)
		w.key("high95").number(i.High)
	}
	w.key("n").int(i.N)
	w.close('}')
}

// namedInterval is an interval of a Summary under its name in a file.
type namedInterval struct {
	name     string
	interval *Interval
}

// intervals lists the intervals of s in the order of a file.
func (s *Summary) intervals() [5]namedInterval {
	return [...]namedInterval{
		{"blockingRate", &s.BlockingRate},
		{"acceptanceRate", &s.AcceptanceRate},
		{"meanJctSeconds", &s.MeanJCTSeconds},
		{"meanSpeedup", &s.MeanSpeedup},
		{"utilisation", &s.Utilisation},
	}
}

// figure is one field of cluster.Metrics under its name in a file.
type figure struct {
	name  string
	field int
	whole bool // a count
}

// figures lists the fields of cluster.Metrics in their order.
var figures = func() []figure {
	t := reflect.TypeFor[cluster.Metrics]()
	list := make([]figure, t.NumField())
	for i := range list {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		list[i] = figure{name, i, t.Field(i).Type.Kind() == reflect.Int}
	}
	return list
}()

// of returns the figure's field in m.
func (f figure) of(m *cluster.Metrics) reflect.Value {
	return reflect.ValueOf(m).Elem().Field(f.field)
}

// JobsDigest is the digest of a run's jobs: "sha256:" and the hexadecimal
// SHA-256 of their canonical JSON.
func JobsDigest(jobs []cluster.Job) string {
	sum := sha256.New()
	buf := []byte{'['}
	for i := range jobs {
		w := writer{buf}
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		appendJob(&w, &jobs[i])
		sum.Write(w.buf)
		buf = w.buf[:0]
	}
	sum.Write(append(buf, ']'))
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

// ResultDigest is the digest of a result: it covers the canonical experiment
// without name, notes and view, and of each run the strategy, the seed and the
// digest of its jobs, in the order of runs. The figures follow from the jobs,
// and no timing takes part.
func ResultDigest(x *Experiment, runs []Run) string {
	w := writer{appendExperiment(nil, x, false)}
	for i := range runs {
		w.buf = append(w.buf, '\n')
		w.open('[')
		w.next().int(runs[i].Strategy)
		w.next().uint(runs[i].Seed)
		w.next().text(runs[i].JobsDigest)
		w.close(']')
	}
	sum := sha256.Sum256(w.buf)
	return "sha256:" + hex.EncodeToString(sum[:])
}
