package train

import (
	"strconv"

	"github.com/vugu/vugu"

	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/ui/words"
	"rampart/wasm/wire"
)

// View is the Train tab.
type View struct {
	Desk *Desk
	// Compare puts a policy among the strategies and runs them. Its key is
	// "own/" and its ID, or "builtin/" and its name.
	Compare func(key string)
	// Explain opens the Policy tab on a policy.
	Explain func(key string)
	// Pick lets the user choose a policy file to import.
	Pick func()
	// SaveFile saves the experiment with the training's settings.
	SaveFile func()
	// Changed is called when a setting was changed.
	Changed func()
	// Save saves a figure.
	Save chart.Saver

	table    bool   // the evaluations as a table
	renaming string // ID of the policy whose name is being edited
	name     string // what stands in its field
	doomed   string // ID of the policy that the next press deletes
	plots    []chart.LinePlot
	stands   kept
}

// Compute implements vugu's life cycle: it prepares the curves.
func (c *View) Compute() {
	c.plots = c.plots[:0]
	if t := c.Desk.Current; t != nil && len(t.Curve.Points) > 0 {
		c.plots = plots(t)
	}
	c.keep()
}

func (c *View) current() *Training { return c.Desk.Current }

// state is the view's data-state: that of the training, or none.
func (c *View) state() string {
	if t := c.current(); t != nil {
		return string(t.State)
	}
	return "none"
}

// steps is the view's data-steps.
func (c *View) steps() string {
	if t := c.current(); t != nil {
		return strconv.Itoa(t.Last.Steps)
	}
	return "0"
}

// iteration is the view's data-iteration: the latest that was reported.
func (c *View) iteration() string {
	if t := c.current(); t != nil {
		return strconv.Itoa(t.Last.Iteration)
	}
	return "0"
}

// kept is the view's data-kept: the steps of the last checkpoint in the store.
func (c *View) kept() string {
	if t := c.current(); t != nil {
		return strconv.Itoa(t.Saved)
	}
	return "0"
}

func (c *View) edit(field string, event vugu.DOMEvent) {
	c.Desk.Settings.Edit(field, event.PropString("target", "value"))
	c.Changed()
}

func (c *View) takePreset(event vugu.DOMEvent) {
	c.Desk.Settings.TakePreset(event.PropString("target", "value"))
	c.Changed()
}

func (c *View) takeFeatures(event vugu.DOMEvent) {
	c.Desk.Settings.Features = event.PropString("target", "value")
	c.Changed()
}

func (c *View) takeTeacher(event vugu.DOMEvent) {
	c.Desk.Settings.Teacher = event.PropString("target", "value")
	c.Changed()
}

func (c *View) editRate(event vugu.DOMEvent) {
	c.Desk.RateText = event.PropString("target", "value")
}

// rateMistake says what is wrong with the running learning rate.
func (c *View) rateMistake() string {
	if _, err := ParseRate(c.Desk.RateText); err != nil {
		return err.Error()
	}
	return ""
}

// rateChanged reports whether the field says another rate than the training's.
func (c *View) rateChanged() bool {
	rate, err := ParseRate(c.Desk.RateText)
	t := c.current()
	return err == nil && t != nil && rate != t.Rate && t.handle != nil
}

// option is one choice of a list.
type option struct{ Value, Label string }

var (
	presetOptions  = []option{{"fast", "Fast"}, {"paper", "Paper (PAC-ML)"}, {"dqn-fast", "Fast DQN"}, {"dqn", "Paper DQN (PAC-ML)"}}
	featureOptions = []option{{"extended", "Extended"}, {"foresight", "Foresight"}, {"horizon", "Horizon"}, {"paper", "Paper"}}
	teacherOptions = []option{{"", "No one"}, {"acceptable", "Acceptable JCT"}, {"fixed", "Fixed degree"}, {"max", "Maximum parallelism"},
		{"min", "Minimum parallelism"}, {"sequential", "Sequential"}, {"sipml", "SiP-ML"}, {"feasible", "Feasible"},
		{"elastic", "Minimum share (ElasticFlow)"}, {"rollout", "Rollout (slow)"}}
)

