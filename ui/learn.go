package ui

import (
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/ui/download"
	"rampart/ui/form"
	"rampart/ui/policy"
	"rampart/ui/store"
	"rampart/ui/train"
	"rampart/wasm/wire"
)

// Learn gives the page what trainings need: a worker of their own and a store
// that outlives the page. What the store has kept is read, and a training that
// was under way goes on.
func (c *Root) Learn(t train.Runner, s store.Store) {
	c.desk = train.NewDesk(t, s, c.host, time.Now, c.trained, c.Notice)
	c.loadTraining()
	c.desk.Open()
	c.remember(s)
	c.runner.Policies(func(list []wire.Policy) {
		c.desk.Builtin = list
		if c.tab == "policy" {
			c.openPolicy()
		}
		c.soon()
	})
}

// learnNothing is what the page has before Learn.
func (c *Root) learnNothing() {
	later := func(f func()) { c.host.After(0, f) }
	nothing := &store.Memory{Later: later}
	c.desk = train.NewDesk(untrained{}, nothing, c.host, time.Now, c.trained, c.Notice)
	c.remember(nothing)
	c.policy = policy.NewModel(c.runner, c.changedPolicy)
}

// untrained is a train.Runner that has no worker.
type untrained struct{}

// Train implements train.Runner.
func (untrained) Train(_, _ []byte, l train.Listener) train.Handle {
	l.Ended(&wire.Reply{Kind: wire.KindError, Message: "There is no worker to train in."})
	return untrained{}
}

// Tell implements train.Handle.
func (untrained) Tell(wire.Op, float64) {}

// Drop implements train.Handle.
func (untrained) Drop() {}

// trained hears of the training. Its curves are only drawn where they are seen.
func (c *Root) trained(milestone bool) {
	if t := c.desk.Current; milestone && t != nil && len(t.Evaluations) > 0 {
		c.said = c.desk.Lead()
	}
	switch {
	case milestone:
		c.soon()
	case c.tab == "train":
		c.drawIn(curveSeconds)
	}
}

// curveSeconds is the least time between two drawings of curves that only grow
// by a point: a dozen of them move at once.
const curveSeconds = 0.4

// changedPolicy hears of an answer about a policy.
func (c *Root) changedPolicy() { c.draw() }

// Train starts a training of the experiment that the form says, or shows the
// one that is under way.
func (c *Root) Train() {
	c.choose("train")
	if c.desk.Active() {
		return
	}
	e := c.model.Experiment()
	switch {
	case e == nil:
		c.notice = "Correct the marked fields first; nothing was started."
		c.sheet = c.host.Narrow()
	case !c.desk.Settings.Valid():
		c.notice = "Correct the marked training settings first; nothing was started."
	default:
		c.notice = ""
		c.desk.Start(e)
	}
}

// trainWord names the button that starts a training and, where one is shown,
// pauses it or lets it go on.
func (c *Root) trainWord() string {
	if c.tab == "train" && c.desk.Active() {
		if c.desk.Current.State == train.Paused {
			return "Resume"
		}
		return "Pause"
	}
	return "Train"
}

// trainPress answers that button.
func (c *Root) trainPress() {
	switch c.trainWord() {
	case "Resume":
		c.desk.Resume()
	case "Pause":
		c.desk.Pause()
	default:
		c.Train()
	}
}

// stopPress answers the Stop button: it stops what the tab shows.
func (c *Root) stopPress() {
	if c.tab == "train" && c.desk.Active() {
		c.desk.Stop()
		return
	}
	if c.sweeping() {
		c.sweeps.Stop()
	}
	if c.running() {
		c.Stop()
	}
}

// canStop reports whether there is something for Stop to stop.
func (c *Root) canStop() bool {
	if c.tab == "train" && c.desk.Active() {
		return c.desk.Current.State != train.Stopping
	}
	return c.running() || c.sweeping()
}

// runClass and trainClass make the verb of the open tab the first thing to do.
func (c *Root) runClass() string {
	if c.tab == "train" {
		return ""
	}
	return "primary"
}

func (c *Root) trainClass() string {
	if c.tab == "train" {
		return "primary train-button"
	}
	return "train-button"
}

// comparePolicy puts a policy among the strategies, and runs them.
func (c *Root) comparePolicy(key string) {
	if name, isBuiltin := strings.CutPrefix(key, builtinPrefix); isBuiltin {
		c.model.AddPolicy(experiment.StrategySpec{Kind: "policy", Checkpoint: name})
		c.Run()
		return
	}
	id := strings.TrimPrefix(key, ownPrefix)
	c.desk.File(id, func(file []byte) {
		p := c.desk.Policy(id)
		if p == nil {
			return
		}
		c.model.AddPolicy(train.Strategy(p.Name, file))
		c.tab = "compare"
		c.Run()
		c.draw()
	})
}

