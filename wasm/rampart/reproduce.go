package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rampart/core/experiment"
	"rampart/core/reproduce"
	"rampart/policy/builtin"
	"rampart/ui/number"
)

// reproductionFile is what reproduceCommand writes into its folder.
const reproductionFile = "reproduction.md"

// reproduceCommand is rampart reproduce: the published tables, and ours.
func reproduceCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("reproduce", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	folder := flags.String("o", "reproduction", "")
	quick := flags.Bool("quick", false, "")
	workers := flags.Int("workers", 0, "")
	anyBuild := flags.Bool("any-build", false, "")
	rollouts := flags.Int("rollouts", -1, "")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		writeHelp(s.out)
		return exitDone
	} else if err != nil {
		fmt.Fprintf(s.err, "rampart: reproduce: %v\n", err)
		return exitUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintln(s.err, "rampart: reproduce takes no file; -o names the folder to write to")
		return exitUsage
	}
	if !rightWorkers("reproduce", *workers, s) {
		return exitUsage
	}
	if *rollouts < -1 || *rollouts > reproduce.MaxRollouts {
		fmt.Fprintf(s.err, "rampart: reproduce: --rollouts %d is out of range, expected 0 to %d\n", *rollouts, reproduce.MaxRollouts)
		return exitUsage
	}
	options, command := reproduce.Full(policyNames()), "rampart reproduce"
	if *quick {
		options, command = reproduce.Quick(policyNames()), "rampart reproduce --quick"
	}
	if *rollouts >= 0 {
		options.Rollouts = reproduce.Seeds(*rollouts)
		command += fmt.Sprintf(" --rollouts %d", *rollouts)
	}
	c := &reproduction{
		book: reproduce.New(options), command: command, folder: *folder, workers: *workers, anyBuild: *anyBuild,
		digests: map[string]string{}, meter: newMeter(s.err),
	}
	ctx, stop := interruptible()
	defer stop()
	err := c.make(ctx)
	c.meter.finish()
	switch {
	case errors.Is(err, errInterrupted):
		fmt.Fprintf(s.err, "rampart: reproduce: interrupted; %s of %s are kept in %s, the same command goes on with them\n",
			number.Count(c.done), plural(len(c.book.Items()), "experiment"), shownName(c.cache()))
		return exitFailed
	case err != nil:
		return failed(s, *folder, err)
	}
	fmt.Fprintf(s.err, "rampart: reproduce: %s written, of %s, of which %s were kept from before\n",
		shownName(filepath.Join(*folder, reproductionFile)), plural(len(c.book.Items()), "experiment"), number.Count(c.kept))
	return exitDone
}

func policyNames() (names []string) {
	for _, e := range builtin.Index() {
		names = append(names, e.Name)
	}
	return names
}

// reproduction is the work on a book.
type reproduction struct {
	book     *reproduce.Book
	command  string
	folder   string
	workers  int
	program  string // hash of this program
	anyBuild bool   // whether results of another one are taken, too

	mu         sync.Mutex
	results    *reproduce.Results
	digests    map[string]string
	meter      *meter
	done, kept int     // experiments that are there, and those that were before
	whole      float64 // work of all experiments
	before     float64 // of those that are there
	fresh      float64 // of those of them that this program has run now
}

func (c *reproduction) cache() string { return filepath.Join(c.folder, "cache") }

// make runs what is not there yet, and writes the text.
func (c *reproduction) make(ctx context.Context) (err error) {
	if err := os.MkdirAll(c.cache(), 0o777); err != nil {
		return plain(err)
	}
	out, err := openOutput(filepath.Join(c.folder, reproductionFile), nil)
	if err != nil {
		return err
	}
	defer out.discard()
	if c.program, err = programHash(); err != nil {
		return err
	}
	c.results = reproduce.NewResults(c.book)
	var left []*reproduce.Item
	for _, item := range c.book.Items() {
		c.whole += work(item)
		if r, bounds, ok := c.read(item); ok {
			c.take(item, r, bounds)
			c.kept++
		} else {
			left = append(left, item)
		}
	}
	list := groups(left)
	slices.SortStableFunc(list, func(a, b []*reproduce.Item) int { return cmp.Compare(length(a), length(b)) }) // the long ones last
	if err := c.runAll(ctx, list); err != nil {
		return err
	}
	return out.write(reproduce.Markdown(c.book, c.results, c.command, c.digests))
}

// take adds a result. Whoever calls it holds mu, or is alone.
func (c *reproduction) take(item *reproduce.Item, r *experiment.Result, bounds []experiment.Bound) {
	c.results.Put(item.Key, r.Runs, bounds)
	c.digests[item.Key] = r.Digest
	c.done++
	c.before += work(item)
}

// longWork is the work from which on an experiment is long.
const longWork = 1e6