// textField is one of the settings that are typed.
type textField struct{ Key, Label, Unit, Hint string }

// textFields are those that apply.
func (c *View) textFields() []textField {
	list := []textField{
		{seedField, "Seed", "", "Of all random draws. The same seed trains the same policy."},
		{stepsField, "Budget", "steps", "A step is one decision about one job."},
		{minutesField, "Time limit", "min", "Wall time after which the training ends. Empty for no limit."},
		{rateField, "Learning rate", "", "Step of the optimiser. It can be changed while the training runs."},
	}
	if c.Desk.Settings.seesBlocks() {
		list = append(list, textField{blocksField, "Blocks to choose from", "of a degree",
			"1 to 4. With 1 the placer chooses; more need the placer best fit."})
	}
	if c.Desk.Settings.Teacher != "" {
		list = append(list, textField{iterationsField, "Imitate for", "iterations", "Then the policy learns for itself."})
	}
	if c.Desk.Settings.Teacher == "fixed" {
		list = append(list, textField{degreeField, "Degree to imitate", "", "1 or even."})
	}
	return list
}

func (c *View) fieldClass(key string) string {
	if c.Desk.Settings.Mistake(key) != "" {
		return "field train-wrong"
	}
	return "field"
}

// part is the done part of the budget, in per cent.
func (c *View) part() string {
	t := c.current()
	if t == nil || t.Total < 1 {
		return "0"
	}
	return strconv.FormatFloat(100*min(1, float64(t.Last.Steps)/float64(t.Total)), 'f', 1, 64)
}

// rename opens, edits and takes the field for a policy's name.
func (c *View) rename(p *Policy) { c.renaming, c.name, c.doomed = p.ID, p.Name, "" }

func (c *View) editName(event vugu.DOMEvent) { c.name = event.PropString("target", "value") }

func (c *View) nameKey(event vugu.DOMEvent) {
	switch event.PropString("key") {
	case "Enter":
		c.takeName()
	case "Escape":
		c.renaming = ""
	}
}

func (c *View) takeName() {
	c.Desk.Rename(c.renaming, c.name)
	c.renaming = ""
}

// remove deletes a policy at the second press.
func (c *View) remove(id string) {
	if c.doomed != id {
		c.doomed = id
		return
	}
	c.doomed = ""
	c.Desk.Delete(id)
}

func (c *View) removeWord(id string) string {
	if c.doomed == id {
		return "Delete for good"
	}
	return "Delete"
}

// smallPoints bounds the points of the small figures, which are some 250
// pixels wide.
const smallPoints = 200

// plots are the figures of a training: the blocking rate first.
func plots(t *Training) []chart.LinePlot {
	points := t.Curve.Points
	xs := make([]float64, len(points))
	for i := range points {
		xs[i] = float64(points[i].Steps)
	}
	most := chart.Ceiling(xs[len(xs)-1])
	list := []chart.LinePlot{blockingPlot(t, xs, most)}
	last := &points[len(points)-1]
	// Every stride-th point, counted from the last, so that the end shows.
	stride := (len(points) + smallPoints - 1) / smallPoints
	first := (len(points) - 1) % stride
	few := make([]float64, 0, smallPoints)
	for i := first; i < len(points); i += stride {
		few = append(few, xs[i])
	}
	for _, f := range figuresOf(t.Preset) {
		ys := make([]float64, 0, len(few))
		for i := first; i < len(points); i += stride {
			ys = append(ys, f.of(&points[i]))
		}
		show, ticks := number.Significant, (func(float64) string)(nil)
		if f.rate {
			show, ticks = number.Rate, number.Rate
		}
		list = append(list, chart.LinePlot{Title: f.title, Unit: f.unit, Zero: f.zero, Most: most, Show: ticks, Note: words.Short(f.title),
			Reading: show(f.of(last)), Axis: "steps", Lines: []chart.Line{{X: few, Y: ys, Class: chart.StrategyClass("policy")}}})
	}
	return list
}

// maxDots bounds the evaluations that are drawn.
const maxDots = maxPoints

