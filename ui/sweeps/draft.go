package sweeps

import (
	"strconv"
	"strings"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/core/sweep"
)

// Draft is a field and its range as the user types it.
type Draft struct {
	Path     string // "" for no field
	From, To string
	N        string
	Log      bool
}

// usual fills a draft with the usual range of a field.
func usual(x *experiment.Experiment, path string) Draft {
	f, err := sweep.Find(x, path)
	if err != nil {
		return Draft{}
	}
	r := f.Usual(x)
	return Draft{Path: path, From: show(r.From), To: show(r.To), N: strconv.Itoa(r.N), Log: r.Log}
}

// show writes a number as it can be typed.
func show(v float64) string {
	short := strconv.FormatFloat(v, 'g', 9, 64)
	if rounded, err := strconv.ParseFloat(short, 64); err == nil {
		v = rounded
	}
	if v >= 1e6 || v != 0 && v < 1e-3 {
		return strings.Replace(strconv.FormatFloat(v, 'e', -1, 64), "e+", "e", 1)
	}
	return strict.FormatFloat(v)
}

// axis reads a draft.
func (d *Draft) axis(x *experiment.Experiment) (sweep.Axis, error) {
	text := d.Path + "=" + d.From + ":" + d.To + ":" + strings.TrimSpace(d.N)
	if d.Log {
		text += ":log"
	}
	return sweep.ParseAxis(text, func(path string) (*sweep.Field, error) { return sweep.Find(x, path) }, nil)
}
