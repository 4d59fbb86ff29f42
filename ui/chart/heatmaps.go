package chart

import (
	"math"
	"strconv"
)

// HeatMap is one of a HeatMaps: a strategy.
type HeatMap struct {
	Mark
	Name string
	// Values are those of the cells, row by row from the first value of Down,
	// NaN where there is none yet.
	Values []float64
}

// HeatMaps are small maps of one quantity over values of two others, one a
// strategy, all with one scale of colours.
type HeatMaps struct {
	Title        string
	Unit         string
	Across, Down []float64 // the values of the columns and rows
	AcrossName   string    // their quantities and units
	DownName     string
	Maps         []HeatMap
	Low, High    float64 // of the scale
	Show         func(float64) string
	Map, Cell    int                 // the cell that is read out, -1 for none
	Read         func(one, cell int) // called when another cell is chosen; nil if none are read out
	Save         Saver
}

// levels is the number of colours of a scale.
const levels = 9

// level is the colour of a value, 0 to levels-1, -1 for none.
func (c *HeatMaps) level(v float64) int {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return -1
	}
	if !(c.High > c.Low) {
		return 0
	}
	return max(0, min(levels-1, int((v-c.Low)/(c.High-c.Low)*levels)))
}

func levelClass(level int) string { return "heat-" + strconv.Itoa(level) }

// cells is the path of all cells of one level, one unit each.
func (c *HeatMaps) cells(m *HeatMap, level int) string {
	var b []byte
	columns := len(c.Across)
	for i, v := range m.Values {
		if c.level(v) != level {
			continue
		}
		b = strconv.AppendInt(append(b, 'M'), int64(i%columns), 10)
		b = strconv.AppendInt(append(b, ' '), int64(len(c.Down)-1-i/columns), 10)
		b = append(b, "h1v1h-1z"...)
	}
	return string(b)
}

// viewBox are the cells of a map.
func (c *HeatMaps) viewBox() string {
	return "0 0 " + strconv.Itoa(len(c.Across)) + " " + strconv.Itoa(len(c.Down))
}

// cut is a level of the scale.
type cut struct {
	Class string
	Label string // what its lower end is
}

// cuts are the levels of the scale, from the least.
func (c *HeatMaps) cuts() []cut {
	list := make([]cut, levels)
	for i := range list {
		list[i] = cut{levelClass(i), c.Show(c.Low + (c.High-c.Low)*float64(i)/levels)}
	}
	return list
}

// alternative is a map in words.
func (c *HeatMaps) alternative(m *HeatMap) string {
	low, high, n := math.Inf(1), math.Inf(-1), 0
	for _, v := range m.Values {
		if c.level(v) >= 0 {
			low, high = math.Min(low, v), math.Max(high, v)
			n++
		}
	}
	s := c.Title + " of " + m.Name + " over " + c.AcrossName + " and " + c.DownName
	if n == 0 {
		return s + ": nothing yet."
	}
	return s + ": from " + c.Show(low) + " to " + c.Show(high) + "."
}

// ends are the first and the last value of an axis.
func ends(values []float64) (first, last string) {
	return ShortValue(values[0]), ShortValue(values[len(values)-1])
}

func (c *HeatMaps) acrossEnds() [2]string { a, b := ends(c.Across); return [2]string{a, b} }
func (c *HeatMaps) downEnds() [2]string   { a, b := ends(c.Down); return [2]string{a, b} }

// summary says the least and the largest value of a map.
func (c *HeatMaps) summary(m *HeatMap) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range m.Values {
		if c.level(v) >= 0 {
			low, high = math.Min(low, v), math.Max(high, v)
		}
	}
	if high < low {
		return ""
	}
	return c.Show(low) + " to " + c.Show(high)
}
