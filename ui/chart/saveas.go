package chart

// The formats of a picture.
const (
	FormatSVG = "svg"
	FormatPNG = "png" // at two pixels a CSS pixel
)

// Saver saves a figure in a format; name is what it is called, and draw draws
// it.
type Saver func(name, format string, draw func(Paper) []byte)

// SaveAs are the buttons that save a figure.
type SaveAs struct {
	Name string
	Draw func(Paper) []byte
	Save Saver
}

// saveFormats are the formats on offer and the words on their buttons.
var saveFormats = [...][2]string{{FormatSVG, "SVG"}, {FormatPNG, "PNG"}}
