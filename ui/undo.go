package ui

import "rampart/ui/train"

// The settings of a training belong to the experiment and are not part of the
// form, whose steps of undo they share.

// trainChanged hears of a change of these settings.
func (c *Root) trainChanged() {
	key := ""
	if was, ok := c.model.Aside().(*train.Settings); ok {
		key = "train." + c.desk.Settings.Differs(was)
	}
	c.model.PutAside(key, c.desk.Settings.Clone())
	c.formChanged()
}

// noteTraining remembers these settings as they are, for a change to come.
func (c *Root) noteTraining() { c.model.HaveAside(c.desk.Settings.Clone()) }

// restoreTraining takes over the settings that belong to what the form shows after
// a step of undo.
func (c *Root) restoreTraining() {
	if s, ok := c.model.Aside().(*train.Settings); ok {
		*c.desk.Settings = *s.Clone()
	}
}

// Undo takes the last change of the experiment back.
func (c *Root) Undo() {
	c.model.Undo()
	c.stepped()
}

// Redo does the last change again.
func (c *Root) Redo() {
	c.model.Redo()
	c.stepped()
}

func (c *Root) stepped() {
	c.restoreTraining()
	c.notice = ""
	c.draftLater()
}
