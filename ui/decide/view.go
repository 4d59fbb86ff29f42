package decide

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/wasm/wire"
)

// View is the tab.
type View struct {
	Model *Model
	// Focus gives an element the focus once the page is drawn.
	Focus func(id string)
	// Add puts the decisions among the strategies and runs them on their seed.
	Add func(spec experiment.StrategySpec, seed uint64)

	typed string // digits of a degree that is being typed
	table bool   // all advice as a table
	lost  bool   // the focus goes to the degree that is marked, once there is one
}

// Compute is called by vugu before each drawing.
func (c *View) Compute() {
	if m := c.Model; c.lost && m.asking == nil && m.decision() != nil {
		c.lost = false
		c.Focus("decide-" + strconv.Itoa(m.marked()))
	}
}

// option is a row of the list of degrees.
type option struct {
	*wire.Option
	index int
	limit float64 // of the job, seconds
	scale float64 // the seconds that the bar's whole width stands for
}

// options are the degrees that the waiting job could have.
func (c *View) options() []option {
	d := c.Model.decision()
	if d == nil {
		return nil
	}
	scale := d.MaxAcceptableSeconds
	for _, o := range d.Options {
		scale = max(scale, o.JCTSeconds)
	}
	list := make([]option, len(d.Options))
	for i := range d.Options {
		list[i] = option{&d.Options[i], i, d.MaxAcceptableSeconds, scale * 1.04}
	}
	return list
}

func (o *option) id() string    { return "decide-" + strconv.Itoa(o.Degree) }
func (o *option) label() string { return degreeWords(o.Degree) }

// room says whether the job fits.
func (o *option) room() string {
	switch {
	case o.Degree == 0:
		return number.Missing
	case !o.Valid:
		return "not valid"
	case !o.Placeable:
		return "no"
	}
	return "yes, " + plural(o.Servers, "server")
}

func (o *option) roomHelp() string {
	switch {
	case o.Degree == 0:
		return "The job is blocked if it is not run."
	case !o.Valid:
		return "There are fewer free servers than this degree needs."
	case !o.Placeable:
		return "No free servers have a form that the placer could use."
	}
	return "The placer finds room for it now."
}

// jct is the predicted completion time.
func (o *option) jct() string {
	if o.JCTSeconds == 0 {
		return number.Missing
	}
	return number.Duration(o.JCTSeconds)
}

// inTime says whether the job would be accepted.
func (o *option) inTime() string {
	switch {
	case !o.Placeable:
		return ""
	case o.InTime:
		return "in time"
	}
	return "too slow"
}

func (o *option) exact() string {
	if o.JCTSeconds == 0 {
		return "It cannot be placed now."
	}
	return number.Seconds(o.JCTSeconds) + " of at most " + number.Seconds(o.limit)
}

func (o *option) bar() string  { return chart.Percent(min(1, o.JCTSeconds/o.scale)) }
func (o *option) line() string { return chart.Percent(o.limit / o.scale) }

func (o *option) barClass() string {
	if o.InTime {
		return "decide-bar"
	}
	return "decide-bar decide-late"
}

func (c *View) rowClass(o *option) string {
	switch {
	case o.index == c.Model.picked:
		return "decide-marked"
	case !o.Valid:
		return "decide-off"
	}
	return ""
}

// tabIndex lets the Tab key reach the degree that is marked.
func (c *View) tabIndex(o *option) string {
	if o.index == c.Model.picked {
		return "0"
	}
	return "-1"
}

// whole keeps a name on one line: hyphens and spaces that no line ends at.
func whole(name string) string {
	return strings.NewReplacer("-", "\u2011", " ", "\u00a0").Replace(name)
}

// who names those who would choose a degree; of policies that weigh, also those
// who give it a twentieth or more.
func (c *View) who(o *option) string {
	var names []string
	for i, a := range c.Model.decision().Advice {
		spec := &c.Model.table.Strategies[i]
		name := strings.TrimPrefix(spec.Name(), "Policy ")
		switch {
		case a.Failed != "" || spec.Kind == "random":
		case a.Probabilities != nil:
			if p := a.Probabilities[o.index]; a.Degree == o.Degree || p >= 0.05 {
				names = append(names, whole(name+" "+number.Rate(p))+onBlock(&a, o.Degree))
			}
		case a.Degree == o.Degree:
			names = append(names, whole(name))
		}
	}
	return strings.Join(names, ", ")
}

