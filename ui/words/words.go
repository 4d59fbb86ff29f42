// Package words is the glossary of the page: what each term means, in one line
// where it stands and in full in the glossary.
package words

import (
	"strings"
)

// Entry is one term.
type Entry struct {
	Term   string
	Short  string   // one line: what it means, with its full stop
	Note   string   // what else is worth knowing, "" for nothing
	Source string   // where the meaning or its figure is from
	Also   []string // other labels under which the page shows it
}

// Group is a section of the glossary.
type Group struct {
	Name    string
	Entries []Entry
}

// Groups are the sections of the glossary, in the order in which a reader meets
// them.
var Groups = []Group{
	{"Jobs and deadlines", jobs},
	{"Cluster and network", network},
	{"Placement and partitioning", placing},
	{"Views of cluster and graphs", views},
	{"Strategies", strategies},
	{"What a run shows", results},
	{"Deciding by hand", deciding},
	{"Settings of an experiment", settings},
	{"Switches of the rules", rules},
	{"Learning", learning},
	{"Settings of a training", training},
}

// The sources that entries cite.
const (
	paper  = "PAC-ML, arXiv 2301.13799"
	ramp   = "RAMP, arXiv 2211.15226"
	ppo    = "PPO, arXiv 1707.06347"
	gae    = "GAE, arXiv 1506.02438"
	dqn    = "DQN, arXiv 1312.5602"
	apex   = "Ape-X, arXiv 1803.00933"
	sipml  = "SiP-ML, SIGCOMM 2021"
	design = "Rampart's own"
)

var byLabel = index()

func index() map[string]*Entry {
	m := map[string]*Entry{}
	for _, g := range Groups {
		for i := range g.Entries {
			e := &g.Entries[i]
			for _, label := range append([]string{e.Term}, e.Also...) {
				if m[plain(label)] != nil {
					panic("words: a label is defined twice: " + label)
				}
				m[plain(label)] = e
			}
		}
	}
	return m
}

// plain is a label without what does not tell terms apart: case, and what stands
// in brackets.
func plain(label string) string {
	label, _, _ = strings.Cut(label, " (")
	return strings.ToLower(strings.TrimSpace(strings.ReplaceAll(label, "\u202f", " ")))
}

// Find returns the entry of a label as the page shows it, nil if there is none.
// Upper and lower case are the same, and what stands in brackets is left out.
func Find(label string) *Entry { return byLabel[plain(label)] }

// Short is the one line of a label, "" if it has none.
func Short(label string) string {
	if e := Find(label); e != nil {
		return e.Short
	}
	return ""
}

// Key names an entry in addresses and ids: its term in small letters, with a
// hyphen for what is no letter or digit.
func (e *Entry) Key() string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, e.Term), "-")
}
