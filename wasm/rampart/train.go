package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/checkpoint"
	"rampart/policy/train"
)

// checkpointEvery is how far apart the checkpoints of a training are at least.
const checkpointEvery = 15 * time.Second

// stopTime is the reason of a training that ends for its time limit.
const stopTime = "time"

// training is one use of rampart train.
type training struct {
	s       streams
	file    string // the experiment's
	out     string // the policy's
	saved   string // the training checkpoint's
	session *train.Session
	started time.Time
	first   int // steps done before this use
	meter   *trainMeter
}

// trainCommand is rampart train.
func trainCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	out := flags.String("o", "policy.safetensors", "")
	resume := flags.String("resume", "", "")
	steps := flags.String("steps", "", "")
	seed := flags.String("seed", "", "")
	name := flags.String("name", "", "")
	quiet := flags.Bool("quiet", false, "")
	workers := flags.Int("workers", 0, "")
	file, status, ok := arguments("train", flags, args, s)
	if !ok {
		return status
	}
	if !rightWorkers("train", *workers, s) {
		return exitUsage
	}
	if *out == "" || *out == "-" {
		fmt.Fprintln(s.err, "rampart: train: -o takes the name of a file: a policy is no text")
		return exitUsage
	}
	data, err := readInput(file, s.in, experiment.MaxFileBytes)
	if err != nil {
		return badInput(s, file, err)
	}
	x, err := experiment.Decode(data)
	if err != nil {
		return badInput(s, file, err)
	}
	if *name != "" {
		x.Name = *name
	}
	if err := override(x, *steps, *seed); err != nil {
		return badInput(s, file, err)
	}
	t := &training{s: s, file: file, out: *out, saved: strings.TrimSuffix(*out, ".safetensors") + ".training.safetensors"}
	if *workers == 0 {
		*workers = runtime.GOMAXPROCS(0)
	}
	if at, err := t.open(x, *resume, *workers); err != nil {
		return badInput(s, cmp.Or(at, file), err)
	}
	if err := t.spare(*resume); err != nil {
		return badInput(s, t.saved, err)
	}
	if err := t.save(); err != nil { // that it can be written is known before any work is done
		return badInput(s, t.saved, err)
	}
	ctx, stop := interruptible()
	defer stop()
	t.meter = newTrainMeter(s.err, *quiet)
	return t.run(ctx, commandLine(args))
}

// override puts the flags --steps and --seed into the experiment's "train"
// object.
func override(x *experiment.Experiment, steps, seed string) error {
	settings, err := train.Decode(x.Train)
	if err != nil {
		return err
	}
	if steps != "" {
		if settings.TotalSteps, err = strconv.Atoi(steps); err != nil {
			return &strict.Error{Path: "--steps", Message: strict.Excerpt(steps) + " is no whole number"}
		}
	}
	if seed != "" {
		if settings.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil || settings.Seed > experiment.MaxSeed {
			return &strict.Error{Path: "--seed", Message: fmt.Sprintf("%s is out of range, expected an integer from 0 to %d", strict.Excerpt(seed), uint64(experiment.MaxSeed))}
		}
	}
	if err := settings.Check(); err != nil {
		return err
	}
	x.Train = settings.AppendCanonical(nil)
	return nil
}

// open begins the training, or goes on with the one in a file. The error may be
// that file's.
func (t *training) open(x *experiment.Experiment, resume string, actors int) (file string, err error) {
	settings, err := train.Decode(x.Train)
	if err != nil {
		return "", err
	}
	if resume == "" {
		t.session, err = train.New(x, settings, actors)
		return "", err
	}
	data, err := readInput(resume, t.s.in, checkpoint.MaxFileBytes)
	if err != nil {
		return resume, err
	}
	if t.session, err = train.Resume(data, actors, func(s *train.Settings) {
		s.TotalSteps, s.Plateau, s.MaxSeconds = settings.TotalSteps, settings.Plateau, settings.MaxSeconds
	}); err != nil {
		return resume, err
	}
	t.first = t.session.Progress().Steps
	return "", t.session.Belongs(x)
}

