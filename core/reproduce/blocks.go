package reproduce

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rampart/core/experiment"
)

// Block is a paragraph, a list or a table: the one of its members that is there.
type Block struct {
	Text  string
	List  []string
	Table *Table
}

// Table is a table: the cells of the first column are names.
type Table struct {
	Caption string
	Head    []string
	Rows    [][]string
}

// Missing stands where a number is not there.
const Missing = "–"

// writer collects the blocks of a section.
type writer struct {
	book    *Book
	results *Results
	blocks  []Block
}

func (w *writer) text(text string) { w.blocks = append(w.blocks, Block{Text: text}) }

func (w *writer) textf(format string, args ...any) { w.text(fmt.Sprintf(format, args...)) }

func (w *writer) list(lines ...string) { w.blocks = append(w.blocks, Block{List: lines}) }

func (w *writer) table(caption string, head ...string) *Table {
	t := &Table{Caption: caption, Head: head}
	w.blocks = append(w.blocks, Block{Table: t})
	return t
}

func (t *Table) row(cells ...string) { t.Rows = append(t.Rows, cells) }

// percent writes a fraction in per cent with one decimal.
func percent(fraction float64) string { return decimals(100*fraction, 1) }

// said writes a published rate in per cent, with all its digits.
func said(fraction float64) string { return decimals(100*fraction, 2) }

// rate writes a blocking rate in per cent, with the half width of its 95 %
// interval.
func rate(i experiment.Interval) string {
	switch {
	case i.N == 0:
		return Missing
	case !i.Bounded():
		return percent(i.Mean)
	}
	return percent(i.Mean) + " ± " + percent(i.High-i.Mean)
}

// mean writes a mean with so many decimals and the half width of its interval.
func mean(i experiment.Interval, places int) string {
	switch {
	case i.N == 0:
		return Missing
	case !i.Bounded():
		return decimals(i.Mean, places)
	}
	return decimals(i.Mean, places) + " ± " + decimals(i.High-i.Mean, places)
}

func decimals(v float64, places int) string {
	text := strconv.FormatFloat(v, 'f', places, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // no minus before nothing
	}
	return strings.Replace(text, "-", "−", 1)
}

// signed writes a difference in points, with its sign.
func signed(fraction float64) string {
	text := percent(fraction)
	if strings.HasPrefix(text, "−") || strings.Trim(text, "0.") == "" {
		return text
	}
	return "+" + text
}

// difference writes a paired difference in points with its interval.
func difference(p experiment.Paired) string {
	d := p.Difference
	switch {
	case d.N == 0:
		return Missing
	case !d.Bounded():
		return signed(d.Mean)
	}
	return fmt.Sprintf("%s (%s to %s)", signed(d.Mean), signed(d.Low), signed(d.High))
}

// apart is the relative difference of two values.
func apart(a, b float64) float64 {
	if a == b {
		return 0
	}
	return math.Abs(a-b) / math.Max(math.Abs(a), math.Abs(b))
}

// tiny writes a relative difference: one digit and a power of ten, rounded up.
func tiny(v float64) string {
	if v == 0 {
		return "0"
	}
	return strconv.FormatFloat(v, 'e', 0, 64)
}

func plain(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func itoa(n int) string { return strconv.Itoa(n) }

// and joins words.
func and(words []string) string {
	switch n := len(words); n {
	case 0:
		return "none"
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}
