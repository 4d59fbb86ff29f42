package ui

import "rampart/ui/share"

// File is a file that the user chose or dropped. A policy's text is a data URL;
// a file that is empty, too large or cannot be read has none.
type File struct{ Name, Text string }

// Host is what the page asks of the browser. Callbacks are made while the
// page's state may be changed.
type Host interface {
	share.Browser
	// Now is a clock that only goes forward, in seconds.
	Now() float64
	// SaveBytes offers a file for download that is no text.
	SaveBytes(name, mediaType string, data []byte)
	// SavePNG draws an SVG document at so many pixels a CSS pixel and offers it
	// for download as a PNG file; failed is called if the browser cannot.
	SavePNG(name string, svg []byte, scale float64, failed func())
	// Dark reports whether the page has the dark scheme.
	Dark() bool
	// Pick lets the user choose files; got is not called if none is chosen.
	Pick(accept string, got func(files []File))
	// Focus gives an element the focus, once the page is drawn.
	Focus(id string)
	// Narrow reports whether the window is so narrow that the form is behind a
	// button.
	Narrow() bool
	// Fragment is what stands behind # in the page's address, without it.
	Fragment() string
	// ClearFragment takes it out of the address; nothing is loaded.
	ClearFragment()
	// KeepDraft keeps a text as long as the tab is open, over reloads; "" takes it
	// away. It may fail without a word.
	KeepDraft(text string)
	// Draft is the text that was kept, or "".
	Draft() string
}
