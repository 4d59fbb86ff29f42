package experiment

import (
	"rampart/core/cluster"
	"rampart/core/strict"
)

// Limits of a result file.
const (
	MaxResultBytes  = 1 << 29
	maxResultValues = 1 << 27
	maxServerName   = 32
)

// The ranges of a result's fields.
var (
	countRange  = strict.Between(0, 1e9)
	figureRange = strict.Finite()
	timeRange   = strict.AtLeast(0)
)

// The words of a job's record.
var (
	outcomeWords = []cluster.Outcome{cluster.Completed, cluster.Blocked, cluster.Unfinished, cluster.Undecided}
	causeWords   = Causes[:]
)

// DecodeResult reads a result file: the contract's section 2, strictly. Every
// field that AppendResult writes is required, but for a run's jobs and what a
// job has only under conditions. It does not check that the figures are true;
// Verify does.
func DecodeResult(data []byte) (*Result, error) {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: MaxResultBytes, MaxValues: maxResultValues})
	if err != nil {
		return nil, err
	}
	r := &Result{}
	o := doc.Root().Object()
	var version int
	decodeVersion(o, &version)
	refusePart(o)
	o.Require("engine", "experiment", "digest", "runs", "summaries")
	o.String("engine", &r.Engine, MaxName)
	if n := o.Get("experiment"); doc.Err() == nil && n.Present() {
		if r.Experiment, err = DecodeNode(n); err != nil {
			return nil, err
		}
	}
	decodeDigest(o, "digest", &r.Digest)
	o.Array("runs", 0, MaxStrategies*MaxSeeds, func(_ int, n strict.Node) {
		r.Runs = append(r.Runs, Run{})
		decodeRun(n.Object(), &r.Runs[len(r.Runs)-1], len(r.Experiment.Strategies))
	})
	o.Array("summaries", 0, MaxStrategies, func(_ int, n strict.Node) {
		r.Summaries = append(r.Summaries, Summary{})
		decodeSummary(n.Object(), &r.Summaries[len(r.Summaries)-1], len(r.Experiment.Strategies))
	})
	o.Done()
	return r, doc.Err()
}

func decodeDigest(o *strict.Fields, name string, digest *string) {
	o.String(name, digest, MaxName)
	if !IsDigest(*digest) {
		o.Errorf(name, "%s is no digest, expected sha256: and 64 hexadecimal digits", strict.Excerpt(*digest))
	}
}

// decodeRun reads one run of an experiment of so many strategies.
func decodeRun(o *strict.Fields, r *Run, strategies int) {
	o.Require("strategy", "seed", "jobsDigest")
	o.Int("strategy", &r.Strategy, strict.Between(0, float64(strategies-1)))
	o.Uint64("seed", &r.Seed, seedRange)
	for _, f := range figures {
		o.Require(f.name)
		if v := f.of(&r.Metrics); f.whole {
			var count int
			o.Int(f.name, &count, countRange)
			v.SetInt(int64(count))
		} else {
			var number float64
			o.Float(f.name, &number, figureRange)
			v.SetFloat(number)
		}
	}
	decodeDigest(o, "jobsDigest", &r.JobsDigest)
	if jobs := o.Get("jobs"); jobs.Present() {
		r.Jobs = make([]cluster.Job, 0, min(jobs.Len(), MaxDecisions))
		jobs.Array(0, MaxTotalDecisions, func(_ int, n strict.Node) {
			r.Jobs = append(r.Jobs, cluster.Job{})
			decodeJob(n.Object(), &r.Jobs[len(r.Jobs)-1])
		})
		r.Deadlocked = deadlocked(r.Jobs)
	}
	o.Done()
}

func decodeJob(o *strict.Fields, j *cluster.Job) {
	o.Require("index", "graph", "arrivalSeconds", "beta", "trainingSteps", "sequentialSeconds",
		"maxAcceptableSeconds", "validDegrees", "degree", "effectiveDegree", "outcome", "channels")
	o.Int("index", &j.Index, countRange)
	o.String("graph", &j.Graph, MaxName)
	o.Float("arrivalSeconds", &j.ArrivalSeconds, timeRange)
	o.Float("beta", &j.Beta, betaRange)
	o.Int("trainingSteps", &j.TrainingSteps, stepsRange)
	o.Float("sequentialSeconds", &j.SequentialSeconds, timeRange)
	o.Float("maxAcceptableSeconds", &j.MaxAcceptableSeconds, timeRange)
	o.Array("validDegrees", 0, MaxDegree+1, func(_ int, n strict.Node) {
		var degree int
		n.Int(&degree, degreeRange)
		j.ValidDegrees = append(j.ValidDegrees, degree)
	})
	o.Int("degree", &j.Degree, degreeRange)
	o.Int("effectiveDegree", &j.EffectiveDegree, degreeRange)
	strict.OneOf(o.Get("outcome"), &j.Outcome, outcomeWords...)
	strict.OneOf(o.Get("cause"), &j.Cause, causeWords...)
	var deadlocked bool
	o.Bool("deadlocked", &deadlocked)
	for _, f := range jobTimes(j) {
		if n := o.Get(f.name); n.Present() {
			*f.seconds = new(float64)
			n.Float(*f.seconds, timeRange)
		}
	}
	o.Array("servers", 1, MaxServers, func(_ int, n strict.Node) {
		var server string
		n.String(&server, maxServerName)
		j.Servers = append(j.Servers, server)
	})
	o.Int("channels", &j.Channels, strict.Between(0, 1<<53-1))
	if deadlocked != j.Deadlocked() {
		o.Errorf("deadlocked", "%t is not what the job's other fields say: expected true for the cause jct without jctSeconds, otherwise nothing", deadlocked)
	}
	o.Done()
}

// jobTime is a time of a job that not every job has, under its name in a file.
type jobTime struct {
	name    string
	seconds **float64
}

// jobTimes lists those times of j in the order of a file.
func jobTimes(j *cluster.Job) [5]jobTime {
	return [...]jobTime{
		{"startSeconds", &j.StartSeconds},
		{"endSeconds", &j.EndSeconds},
		{"jctSeconds", &j.JCTSeconds},
		{"communicationSeconds", &j.CommunicationSeconds},
		{"computationSeconds", &j.ComputationSeconds},
	}
}

func decodeSummary(o *strict.Fields, s *Summary, strategies int) {
	o.Require("strategy", "name", "causes")
	o.Int("strategy", &s.Strategy, strict.Between(0, float64(strategies-1)))
	o.String("name", &s.Name, MaxCheckpoint)
	for _, f := range s.intervals() {
		o.Require(f.name)
		decodeInterval(o.Object(f.name), f.interval)
	}
	s.Causes = map[cluster.Cause]float64{}
	c := o.Object("causes")
	for _, cause := range Causes {
		var fraction float64
		c.Require(string(cause))
		c.Float(string(cause), &fraction, figureRange)
		s.Causes[cause] = fraction
	}
	c.Done()
	o.Done()
}

func decodeInterval(o *strict.Fields, i *Interval) {
	o.Require("mean", "n")
	o.Float("mean", &i.Mean, figureRange)
	o.Int("n", &i.N, countRange)
	if i.Low, i.High = i.Mean, i.Mean; i.Bounded() {
		o.Require("standardDeviation", "low95", "high95")
		o.Float("standardDeviation", &i.StandardDeviation, timeRange)
		o.Float("low95", &i.Low, figureRange)
		o.Float("high95", &i.High, figureRange)
	}
	o.Done()
}
