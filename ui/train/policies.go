package train

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"rampart/core/experiment"
	"rampart/policy/checkpoint"
	"rampart/ui/store"
)

// Policy is a finished policy as lists show it.
type Policy struct {
	ID         string               `json:"id"`
	Name       string               `json:"name"`
	Preset     string               `json:"preset"` // "" if it came from a file
	Features   string               `json:"features"`
	Seed       uint64               `json:"seed"`
	Steps      int                  `json:"steps"`
	Created    int64                `json:"created"`    // milliseconds since 1970
	Experiment string               `json:"experiment"` // name of the one it was trained on
	Blocking   *experiment.Interval `json:"blocking"`   // on held-out seeds, if there was an evaluation
	Unkept     bool                 `json:"-"`          // the browser did not keep it
}

// readPolicy reads a record.
func readPolicy(r store.Record) (Policy, bool) {
	var p Policy
	if json.Unmarshal(r.Meta, &p) != nil || policyKind+p.ID != r.Key || utf8.RuneCountInString(p.Name) > experiment.MaxName {
		return Policy{}, false
	}
	return p, true
}

// describe fills a Policy from a policy's file.
func describe(p *checkpoint.Policy) Policy {
	info := Policy{Name: p.Name, Features: string(p.Features), Seed: p.Seed, Steps: p.Steps}
	if p.Evaluation != nil {
		interval := p.Evaluation.BlockingRate()
		info.Blocking = &interval
	}
	if p.Experiment != nil {
		if x, err := experiment.Decode(p.Experiment); err == nil {
			info.Experiment = x.Name
		}
	}
	return info
}

// adopt makes a policy of a training's last checkpoint, in place of the one
// that it has become before.
func (d *Desk) adopt(t *Training) {
	if t.checkpoint == nil || t.At == 0 {
		return // it has not learned anything
	}
	p, _, err := checkpoint.Decode(t.checkpoint)
	if err != nil {
		d.Trouble = "The checkpoint of the training cannot be read: " + err.Error() + "."
		return
	}
	old := slices.IndexFunc(d.Policies, func(q Policy) bool { return q.ID == t.Policy })
	if old >= 0 {
		p.Name = d.Policies[old].Name
	} else {
		t.Policy = d.newID()
		p.Name = d.freeName(presetName(t.Preset))
	}
	if len(p.Experiment) == 0 {
		p.Experiment = t.Experiment
	}
	file, err := checkpoint.Encode(p, nil)
	if err != nil {
		d.Trouble = "The policy cannot be written: " + err.Error() + "."
		return
	}
	info := describe(p)
	info.ID, info.Preset, info.Created = t.Policy, t.Preset, d.clock().UnixMilli()
	if old >= 0 {
		d.Policies[old] = info
	} else {
		d.Policies = append(d.Policies, info)
	}
	d.files[info.ID] = file
	d.keepPolicy(info.ID)
}

// freeName numbers a name so that no other policy has it.
func (d *Desk) freeName(name string) string {
	for n := 1; ; n++ {
		numbered := fmt.Sprintf("%s %d", name, n)
		if !slices.ContainsFunc(d.Policies, func(p Policy) bool { return p.Name == numbered }) {
			return numbered
		}
	}
}

// Policy returns the policy with an ID, nil if there is none.
func (d *Desk) Policy(id string) *Policy {
	for i := range d.Policies {
		if d.Policies[i].ID == id {
			return &d.Policies[i]
		}
	}
	return nil
}

// keepPolicy writes a policy whose file is at hand.
func (d *Desk) keepPolicy(id string) { d.writePolicy(id, d.store.Put) }

func (d *Desk) writePolicy(id string, write func(store.Record, func(error))) {
	p := d.Policy(id)
	meta, err := json.Marshal(p)
	if err != nil {
		panic("train: a policy has no JSON form")
	}
	p.Unkept = true
	d.write(write, store.Record{Key: policyKind + id, Meta: meta, Data: d.files[id]}, func() {
		if p := d.Policy(id); p != nil {
			p.Unkept = false
		}
	})
}