// groups puts experiments together that follow each other and can share plans,
// whose making costs more than a run: those that differ in their deadlines. What
// is long by itself stands alone.
func groups(items []*reproduce.Item) (list [][]*reproduce.Item) {
	sum := 0.0
	for i, item := range items {
		if i > 0 && work(item)+sum < longWork && alike(items[i-1].Experiment, item.Experiment) {
			list[len(list)-1] = append(list[len(list)-1], item)
			sum += work(item)
			continue
		}
		list, sum = append(list, []*reproduce.Item{item}), work(item)
	}
	return list
}

// length says in which of two heaps a group belongs: long, or not.
func length(group []*reproduce.Item) int {
	if work(group[0]) >= longWork {
		return 1
	}
	return 0
}

// alike reports whether two experiments may share plans; Runner.Like looks closer.
func alike(a, b *experiment.Experiment) bool {
	return a.Cluster == b.Cluster && a.Partition == b.Partition && a.Rules == b.Rules && a.Placer == b.Placer
}

// runAll runs groups of experiments, some at the same time.
func (c *reproduction) runAll(ctx context.Context, list [][]*reproduce.Item) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	factory := strategies()
	var next atomic.Int64
	var wait sync.WaitGroup
	workers := c.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range min(workers, len(list)) {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(list) || ctx.Err() != nil {
					return
				}
				if err := c.runGroup(ctx, list[i], factory); err != nil {
					cancel(err)
				}
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}

// runGroup runs experiments that share plans, and keeps their results.
func (c *reproduction) runGroup(ctx context.Context, items []*reproduce.Item, factory experiment.Factory) error {
	var runner *experiment.Runner
	for _, item := range items {
		r, bounds, err := c.run(ctx, item, &runner, factory)
		if err == nil {
			err = c.keep(item, r, bounds)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", item.Key, err)
		}
		c.mu.Lock()
		c.take(item, r, bounds)
		c.fresh += work(item)
		c.mu.Unlock()
	}
	return nil
}

// run runs an experiment, on the plans of the one before where they fit.
func (c *reproduction) run(ctx context.Context, item *reproduce.Item, before **experiment.Runner, factory experiment.Factory) (*experiment.Result, []experiment.Bound, error) {
	x := item.Experiment
	var runner *experiment.Runner
	var err error
	if *before != nil {
		runner, err = (*before).Like(x)
	}
	if runner == nil && err == nil {
		runner, err = experiment.NewRunner(x, factory)
	}
	if err != nil {
		return nil, nil, err
	}
	*before = runner
	units := x.Units()
	runs := make([]experiment.Run, len(units))
	for i, u := range units {
		run, err := runner.Run(u, func(decided, total int) error {
			c.progress(item, (float64(i)+float64(decided)/float64(total))/float64(len(units)))
			return context.Cause(ctx)
		})
		if err != nil {
			return nil, nil, err
		}
		runs[i], runs[i].Jobs = *run, nil
	}
	bounds, err := c.bounds(ctx, item)
	return experiment.NewResult(x, runs), bounds, err
}

// bounds finds the bounds of an experiment where they are wanted.
func (c *reproduction) bounds(ctx context.Context, item *reproduce.Item) (bounds []experiment.Bound, err error) {
	if !item.Bound {
		return nil, nil
	}
	maker, err := experiment.NewBoundMaker(item.Experiment)
	if err != nil {
		return nil, err
	}
	for _, seed := range item.Experiment.Seeds {
		b, err := maker.Bound(seed, func() error { return context.Cause(ctx) })
		if err != nil {
			return nil, err
		}
		bounds = append(bounds, *b)
	}
	return bounds, nil
}

// work estimates the work of an experiment, in decisions of a heuristic.
func work(item *reproduce.Item) float64 {
	const (
		planning = 3000 // an experiment's own plans
		rollout  = 600  // a decision of one
		network  = 5    // a decision of a policy
	)
	sum := float64(planning)
	for _, s := range item.Experiment.Strategies {
		one := item.Experiment.Arrivals() * float64(len(item.Experiment.Seeds))
		switch s.Kind {
		case "rollout":
			one *= rollout
		case "policy":
			one *= network
		}
		sum += one
	}
	return sum
}

// progress says how far the work is, of which part of an experiment is done.
func (c *reproduction) progress(item *reproduce.Item, part float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if now.Before(c.meter.next) {
		return
	}
	ours := part * work(item)
	line := fmt.Sprintf("%3.0f %%, %d of %d experiments done, at %s", 100*(c.before+ours)/c.whole, c.done, len(c.book.Items()), item.Key)
	left := c.whole - c.before - ours
	if fresh := c.fresh + ours; fresh > left/20 { // earlier it would be a guess
		left := time.Duration(float64(now.Sub(c.meter.start)) * left / fresh)
		line += ", about " + roughly(left) + " left"
	}
	c.meter.say(line, now)
}

// programHash is the SHA-256 of this program: what another one found is not
// taken for its own.
func programHash() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", plain(err)
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", plain(err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
