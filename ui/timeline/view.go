// Package timeline is the tab that shows runs side by side on the same
// arrivals: which job has which servers over simulated time, and when jobs
// were blocked and why. Drawing, input and layout are plain Go on a Stage; only
// surface_js.go touches the browser.
package timeline

import (
	"strconv"
	"time"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/js"

	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
)

// Option is a strategy that can be picked for a side, with the seeds that it
// can be shown for.
type Option struct {
	Strategy int // index into the experiment's strategies
	Name     string
	Class    string // of no consequence: marks come from the experiment
	Seeds    []uint64
}

// Pick is what is picked for a side.
type Pick struct {
	Strategy int
	Seed     uint64
}

// View is the tab. The fields are inputs; all but Experiment may be empty.
type View struct {
	Experiment *experiment.Experiment
	// Sides is how many runs are shown, 2..MostRuns; 0 stands for 2.
	Sides int
	// Runs are the runs, with their jobs; nil while there is none.
	Runs    [MostRuns]*experiment.Run
	Names   [MostRuns]string // names of the strategies; "" takes those of Options
	Options []Option
	// Picks say what is picked where Runs has nothing yet.
	Picks   [MostRuns]Pick
	Loading [MostRuns]string // what a side without a run waits for; "" if for nothing
	Errors  [MostRuns]string // why a side has no run; "" if nothing failed
	OnPick  func(side int, strategy int, seed uint64)
	// OnSides asks for one run more or less, none of them if it is nil.
	OnSides func(sides int)
	// Rooms are the largest free blocks of the runs after each of room.Moves;
	// nil while they are not known.
	Rooms [MostRuns][]int32
	// OnDecide begins to decide by hand, on the jobs of a run from the one with
	// a number on, as the run has decided before; nil if that cannot be.
	OnDecide func(run *experiment.Run, job int)
	// Look shows the graph of a job; nil leaves out what asks for it.
	Look func(graph string, degree int, beta float64)
	Save chart.Saver // saves a picture of a side
	// Stage keeps the time in view and the job with the focus while the tab is
	// closed; nil begins anew each time it is opened.
	Stage *Stage

	stage   *Stage
	host    host
	env     vugu.EventEnv
	table   bool // the table of jobs in view is open
	side    int  // whose jobs it shows
	page    int
	laying  *experiment.Run // is laid out in the background
	settles bool            // a render after the window has come to rest is due

	// last are the runs that were shown last, and of which experiment: they
	// stay in place, dimmed, while others are loading.
	last   [MostRuns]*experiment.Run
	lastOf *experiment.Experiment
}

// host connects a Stage with the page.
type host interface {
	Surface
	// mount puts a side's canvas into an element, unless it is there already.
	mount(side int, element js.Value)
	// describe names a side's canvas for those who do not see it.
	describe(side int, text string)
	// close lets go of the page.
	close()
}

// Init is called once by vugu.
func (c *View) Init(ctx vugu.InitCtx) {
	c.env = ctx.EventEnv()
	if c.stage = c.Stage; c.stage == nil {
		c.stage = NewStage()
	}
	c.host = newHost(c.stage)
	c.stage.Surface = c.host
	c.stage.OnFocus = c.render
	c.stage.OnWindow = c.settle
	c.stage.OnPlay = c.render
}

// Destroy is called once by vugu when the tab is left.
func (c *View) Destroy(vugu.DestroyCtx) {
	c.host.close()
	c.stage.rest()
}

// Compute is called by vugu before each render.
func (c *View) Compute() {
	if c.Experiment == nil {
		return
	}
	if c.lastOf != c.Experiment {
		c.last, c.lastOf, c.stage.laid = [MostRuns]*experiment.Run{}, c.Experiment, nil
	}
	for side, run := range c.Runs {
		if run != nil || c.Loading[side] == "" || side >= c.sides() {
			c.last[side] = run
		}
	}
	names := c.names()
	c.stage.Show(c.Experiment, c.layLong(c.last[:c.sides()]), names)
	for side, run := range c.last[:c.sides()] {
		if run != nil && run == c.Runs[side] && c.Rooms[side] != nil {
			c.stage.SetRoom(side, c.Rooms[side])
		}
		if run != nil {
			c.host.describe(side, summary(runName(side)+", "+names[side], run))
		}
	}
}

// render asks for a render from outside of one.
func (c *View) render() {
	if c.env == nil {
		return
	}
	go func() { // a callback of the browser must not wait for the lock
		c.env.Lock()
		c.env.UnlockRender()
	}()
}

// settle renders the table of jobs once the window has come to rest.
func (c *View) settle() {
	if !c.table || c.settles {
		return
	}
	c.settles = true
	c.page = 0
	time.AfterFunc(250*time.Millisecond, func() {
		c.settles = false
		c.render()
	})
}

// sides is how many runs are shown.
func (c *View) sides() int { return max(2, min(c.Sides, MostRuns)) }

// names are what the strategies are called.
func (c *View) names() []string {
	names := make([]string, c.sides())
	for side := range names {
		names[side] = c.name(side)
	}
	return names
}

