package snapshot

import (
	"slices"
	"strconv"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/strict"
)

// View is what the page shows when it opens an experiment: the "view" object of
// an experiment file. Its zero value says nothing, and every part may be
// absent. Members that this version does not know are ignored, so that a later
// page may say more.
type View struct {
	Tab    string   // key of the open tab, such as "timeline"; "" if unsaid
	Time   *Window  // the time in view in the Timeline; nil if unsaid
	Graph  *Graph   // what the Graphs tab shows; nil if unsaid
	Cursor *float64 // the moment that is looked at, in simulated seconds; nil for none
	Runs   []Pick   // the runs in the Timeline, 2..MostRuns of them; nil if unsaid
	Focus  *Focus   // the job with the focus in the Timeline; nil for none
	Sweep  *Sweep   // the sweep that is set; nil for none
	Decide *Decide  // the episode that is decided by hand; nil for none
}

// MostRuns is how many runs a view has at most.
const MostRuns = 4

// Window is a stretch of simulated time, in seconds.
type Window struct {
	From float64 // 0..1e12
	To   float64 // greater than From, up to 1e12, or 0 to leave the length to the page
}

// Pick is one run of an experiment.
type Pick struct {
	Strategy int    // index into Experiment.Strategies
	Seed     uint64 // one of Experiment.Seeds
}

// Focus is a job in the Timeline.
type Focus struct {
	Side int // among the runs, from 0
	Job  int // index among the jobs of the run
}

// Graph is what the Graphs tab shows.
type Graph struct {
	Name         string // of the experiment's graphs, or a built-in one
	Degree       int    // of the training step; 0 leaves it to the page
	WithoutInput bool   // the input op is left out
}

var (
	timeRange = strict.Between(0, 1e12)
	jobRange  = strict.Between(0, experiment.MaxDecisions)
)

// isTab reports whether a text may name a tab: a small letter, then at most 39
// small letters, digits and hyphens.
func isTab(s string) bool {
	return s != "" && len(s) <= 40 && strict.IsLower(s[0]) &&
		strict.Only(s, func(c byte) bool { return strict.IsLower(c) || strict.IsDigit(c) || c == '-' })
}

