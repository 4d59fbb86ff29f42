package experiment

import (
	"bytes"
	"context"
	"encoding/json/jsontext"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Difference is the first place where two results differ.
type Difference struct {
	Path      string // runs[3].jobs[17].degree
	File, Now string // the values there, as JSON, shortened; "nothing" where there is none
}

// String says the difference in one sentence without a full stop.
func (d *Difference) String() string {
	return fmt.Sprintf("%s: the file says %s, running it again gives %s", d.Path, d.File, d.Now)
}

// Verify runs the experiment of a result again and compares every figure, job
// and digest. It returns nil if all are equal, and otherwise the first
// difference in the order of the file. The engine's version may differ.
func Verify(ctx context.Context, r *Result, factory Factory, options Options) (*Difference, error) {
	options.DropJobs = true
	for i := range r.Runs {
		options.DropJobs = options.DropJobs && r.Runs[i].Jobs == nil
	}
	again, err := RunAll(ctx, r.Experiment, factory, options)
	if err != nil {
		return nil, err
	}
	return Compare(r, again), nil
}

// Compare returns the first difference between a result from a file and the
// same experiment run again, or nil. Jobs are compared only where the file has
// them; their digests always are.
func Compare(file, again *Result) *Difference {
	for i := range max(len(file.Runs), len(again.Runs)) {
		path := fmt.Sprintf("runs[%d]", i)
		if i >= len(file.Runs) {
			return &Difference{path, "nothing", "a run"}
		}
		if i >= len(again.Runs) {
			return &Difference{path, "a run", "nothing"}
		}
		now := again.Runs[i]
		if file.Runs[i].Jobs == nil {
			now.Jobs = nil
		}
		if d := differ(path, AppendRun(nil, &file.Runs[i]), AppendRun(nil, &now)); d != nil {
			return d
		}
	}
	if file.Digest != again.Digest {
		return &Difference{"digest", strconv.Quote(file.Digest), strconv.Quote(again.Digest)}
	}
	encode := func(summaries []Summary) []byte {
		w := writer{}
		w.open('[')
		for i := range summaries {
			w.next()
			appendSummary(&w, &summaries[i])
		}
		w.close(']')
		return w.buf
	}
	return differ("summaries", encode(file.Summaries), encode(again.Summaries))
}

// differ finds the first difference of two canonical JSON values, whose path
// is given, in the order of the first.
func differ(path string, file, now jsontext.Value) *Difference {
	kind := file.Kind()
	switch {
	case bytes.Equal(file, now):
		return nil
	case kind != now.Kind(), kind != jsontext.KindBeginObject && kind != jsontext.KindBeginArray:
		return &Difference{path, shorten(file), shorten(now)}
	}
	a, b := members(file), members(now)
	// Both lists are in one order, so what the other lacks shows at once.
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i].name == b[j].name:
			if d := differ(joinPath(path, a[i].name), a[i].value, b[j].value); d != nil {
				return d
			}
			i, j = i+1, j+1
		case i < len(a) && !slices.ContainsFunc(b[j:], a[i].sameName):
			return &Difference{joinPath(path, a[i].name), shorten(a[i].value), "nothing"}
		default:
			return &Difference{joinPath(path, b[j].name), "nothing", shorten(b[j].value)}
		}
	}
	return nil
}

// member is a member of an object, or an element of an array, whose name is
// then its index in brackets.
type member struct {
	name  string
	value jsontext.Value
}

func (m member) sameName(other member) bool { return m.name == other.name }

// members lists what an object or array holds.
func members(v jsontext.Value) []member {
	var list []member
	d := jsontext.NewDecoder(bytes.NewReader(v))
	must := func(err error) {
		if err != nil {
			panic("experiment: canonical JSON is broken")
		}
	}
	_, err := d.ReadToken()
	must(err)
	for i := 0; d.PeekKind() != jsontext.KindEndObject && d.PeekKind() != jsontext.KindEndArray; i++ {
		m := member{name: "[" + strconv.Itoa(i) + "]"}
		if v.Kind() == jsontext.KindBeginObject {
			name, err := d.ReadToken()
			must(err)
			m.name = name.String()
		}
		value, err := d.ReadValue()
		must(err)
		m.value = slices.Clone(value)
		list = append(list, m)
	}
	return list
}

// shorten cuts a value to what fits on a line.
func shorten(v jsontext.Value) string {
	const longest = 80
	if len(v) <= longest {
		return string(v)
	}
	return strings.ToValidUTF8(string(v[:longest]), "") + "..."
}
