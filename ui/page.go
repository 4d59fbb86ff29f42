// Package ui is the page: what it shows and what it does, without a browser.
// wasm/app gives it one.
package ui

import (
	"bytes"

	"rampart/core/experiment"
	"rampart/ui/cluster"
	"rampart/ui/compare"
	"rampart/ui/decide"
	"rampart/ui/download"
	"rampart/ui/form"
	"rampart/ui/graphs"
	"rampart/ui/history"
	"rampart/ui/policy"
	"rampart/ui/session"
	"rampart/ui/share"
	"rampart/ui/sweeps"
	"rampart/ui/timeline"
	"rampart/ui/train"
)

// Runner is what the page asks of the workers.
type Runner interface {
	session.Runner
	policy.Explainer
	sweeps.Runner
	compare.Bounder
	timeline.Roomer
	decide.Player
	cluster.Surveyor
	graphs.Asker
}

// drawSeconds is the least time between two drawings while runs report their
// progress: eight a second look alive and leave the page time to answer.
const drawSeconds = 0.25

// Root is the page.
type Root struct {
	host   Host
	runner Runner
	draw   func() // asks for a drawing

	model   *form.Model
	session *session.Session
	check   *session.Session // the second run of Verify, nil if there is none
	tab     string
	sides   sides
	desk    *train.Desk
	policy  *policy.Model
	decide  *decide.Model
	cluster *cluster.Model
	clock   clock // of the Cluster tab
	graphs  *graphs.Model
	sweeps  *sweeps.Model
	bounds  *compare.Bounds
	sheet   bool   // the form covers a narrow page
	notice  string // what happened, in a sentence, until it is dismissed
	said    string // what the live region says
	guide   guide
	site    history.Site
	history *history.Model
	quieted string // what of history and desk was dismissed
	dialog  *share.Model
	files   *download.Model
	batch   int                    // of files that are imported together, counted
	told    []string               // what became of them
	opened  *share.Opened          // what a link or a file brought, nil if nothing
	kept    *experiment.Experiment // the user's from before, nil if there is none
	fetches int                    // counts what makes an answer of the server late

	drafting bool // settings are about to be put aside
	drafted  bool // some are

	sketch    bool // the form, the largest part of the page, is left out
	formDrawn int  // revision of the form that stands in the page, 0 for none
	formKept  bool // the drawing in hand keeps it

	drawn   float64 // when the page was last drawn because of progress
	drawing bool    // a drawing is due
}

// New returns the page, with the experiment that its address names already
// running, or else the paper's. draw asks for a drawing after a change that no
// event of vugu's brought about.
func New(host Host, runner Runner, draw func()) *Root {
	r := &Root{host: host, runner: runner, draw: draw, tab: tabs[0].Key}
	r.bounds = compare.NewBounds(runner, r.soon)
	r.learnNothing()
	r.decide = decide.NewModel(runner, draw, r.soon)
	r.model = form.NewModel(form.Paper(form.Presets[0]))
	r.dialog = share.NewModel(host, draw, func(sentence string) { r.said = sentence }, r.openTyped)
	r.files = download.NewModel(host, runner, draw, func(sentence string) { r.said = sentence })
	r.cluster = cluster.NewModel(runner, draw)
	r.learnGraphs()
	r.noteTraining()
	r.begin()
	return r
}

// Sketch leaves the form out of the drawing, or lets it be drawn. The first
// drawing does without, so that results are seen to come in as early as they do.
func (c *Root) Sketch(on bool) { c.sketch = on }

// BeforeBuild implements vugu.BeforeBuilder. The form is most of the page, and
// most drawings only bring progress. vugu leaves the children of an element
// alone if it is drawn without any; so the form is built only when it changed.
func (c *Root) BeforeBuild() {
	revision := c.model.Revision()
	c.formKept = c.sketch || revision == c.formDrawn
	if !c.formKept {
		c.formDrawn = revision
	}
}

// Run starts the experiment that the form says, in place of the one that runs.
func (c *Root) Run() {
	e := c.model.Experiment()
	if e == nil {
		c.notice = "Correct the marked fields first; nothing was started."
		c.sheet = c.host.Narrow()
		return
	}
	c.leave(e)
	c.notice, c.said = "", ""
	waited := c.session != nil && c.session.State == session.Held
	c.start(e)
	switch c.tab {
	case "timeline", "cluster":
		if waited && c.opened != nil {
			c.openSides(c.opened.View)
		}
		c.openTimeline()
	case "decide":
		if waited && c.opened != nil {
			c.wishDecide(c.opened.View)
		}
		c.openDecide()
	case "train", "policy", "graphs":
		c.tab = "compare"
	}
}

// start runs an experiment in place of the one that runs.
func (c *Root) start(e *experiment.Experiment) {
	c.end()
	c.session = session.Start(e, c.runner, c.host.Now, c.changed)
	c.session.Recorded = c.recorded(c.session.Canonical)
	c.history.Begin(c.session)
	c.putAside()
}

// hold shows an experiment, of which nothing runs yet, in place of the one that
// runs.
func (c *Root) hold(e *experiment.Experiment) {
	c.end()
	c.session = session.Hold(e, c.host.Now)
	c.session.Recorded = c.recorded(c.session.Canonical)
}

// end gives up what runs.
func (c *Root) end() {
	if c.session != nil {
		c.session.Stop()
		c.history.Heard(c.session)
	}
	c.dropCheck()
}

// Stop ends the runs that have not ended and keeps the others.
func (c *Root) Stop() {
	c.session.Stop()
	c.history.Heard(c.session)
	c.said = "Stopped. " + compare.Sentence(c.session)
}

// changed hears of the session. Milestones are told at once, progress eight
// times a second.
func (c *Root) changed(milestone bool) {
	c.history.Heard(c.session)
	c.guide.tour.Heard()
	if c.session.State != session.Running {
		c.said = compare.Sentence(c.session)
		c.judged()
		if c.session.State == session.Done {
			c.settle()
		}
	}
	if milestone && c.session.State != session.Running {
		c.draw()
		return
	}
	c.soon()
}

// soon asks for a drawing, at most eight a second.
func (c *Root) soon() { c.drawIn(drawSeconds) }

// drawIn asks for a drawing that is so many seconds after the last one.
func (c *Root) drawIn(seconds float64) {
	if c.drawing {
		return
	}
	c.drawing = true
	wait := c.drawn + seconds - c.host.Now()
	c.host.After(max(0, wait), func() {
		c.drawing, c.drawn = false, c.host.Now()
		c.draw()
	})
}

// Notice tells the user what happened.
func (c *Root) Notice(message string) {
	c.notice = message
	c.draw()
}

// load fills the form with an experiment and runs it.
func (c *Root) load(e *experiment.Experiment) {
	c.model.Load(e)
	if e.Train != nil {
		c.desk.Settings.Load(e.Train)
		c.noteTraining()
	}
	c.Run()
}

// choosePreset answers the preset picker.
func (c *Root) choosePreset(name string) {
	if e := form.Paper(name); e != nil {
		c.load(e)
	}
}

// stale reports whether the form says something else than what was run.
func (c *Root) stale() bool {
	return !bytes.Equal(c.model.Canonical(), c.session.Canonical)
}
