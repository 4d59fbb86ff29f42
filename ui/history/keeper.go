package history

import (
	"slices"
	"strconv"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/session"
	"rampart/ui/store"
)

// maxRuns bounds the runs that the record of a finished experiment carries, so
// that neither writing nor reading it holds the page up. Beyond, its digest and
// its summaries are kept.
const maxRuns = 500

// keeper keeps one session. Its runs are written in parts as they end, so that
// the cost of keeping does not grow with what is kept already.
type keeper struct {
	entry   Entry
	session *session.Session
	written []bool  // by unit
	parts   int     // that were written
	start   float64 // seconds
	flushed float64 // when a part was last written, 0 for never
	claimed bool    // no other page goes on with it
	asked   bool    // for that
	done    bool    // its end is kept
}

// step keeps what there is to keep.
func (k *keeper) step(m *Model) {
	if k.done {
		return
	}
	now := m.host.Now()
	switch k.session.State {
	case session.Running:
		switch {
		case now-k.start < keepSeconds:
		case !k.claimed:
			k.claim(m)
		case k.flushed == 0 || now-k.flushed >= flushSeconds:
			k.flush(m, Running)
		}
	case session.Stopped:
		k.done = true
		if k.claimed || now-k.start >= keepSeconds {
			k.flush(m, Stopped)
		}
		k.release(m)
	case session.Done:
		k.done = true
		k.finish(m)
	}
}

// again keeps everything once more, after the browser has lost it.
func (k *keeper) again(m *Model) {
	clear(k.written)
	k.parts, k.done, k.flushed = 0, false, 0
	k.step(m)
}

// claim takes the entry for this page before it is written: a page that finds an
// entry that runs and is nobody's offers to go on with it.
func (k *keeper) claim(m *Model) {
	if k.asked {
		return
	}
	k.asked = true
	m.store.Claim(claimOf(k.entry.ID), func(bool) {
		k.claimed = true
		if k.done {
			k.release(m)
			return
		}
		k.step(m)
	})
}

// flush writes the runs that have ended since it was last called, and the entry.
func (k *keeper) flush(m *Model, as State) {
	k.flushed = m.host.Now()
	var runs []experiment.Run
	for i := range k.written {
		if run := k.session.UnitRun(i); run != nil && !k.written[i] {
			k.written[i] = true
			runs = append(runs, *run)
		}
	}
	if len(runs) > 0 {
		k.parts++
		key := partKind + k.entry.ID + "/" + strconv.Itoa(k.parts)
		m.put(store.Record{Key: key, Meta: []byte("{}"), Data: appendPart(runs)})
	}
	k.entry.State = as
	k.entry.update(k.session, m.clock())
	m.put(k.entry.record(k.session.Canonical))
	m.list(k.entry)
}

// resultOf is the result of a session that is done, as it is kept.
func resultOf(s *session.Session) []byte {
	if len(s.Units) <= maxRuns {
		return experiment.AppendResult(nil, s.Result())
	}
	return snapshot.AppendCanonical(nil, &snapshot.Snapshot{
		Engine: experiment.EngineVersion, Experiment: s.Experiment, Digest: s.Digest, Summaries: s.Summaries,
	})
}

// finish writes the result. An earlier entry of the same name and result makes
// place.
func (k *keeper) finish(m *Model) {
	k.entry.State = Done
	k.entry.update(k.session, m.clock())
	var old []string
	for _, e := range m.Entries {
		if e.Digest == k.entry.Digest && e.Name == k.entry.Name && e.ID != k.entry.ID && e.State == Done {
			k.entry.Times += e.Times
			old = append(old, e.keys()...)
		}
	}
	m.put(k.entry.record(resultOf(k.session)))
	if k.parts > 0 {
		old = append(old, partKind+k.entry.ID+"/")
	}
	m.list(k.entry)
	m.remove(old)
	m.prune()
	k.release(m)
}

func (k *keeper) release(m *Model) {
	if k.claimed {
		k.claimed, k.asked = false, false
		m.store.Release(claimOf(k.entry.ID))
	}
}

// put writes a record and tells what went wrong.
func (m *Model) put(r store.Record) {
	if !m.asked {
		m.asked = true
		m.store.Persist(func(bool) { m.Measure() })
	}
	m.store.Put(r, func(err error) {
		if sentence := store.Sentence(err); sentence != m.Trouble {
			m.Trouble = sentence
			m.changed()
		}
	})
}

// list puts an entry at the top of the list.
func (m *Model) list(e Entry) {
	for i := range m.Entries {
		if m.Entries[i].ID == e.ID {
			m.Entries[i] = e
			m.sort()
			return
		}
	}
	m.Entries = append([]Entry{e}, m.Entries...)
}

// remove deletes what belongs to entries, for good.
func (m *Model) remove(keys []string) {
	if len(keys) == 0 {
		return
	}
	kept := m.Entries[:0]
	for _, e := range m.Entries {
		if !slices.Contains(keys, entryKind+e.ID) {
			kept = append(kept, e)
		}
	}
	m.Entries = kept
	m.store.Take(keys, func([]store.Record, error) {})
}

// prune deletes the oldest entries where there are too many.
func (m *Model) prune() {
	var old []string
	for i := maxEntries; i < len(m.Entries); i++ {
		if e := &m.Entries[i]; e.State != Running {
			old = append(old, e.keys()...)
		}
	}
	m.remove(old)
}
