package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"

	"rampart/core/experiment"
	"rampart/core/reproduce"
)

// The results of a reproduction are kept in a folder, a file for each experiment,
// named by the experiment's digest. A file that is cut or altered, or that another
// build of the program wrote, is as good as none.

// keptResult is such a file.
type keptResult struct {
	Program string             `json:"program"` // that ran it: see programHash
	Result  json.RawMessage    `json:"result"`  // as experiment.AppendResult writes it, without jobs
	Bounds  []experiment.Bound `json:"bounds,omitempty"`
}

// path is where the result of an experiment is kept.
func (c *reproduction) path(item *reproduce.Item) string {
	hash := sha256.Sum256(experiment.AppendCanonical(nil, item.Experiment))
	return filepath.Join(c.cache(), hex.EncodeToString(hash[:])[:32]+".json")
}

// read returns what is kept of an experiment; ok is false if nothing is, or not
// all of it.
func (c *reproduction) read(item *reproduce.Item) (r *experiment.Result, bounds []experiment.Bound, ok bool) {
	data, err := os.ReadFile(c.path(item))
	if err != nil {
		return nil, nil, false
	}
	var kept keptResult
	if json.Unmarshal(data, &kept) != nil || kept.Program != c.program && !c.anyBuild {
		return nil, nil, false
	}
	r, err = experiment.DecodeResult(kept.Result)
	if err != nil || r.Digest != experiment.ResultDigest(item.Experiment, r.Runs) || len(r.Runs) != len(item.Experiment.Units()) {
		return nil, nil, false
	}
	if item.Bound && len(kept.Bounds) != len(item.Experiment.Seeds) {
		return nil, nil, false
	}
	return r, kept.Bounds, true
}

// keep keeps a result.
func (c *reproduction) keep(item *reproduce.Item, r *experiment.Result, bounds []experiment.Bound) error {
	data, err := json.Marshal(keptResult{c.program, experiment.AppendResult(nil, r), bounds})
	if err != nil {
		return err
	}
	out, err := openOutput(c.path(item), nil)
	if err != nil {
		return err
	}
	defer out.discard()
	return out.write(data)
}
