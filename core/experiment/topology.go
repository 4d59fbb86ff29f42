package experiment

import (
	"errors"
	"strings"

	"rampart/core/ramp"
	"rampart/core/strict"
)

// Topology is how the servers of a cluster are wired; the zero value is RAMP. In a
// file it is one of
//
//	{"kind": "ramp"}, which is also what an absent one is
//	{"kind": "torus"}
//	{"kind": "fattree", "oversubscription": 4}
type Topology = ramp.Topology

// DefaultOversubscription is that of a fat tree whose file says nothing of it:
// common in data centres of the scale of RAMP's comparison, from 2.5 to 8 in Al-Fares
// et al., SIGCOMM 2008, section 2.1.
const DefaultOversubscription = 4

// topologyWords are the kinds in the order of their numbers.
var topologyWords = []string{"ramp", "torus", "fattree"}

// TopologyKind returns the word of a kind, "" if it has none.
func TopologyKind(k ramp.Kind) string {
	if int(k) >= len(topologyWords) {
		return ""
	}
	return topologyWords[k]
}

// TopologyOf returns the topology of a kind by its word, with what a file that says
// no more has; false if there is no such kind.
func TopologyOf(word string) (Topology, bool) {
	for i, w := range topologyWords {
		if w != word {
			continue
		}
		t := Topology{Kind: ramp.Kind(i)}
		if t.Kind == ramp.KindFatTree {
			t.Oversubscription = DefaultOversubscription
		}
		return t, true
	}
	return Topology{}, false
}

// TopologyText writes a topology in the form that ParseTopology reads: ramp, torus,
// or fattree:4.
func TopologyText(t Topology) string {
	text := TopologyKind(t.Kind)
	if t.Kind == ramp.KindFatTree {
		text += ":" + strict.FormatFloat(t.Oversubscription)
	}
	return text
}

// ParseTopology reads a kind, and of a fat tree the oversubscription if one is
// given.
func ParseTopology(text string, number func(text string) (float64, error)) (Topology, error) {
	word, ratio, given := strings.Cut(text, ":")
	t, ok := TopologyOf(word)
	if !ok || given && t.Kind != ramp.KindFatTree {
		return Topology{}, errors.New(unknown(text, topologyWords))
	}
	if given {
		v, err := number(ratio)
		if err != nil {
			return Topology{}, err
		}
		t.Oversubscription = v
	}
	return t, nil
}

// TopologyName names a topology for people, as in "RAMP" or "fat tree 4:1".
func TopologyName(t Topology) string {
	switch t.Kind {
	case ramp.KindTorus:
		return "torus"
	case ramp.KindFatTree:
		return "fat tree " + strict.FormatFloat(t.Oversubscription) + ":1"
	}
	return "RAMP"
}

func decodeTopology(o *strict.Fields, t *Topology) {
	if !o.Present() {
		return
	}
	o.Require("kind")
	var word string
	strict.OneOf(o.Get("kind"), &word, topologyWords...)
	of, ok := TopologyOf(word)
	if !ok {
		return // the document keeps the error
	}
	*t = of
	if t.Kind == ramp.KindFatTree {
		o.Float("oversubscription", &t.Oversubscription, oversubscriptionRange)
	}
	o.Done()
}

func appendTopology(w *writer, t Topology) {
	if t == (Topology{}) {
		return
	}
	w.key("topology").open('{')
	w.key("kind").text(TopologyKind(t.Kind))
	if t.Kind == ramp.KindFatTree {
		w.key("oversubscription").number(t.Oversubscription)
	}
	w.close('}')
}

func (k *checker) topology(t Topology) {
	switch {
	case TopologyKind(t.Kind) == "":
		k.fail("cluster.topology.kind", "%d is not known, expected one of %s", t.Kind, strings.Join(topologyWords, ", "))
	case t.Kind == ramp.KindFatTree:
		k.number("cluster.topology.oversubscription", t.Oversubscription, oversubscriptionRange)
	case t.Oversubscription != 0:
		k.fail("cluster.topology.oversubscription", "a %s has none, only a fattree", TopologyKind(t.Kind))
	}
}