// File reads a policy's safetensors file; got is not called if it is gone.
func (d *Desk) File(id string, got func(file []byte)) {
	if file := d.files[id]; file != nil {
		got(file)
		return
	}
	d.store.Get(policyKind+id, func(r *store.Record, err error) {
		if err != nil || r == nil || len(r.Data) == 0 {
			d.Trouble = "The browser has lost the file of this policy."
			if err != nil {
				d.Trouble = store.Sentence(err)
			}
			d.changed(true)
			return
		}
		d.files[id] = r.Data
		got(r.Data)
	})
}

// Import takes a policy out of a file that somebody chose, and returns its ID.
func (d *Desk) Import(name string, file []byte) (id string, err error) {
	p, _, err := checkpoint.Decode(file)
	if err != nil {
		return "", err
	}
	if p.Name == "" {
		p.Name = strings.TrimSuffix(name, ".safetensors")
	}
	if slices.ContainsFunc(d.Policies, func(q Policy) bool { return q.Name == p.Name }) {
		p.Name = d.freeName(p.Name)
	}
	policy, err := checkpoint.Encode(p, nil) // without the state of a training
	if err != nil {
		return "", err
	}
	info := describe(p)
	info.ID, info.Created = d.newID(), d.clock().UnixMilli()
	d.Policies = append(d.Policies, info)
	d.files[info.ID] = policy
	d.keepPolicy(info.ID)
	return info.ID, nil
}

// Rename gives a policy another name, also inside its file.
func (d *Desk) Rename(id, name string) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > experiment.MaxName || !utf8.ValidString(name) {
		return
	}
	d.File(id, func(file []byte) {
		info := d.Policy(id)
		p, _, err := checkpoint.Decode(file)
		if err != nil || info == nil || info.Name == name {
			return
		}
		p.Name = name
		renamed, err := checkpoint.Encode(p, nil)
		if err != nil {
			return
		}
		info.Name = name
		d.files[id] = renamed
		d.writePolicy(id, d.store.Replace) // another tab may have deleted it
		d.changed(true)
	})
}

// Delete forgets a policy.
func (d *Desk) Delete(id string) {
	d.Policies = slices.DeleteFunc(d.Policies, func(p Policy) bool { return p.ID == id })
	delete(d.files, id)
	d.store.Delete(policyKind+id, func(err error) {
		if err != nil {
			d.Trouble = store.Sentence(err)
			d.changed(true)
		}
	})
}

// Export offers a policy as a file.
func (d *Desk) Export(id string) {
	d.File(id, func(file []byte) {
		if p := d.Policy(id); p != nil {
			d.host.SaveBytes(fileName(p.Name), "application/octet-stream", file)
		}
	})
}

// ExportBuiltin offers a policy that comes with the program as a file.
func (d *Desk) ExportBuiltin(i int) {
	d.host.SaveBytes(fileName(d.Builtin[i].Name), "application/octet-stream", d.Builtin[i].File)
}

// ExportTraining offers the last checkpoint of the training as a file, with
// which rampart train --resume goes on.
func (d *Desk) ExportTraining() {
	if t := d.Current; t != nil && t.checkpoint != nil {
		d.host.SaveBytes("rampart-training-step-"+fmt.Sprint(t.At)+".safetensors", "application/octet-stream", t.checkpoint)
	}
}

// Strategy returns the strategy that plays a policy, with its name and file
// inside.
func Strategy(name string, file []byte) experiment.StrategySpec {
	return experiment.StrategySpec{Kind: "policy",
		Checkpoint: "data:application/octet-stream;name=" + url.PathEscape(name) + ";base64," + base64.StdEncoding.EncodeToString(file)}
}

// fileName makes a file name of a policy's name.
func fileName(name string) string {
	var b bytes.Buffer
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !bytes.HasSuffix(b.Bytes(), []byte("-")):
			b.WriteByte('-')
		}
	}
	stem := strings.TrimSuffix(b.String(), "-")
	if stem == "" {
		stem = "policy"
	}
	return stem + ".safetensors"
}
