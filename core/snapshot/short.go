package snapshot

import (
	"strings"

	"rampart/core/experiment"
	"rampart/core/strict"
)

const (
	maxShort = 500 // characters of a link that Short makes: what is longer cannot be read
	maxKeys  = 200 // of a link that ParseLink reads
)

// presetNames are the values of the key p.
var presetNames = []string{"A", "B", "C", "D"}

// Preset returns the experiment that a short link changes: the paper's under
// deadlines "A", "B", "C" or "D", with the built-in policy that was trained for
// it, firstfit-A and so on, as its last strategy. It returns nil for another
// name. What a preset says never changes, so that old links keep their meaning.
func Preset(name string) *experiment.Experiment {
	x := experiment.Paper(name)
	if x != nil {
		x.Strategies = append(x.Strategies, experiment.StrategySpec{Kind: "policy", Checkpoint: "firstfit-" + name})
	}
	return x
}

// Short returns a readable link, without "#", that says the experiment and the
// view of s and nothing else; ok is false if it cannot say all of them: a trace
// of jobs, inline graphs and policies, scripts, and what would take more than
// 500 characters. Of several links it is the shortest. s must be valid.
func Short(s *Snapshot) (fragment string, ok bool) {
	view, err := ViewOf(s.Experiment)
	if err != nil {
		return "", false
	}
	for _, preset := range presetNames {
		text, sayable := differences(preset, s.Experiment, view)
		if sayable && (!ok || len(text) < len(fragment)) {
			fragment, ok = text, true
		}
	}
	if !ok || len(fragment) > maxShort {
		return "", false
	}
	// What the keys leave out shows here, and nothing that a key gets wrong
	// can reach a reader.
	link, err := ParseLink(fragment)
	if err != nil || link == nil || link.Snapshot == nil ||
		string(experiment.AppendCanonical(nil, link.Snapshot.Experiment)) != string(experiment.AppendCanonical(nil, s.Experiment)) {
		return "", false
	}
	return fragment, true
}

// differences writes what x says other than a preset.
func differences(preset string, x *experiment.Experiment, view *View) (text string, ok bool) {
	base := Preset(preset)
	b := append([]byte("p="), preset...)
	add := func(key, value string) {
		b = append(append(append(append(b, '&'), key...), '='), escape(value)...)
	}
	for _, k := range keys {
		if k.write == nil {
			continue
		}
		was, _ := k.write(base)
		is, sayable := k.write(x)
		if !sayable {
			return "", false
		}
		if is == was {
			continue
		}
		name := k.name
		if name == "run" && allFixed(x) {
			name = "degree"
		}
		add(name, is)
	}
	train, sayable := flatten(x.Train)
	if !sayable {
		return "", false
	}
	for _, t := range train {
		add(trainPrefix+t.name, t.value)
	}
	for _, k := range viewKeys {
		if is := k.write(view, x); is != "" {
			add(k.name, is)
		}
	}
	return string(b), true
}

// escape writes a value so that it stays whole in an address and in the text
// around one: besides the unreserved characters of RFC 3986 only , : and @,
// and at the end no mark that a reader could take for the sentence's.
func escape(value string) string {
	const hex = "0123456789ABCDEF"
	b := make([]byte, 0, len(value)+8)
	for i := 0; i < len(value); i++ {
		c := value[i]
		word := '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if word || i < len(value)-1 && strings.IndexByte("-_.~,:@", c) >= 0 {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}

// number writes a number as people would: 1000, but 1e6.
func number(v float64) string {
	plain := strict.FormatFloat(v)
	if e := exponent(v); len(e)+2 < len(plain) {
		return e
	}
	return plain
}
