package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"

	"rampart/core/experiment"
	"rampart/core/shard"
)

// Result is a sweep with the runs that are done.
type Result struct {
	Sweep  *Sweep
	Runs   []Run       // ordered by unit, each once
	Left   int         // runs that are not done
	Digest string      // "sha256:" + hex over the sweep and its runs; "" while some are left
	Shard  shard.Shard // of a part, whose runs are a share of the sweep's; the zero value is the whole sweep
	Engine string      // version that made a part; "" otherwise
}

// NewResult puts runs of a sweep together, in any order; the slice is sorted in
// place. Of two runs of one unit the first counts.
func NewResult(s *Sweep, runs []Run) *Result {
	slices.SortStableFunc(runs, func(a, b Run) int { return a.Unit - b.Unit })
	runs = slices.CompactFunc(runs, func(a, b Run) bool { return a.Unit == b.Unit })
	r := &Result{Sweep: s, Runs: runs, Left: s.allowed() - len(runs)}
	if r.Left == 0 {
		r.Digest = r.digest()
	}
	return r
}

// NewPart is NewResult for a part: runs are those that the shard takes, or some
// of them. A part has no digest.
func NewPart(s *Sweep, part shard.Shard, runs []Run) *Result {
	r := NewResult(s, runs)
	r.Shard, r.Engine, r.Digest, r.Left = part, experiment.EngineVersion, "", -len(r.Runs)
	for _, takes := range s.share(part) {
		if takes {
			r.Left++
		}
	}
	return r
}

// Merge puts all parts of one sweep together, in any order: the result is the one
// that RunAll gives, with runs left where a part lacks some.
func Merge(parts []*Result) *Result {
	var runs []Run
	for _, p := range parts {
		runs = append(runs, p.Runs...)
	}
	return NewResult(parts[0].Sweep, runs)
}

// share says of each unit whether a shard takes it: every n-th of those that the
// points allow.
func (s *Sweep) share(part shard.Shard) []bool {
	takes := make([]bool, s.Runs())
	allowed := 0
	for n := range takes {
		if u := s.Unit(n); s.Allows(u.Point, u.Strategy) {
			takes[n] = part.Takes(allowed)
			allowed++
		}
	}
	return takes
}

// PartDigest is the digest of the sweep without runs, by which its parts are
// known: "sha256:" and hexadecimal digits.
func (s *Sweep) PartDigest() string { return s.NewDigest().Sum() }

// allowed counts the runs that the points allow.
func (s *Sweep) allowed() int {
	n := 0
	for i := range s.points {
		for _, runs := range s.points[i].runs {
			if runs {
				n += len(s.Base.Seeds)
			}
		}
	}
	return n
}

func (r *Result) digest() string {
	d := r.Sweep.NewDigest()
	d.Add(r.Runs)
	return d.Sum()
}

// Digest makes the digest of a sweep from its runs, little by little.
type Digest struct {
	hash hash.Hash
	any  bool
	text []byte
}

// NewDigest returns the digest of a sweep without runs.
func (s *Sweep) NewDigest() *Digest {
	d := &Digest{hash: sha256.New()}
	d.hash.Write(AppendAxes(experiment.AppendCanonical(nil, s.plainBase()), s.Axes))
	return d
}

// Add adds the next runs, in the order of their units.
func (d *Digest) Add(runs []Run) {
	if len(runs) == 0 {
		return
	}
	d.text = AppendRuns(d.text[:0], runs)
	d.text[0] = '[' // of the whole list only once
	if d.any {
		d.text[0] = ','
	}
	d.any = true
	d.hash.Write(d.text[:len(d.text)-1])
}

// Sum returns the digest of the runs that were added; nothing can be added then.
func (d *Digest) Sum() string {
	end := "]"
	if !d.any {
		end = "[]"
	}
	d.hash.Write([]byte(end))
	return "sha256:" + hex.EncodeToString(d.hash.Sum(nil))
}

// plainBase is the base without what no run depends on.
func (s *Sweep) plainBase() *experiment.Experiment {
	x := *s.Base
	x.View, x.Train = nil, nil
	return &x
}

// At returns the runs of a point that are done, as runs of its experiment.
func (r *Result) At(p int) []experiment.Run {
	perPoint := len(r.Sweep.Base.Strategies) * len(r.Sweep.Base.Seeds)
	byUnit := func(run Run, unit int) int { return run.Unit - unit }
	from, _ := slices.BinarySearchFunc(r.Runs, p*perPoint, byUnit)
	to, _ := slices.BinarySearchFunc(r.Runs, (p+1)*perPoint, byUnit)
	runs := make([]experiment.Run, 0, to-from)
	for i := from; i < to; i++ {
		runs = append(runs, r.Runs[i].full(r.Sweep))
	}
	return runs
}

// Summaries sums up a point: one Summary for each strategy that has runs there,
// in the order of the strategies.
func (r *Result) Summaries(p int) []experiment.Summary {
	return experiment.Summarise(r.Sweep.Experiment(p), r.At(p))
}
