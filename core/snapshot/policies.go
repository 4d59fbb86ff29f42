package snapshot

import (
	"slices"
	"strings"

	"rampart/core/experiment"
)

// Address returns the SHA-256 of the file of a built-in policy in hexadecimal;
// ok is false if the program has none of that name.
type Address func(name string) (sum string, ok bool)

// Named lists the built-in policies that x names, each once, in the order of
// its strategies: for Snapshot.Policies. It returns nil if there are none.
func Named(x *experiment.Experiment, address Address) []Policy {
	var list []Policy
	for i := range x.Strategies {
		s := &x.Strategies[i]
		if s.Kind != "policy" || strings.HasPrefix(s.Checkpoint, "data:") {
			continue
		}
		sum, ok := address(s.Checkpoint)
		if p := (Policy{s.Checkpoint, sum}); ok && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// Changed lists the names of those policies of s that the program does not
// have, or has with other weights: what they decide cannot be checked with it.
func (s *Snapshot) Changed(address Address) []string {
	var names []string
	for _, p := range s.Policies {
		if sum, ok := address(p.Name); !ok || sum != p.SHA256 {
			names = append(names, p.Name)
		}
	}
	return names
}
