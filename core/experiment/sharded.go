package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"rampart/core/shard"
	"rampart/core/strict"
)

// Part is what one shard of an experiment has found: a share of its runs.
type Part struct {
	Engine     string
	Experiment *Experiment
	Shard      shard.Shard
	Digest     string // "sha256:" + hex of the experiment: parts that belong together have the same
	Runs       []Run  // the units that the shard takes, in their order
}

// PartDigest is the digest of an experiment, by which its parts are known:
// "sha256:" and the hexadecimal SHA-256 of its canonical JSON.
func PartDigest(x *Experiment) string {
	sum := sha256.Sum256(AppendCanonical(nil, x))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// shareOf lists the units of x that a shard takes.
func shareOf(x *Experiment, s shard.Shard) []Unit {
	var units []Unit
	for i, u := range x.Units() {
		if s.Takes(i) {
			units = append(units, u)
		}
	}
	return units
}

// RunPart is RunAll for the units that a shard takes. It may take none.
func RunPart(ctx context.Context, x *Experiment, s shard.Shard, factory Factory, options Options) (*Part, error) {
	runs, err := runUnits(ctx, x, shareOf(x, s), factory, options)
	if err != nil {
		return nil, err
	}
	return &Part{EngineVersion, x, s, PartDigest(x), runs}, nil
}

// Merge puts all parts of one experiment together, in any order: the result is
// the one that RunAll gives. The caller has made sure that none is missing, by
// shard.Parts. It panics if one is.
func Merge(parts []*Part) *Result {
	x := parts[0].Experiment
	var runs []Run
	for _, p := range parts {
		runs = append(runs, p.Runs...)
	}
	if len(runs) != len(x.Units()) {
		panic("experiment: parts are missing")
	}
	r := NewResult(x, runs)
	r.Engine = parts[0].Engine
	return r
}

// AppendPartFile appends a part as a file, laid out as a result is: the
// experiment, which shard this is of how many, the experiment's digest, the runs
// and the digest of the experiment with these runs.
func AppendPartFile(dst []byte, p *Part) []byte {
	w := writer{}
	w.open('{')
	w.key("rampart").int(FormatVersion)
	w.key("engine").text(p.Engine)
	w.key("experiment")
	w.buf = AppendCanonical(w.buf, p.Experiment)
	w.key("shard").open('{')
	w.key("index").int(p.Shard.Index)
	w.key("of").int(p.Shard.Of)
	w.key("experimentDigest").text(p.Digest)
	w.close('}')
	w.key("digest").text(ResultDigest(p.Experiment, p.Runs))
	w.key("runs").open('[')
	for i := range p.Runs {
		w.next()
		w.buf = AppendRun(w.buf, &p.Runs[i])
	}
	w.close(']')
	w.close('}')
	const jobLevel = 4 // as in AppendResultFile
	return append(appendPretty(dst, w.buf, jobLevel), '\n')
}

// DecodePart reads what AppendPartFile has written, strictly. The digests must be
// those of the experiment, of the runs and of their jobs, and the runs those that
// the shard takes.
func DecodePart(data []byte) (*Part, error) {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: MaxResultBytes, MaxValues: maxResultValues})
	if err != nil {
		return nil, err
	}
	p := &Part{}
	o := doc.Root().Object()
	var version int
	digest := ""
	decodeVersion(o, &version)
	o.Require("engine", "experiment", "shard", "digest", "runs")
	o.String("engine", &p.Engine, MaxName)
	if n := o.Get("experiment"); doc.Err() == nil && n.Present() {
		if p.Experiment, err = DecodeNode(n); err != nil {
			return nil, err
		}
	}
	DecodeShard(o.Object("shard"), &p.Shard, &p.Digest)
	decodeDigest(o, "digest", &digest)
	o.Array("runs", 0, MaxStrategies*MaxSeeds, func(_ int, n strict.Node) {
		p.Runs = append(p.Runs, Run{})
		decodeRun(n.Object(), &p.Runs[len(p.Runs)-1], len(p.Experiment.Strategies))
	})
	o.Done()
	if doc.Err() != nil {
		return nil, doc.Err()
	}
	if now := PartDigest(p.Experiment); now != p.Digest {
		o.Errorf("shard", "experimentDigest is not that of the experiment, which is %s", now)
	}
	p.checkRuns(o)
	if now := ResultDigest(p.Experiment, p.Runs); now != digest {
		o.Errorf("digest", "it is not that of the runs, which is %s", now)
	}
	return p, doc.Err()
}

// checkRuns records in the document what is wrong with the runs.
func (p *Part) checkRuns(o *strict.Fields) {
	units := shareOf(p.Experiment, p.Shard)
	if len(units) != len(p.Runs) {
		o.Errorf("runs", "%d runs are not the %d of %s", len(p.Runs), len(units), p.Shard)
		return
	}
	for i := range p.Runs {
		r := &p.Runs[i]
		if (Unit{r.Strategy, r.Seed}) != units[i] {
			o.Errorf("runs", "[%d] is strategy %d on seed %d, expected strategy %d on seed %d", i, r.Strategy, r.Seed, units[i].Strategy, units[i].Seed)
		} else if r.Jobs != nil && JobsDigest(r.Jobs) != r.JobsDigest {
			o.Errorf("runs", "[%d]: jobsDigest is not that of the jobs", i)
		}
	}
}

// DecodeShard reads the object "shard" of a part: which one it is of how many,
// and the digest of what was asked.
func DecodeShard(o *strict.Fields, s *shard.Shard, digest *string) {
	o.Require("index", "of", "experimentDigest")
	o.Int("of", &s.Of, strict.Between(1, shard.Max))
	o.Int("index", &s.Index, strict.Between(0, float64(max(1, s.Of)-1)))
	decodeDigest(o, "experimentDigest", digest)
	o.Done()
}

// refusePart records that a document is only a part of a result, if it is.
func refusePart(o *strict.Fields) {
	n := o.Get("shard")
	if n.Present() {
		n.Errorf("this is a part of a result; rampart merge puts the parts together")
	}
}
