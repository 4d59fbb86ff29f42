package history

// Notices are what the page says, unasked, of what is kept: what could not be,
// with a way out; an experiment that can go on; and a later version of the page.
type Notices struct {
	Model *Model
	Site  *Site

	News   string // of the page; see Site.News
	Unkept string // what could not be kept, "" if nothing

	Export         func() // saves what the page shows as a file
	ExportTraining func() // saves the training's checkpoint; nil if there is none
	Dismiss        func() // forgets Unkept
	Open           func(e Entry)
}
