package experiment

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"rampart/core/plan"
	"rampart/core/strict"
)

// Rules select how the cluster is simulated: which of the ways in which the
// corrected rules depart from the published simulator are taken. The zero value
// is Reference. In a file they are the word of a base, or an object with a base
// and the switches that differ from it:
//
//	"corrected"
//	{"base": "reference", "units": true, "memory": true}
type Rules plan.Fixes

// The rules that a file names with one word.
const (
	Reference Rules = 0                    // numbers equal to the published simulator, quirks included
	Corrected       = Rules(plan.AllFixes) // physically right
)

// bases are the rules of one word.
var bases = [...]struct {
	word  string
	rules Rules
}{{"reference", Reference}, {"corrected", Corrected}}

// allRules are the bits that rules may have.
const allRules = Rules(plan.AllFixes | plan.FixInput)

// Fixes returns the rules as a planner takes them.
func (r Rules) Fixes() plan.Fixes { return plan.Fixes(r) }

// Has reports whether any of the fixes is made.
func (r Rules) Has(fix plan.Fixes) bool { return r.Fixes().Has(fix) }

// Plain reports whether the rules are those of a base.
func (r Rules) Plain() bool { return r == Reference || r == Corrected }

// Base returns the word of the base from which the rules differ in the fewest
// switches, the reference's of two, and these switches. One set of rules so has
// one canonical form.
func (r Rules) Base() (word string, differing []plan.Switch) {
	of := bases[0]
	for _, b := range bases[1:] {
		if bits.OnesCount32(uint32(r^b.rules)) < bits.OnesCount32(uint32(r^of.rules)) {
			of = b
		}
	}
	for _, s := range plan.Switches() {
		if s.On(r.Fixes()) != s.On(of.rules.Fixes()) {
			differing = append(differing, s)
		}
	}
	return of.word, differing
}

// String writes the rules in the form that ParseRules reads: reference,
// corrected, or the base and the switches that differ, those that are off with a
// minus, as in reference:units,memory or corrected:-channelSharing.
func (r Rules) String() string {
	word, differing := r.Base()
	for i, s := range differing {
		word += string(":,"[min(i, 1)])
		if !s.On(r.Fixes()) {
			word += "-"
		}
		word += s.Name
	}
	return word
}

// Words names the rules in a phrase: "reference rules", or "reference rules but
// units on, memory on".
func (r Rules) Words() string {
	word, differing := r.Base()
	text := word + " rules"
	for i, s := range differing {
		text += [2]string{" but ", ", "}[min(i, 1)] + s.Name + " off"
		if s.On(r.Fixes()) {
			text = strings.TrimSuffix(text, "off") + "on"
		}
	}
	return text
}

// ParseRules reads the form that String writes.
func ParseRules(text string) (Rules, error) {
	word, list, found := strings.Cut(text, ":")
	r, ok := ruled(word)
	if !ok {
		return 0, errors.New(unknown(word, baseWords()))
	}
	if !found {
		return r, nil
	}
	for _, name := range strings.Split(list, ",") {
		name, off := strings.CutPrefix(name, "-")
		s, ok := switchOf(name)
		if !ok {
			return 0, errors.New(unknown(name, switchNames()))
		}
		r = Rules(s.Set(r.Fixes(), !off))
	}
	return r, nil
}

// ruled returns the rules of one word.
func ruled(word string) (Rules, bool) {
	for _, b := range bases {
		if b.word == word {
			return b.rules, true
		}
	}
	return 0, false
}

func baseWords() (words []string) {
	for _, b := range bases {
		words = append(words, b.word)
	}
	return words
}

func switchOf(name string) (plan.Switch, bool) {
	for _, s := range plan.Switches() {
		if s.Name == name {
			return s, true
		}
	}
	return plan.Switch{}, false
}

func switchNames() (names []string) {
	for _, s := range plan.Switches() {
		names = append(names, s.Name)
	}
	return names
}

// unknown says that a word is none of those that are expected.
func unknown(word string, expected []string) string {
	hint := ""
	if near := strict.Nearest(word, expected); near != "" {
		hint = " (did you mean " + near + "?)"
	}
	return fmt.Sprintf("%s is not known, expected one of %s%s", strict.Excerpt(word), strings.Join(expected, ", "), hint)
}

// decodeRules reads a word, or an object of a base and switches.
func decodeRules(n strict.Node, r *Rules) {
	if n.Kind() != strict.Object {
		var word string
		strict.OneOf(n, &word, baseWords()...)
		if rules, ok := ruled(word); ok {
			*r = rules
		}
		return
	}
	o := n.Object()
	o.Require("base")
	var word string
	strict.OneOf(o.Get("base"), &word, baseWords()...)
	base, _ := ruled(word)
	fixes := base.Fixes()
	for _, s := range plan.Switches() {
		on := s.On(fixes)
		o.Bool(s.Name, &on)
		fixes = s.Set(fixes, on)
	}
	o.Done()
	*r = Rules(fixes)
}

// appendRules writes the word of a base, or an object with the nearest base and
// the switches that differ from it.
func appendRules(w *writer, r Rules) {
	word, differing := r.Base()
	if len(differing) == 0 {
		w.text(word)
		return
	}
	w.open('{')
	w.key("base").text(word)
	for _, s := range differing {
		w.key(s.Name).bool(s.On(r.Fixes()))
	}
	w.close('}')
}

// rules checks that no bit is set that has no meaning.
func (k *checker) rules(r Rules) {
	if r&^allRules != 0 {
		k.fail("rules", "%#x has switches that are not known, expected reference, corrected or an object", uint32(r))
	}
}

// single reports whether the lookahead has to follow every dependency singly.
func (x *Experiment) single() bool {
	return plan.Singly(x.Cluster.ChannelsPerLink)
}
