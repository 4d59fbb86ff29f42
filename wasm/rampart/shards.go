package main

import (
	"cmp"
	"context"
	"fmt"

	"rampart/core/experiment"
	"rampart/core/shard"
)

// readShard reads --shard and reports what is wrong with it; "" is all of the
// work. A part is JSON, as what rampart merge reads.
func readShard(command, text, format string, s streams) (part shard.Shard, ok bool) {
	if text == "" {
		return part, true
	}
	part, err := shard.Parse(text)
	if err == nil && format != "" && format != "json" {
		err = fmt.Errorf("a part is JSON; --format %s is for rampart merge", oneLine(format))
	}
	if err != nil {
		fmt.Fprintf(s.err, "rampart: %s: --shard: %v\n", command, err)
		return part, false
	}
	return part, true
}

// runPart is rampart run --shard, once all is ready.
func runPart(ctx context.Context, in *input, x *experiment.Experiment, part shard.Shard, options experiment.Options, o *output, out string, m *meter, s streams) int {
	p, err := experiment.RunPart(ctx, x, part, in.factory(), options)
	m.finish()
	if err != nil {
		return workError(s, in.label, err)
	}
	if !experiment.ResultFits(x) {
		noteJobsLeftOut(s, in.label)
	}
	if err := o.write(experiment.AppendPartFile(nil, p)); err != nil {
		return failed(s, cmp.Or(out, "-"), err)
	}
	return exitDone
}
