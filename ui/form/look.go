package form

import (
	"strconv"
	"strings"

	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/ui/words"
)

// inputID is the id of a field's input element.
func inputID(key string) string { return "f-" + strings.ReplaceAll(key, ".", "-") }

// hintID is the id of the element that says a field's range and meaning.
func hintID(key string) string { return inputID(key) + "-hint" }

// ariaBool writes an ARIA state, which is absent for vugu if it is a false bool.
func ariaBool(b bool) string { return strconv.FormatBool(b) }

// inputMode is the keyboard that a touch screen offers for a field.
func (f *Field) inputMode() string {
	switch f.Kind {
	case Integer:
		return "numeric"
	case Number:
		return "decimal"
	}
	return "text"
}

// wide reports whether a field needs a line of its own.
func (f *Field) wide() bool { return f.Kind == Choice || f.Kind == List || f.Kind == Text }

// tip is what a field means while it has the focus or the pointer, nothing while
// its mistake stands there. It is the same as the hint for screen readers.
func (c *Form) tip(f *Field) any {
	if c.Model.Mistake(f.Key).Message != "" {
		return nil // no attribute
	}
	return f.Help
}

// origin says where a field's meaning and the paper's value are from.
func (f *Field) origin() string { return "Source: " + words.Find(f.Label).Source + "." }

// rowMark is how a strategy row is drawn in all views while it is ticked.
func (m *Model) rowMark(row int) chart.Mark {
	if row >= len(m.draft.strategies) {
		return chart.Mark{} // only offered
	}
	index := 0
	for _, r := range m.draft.strategies[:row] {
		if r.Ticked {
			index++
		}
	}
	if !m.draft.strategies[row].Ticked || index >= len(m.now.partial.Strategies) {
		return chart.Mark{}
	}
	return chart.Marks(m.now.partial.Strategies)[index]
}

// degreeHint says what the degree of a strategy may be.
func degreeHint(r *StrategyRow) string {
	if r.Spec.Kind == "sipml" {
		return "even, empty for no limit"
	}
	return "1 or even"
}

// fieldClass lays a field out on half a line or a whole one.
func fieldClass(f *Field) string {
	if f.wide() {
		return "field wide"
	}
	return "field"
}

func foldWord(open bool) string {
	if open {
		return "Fold all"
	}
	return "Unfold all"
}

// foldSum sums a section up, or says how much of it is wrong.
func (m *Model) foldSum(group string) string {
	switch n := m.Mistakes(group); n {
	case 0:
		return m.Summary(group)
	case 1:
		return "1 field to correct"
	default:
		return strconv.Itoa(n) + " fields to correct"
	}
}

func (m *Model) foldClass(group string) string {
	if m.Mistakes(group) > 0 {
		return "fold-sum wrong"
	}
	return "fold-sum"
}

func traceWords(jobs int) string {
	return "Jobs come from a trace of " + number.Count(jobs) + " jobs."
}

// tickLabel names a strategy's tick, with its degree.
func tickLabel(r *StrategyRow) string {
	if r.Spec.Kind == "fixed" {
		return "Fixed degree " + r.Degree
	}
	return r.Spec.Name()
}

// degreeLabel names a strategy's degree field.
func degreeLabel(r *StrategyRow) string {
	if r.Spec.Kind == "sipml" {
		return "Largest degree of SiP-ML"
	}
	if r.Spec.Kind == "reserve" {
		return "Servers of the block that is kept free"
	}
	return "Degree of fixed degree " + strconv.Itoa(r.Spec.Degree)
}

// placeholder stands in for what is too long to be shown.
func (m *Model) placeholder(key string) any {
	if !m.Long(key) {
		return nil // no attribute
	}
	return plural(len(split(m.draft.text[key])), "value", "values") + " from a file"
}
