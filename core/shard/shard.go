// Package shard splits work between machines that know nothing of each other:
// each takes every n-th unit, and what they have found is put together by the
// digest of what was asked.
package shard

import (
	"fmt"
	"strconv"
	"strings"
)

// Max bounds the number of shards.
const Max = 100_000

// Shard is one part of n: Index from 0, as Kubernetes (JOB_COMPLETION_INDEX) and
// Slurm (SLURM_ARRAY_TASK_ID) count. The zero value is all of the work.
type Shard struct {
	Index int // 0 .. Of-1
	Of    int // 0 or 1: all of the work
}

// Parse reads a shard as "0/4": index and number.
func Parse(text string) (Shard, error) {
	index, of, ok := strings.Cut(text, "/")
	i, errI := strconv.Atoi(index)
	n, errN := strconv.Atoi(of)
	switch {
	case !ok || errI != nil || errN != nil:
		return Shard{}, fmt.Errorf("%q is no shard, expected an index from 0 and a number as in 0/4", text)
	case n < 1 || n > Max:
		return Shard{}, fmt.Errorf("%d shards are out of range, expected 1 to %d", n, Max)
	case i < 0 || i >= n:
		return Shard{}, fmt.Errorf("index %d is out of range, expected 0 to %d", i, n-1)
	}
	return Shard{i, n}, nil
}

// String writes the shard for people.
func (s Shard) String() string { return fmt.Sprintf("shard %d of %d (from 0)", s.Index, s.Of) }

// Takes reports whether the shard does the unit with a number.
func (s Shard) Takes(unit int) bool { return s.Of <= 1 || unit%s.Of == s.Index }

// Part is what is told of a part when it is put together with others.
type Part struct {
	Label  string // its file
	Shard  Shard
	Digest string // of what was asked
	Engine string // version that answered
}

// Parts are those that were added.
type Parts struct {
	first Part
	by    map[int]string // labels by index
}

// Add adds a part. It returns an error if the part belongs to something else
// than the first one, or is there already.
func (p *Parts) Add(part Part) error {
	if p.by == nil {
		p.first, p.by = part, map[int]string{}
	}
	f := &p.first
	switch {
	case part.Digest != f.Digest:
		return fmt.Errorf("it is of another experiment than %s: %s, not %s", f.Label, part.Digest, f.Digest)
	case part.Engine != f.Engine:
		return fmt.Errorf("engine %s made it, engine %s made %s", part.Engine, f.Engine, f.Label)
	case part.Shard.Of != f.Shard.Of:
		return fmt.Errorf("it is one of %d shards, %s is one of %d", part.Shard.Of, f.Label, f.Shard.Of)
	}
	if have, ok := p.by[part.Shard.Index]; ok {
		return fmt.Errorf("shard %d is there already: %s", part.Shard.Index, have)
	}
	p.by[part.Shard.Index] = part.Label
	return nil
}

// mostNamed is how many missing shards an error names.
const mostNamed = 10

// Complete returns an error that names the shards that are missing, if any is.
func (p *Parts) Complete() error {
	missing := p.first.Shard.Of - len(p.by)
	if missing <= 0 {
		return nil
	}
	var names []string
	for i := 0; i < p.first.Shard.Of && len(names) < min(missing, mostNamed); i++ {
		if _, ok := p.by[i]; !ok {
			names = append(names, strconv.Itoa(i))
		}
	}
	list := strings.Join(names, ", ")
	if missing > len(names) {
		list += " and more"
	}
	if missing == 1 {
		return fmt.Errorf("shard %s of %d is missing", list, p.first.Shard.Of)
	}
	return fmt.Errorf("%d of %d shards are missing: %s", missing, p.first.Shard.Of, list)
}
