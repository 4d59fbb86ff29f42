package history

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/ui/session"
	"rampart/ui/store"
)

// Loaded is what was kept of an entry.
type Loaded struct {
	Entry      Entry
	Result     *experiment.Result     // of one that is done, or
	Snapshot   *snapshot.Snapshot     // where that has too many runs to be kept,
	Experiment *experiment.Experiment // or, of one that is not done,
	Runs       []experiment.Run       // and its runs so far

	parts int // the highest number of a record that Runs came from
}

// part is some runs of an experiment, as they are kept while others are still to
// come.
type part struct {
	Engine string           `json:"engine"`
	Digest string           `json:"digest"` // of the runs alone: damage is noticed
	Runs   []experiment.Run `json:"runs"`
}

func appendPart(runs []experiment.Run) []byte {
	// Encoded one by one: a run in canonical form is written by a pointer.
	p := struct {
		part
		Runs []*experiment.Run `json:"runs"`
	}{part: part{Engine: experiment.EngineVersion, Digest: runsDigest(runs)}}
	for i := range runs {
		p.Runs = append(p.Runs, &runs[i])
	}
	data, err := json.Marshal(&p)
	if err != nil {
		panic("history: runs have no JSON form")
	}
	return data
}

func runsDigest(runs []experiment.Run) string {
	sum := sha256.New()
	for i := range runs {
		sum.Write(experiment.AppendRun(nil, &runs[i]))
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}

// readPart reads the runs of a part; none if it is damaged or of another version.
// They are not believed further than that: what is made of them carries a digest,
// which Verify checks.
func readPart(data []byte) []experiment.Run {
	var p part
	if json.Unmarshal(data, &p) != nil || p.Engine != experiment.EngineVersion || p.Digest != runsDigest(p.Runs) {
		return nil
	}
	return p.Runs
}

// Load reads what an entry of the list holds. problem says in a sentence what
// went wrong.
func (m *Model) Load(id string, got func(l Loaded, problem string)) {
	e := m.find(id)
	if e == nil {
		return
	}
	l := Loaded{Entry: *e}
	m.store.Get(entryKind+id, func(r *store.Record, err error) {
		switch {
		case err != nil:
			got(l, store.Sentence(err))
			return
		case r == nil:
			got(l, "Another tab has deleted it.")
			return
		case l.Entry.State != Done:
			l.Experiment, err = experiment.Decode(r.Data)
		case snapshot.IsSnapshot(r.Data):
			l.Snapshot, err = snapshot.Decode(r.Data)
		default:
			l.Result, err = experiment.DecodeResult(r.Data)
		}
		switch {
		case err != nil:
			got(l, "What was kept of it cannot be read: "+strings.TrimSuffix(err.Error(), ".")+".")
		case l.Experiment != nil:
			m.loadParts(l, got)
		default:
			got(l, "")
		}
	})
}

// loadParts adds the runs so far. A part that cannot be read is left out: its
// runs are run again.
func (m *Model) loadParts(l Loaded, got func(Loaded, string)) {
	m.store.List(partKind+l.Entry.ID+"/", func(list []store.Record, err error) {
		if err != nil {
			got(l, store.Sentence(err))
			return
		}
		for _, r := range list {
			n, _ := strconv.Atoi(r.Key[strings.LastIndexByte(r.Key, '/')+1:])
			l.parts = max(l.parts, n)
		}
		var next func(i int)
		next = func(i int) {
			if i == len(list) {
				got(l, "")
				return
			}
			m.store.Get(list[i].Key, func(r *store.Record, err error) {
				if r != nil && err == nil {
					l.Runs = append(l.Runs, readPart(r.Data)...)
				}
				next(i + 1)
			})
		}
		next(0)
	})
}

// Take takes an entry that has stopped for this page, to go on with it. refused
// says in a sentence why it cannot.
func (m *Model) Take(id string, got func(l Loaded), refused func(sentence string)) {
	m.store.Claim(claimOf(id), func(mine bool) {
		if !mine {
			refused("It is under way in another tab.")
			return
		}
		m.Load(id, func(l Loaded, problem string) {
			if problem != "" {
				m.store.Release(claimOf(id))
				refused(problem)
				return
			}
			got(l)
		})
	})
}

// Resume keeps a session that goes on with what was taken.
func (m *Model) Resume(l Loaded, s *session.Session) {
	if m.Offer != nil && m.Offer.ID == l.Entry.ID {
		m.Offer = nil
	}
	e := l.Entry
	e.State, e.Elsewhere = Running, false
	m.current = nil
	k := &keeper{entry: e, session: s, written: make([]bool, len(s.Units)), parts: l.parts, start: m.host.Now() - keepSeconds, claimed: true}
	for i := range k.written {
		k.written[i] = s.UnitRun(i) != nil
	}
	m.current = k
	m.Heard(s)
}