// AppendCanonical appends the canonical JSON of v, which belongs into
// Experiment.View. A view that says nothing is "{}"; better leave it out.
func (v *View) AppendCanonical(dst []byte) []byte {
	dst = append(dst, '{')
	key := func(name string) {
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), name...), `":`...)
	}
	if v.Cursor != nil { // members in the order of RFC 8785: by name
		key("cursor")
		dst = strict.AppendFloat(dst, *v.Cursor)
	}
	if v.Decide != nil {
		key("decide")
		dst = v.Decide.appendCanonical(dst)
	}
	if v.Focus != nil {
		key("focus")
		dst = strconv.AppendInt(append(dst, `{"job":`...), int64(v.Focus.Job), 10)
		dst = append(strconv.AppendInt(append(dst, `,"side":`...), int64(v.Focus.Side), 10), '}')
	}
	if v.Graph != nil {
		key("graph")
		dst = append(dst, '{')
		if v.Graph.Degree != 0 {
			dst = append(strconv.AppendInt(append(dst, `"degree":`...), int64(v.Graph.Degree), 10), ',')
		}
		dst = appendText(append(dst, `"name":`...), v.Graph.Name)
		if v.Graph.WithoutInput {
			dst = append(dst, `,"withoutInput":true`...)
		}
		dst = append(dst, '}')
	}
	if v.Runs != nil {
		key("runs")
		dst = append(dst, '[')
		for i, r := range v.Runs {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = strconv.AppendUint(append(dst, `{"seed":`...), r.Seed, 10)
			dst = append(strconv.AppendInt(append(dst, `,"strategy":`...), int64(r.Strategy), 10), '}')
		}
		dst = append(dst, ']')
	}
	if v.Sweep != nil {
		key("sweep")
		dst = v.Sweep.appendCanonical(dst)
	}
	if v.Tab != "" {
		key("tab")
		dst = appendText(dst, v.Tab)
	}
	if v.Time != nil {
		key("time")
		dst = strict.AppendFloat(append(dst, `{"from":`...), v.Time.From)
		if v.Time.To != 0 {
			dst = strict.AppendFloat(append(dst, `,"to":`...), v.Time.To)
		}
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

// SetView gives x a view; one that says nothing takes it away.
func SetView(x *experiment.Experiment, v *View) {
	x.View = nil
	if raw := v.AppendCanonical(nil); len(raw) > len("{}") {
		x.View = raw
	}
}

// ViewOf reads the view of a valid experiment. The error, a *strict.Error,
// names the field that is wrong: out of range, or a run that the experiment
// does not have.
func ViewOf(x *experiment.Experiment) (*View, error) {
	v := &View{}
	if x.View == nil {
		return v, nil
	}
	doc, err := strict.Parse(x.View, strict.Limits{MaxBytes: experiment.MaxExtra, MaxValues: limits.MaxValues})
	if err != nil {
		return nil, err
	}
	o := doc.Root().Object()
	if n := o.Get("tab"); n.Present() {
		n.String(&v.Tab, 40)
		if !isTab(v.Tab) {
			n.Errorf("%s is no tab, expected a word of small letters", strict.Excerpt(v.Tab))
		}
	}
	if n := o.Get("time"); n.Present() {
		v.Time = decodeWindow(n)
	}
	if n := o.Get("runs"); n.Present() {
		n.Array(2, MostRuns, func(_ int, n strict.Node) { v.Runs = append(v.Runs, decodePick(n, x)) })
	}
	if n := o.Get("focus"); n.Present() {
		v.Focus = &Focus{}
		f := n.Object()
		f.Require("job", "side")
		f.Int("job", &v.Focus.Job, jobRange)
		f.Int("side", &v.Focus.Side, strict.Between(0, MostRuns-1))
	}
	if n := o.Get("graph"); n.Present() {
		v.Graph = &Graph{}
		g := n.Object()
		g.Require("name")
		g.String("name", &v.Graph.Name, jobgraph.MaxNameLen)
		if d := g.Get("degree"); d.Present() {
			d.Int(&v.Graph.Degree, strict.Between(1, experiment.MaxDegree))
		}
		g.Bool("withoutInput", &v.Graph.WithoutInput)
	}
	if n := o.Get("sweep"); n.Present() {
		v.Sweep = decodeSweep(n, x)
	}
	if n := o.Get("decide"); n.Present() {
		v.Decide = decodeDecide(n, x)
	}
	if n := o.Get("cursor"); n.Present() {
		v.Cursor = new(float64)
		n.Float(v.Cursor, timeRange)
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return v, nil
}

func decodeWindow(n strict.Node) *Window {
	w := &Window{}
	o := n.Object()
	o.Require("from")
	o.Float("from", &w.From, timeRange)
	if to := o.Get("to"); to.Present() {
		to.Float(&w.To, timeRange)
		if w.To <= w.From {
			to.Errorf("%s is not after from, expected more than %s", strict.FormatFloat(w.To), strict.FormatFloat(w.From))
		}
	}
	return w
}

func decodePick(n strict.Node, x *experiment.Experiment) (p Pick) {
	o := n.Object()
	o.Require("strategy", "seed")
	o.Int("strategy", &p.Strategy, strict.Between(0, float64(len(x.Strategies)-1)))
	o.Uint64("seed", &p.Seed, strict.Between(0, experiment.MaxSeed))
	if !slices.Contains(x.Seeds, p.Seed) {
		o.Errorf("seed", "%d is none of the experiment's seeds", p.Seed)
	}
	return p
}

// checkView says what is wrong with the view of a valid experiment, under its
// path.
func checkView(x *experiment.Experiment, path string) error {
	_, err := ViewOf(x)
	if wrong, ok := err.(*strict.Error); ok {
		e := *wrong
		e.Path = path
		if wrong.Path != "" {
			e.Path = path + "." + wrong.Path
		}
		return &e
	}
	return err
}