// marks are the marks of the strategies.
func (c *View) marks() []chart.Mark {
	marks := make([]chart.Mark, c.sides())
	for side := range marks {
		marks[side] = c.mark(side)
	}
	return marks
}

func runName(side int) string { return "Run " + strconv.Itoa(side+1) }

// pick is what is picked for a side.
func (c *View) pick(side int) Pick {
	if run := c.Runs[side]; run != nil {
		return Pick{run.Strategy, run.Seed}
	}
	return c.Picks[side]
}

func (c *View) option(side int) *Option {
	for i := range c.Options {
		if c.Options[i].Strategy == c.pick(side).Strategy {
			return &c.Options[i]
		}
	}
	return &Option{Strategy: -1}
}

// name is what a side's strategy is called.
func (c *View) name(side int) string {
	if c.Names[side] != "" {
		return c.Names[side]
	}
	if name := c.option(side).Name; name != "" {
		return name
	}
	return runName(side)
}

// seeds are those that a side can be shown for.
func (c *View) seeds(side int) []uint64 {
	if seeds := c.option(side).Seeds; len(seeds) > 0 {
		return seeds
	}
	return []uint64{c.pick(side).Seed}
}

// pickStrategy reads the value of a side's list of strategies. The seed stays
// if the strategy has it.
func (c *View) pickStrategy(side int, value string) {
	strategy, err := strconv.Atoi(value)
	if err != nil || c.OnPick == nil {
		return
	}
	seed := c.pick(side).Seed
	for i := range c.Options {
		if o := &c.Options[i]; o.Strategy == strategy && len(o.Seeds) > 0 && !has(o.Seeds, seed) {
			seed = o.Seeds[0]
		}
	}
	c.OnPick(side, strategy, seed)
}

func has(seeds []uint64, seed uint64) bool {
	for _, s := range seeds {
		if s == seed {
			return true
		}
	}
	return false
}

// pickSeed reads the value of a side's list of seeds.
func (c *View) pickSeed(side int, value string) {
	seed, err := strconv.ParseUint(value, 10, 64)
	if err != nil || c.OnPick == nil {
		return
	}
	c.OnPick(side, c.pick(side).Strategy, seed)
}

// ready says whether a side has something to draw.
func (c *View) ready(side int) bool {
	return c.Experiment != nil && c.Runs[side] != nil && len(c.Runs[side].Jobs) > 0
}

// waits says whether a side still shows what it showed before, because what is
// picked is loading.
func (c *View) waits(side int) bool {
	return c.Runs[side] == nil && c.Loading[side] != "" && c.last[side] != nil && len(c.last[side].Jobs) > 0
}

// mark is the colour and shape of a side's strategy.
func (c *View) mark(side int) chart.Mark {
	if c.Experiment != nil {
		marks := chart.Marks(c.Experiment.Strategies)
		if i := c.pick(side).Strategy; i >= 0 && i < len(marks) {
			return marks[i]
		}
	}
	return chart.Mark{Class: chart.StrategyClass("")}
}

// state says why a side shows nothing; "" if it shows something.
func (c *View) state(side int) string {
	switch {
	case c.Errors[side] != "":
		return c.Errors[side]
	case c.isLaying(side):
		return "Laying out " + plural(len(c.Runs[side].Jobs), "job") + "."
	case c.ready(side), c.waits(side):
		return ""
	case c.Loading[side] != "":
		return c.Loading[side]
	case c.Runs[side] != nil && c.Runs[side].Arrived == 0:
		return "No job arrived before the end of the simulated time. A shorter interarrival time or a later horizon brings some."
	case c.Runs[side] != nil:
		return "This run came without its jobs."
	case len(c.Options) == 0:
		return "Here stand the jobs of a run on their servers over time. Press Run to get one."
	}
	return "Pick a strategy above to see its run here."
}

// sideClass tells the style sheet what a side shows.
func (c *View) sideClass(side int) string {
	s := "timeline-side " + c.mark(side).Class + " save-host"
	switch {
	case c.Errors[side] != "":
		s += " timeline-failed"
	case c.waits(side):
		s += " timeline-waits"
	case !c.ready(side), c.isLaying(side):
		s += " timeline-empty"
	}
	return s
}

// facts are a side's figures in one line.
func (c *View) facts(side int) string {
	run := c.Runs[side]
	if c.waits(side) {
		return c.Loading[side]
	}
	if run == nil {
		return ""
	}
	return number.Rate(run.BlockingRate) + " blocked, " + number.Count(run.Blocked) + " of " + plural(run.Arrived, "job")
}

// graphKey is one entry of the key to the colours of bars.
type graphKey struct {
	name, class string
}

// graphs are the graphs that occur, in the order of the experiment.
func (c *View) graphs() []graphKey {
	if c.Experiment == nil {
		return nil
	}
	keys := make([]graphKey, 0, len(c.Experiment.Workload.Graphs))
	for i, g := range c.Experiment.Workload.Graphs {
		keys = append(keys, graphKey{g.Name, chart.GraphClass(i)})
	}
	return keys
}