// spare returns an error if the training would take the place of another that
// was interrupted, which may have been hours of work.
func (t *training) spare(resume string) error {
	if sameFile(resume, t.saved) {
		return nil
	}
	data, err := readInput(t.saved, nil, checkpoint.MaxFileBytes)
	if err != nil {
		return nil // mostly there is none; what else is wrong shows when it is written
	}
	p, old, err := checkpoint.Decode(data)
	if err != nil || old == nil || p.Experiment == nil {
		return nil
	}
	x, err := experiment.Decode(p.Experiment)
	if err != nil {
		return nil
	}
	settings, err := train.Decode(x.Train)
	if done := old.Progress().Steps; err == nil && done > 0 && done < settings.TotalSteps {
		return fmt.Errorf("here is a training that ended after %d of %d steps; go on with --resume %s, choose another -o, or delete it",
			done, settings.TotalSteps, shellWord(t.saved))
	}
	return nil
}

// sameFile reports whether two names lead to one file.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// run trains until something says to end.
func (t *training) run(ctx context.Context, command string) int {
	t.started = time.Now()
	stop := func() error { return context.Cause(ctx) }
	t.meter.say("references")
	references, err := t.session.References(stop)
	if err != nil {
		return t.interrupted(err)
	}
	saved := time.Now()
	reason := t.session.Ended()
	limit := t.session.Settings().MaxSeconds
	for reason == "" {
		r, err := t.session.Iterate(stop)
		if err != nil {
			return t.interrupted(err)
		}
		reason = r.Stop
		if reason == "" && limit > 0 && time.Since(t.started).Seconds() >= limit {
			reason = stopTime
		}
		t.meter.report(&r, t.session, time.Since(t.started), t.first)
		if time.Since(saved) >= checkpointEvery {
			if err := t.save(); err != nil {
				t.meter.finish()
				return failed(t.s, t.saved, err)
			}
			saved = time.Now()
		}
	}
	t.meter.finish()
	return t.finish(reason, references, command)
}

// interrupted saves the training after Ctrl-C.
func (t *training) interrupted(cause error) int {
	t.meter.finish()
	if !errors.Is(cause, errInterrupted) {
		return failed(t.s, t.file, cause)
	}
	if err := t.save(); err != nil {
		return failed(t.s, t.saved, fmt.Errorf("interrupted, and the training could not be saved: %w", err))
	}
	fmt.Fprintf(t.s.err, "rampart: %s: interrupted after %d steps; go on with: rampart train %s -o %s --resume %s\n", shownName(t.file),
		t.session.Progress().Steps, shellWord(t.file), shellWord(t.out), shellWord(t.saved))
	return exitFailed
}

// save writes the training checkpoint beside the policy, whole or not at all.
func (t *training) save() error {
	data, err := t.session.Save()
	if err != nil {
		return err
	}
	return writeFile(t.saved, data)
}

func writeFile(name string, data []byte) error {
	o, err := openOutput(name, nil)
	if err != nil {
		return err
	}
	defer o.discard()
	return o.write(data)
}

// finish writes the policy and says how good it is.
func (t *training) finish(reason string, references []train.Reference, command string) int {
	if err := t.save(); err != nil {
		return failed(t.s, t.saved, err)
	}
	p := t.session.Policy()
	p.Notes = command
	data, err := checkpoint.Encode(p, nil)
	if err != nil {
		return failed(t.s, t.out, err)
	}
	if err := writeFile(t.out, data); err != nil {
		return failed(t.s, t.out, err)
	}
	var b strings.Builder
	t.describe(&b, reason, references, p.Digest())
	if _, err := t.s.out.Write([]byte(b.String())); err != nil {
		return failed(t.s, "-", err)
	}
	return exitDone
}

// commandLine is the command of a training, as a policy's notes keep it: with
// the names of files, but not their folders.
func commandLine(args []string) string {
	words := []string{"rampart", "train"}
	for _, a := range args {
		words = append(words, shellWord(filepath.Base(a)))
	}
	text := strings.Join(words, " ")
	if len(text) > experiment.MaxNotes {
		return ""
	}
	return text
}

// shellWord quotes a word for a shell if it needs that.
func shellWord(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// rate is a number of things a second, 0 before there are any.
func rate(n int, elapsed time.Duration) float64 {
	if s := elapsed.Seconds(); s > 0 {
		return math.Max(0, float64(n)/s)
	}
	return 0
}
