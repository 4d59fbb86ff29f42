package sweeps

import (
	"fmt"
	"slices"
	"strings"

	"rampart/core/strict"
	"rampart/core/sweep"
	"rampart/ui/store"
)

// A sweep is kept in parts, so that what is added is written and nothing
// twice: kind + ID + "/0" holds the sweep without runs, "/1", "/2", ... the runs
// in the order in which they were made.
const kind = "sweep/"

const (
	// keepSeconds is how far apart two parts are written, and keepRuns how many
	// runs are written earlier.
	keepSeconds = 5
	keepRuns    = 500
)

// keeper keeps the sweep that the page shows.
type keeper struct {
	model *Model
	store store.Store
	id    func() string // makes an ID that no other sweep has

	key   string // of the sweep that is kept, "" for none
	work  *Work
	parts int
	order []int  // of the units that are written
	known []bool // by unit: it is written
	last  float64
}

// claim is the name that keeps other pages from going on with the same sweep.
func claim(key string) string { return "rampart-" + strings.Trim(key, "/") }

// begin keeps a new sweep in place of the last one.
func (k *keeper) begin(w *Work) {
	if k.key != "" {
		k.store.Take([]string{k.key}, func([]store.Record, error) {})
		k.store.Release(claim(k.key))
	}
	*k = keeper{model: k.model, store: k.store, id: k.id, work: w, key: kind + k.id() + "/", last: w.now()}
	k.known = make([]bool, len(w.done))
	k.store.Claim(claim(k.key), func(bool) {})
	k.put(store.Record{Key: k.key + "0", Meta: []byte("{}"), Data: sweep.AppendState(nil, w.Sweep)})
}

// heard writes the runs that are new, if there are enough or if now is a good
// time.
func (k *keeper) heard(now bool) {
	w := k.work
	if w == nil || w != k.model.Work {
		return
	}
	fresh := w.count - len(k.order)
	if fresh == 0 || !now && fresh < keepRuns && w.now()-k.last < keepSeconds {
		return
	}
	var runs []sweep.Run
	for n, done := range w.done {
		if done && !k.known[n] {
			k.known[n] = true
			k.order = append(k.order, n)
			runs = append(runs, w.runs[n])
		}
	}
	k.parts++
	k.last = w.now()
	k.put(store.Record{Key: fmt.Sprintf("%s%06d", k.key, k.parts), Meta: []byte("{}"), Data: sweep.AppendRuns(nil, runs)})
}

func (k *keeper) put(r store.Record) {
	m := k.model
	k.store.Put(r, func(err error) {
		if words := store.Sentence(err); words != m.Trouble {
			m.Trouble = words
			m.changed(false)
		}
	})
}

// Read reads the sweep that was kept last and that no other page has, and shows
// it unless there is one already.
func (m *Model) Read() {
	k := &m.keeper
	k.store.List(kind, func(list []store.Record, err error) {
		if err != nil {
			return
		}
		var keys []string
		for _, r := range list {
			if key, first := strings.CutSuffix(r.Key, "/0"); first {
				keys = append(keys, key+"/")
			}
		}
		m.offer(keys)
	})
}

// offer takes the last of some sweeps that no other page has.
func (m *Model) offer(keys []string) {
	if len(keys) == 0 || m.Work != nil {
		return
	}
	key := keys[len(keys)-1]
	k := &m.keeper
	k.store.Claim(claim(key), func(ok bool) {
		if !ok {
			m.offer(keys[:len(keys)-1])
			return
		}
		k.store.Get(key+"0", func(r *store.Record, err error) {
			if err == nil && r != nil && m.Work == nil {
				m.reopen(key, r.Data)
			}
		})
	})
}

// reopen shows a sweep that was kept, and then its runs, part by part.
func (m *Model) reopen(key string, state []byte) {
	r, err := sweep.Decode(state)
	if err != nil { // of another version, or damaged: it is no use
		m.keeper.store.Take([]string{key}, func([]store.Record, error) {})
		return
	}
	if !m.welcome(r.Sweep) {
		m.keeper.store.Release(claim(key))
		return
	}
	w := newWork(r.Sweep, nil, m.host, m.heard)
	m.keeper = keeper{model: m, store: m.keeper.store, id: m.keeper.id, work: w, key: key, known: make([]bool, len(w.done)), last: m.host.Now()}
	m.Open = true
	m.draft(r.Sweep)
	m.take(w)
	m.keeper.readPart(1)
}

// readPart reads part i and what follows it.
func (k *keeper) readPart(i int) {
	w := k.work
	k.store.Get(fmt.Sprintf("%s%06d", k.key, i), func(r *store.Record, err error) {
		if w != k.model.Work || w != k.work {
			return
		}
		if err != nil || r == nil {
			w.finish()
			k.model.version++
			k.model.changed(true)
			return
		}
		k.parts = i
		for _, run := range readRuns(w.Sweep, r.Data) {
			w.take(run)
			if !k.known[run.Unit] {
				k.known[run.Unit] = true
				k.order = append(k.order, run.Unit)
			}
		}
		k.readPart(i + 1)
	})
}

// readRuns reads runs that were kept; what is none of the sweep is left out.
func readRuns(s *sweep.Sweep, data []byte) []sweep.Run {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: sweep.MaxFileBytes, MaxValues: 1 << 25})
	if err != nil {
		return nil
	}
	runs := sweep.DecodeRuns(doc.Root(), s)
	if doc.Err() != nil {
		return nil
	}
	return runs
}

// draft fills the drafts with the axes of a sweep.
func (m *Model) draft(s *sweep.Sweep) {
	m.Drafts = [sweep.MaxAxes]Draft{}
	for i, a := range s.Axes {
		n := len(a.Values)
		d := usual(s.Base, a.Path)
		d.From, d.To, d.N = show(slices.Min(a.Values)), show(slices.Max(a.Values)), fmt.Sprint(n)
		d.Log = n > 2 && a.Values[0] > 0 && isGeometric(a.Values)
		m.Drafts[i] = d
	}
}

// isGeometric reports whether the values are spread by factors.
func isGeometric(values []float64) bool {
	last := len(values) - 1
	factor, difference := values[1]/values[0], values[1]-values[0]
	return values[last] > values[0]*factor*1.5 && values[last]-values[last-1] > 1.5*difference
}