// onBlock names the block that a policy would take of the degree that it chooses,
// if it is not the placer's own.
func onBlock(a *wire.Advice, degree int) string {
	if a.Block < 2 || a.Degree != degree {
		return ""
	}
	return ", most likely on block " + strconv.Itoa(a.Block)
}

// blocksWords says what becomes of a policy that also chooses the block, if it is
// let decide or has decided; "" for all others.
func (c *View) blocksWords() string {
	d := c.Model.decision()
	if d == nil {
		return ""
	}
	for i := range d.Advice {
		name := c.Model.table.Strategies[i].Name()
		decided := func(t turn) bool { return t.who == name }
		if d.Advice[i].Block > 0 && (i == c.Model.leader || slices.ContainsFunc(c.Model.turns, decided)) {
			return name + " also chooses the block of servers. Here it decides degrees only: jobs lie on block 1, which the placer takes, and may fare otherwise than in its own run."
		}
	}
	return ""
}

// cell is what a strategy thinks of a degree, for the table of advice.
func (c *View) cell(strategy, at int) string {
	a := &c.Model.decision().Advice[strategy]
	switch {
	case a.Failed != "":
		return number.Missing
	case a.Probabilities != nil:
		return number.Rate(a.Probabilities[at])
	case a.Degree == c.Model.decision().Options[at].Degree:
		return "chosen"
	}
	return ""
}

// cellClass tells what a strategy would choose.
func (c *View) cellClass(strategy, at int) string {
	a := &c.Model.decision().Advice[strategy]
	if a.Failed == "" && a.Degree == c.Model.decision().Options[at].Degree && c.Model.table.Strategies[strategy].Kind != "random" {
		return "n decide-chosen"
	}
	return "n"
}

func (c *View) tableWord() string {
	if c.table {
		return "Hide the table of all opinions"
	}
	return "Show all opinions as a table"
}

// key moves between degrees: arrows mark, digits write a degree, Enter chooses
// what has the focus, u and Backspace take back.
func (c *View) key(event vugu.DOMEvent) {
	m := c.Model
	key := event.PropString("key")
	if key == "" || event.PropBool("ctrlKey") || event.PropBool("metaKey") || event.PropBool("altKey") {
		return
	}
	switch key {
	case "ArrowDown":
		m.Mark(1)
	case "ArrowUp":
		m.Mark(-1)
	case "u", "Backspace":
		m.Undo()
		c.lost = true
	default:
		if len(key) != 1 || key[0] < '0' || key[0] > '9' {
			return
		}
		c.digit(key)
	}
	if key[0] < '0' || key[0] > '9' {
		c.typed = ""
	}
	event.PreventDefault()
	c.Focus("decide-" + strconv.Itoa(m.marked()))
}

// digit marks the degree that is being typed.
func (c *View) digit(key string) {
	for _, text := range []string{c.typed + key, key} {
		degree, err := strconv.Atoi(text)
		if err != nil || len(text) > 4 {
			continue
		}
		c.typed = text
		if c.Model.MarkDegree(degree) {
			return
		}
	}
}

// choose gives the job a degree and keeps the focus where it was.
func (c *View) choose(degree int) {
	c.typed = ""
	c.Model.Choose(degree)
	c.lost = true
}

func (c *View) pickSeed(value string) {
	if seed, err := strconv.ParseUint(value, 10, 64); err == nil {
		c.Model.Restart(seed)
	}
}

func (c *View) pickLeader(value string) {
	if i, err := strconv.Atoi(value); err == nil {
		c.Model.Lead(i)
	}
}

func (c *View) add() {
	if spec, seed, ok := c.Model.Script(); ok {
		c.Add(spec, seed)
	}
}

func ariaBool(b bool) string { return strconv.FormatBool(b) }