func blockingPlot(t *Training, xs []float64, most float64) chart.LinePlot {
	ys := make([]float64, len(xs))
	for i := range ys {
		ys[i] = t.Curve.Points[i].Blocking
	}
	plot := chart.LinePlot{Title: "Blocking rate", Unit: "% of jobs", Zero: true, Large: true, Most: most, Show: number.Rate, Axis: "training steps, one decision each",
		Note:  words.Short("Blocking rate"),
		Lines: []chart.Line{{Name: "training jobs", X: xs, Y: ys, Class: chart.StrategyClass("policy"), Faint: true}}}
	if n := len(t.Evaluations); n > 0 {
		stride := (n + maxDots - 1) / maxDots
		line := chart.Line{Name: "held-out jobs", Class: chart.StrategyClass("policy"), Dots: true}
		for i := (n - 1) % stride; i < n; i += stride {
			line.X = append(line.X, float64(t.Evaluations[i].Steps))
			line.Y = append(line.Y, t.Evaluations[i].Blocking)
		}
		plot.Lines = append(plot.Lines, line)
		plot.Reading = number.Rate(t.Evaluations[n-1].Blocking) + " held out"
	}
	for _, r := range t.References {
		plot.Levels = append(plot.Levels, chart.Level{Name: shortName(r.Name), Class: referenceClass(r), Value: r.BlockingRate})
	}
	return plot
}

// figure is one of the small curves.
type figure struct {
	title, unit string
	zero, rate  bool
	of          func(p *Point) float64
}

var figures = []figure{
	{"Return", "reward a step", false, false, func(p *Point) float64 { return p.Return }},
	{"Entropy", "nats", true, false, func(p *Point) float64 { return p.Entropy }},
	{"Explained variance", "", false, true, func(p *Point) float64 { return p.Explained }},
	{"KL divergence", "nats", true, false, func(p *Point) float64 { return p.KL }},
	{"Clip fraction", "of samples", true, true, func(p *Point) float64 { return p.ClipFraction }},
	{"Gradient norm", "", true, false, func(p *Point) float64 { return p.GradientNorm }},
	{"Policy loss", "", false, false, func(p *Point) float64 { return p.PolicyLoss }},
	{"Value loss", "squared return", true, false, func(p *Point) float64 { return p.ValueLoss }},
	{"Learning rate", "", true, false, func(p *Point) float64 { return p.LearningRate }},
	{"Speed", "steps/s", true, false, func(p *Point) float64 { return p.Speed }},
}

// qFigures are those of Q-learning, in place of what only PPO has.
var qFigures = []figure{
	{"TD error", "value", true, false, func(p *Point) float64 { return p.TDError }},
	{"TD loss", "", true, false, func(p *Point) float64 { return p.TDLoss }},
	{"Mean value", "value", false, false, func(p *Point) float64 { return p.MeanValue }},
	{"Random actions", "of decisions", true, true, func(p *Point) float64 { return p.Epsilon }},
}

// figuresOf returns the small curves of a preset's learner.
func figuresOf(preset string) []figure {
	if !byQ(preset) {
		return figures
	}
	list := []figure{figures[0]}
	list = append(list, qFigures...)
	for _, f := range figures[1:] {
		if f.title == "Gradient norm" || f.title == "Learning rate" || f.title == "Speed" {
			list = append(list, f)
		}
	}
	return list
}

// referenceClass gives a heuristic the colour that it has in every view.
func referenceClass(r wire.Reference) string { return chart.StrategyClass(referenceKind(r.Name)) }

// tableRows is how many evaluations the table shows: the latest.
const tableRows = 100

// evaluations are those of the table, the latest first.
func (c *View) evaluations() []Evaluation {
	all := c.current().Evaluations
	list := make([]Evaluation, 0, tableRows)
	for i := len(all) - 1; i >= 0 && len(list) < tableRows; i-- {
		list = append(list, all[i])
	}
	return list
}

func (c *View) tableWord() string {
	if c.table {
		return "Hide the table of evaluations"
	}
	return "Show the evaluations as a table"
}

// ariaBool writes an ARIA state, which is absent for vugu if it is a false bool.
func ariaBool(b bool) string { return strconv.FormatBool(b) }
