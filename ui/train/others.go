package train

import (
	"rampart/core/experiment"
	"rampart/ui/store"
)

// ListOthers lists the trainings that are kept beside the desk's own, the latest
// first: those of other tabs, and those of tabs that were closed.
func (d *Desk) ListOthers() {
	d.store.List(trainingKind, func(list []store.Record, err error) {
		if err != nil {
			return // told where something is to be kept
		}
		d.Others = nil
		for i := len(list) - 1; i >= 0; i-- {
			if t, ok := readTraining(list[i]); ok && (d.Current == nil || d.Current.ID != t.ID) {
				d.Others = append(d.Others, t)
			}
		}
		d.changed(true)
	})
}

// TakeOther puts a training that is kept in the place of the desk's own, which
// stays kept. refused says in a sentence why it cannot.
func (d *Desk) TakeOther(id string, refused func(sentence string)) {
	if d.Active() {
		refused("Stop the training that is under way first.")
		return
	}
	d.claimOther(id, refused, func(t *Training) {
		d.store.Get(trainingKind+id, func(r *store.Record, err error) {
			switch {
			case err != nil || r == nil || d.Active():
				d.store.Release(claimOf(t))
				refused("It cannot be read.")
				return
			case d.Current != nil:
				d.store.Release(claimOf(d.Current))
			}
			d.takeUp(t, r.Data)
			d.ListOthers()
		})
	})
}

// DeleteOther forgets a training that is kept, unless another tab has it.
func (d *Desk) DeleteOther(id string, refused func(sentence string)) {
	d.claimOther(id, refused, func(t *Training) {
		d.forget(t)
		d.ListOthers()
	})
}

func (d *Desk) claimOther(id string, refused func(string), got func(*Training)) {
	for _, t := range d.Others {
		if t.ID == id {
			d.store.Claim(claimOf(t), func(mine bool) {
				if !mine {
					refused("Another tab has this training.")
					return
				}
				got(t)
			})
		}
	}
}

// Words say what a training is and how far it has come.
func (t *Training) Words() (title, progress string) {
	title = presetName(t.Preset) + " training"
	if x, err := experiment.Decode(t.Experiment); err == nil && x.Name != "" {
		title += " on " + x.Name
	}
	return title, "Step " + steps(t.At) + " of " + steps(t.Total)
}
