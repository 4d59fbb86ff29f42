package sweep

import (
	"rampart/core/experiment"
	"rampart/core/shard"
	"rampart/core/strict"
)

// MaxFileBytes is the length of the largest file that Decode reads.
const MaxFileBytes = 1 << 28

// Decode reads what Append has written, strictly. What follows from the runs,
// the summaries and the digest, is made anew; a digest that is not the runs' is
// an error.
//
// A part of a sweep is an error; see DecodePart.
func Decode(data []byte) (*Result, error) {
	r, err := DecodePart(data)
	if err == nil && r.Shard.Of > 0 {
		return nil, wrong("this is a part of a sweep; rampart merge puts the parts together")
	}
	return r, err
}

// DecodePart is Decode that also reads a part of a sweep: see Result.Shard. Its
// runs must be the shard's.
func DecodePart(data []byte) (*Result, error) {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: MaxFileBytes, MaxValues: 1 << 25})
	if err != nil {
		return nil, err
	}
	o := doc.Root().Object()
	o.Require("rampart", "experiment", "sweep", "runs")
	version, digest, left := 0, "", 0
	o.Int("rampart", &version, strict.Between(experiment.FormatVersion, experiment.FormatVersion))
	o.String("digest", &digest, experiment.MaxName)
	o.Int("left", &left, strict.Between(0, MaxRuns))
	engine := ""
	o.String("engine", &engine, experiment.MaxName)
	for _, derived := range []string{"columns", "points"} {
		o.Get(derived)
	}
	var part shard.Shard
	partDigest := ""
	if n := o.Get("shard"); n.Present() {
		experiment.DecodeShard(n.Object(), &part, &partDigest)
	}
	axes := decodeAxes(o.Get("sweep"))
	rows := o.Get("runs")
	o.Done()
	if doc.Err() != nil {
		return nil, doc.Err()
	}
	x, err := experiment.DecodeNode(o.Get("experiment"))
	if err != nil {
		return nil, err
	}
	s, err := New(x, axes)
	if err != nil {
		return nil, err
	}
	runs := DecodeRuns(rows, s)
	if doc.Err() != nil {
		return nil, doc.Err()
	}
	if part.Of > 0 {
		r, err := newPart(o, s, part, partDigest, runs)
		r.Engine = engine
		return r, err
	}
	r := NewResult(s, runs)
	if digest != "" && digest != r.Digest {
		o.Errorf("digest", "it is not that of the runs, which is %s", strict.Excerpt(r.Digest))
	}
	return r, doc.Err()
}

// newPart makes a part of what a file says, or tells what is wrong with it.
func newPart(o *strict.Fields, s *Sweep, part shard.Shard, digest string, runs []Run) (*Result, error) {
	if now := s.PartDigest(); now != digest {
		o.Errorf("shard", "experimentDigest is not that of the experiment and its fields, which is %s", strict.Excerpt(now))
	}
	takes := s.share(part)
	for i := range runs {
		if !takes[runs[i].Unit] {
			o.Errorf("runs", "[%d] is not one of %s", i, part)
		}
	}
	return NewPart(s, part, runs), o.Node().Err()
}

// DecodeRuns reads what AppendRuns has written of a sweep; what is wrong is
// recorded in the document.
func DecodeRuns(rows strict.Node, s *Sweep) []Run {
	var runs []Run
	rows.Array(0, MaxRuns, func(_ int, n strict.Node) {
		row := make([]float64, 0, len(columns))
		n.Array(len(columns), len(columns), func(_ int, n strict.Node) {
			var v float64
			n.Float(&v, strict.Finite())
			row = append(row, v)
		})
		r, ok := s.FromRow(row)
		if !ok {
			n.Errorf("the row is no run of this sweep")
		}
		runs = append(runs, r)
	})
	return runs
}

// DecodeAxes reads what AppendAxes has written.
func DecodeAxes(data []byte) ([]Axis, error) {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: 1 << 20})
	if err != nil {
		return nil, err
	}
	axes := decodeAxes(doc.Root())
	return axes, doc.Err()
}

func decodeAxes(n strict.Node) []Axis {
	var axes []Axis
	n.Array(1, MaxAxes, func(_ int, n strict.Node) {
		f, a := n.Object(), Axis{}
		f.Require("path", "values")
		f.String("path", &a.Path, 100)
		f.Array("values", 1, MaxPoints, func(_ int, n strict.Node) {
			var v float64
			n.Float(&v, strict.Finite())
			a.Values = append(a.Values, v)
		})
		f.Done()
		axes = append(axes, a)
	})
	return axes
}
