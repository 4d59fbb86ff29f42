package session

import (
	"strings"

	"rampart/core/experiment"
	"rampart/core/jobgraph"
	"rampart/core/strict"
	"rampart/core/trace"
	"rampart/wasm/wire"
)

// convert turns an imported file into a reply of kind imported, which holds
// the experiment, or else the graph, in canonical form. A JSON object with the
// field "rampart" is an experiment, a result, whose experiment is taken, or a
// snapshot, whose experiment is; a table of arrivals becomes an experiment, base
// with another workload; all else is read as a graph of one of the formats that
// package jobgraph knows.
func convert(name, file string, base []byte) (wire.Reply, error) {
	if trace.Is(file) || strings.HasSuffix(strings.ToLower(name), ".csv") {
		return convertTrace(name, file, base)
	}
	reply := wire.Reply{Kind: wire.KindImported}
	doc, err := strict.Parse([]byte(file), strict.Limits{MaxBytes: experiment.MaxFileBytes})
	if err != nil || !doc.Root().Object().Get("rampart").Present() {
		g, err := jobgraph.Read(name, []byte(file))
		if err != nil {
			return wire.Reply{}, err
		}
		reply.Graph = jobgraph.AppendJSON(nil, g)
		return reply, nil
	}
	root := doc.Root()
	if o := root.Object(); o.Get("digest").Present() && o.Get("runs").Present() {
		r, err := experiment.DecodeResult([]byte(file))
		if err != nil {
			return wire.Reply{}, err
		}
		dropJobs(r)
		reply.Experiment = experiment.AppendCanonical(nil, r.Experiment)
		reply.Result = experiment.AppendResult(nil, r)
		return reply, nil
	}
	x, err := decodeExperiment(root)
	if err != nil {
		return wire.Reply{}, err
	}
	reply.Experiment = experiment.AppendCanonical(nil, x)
	return reply, nil
}

// convertTrace reads a table of arrivals into a base experiment, the default one
// if there is none. The message of the reply says what was left out.
func convertTrace(name, file string, base []byte) (wire.Reply, error) {
	x := experiment.Default()
	if base != nil {
		var err error
		if x, err = experiment.Decode(base); err != nil {
			return wire.Reply{}, err
		}
	}
	t, err := trace.Read(name, []byte(file), x)
	if err != nil {
		return wire.Reply{}, err
	}
	return wire.Reply{
		Kind: wire.KindImported, Experiment: experiment.AppendCanonical(nil, t.Experiment), Message: t.Words(),
	}, nil
}

// dropJobs takes the jobs out of a result. A run's digest becomes that of the
// jobs it had: whoever runs it again then also sees that only they were altered.
func dropJobs(r *experiment.Result) {
	for i := range r.Runs {
		if run := &r.Runs[i]; run.Jobs != nil {
			run.JobsDigest = experiment.JobsDigest(run.Jobs)
			run.Jobs = nil
		}
	}
}

// decodeExperiment reads an experiment, or the one inside a result.
func decodeExperiment(root strict.Node) (*experiment.Experiment, error) {
	if inner := root.Object().Get("experiment"); inner.Present() {
		return experiment.DecodeNode(inner)
	}
	return experiment.DecodeNode(root)
}