// explainPolicy opens the Policy tab on a policy.
func (c *Root) explainPolicy(key string) {
	c.policy.Choose(key)
	c.choose("policy")
}

// openPolicy prepares the Policy tab: the policies that there are and the
// experiment that they are asked about.
func (c *Root) openPolicy() {
	e := c.model.Experiment()
	if e == nil {
		e = c.session.Experiment
	}
	choices := append(inlinePolicies(e), c.policies()...)
	if !c.policy.Chose() { // the reader has not
		c.policy.Choose(fittingPolicy(e, choices))
	}
	c.policy.Open(e, choices)
}

// fittingPolicy returns the key of the first policy that an experiment has, or
// else of the one that was trained for it; "" if there is neither.
func fittingPolicy(x *experiment.Experiment, choices []policy.Choice) string {
	var keys []string
	for _, s := range x.Strategies {
		if s.Kind == "policy" {
			keys = append(keys, inlinePrefix+s.Name(), builtinPrefix+s.Checkpoint)
		}
	}
	for _, key := range append(keys, builtinPrefix+form.TrainedOn(x)) {
		if slices.ContainsFunc(choices, func(p policy.Choice) bool { return p.Key == key }) {
			return key
		}
	}
	return ""
}

// inlinePolicies are those that the strategies of an experiment hold themselves, as
// one from a link may.
func inlinePolicies(x *experiment.Experiment) (list []policy.Choice) {
	for _, s := range x.Strategies {
		if s.Kind != "policy" || !builtin.IsInline(s.Checkpoint) {
			continue
		}
		file, err := builtin.InlineFile(s.Checkpoint)
		if err != nil {
			continue // the form says so
		}
		name := s.Name()
		list = append(list, policy.Choice{Key: inlinePrefix + name, Name: name, File: func(got func([]byte)) { got(file) }})
	}
	return list
}

// policies are those of the desk and of the program, as the Policy tab takes
// them.
func (c *Root) policies() []policy.Choice {
	var list []policy.Choice
	for i := len(c.desk.Policies) - 1; i >= 0; i-- {
		p := &c.desk.Policies[i]
		id := p.ID
		list = append(list, policy.Choice{Key: ownPrefix + id, Name: p.Name, File: func(got func([]byte)) { c.desk.File(id, got) }})
	}
	for i := range c.desk.Builtin {
		p := &c.desk.Builtin[i]
		list = append(list, policy.Choice{Key: builtinPrefix + p.Name, Name: "Built in: " + p.Name, File: func(got func([]byte)) { got(p.File) }})
	}
	return list
}

// builtinPrefix begins the key of a policy that comes with the program,
// ownPrefix that of the user's, inlinePrefix that of one in the experiment.
const (
	inlinePrefix  = "inline/"
	builtinPrefix = "builtin/"
	ownPrefix     = "own/"
)

// pickPolicy lets the user choose policy files.
func (c *Root) pickPolicy() {
	c.host.Pick(policySuffix, func(files []File) {
		c.ImportAll(files)
		c.draw()
	})
}

// policySuffix ends the names of policy files. The page's script hands such a
// file, and any that has the form of one, over as a data URL, which begins so.
const (
	policySuffix = ".safetensors"
	dataURL      = "data:application/octet-stream;base64,"
)

// importPolicy takes in a policy file and returns what to tell of it.
func (c *Root) importPolicy(name, text string) string {
	_, encoded, found := strings.Cut(text, ",")
	file, err := base64.StdEncoding.DecodeString(encoded)
	if !found || err != nil || len(file) == 0 {
		return name + " is empty, cannot be read or is larger than 32 MiB."
	}
	id, err := c.desk.Import(name, file)
	if err != nil {
		return name + ": " + strings.TrimSuffix(err.Error(), ".") + "."
	}
	c.choose("train")
	return "The policy " + c.desk.Policy(id).Name + " joined the list of policies."
}

// saveTraining saves the experiment with the training's settings, for
// rampart train.
func (c *Root) saveTraining() {
	e := c.model.Experiment()
	if e == nil || !c.desk.Settings.Valid() {
		c.notice = "Correct the marked fields first; nothing was saved."
		return
	}
	own := *e
	own.Train = c.desk.Settings.JSON()
	c.host.Save(download.FileName(&own, "training.json"), "application/json", string(experiment.AppendFile(nil, &own)))
}

// policyRun is a run with its jobs that the Policy tab takes situations from:
// one of the Timeline's.
func (c *Root) policyRun() *experiment.Run {
	for _, run := range c.sides.runs {
		if run != nil && len(run.Jobs) > 0 {
			return run
		}
	}
	return nil
}
