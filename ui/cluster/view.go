package cluster

import (
	"math"
	"strconv"

	"github.com/vugu/vugu"

	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/wasm/wire"
)

// Option is a strategy whose runs can be looked at.
type Option struct {
	Strategy int // index into the experiment's strategies
	Name     string
	Seeds    []uint64
}

// View is the tab. The fields are inputs; a Run may be missing.
type View struct {
	Model      *Model
	Experiment *experiment.Experiment
	Canonical  []byte // of Experiment
	Run        *experiment.Run
	Loading    string // what a missing run waits for, a sentence, or ""
	Error      string // why there is none, a sentence, or ""
	Options    []Option
	Strategy   int // that is picked
	Seed       uint64
	Pick       func(strategy int, seed uint64)
	Touched    func() // the reader looks at this run now: it should stay
	Clock      Clock
	Save       chart.Saver // saves figures; nil leaves its buttons out
	// OpenJob shows a job in the Timeline.
	OpenJob func(job int)
	// Use takes a cluster over into the experiment's form, and says what is wrong
	// with it, a sentence, or "". Undo takes that back.
	Use  func(c experiment.Cluster) string
	Undo func()

	host       host
	env        vugu.EventEnv
	width      float64 // of the picture, CSS pixels
	plan       plan
	still      still
	hover      int     // server under the pointer, or none
	x, y       float64 // the pointer
	hasKeys    bool
	costsDrawn int  // revision of the costs that stands in the page
	costsKept  bool // the drawing in hand keeps it

	jobs       bool   // the table of running jobs is open
	matrix     []cell // of the chosen job
	matrixText string // it in words
	matrixOf   *wire.Survey
	matrixJob  int
}

// Init is called once by vugu.
func (c *View) Init(ctx vugu.InitCtx) {
	c.env = ctx.EventEnv()
	c.hover = none
	c.host = newHost(c)
}

// Destroy is called once by vugu when the tab is left.
func (c *View) Destroy(vugu.DestroyCtx) {
	c.host.close()
	c.Model.giveUp()
}

// Compute is called by vugu before each drawing. vugu leaves the children of an
// element alone if it is drawn without any; so the costs, half of the tab, are
// built only when they changed. What stands before them must not come and go,
// or they would lose their place: it is wrapped, with something besides that is
// always there.
func (c *View) Compute() {
	c.Model.Show(c.Experiment, c.Canonical, c.Run, c.Clock)
	revision := c.Model.Costs.revision
	c.costsKept = revision == c.costsDrawn
	c.costsDrawn = revision
	c.readMatrix()
	c.host.describe(c.Model.summary())
	c.host.invalidate()
}

// render asks for a drawing from outside of one.
func (c *View) render() {
	if c.env == nil {
		return
	}
	go func() { // a callback of the browser must not wait for the lock
		c.env.Lock()
		c.env.UnlockRender()
	}()
}

// resize implements drawing.
func (c *View) resize(width float64) float64 {
	m := c.Model
	if m.x == nil {
		return 0
	}
	if c.width != width || c.plan.shape != m.shape || c.plan.first != m.first {
		c.width = width
		c.plan = arrange(m.shape, m.first, min(m.shown(), m.shape.Groups-m.first), width)
	}
	return c.plan.height
}

// paint implements drawing.
func (c *View) paint(list *chart.List) {
	if m := c.Model; m.moment != nil && c.width > 40 {
		s := c.scene()
		s.paint(list)
	}
}

func (c *View) scene() scene {
	m := c.Model
	tip := ""
	if c.hover != none && c.hover < m.shape.N() {
		tip = m.serverSentence(c.hover)
	}
	return scene{
		still: &c.still, tip: tip, x: c.x, y: c.y,
		plan: c.plan, owner: m.moment.Owner, graph: m.graph, marked: m.marked(),
		job: m.job, server: m.server, hover: c.hover, keys: c.hasKeys,
		label: func(job int) string { return strconv.Itoa(m.run.Jobs[job].Index) },
	}
}

// move, leave, press, key and keyboard implement drawing.
func (c *View) move(x, y float64) {
	c.x, c.y = x, y
	if hover := c.plan.hit(x, y); hover != c.hover {
		c.hover = hover
		c.host.invalidate()
	}
}

func (c *View) leave() {
	if c.hover != none {
		c.hover = none
		c.host.invalidate()
	}
}

