package train

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/ui/number"
	"rampart/ui/store"
)

// The kinds of records.
const (
	trainingKind = "training/"
	policyKind   = "policy/"
)

// maxEvaluations bounds what is read back of a training's evaluations.
const maxEvaluations = 100_000

func claimOf(t *Training) string { return "rampart-training-" + t.ID }

// keep writes a training and its checkpoint to the store.
func (d *Desk) keep(t *Training) {
	k := *t
	if k.State == Stopping {
		k.State = Stopped // should the page be closed meanwhile
	}
	meta, err := json.Marshal(&k)
	if err != nil {
		panic("train: a training has no JSON form")
	}
	at := t.At
	d.write(d.store.Put, store.Record{Key: trainingKind + t.ID, Meta: meta, Data: t.checkpoint}, func() { t.Saved = at })
}

// write writes a record and tells what went wrong, once for each kind of trouble.
func (d *Desk) write(write func(store.Record, func(error)), r store.Record, done func()) {
	if !d.asked {
		d.asked = true
		d.store.Persist(func(bool) {})
	}
	write(r, func(err error) {
		if err == nil {
			done()
		}
		if sentence := store.Sentence(err); sentence != d.Trouble {
			d.Trouble = sentence
			d.changed(true)
		}
	})
}

// forget removes a training that another takes the place of; its policy stays.
func (d *Desk) forget(t *Training) {
	d.store.Delete(trainingKind+t.ID, func(error) {})
	d.store.Release(claimOf(t))
}

// Open reads what the store has kept. A training that was under way goes on
// unless another page has it.
func (d *Desk) Open() {
	d.store.Watch(d.heard)
	d.listPolicies()
	d.store.List(trainingKind, func(list []store.Record, _ error) {
		if len(list) > 0 {
			d.reopen(list, len(list)-1)
		}
	})
}

// listPolicies reads which policies are kept. Those that are not, since the
// store refused them, stay in the list.
func (d *Desk) listPolicies() {
	d.store.List(policyKind, func(list []store.Record, err error) {
		if err != nil {
			d.Trouble = store.Sentence(err)
			d.changed(true)
			return
		}
		before := d.Policies
		d.Policies = nil
		for _, r := range list {
			p, ok := readPolicy(r)
			if !ok {
				continue
			}
			i := slices.IndexFunc(before, func(q Policy) bool { return q.ID == p.ID })
			if i >= 0 && before[i].Name != p.Name {
				delete(d.files, p.ID) // the name is also inside the file
			}
			d.Policies = append(d.Policies, p)
		}
		for _, p := range before {
			if p.Unkept && d.Policy(p.ID) == nil {
				d.Policies = append(d.Policies, p)
			}
		}
		d.changed(true)
	})
}

// heard hears what other pages have changed, and what the browser has done to
// everything.
func (d *Desk) heard(key string, err error) {
	switch {
	case errors.Is(err, store.ErrLost):
		d.host.After(store.LostSeconds, d.again)
	case err == nil && strings.HasPrefix(key, policyKind):
		d.listPolicies()
	}
}

// again keeps once more what is at hand, after everything was deleted. Policies
// whose files are not at hand are gone.
func (d *Desk) again() {
	d.Policies = slices.DeleteFunc(d.Policies, func(p Policy) bool { return d.files[p.ID] == nil })
	for i := range d.Policies {
		d.keepPolicy(d.Policies[i].ID)
	}
	if d.Current != nil {
		d.keep(d.Current)
	}
	d.changed(true)
}

// Unkept says why something of the training or of the policies is not kept, ""
// if all is.
func (d *Desk) Unkept() string {
	t := d.Current
	lacking := t != nil && t.checkpoint != nil && t.Saved < t.At
	if lacking || slices.ContainsFunc(d.Policies, func(p Policy) bool { return p.Unkept }) {
		return d.Trouble
	}
	return ""
}

// Exportable reports whether there is a checkpoint for ExportTraining.
func (d *Desk) Exportable() bool { return d.Current != nil && d.Current.checkpoint != nil }

// reopen takes up the training of list[i], the latest first; those before it
// are left to the pages that have them.
func (d *Desk) reopen(list []store.Record, i int) {
	t, ok := readTraining(list[i])
	if !ok || d.Current != nil {
		return
	}
	d.store.Claim(claimOf(t), func(mine bool) {
		switch {
		case !mine && i > 0:
			d.reopen(list, i-1)
		case mine:
			d.store.Get(trainingKind+t.ID, func(r *store.Record, err error) {
				if r != nil && err == nil && d.Current == nil {
					d.takeUp(t, r.Data)
				}
			})
		}
	})
}

// takeUp shows a training that was kept, and lets it go on if it ran.
func (d *Desk) takeUp(t *Training, checkpoint []byte) {
	if len(checkpoint) > 0 {
		t.checkpoint = checkpoint
	}
	t.Saved = t.At
	d.Current, d.RateText = t, rateText(t.Rate)
	at := d.back(t)
	switch t.State {
	case Running:
		d.say("Training continued at step " + steps(at) + ".")
		d.run(t)
	case Paused:
		d.say("A training waits at step " + steps(at) + ": Resume lets it go on.")
	}
	d.changed(true)
}

// readTraining reads a record strictly enough that nothing in it can mislead
// the page: it may come from another version.
func readTraining(r store.Record) (*Training, bool) {
	t := &Training{}
	if json.Unmarshal(r.Meta, t) != nil || trainingKind+t.ID != r.Key || len(t.Curve.Points) > 2*maxPoints || len(t.Evaluations) > maxEvaluations {
		return nil, false
	}
	if _, err := experiment.Decode(t.Experiment); err != nil {
		return nil, false
	}
	switch t.State {
	case Running, Paused, Stopped, Done:
	default:
		return nil, false
	}
	if t.Preset == "" || t.At < 0 || t.Total < 1 {
		return nil, false
	}
	t.Curve.Width = max(1, t.Curve.Width)
	for i := range t.Curve.Points {
		t.Curve.Points[i].Iterations = max(1, t.Curve.Points[i].Iterations)
	}
	t.Last.Steps, t.Last.TotalSteps = t.At, t.Total
	return t, true
}

func steps(n int) string { return number.Count(n) }

func rateText(rate float64) string {
	if rate <= 0 {
		return ""
	}
	return strconv.FormatFloat(rate, 'g', -1, 64)
}
