package main

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"rampart/core/experiment"
	"rampart/policy/tune"
	"rampart/ui/number"
)

// tuneCommand is rampart tune.
func tuneCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("tune", flag.ContinueOnError)
	out := flags.String("o", "-", "")
	seeds := flags.String("seeds", "1000..1009", "")
	bounds := flags.String("bounds", "", "")
	seed := flags.Uint64("seed", 0, "")
	tables := flags.Int("tables", tune.DefaultTables, "")
	workers := flags.Int("workers", 0, "")
	file, status, ok := arguments("tune", flags, args, s)
	if !ok {
		return status
	}
	if !rightWorkers("tune", *workers, s) {
		return exitUsage
	}
	settings := tune.Settings{Seed: *seed, Tables: *tables, Workers: *workers}
	var err error
	if settings.Seeds, err = seedList(*seeds); err == nil {
		settings.Bounds, err = numberList(*bounds)
	}
	if err == nil && *tables < 1 {
		err = fmt.Errorf("--tables %d is out of range, expected at least 1", *tables)
	}
	if err != nil {
		fmt.Fprintf(s.err, "rampart: tune: %v\n", err)
		return exitUsage
	}
	in, x, err := readExperiment(file, s)
	if file = in.label; err != nil {
		return badInput(s, file, err)
	}
	in.note(s)
	return tuneOn(file, *out, x, settings, s)
}

// tuneOn searches and writes the experiment with the table behind its strategies.
func tuneOn(file, out string, x *experiment.Experiment, settings tune.Settings, s streams) int {
	o, err := openOutput(out, s.out)
	if err != nil {
		return badInput(s, out, err)
	}
	defer o.discard()
	ctx, stop := interruptible()
	defer stop()
	m := newMeter(s.err)
	settings.Progress = m.tune
	r, err := tune.Search(ctx, x, settings)
	m.finish()
	if err != nil {
		return workError(s, file, err)
	}
	x.Strategies = append(x.Strategies, r.Spec)
	if err := experiment.Validate(x); err != nil {
		return badInput(s, file, err)
	}
	if err := o.write(experiment.AppendFile(nil, x)); err != nil {
		return failed(s, out, err)
	}
	fmt.Fprintf(s.err, "rampart: on %s that are not the experiment's, the best single degree blocks %s, the table %s, after %s tables.\n",
		plural(len(settings.Seeds), "seed"), number.RateExact(r.Before), number.RateExact(r.After), number.Count(r.Tried))
	return exitDone
}

// tune is tune.Settings.Progress.
func (m *meter) tune(p tune.Progress) {
	now := time.Now()
	if now.Before(m.next) {
		return
	}
	m.say(fmt.Sprintf("%s of %s tables, the best blocks %s", number.Count(p.Tried), number.Count(p.Of), number.RateExact(p.Blocking)), now)
}

// seedList reads seeds and ranges of seeds, as in 3,10..19.
func seedList(text string) ([]uint64, error) {
	var list []uint64
	for _, part := range strings.Split(text, ",") {
		from, to, isRange := strings.Cut(part, "..")
		if !isRange {
			to = from
		}
		first, err := strconv.ParseUint(from, 10, 53)
		last, err2 := strconv.ParseUint(to, 10, 53)
		if err != nil || err2 != nil || last < first || last-first >= experiment.MaxSeeds {
			return nil, fmt.Errorf("--seeds %s is no list of seeds, expected one such as 1000..1009 or 3,7", text)
		}
		for seed := first; seed <= last; seed++ {
			list = append(list, seed)
		}
	}
	return list, nil
}

// numberList reads numbers, as in 0.25,0.5; nothing is none.
func numberList(text string) ([]float64, error) {
	if text == "" {
		return nil, nil
	}
	var list []float64
	for _, part := range strings.Split(text, ",") {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return nil, fmt.Errorf("--bounds %s is no list of betas, expected one such as 0.25,0.5", text)
		}
		list = append(list, v)
	}
	return list, nil
}