func (c *View) press(x, y float64) {
	c.Model.choose(c.plan.hit(x, y))
	c.tell()
}

func (c *View) key(name string) bool {
	if c.Model.moment == nil || !c.Model.key(name) {
		return false
	}
	c.tell()
	return true
}

// touched tells that the reader does something with this run.
func (c *View) touched() {
	if c.Touched != nil {
		c.Touched()
	}
}

// step and nextWithoutRoom answer the buttons beside the slider.
func (c *View) step(by int) {
	c.touched()
	c.Model.step(by)
}

func (c *View) nextWithoutRoom() {
	c.touched()
	c.Model.nextWithoutRoom()
}

// tell says what has the focus.
func (c *View) tell() {
	c.touched()
	m := c.Model
	if m.server != none {
		c.host.announce(m.serverSentence(m.server))
	} else {
		c.host.announce("")
	}
	c.host.invalidate()
	c.render()
}

func (c *View) keyboard(has bool) {
	c.hasKeys = has
	c.host.invalidate()
}

// pickStrategy and pickSeed answer the lists of runs.
func (c *View) pickStrategy(event vugu.DOMEvent) {
	strategy, err := strconv.Atoi(event.PropString("target", "value"))
	if err != nil {
		return
	}
	seed := c.Seed
	for _, o := range c.Options {
		if o.Strategy != strategy {
			continue
		}
		has := false
		for _, s := range o.Seeds {
			has = has || s == seed
		}
		if !has && len(o.Seeds) > 0 {
			seed = o.Seeds[0]
		}
	}
	c.Pick(strategy, seed)
}

func (c *View) pickSeed(event vugu.DOMEvent) {
	if seed, err := strconv.ParseUint(event.PropString("target", "value"), 10, 64); err == nil {
		c.Pick(c.Strategy, seed)
	}
}

func (c *View) seeds() []uint64 {
	for _, o := range c.Options {
		if o.Strategy == c.Strategy {
			return o.Seeds
		}
	}
	return nil
}

// state says why there is nothing to see; "" if there is.
func (c *View) state() string {
	switch {
	case c.Error != "":
		return c.Error
	case c.Run == nil && c.Loading != "":
		return c.Loading
	case c.Run == nil:
		return "Here stands the cluster at one moment of a run. Press Run to get one."
	case c.Model.problem != "":
		return c.Model.problem
	}
	return ""
}

// sliderMost is how many places the time slider has.
const sliderMost = 2000

func (c *View) sliderAt() string {
	if !(c.Model.end > 0) {
		return "0"
	}
	return strconv.Itoa(int(math.Round(sliderMost * c.Model.seconds / c.Model.end)))
}

func (c *View) slideTime(event vugu.DOMEvent) {
	at, err := strconv.Atoi(event.PropString("target", "value"))
	if err == nil {
		c.touched()
		c.Model.SetSeconds(c.Model.end * float64(at) / sliderMost)
	}
}

func (c *View) typeTime(event vugu.DOMEvent) {
	if seconds, err := strconv.ParseFloat(event.PropString("target", "value"), 64); err == nil && !math.IsNaN(seconds) {
		c.touched()
		c.Model.SetSeconds(seconds)
	}
}

func (c *View) secondsText() string {
	return strconv.FormatFloat(math.Round(10*c.Model.seconds)/10, 'f', -1, 64)
}

func (c *View) typeGroup(event vugu.DOMEvent) {
	if group, err := strconv.Atoi(event.PropString("target", "value")); err == nil {
		c.Model.first = min(max(0, group), c.Model.shape.Groups-c.Model.shown())
	}
}

// focused is what is said of the server with the focus.
func (c *View) focused() string {
	m := c.Model
	switch {
	case m.moment == nil:
		return ""
	case m.server != none:
		return m.serverSentence(m.server)
	}
	return "Point at a server, or move with the arrow keys; brackets go from job to job, comma and period from change to change."
}

func ariaBool(b bool) string { return strconv.FormatBool(b) }

// hidden writes a rate to be shown as a length.
func percent(part, whole int) string {
	if whole <= 0 {
		return "0%"
	}
	return chart.Percent(float64(part) / float64(whole))
}

// share writes a part of a whole.
func share(part, whole int64) string {
	if whole <= 0 {
		return number.Missing
	}
	return number.Rate(float64(part) / float64(whole))
}
