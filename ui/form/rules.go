package form

import (
	"strconv"

	"rampart/core/experiment"
	"rampart/core/plan"
	"rampart/ui/words"
)

// The choices of the field of rules.
const (
	rulesKey    = "rules"
	customRules = "custom" // the switches say
)

// rulesField chooses a base of the rules, or leaves them to the switches. What
// it says of the experiment the switches say too: choosing a base sets them.
var rulesField = &Field{
	Key: rulesKey, Label: "Rules", Kind: Choice,
	Options: []Option{{experiment.Reference.String(), "Reference"}, {experiment.Corrected.String(), "Corrected"}, {customRules, "Custom"}},
	Help:    "Reference gives the numbers of the published simulator, quirks included. Corrected is physically right. Custom sets each switch by itself.",
	read: func(e *x) string {
		if e.Rules.Plain() {
			return e.Rules.String()
		}
		return customRules
	},
	write: func(*x, string) error { return nil },
}

// switchFields are the switches of the rules.
var switchFields = func() (fields []*Field) {
	for _, s := range plan.Switches() {
		entry := words.Find(rulesKey + "." + s.Name)
		fields = append(fields, &Field{
			Key: rulesKey + "." + s.Name, Label: entry.Term, Kind: Check, Help: entry.Short,
			read: func(e *x) string { return strconv.FormatBool(s.On(e.Rules.Fixes())) },
			write: func(e *x, text string) error {
				e.Rules = experiment.Rules(s.Set(e.Rules.Fixes(), text == "true"))
				return nil
			},
		})
	}
	return fields
}()

// switchesOf are the texts of all switches under some rules.
func switchesOf(r experiment.Rules) map[string]string {
	text := map[string]string{}
	for _, f := range switchFields {
		text[f.Key] = f.read(&x{Rules: r})
	}
	return text
}

// switchesFold is the key of the fold that holds the switches.
const switchesFold = "switches"

// Switches are the switches of the rules in a section that shows them.
func (m *Model) Switches(g Group) []*Field {
	if g.Key != "simulation" || m.draft.text[rulesKey] != customRules {
		return nil
	}
	return switchFields
}

// On reports whether a switch is on.
func (m *Model) On(key string) bool { return m.draft.text[key] == "true" }

// Switch sets a switch; the rules are custom from then on.
func (m *Model) Switch(key string, on bool) {
	m.change("", func(d *Draft) { d.text[key] = strconv.FormatBool(on) })
}

// rulesWords sums the rules up.
func rulesWords(r experiment.Rules) string {
	word, differing := r.Base()
	text := map[string]string{"reference": "Reference", "corrected": "Corrected"}[word] + " rules"
	switch n := len(differing); {
	case n == 1 && differing[0].On(r.Fixes()):
		text += " with " + differing[0].Name
	case n == 1:
		text += " without " + differing[0].Name
	case n > 1:
		text += " with " + strconv.Itoa(n) + " switches changed"
	}
	return text
}
