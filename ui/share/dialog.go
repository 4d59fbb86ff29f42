package share

import (
	"fmt"
	"strings"

	"github.com/vugu/vugu"
)

// Dialog is the Share dialog as the page shows it.
type Dialog struct {
	Model *Model
}

// what says what is shared.
func (c *Dialog) what() string {
	x := c.Model.source.Experiment
	if c.Model.offer != nil {
		x = c.Model.offer.Snapshot.Experiment
	}
	name := x.Name
	if name == "" {
		name = "An experiment"
	}
	words := fmt.Sprintf("%s: %s on %s", name, plural(len(x.Strategies), "strategy", "strategies"), plural(len(x.Seeds), "seed", "seeds"))
	if v := c.Model.source.View; v != nil && v.Tab != "" {
		words += ", opening at the tab " + strings.ToUpper(v.Tab[:1]) + v.Tab[1:]
	}
	return words + "."
}

func (c *Dialog) figuresHint() string {
	if c.Model.source.Runs == nil {
		return "There is no complete result yet: whoever opens it computes them."
	}
	return "Shown at once to whoever opens it, and checked there by running everything again."
}

func (c *Dialog) hasPolicies() bool {
	x := c.Model.source.Experiment
	return len(OwnPolicies(x))+len(BuiltinPolicies(x)) > 0
}

func (c *Dialog) weightsHint() string {
	own := OwnPolicies(c.Model.source.Experiment)
	builtins := BuiltinPolicies(c.Model.source.Experiment)
	switch {
	case !c.hasPolicies():
		return "No strategy is a learned policy."
	case len(own) > 0 && !c.Model.options.Weights:
		return fmt.Sprintf("Without them %s cannot be run elsewhere, and so %s left out.", list(own), isAre(len(own)))
	case len(own) > 0:
		return fmt.Sprintf("%s can only be run elsewhere with %s weights.", list(own), itsTheir(len(own)))
	case c.Model.options.Weights:
		return "The policies run in every version of Rampart, also in one that no longer brings them."
	}
	return fmt.Sprintf("Not needed: %s with Rampart and %s named by content.", comes(builtins), isAre(len(builtins)))
}

func comes(names []string) string {
	if len(names) == 1 {
		return names[0] + " comes"
	}
	return list(names) + " come"
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func itsTheir(n int) string {
	if n == 1 {
		return "its"
	}
	return "their"
}

// list lists names for a sentence.
func list(names []string) string {
	const most = 3
	if len(names) > most {
		return fmt.Sprintf("%s and %d other policies", strings.Join(names[:most-1], ", "), len(names)-most+1)
	}
	if len(names) > 1 {
		return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	return names[0]
}

// fallen says why another tier than the link is the one to take.
func (c *Dialog) fallen() string {
	switch {
	case c.Model.offer == nil:
		return "Nothing is left to share: all strategies are policies without their weights."
	case c.Model.offer.Fallen != "" && c.Model.server.there && c.Model.offer.Tiers[2].Usable():
		return "A link would be too long, so let the server keep it or save a file."
	}
	return c.Model.offer.Fallen
}

// tiers are those that are offered.
func (c *Dialog) tiers() []*Tier {
	if c.Model.offer == nil {
		return nil
	}
	var list []*Tier
	for i := range c.Model.offer.Tiers {
		list = append(list, &c.Model.offer.Tiers[i])
	}
	if c.Model.server.there {
		list = append(list, c.Model.serverTier())
	}
	return list
}

func (c *Dialog) tierClass(t *Tier) string {
	if !t.Usable() {
		return "tier unusable"
	}
	return "tier"
}

// words say what a tier holds and who can read it, or why it cannot be used.
func (c *Dialog) words(t *Tier) string {
	if !t.Usable() {
		return t.Why
	}
	return t.Holds + " " + t.Readers
}

// textName names the field that shows a tier's text.
func (c *Dialog) textName(t *Tier) string {
	if t.Kind == File {
		return "Name of the file"
	}
	return t.Title
}

func (c *Dialog) buttonClass(t *Tier) string {
	if t.Best {
		return "primary tier-button"
	}
	return "tier-button"
}

func (c *Dialog) buttonWord(t *Tier) string {
	switch {
	case t.Text != "" && t.Kind == c.Model.copied:
		return "Copied"
	case t.Kind == File:
		return "Save file"
	case t.Kind == Server && c.Model.server.busy:
		return "Sending"
	case t.Kind == Server && t.Text == "":
		return "Keep on the server"
	case t.Kind == ShortLink:
		return "Copy short link"
	case t.Kind == Server:
		return "Copy server link"
	}
	return "Copy link"
}

func (c *Dialog) busy(t *Tier) bool { return t.Kind == Server && c.Model.server.busy }

// press does what a tier's button says.
func (c *Dialog) press(t *Tier) {
	switch {
	case t.Kind == File:
		c.Model.saveFile(t)
	case t.Kind == Server && t.Text == "":
		c.Model.keep()
	default:
		c.Model.copyTier(t)
	}
}

// problem says what went wrong with a tier.
func (c *Dialog) problem(t *Tier) string {
	switch {
	case t.Kind == c.Model.refused:
		return "The browser did not let the page copy. Select the text and copy it."
	case t.Kind == Server:
		return c.Model.server.problem
	}
	return ""
}

func (c *Dialog) typed(event vugu.DOMEvent) {
	c.Model.pasted, c.Model.problem = event.PropString("target", "value"), ""
}

func (c *Dialog) pasteKey(event vugu.DOMEvent) {
	if event.PropString("key") == "Enter" && c.Model.pasted != "" {
		event.PreventDefault()
		c.Model.paste()
	}
}

func (c *Dialog) pasteInvalid() string {
	if c.Model.problem != "" {
		return "true"
	}
	return "false"
}
