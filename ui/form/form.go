package form

import "github.com/vugu/vugu"

// Form is the experiment form as the page shows it.
type Form struct {
	Model *Model
	// Changed is called after every change that the user made.
	Changed func()
	// Undo and Redo take a change back and do it again; nil for those of Model.
	Undo, Redo func()
	// Look shows a graph; nil leaves out what asks for it.
	Look func(graph string)
}

func (c *Form) edit(key string, event vugu.DOMEvent) {
	c.Model.Edit(key, event.PropString("target", "value"))
	c.Changed()
}

func (c *Form) take(key, text string) {
	c.Model.Edit(key, text)
	c.Changed()
}

func (c *Form) tickGraph(row int, event vugu.DOMEvent) {
	c.Model.TickGraph(row, event.PropBool("target", "checked"))
	c.Changed()
}

func (c *Form) tickStrategy(row int, event vugu.DOMEvent) {
	c.Model.TickStrategy(row, event.PropBool("target", "checked"))
	c.Changed()
}

func (c *Form) editDegree(row int, event vugu.DOMEvent) {
	c.Model.EditDegree(row, event.PropString("target", "value"))
	c.Changed()
}

func (c *Form) turn(key string, event vugu.DOMEvent) {
	c.Model.Switch(key, event.PropBool("target", "checked"))
	c.Changed()
}

func (c *Form) toggleSwitches() { c.Model.Toggle(switchesFold) }

func (c *Form) addFixed() {
	c.Model.AddFixed()
	c.Changed()
}

func (c *Form) togglePolicies() { c.Model.Toggle(otherPolicies) }

func (c *Form) useGenerator() {
	c.Model.UseGenerator()
	c.Changed()
}

func (c *Form) undo() {
	if c.Undo != nil {
		c.Undo()
		return
	}
	c.Model.Undo()
	c.Changed()
}

func (c *Form) redo() {
	if c.Redo != nil {
		c.Redo()
		return
	}
	c.Model.Redo()
	c.Changed()
}
