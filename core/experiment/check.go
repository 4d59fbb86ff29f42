package experiment

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"rampart/core/ramp"
	"rampart/core/strict"
)

// maxErrors is the number of errors that Errors lists at most.
const maxErrors = 100

// Errors returns everything that is wrong with x, in the order of a file's
// fields, each with the path and the message that Decode would give; none if x
// can run. At most a hundred are listed. Line and Column are not set.
func Errors(x *Experiment) []*strict.Error {
	var k checker
	k.experiment(x)
	return k.errors
}

// Validate returns the first of Errors, or nil.
func Validate(x *Experiment) error {
	if errs := Errors(x); len(errs) > 0 {
		return errs[0]
	}
	return nil
}

// checker collects what is wrong with an experiment.
type checker struct{ errors []*strict.Error }

// full reports whether enough errors have been found to stop looking.
func (k *checker) full() bool { return len(k.errors) >= maxErrors }

// fail records an error.
func (k *checker) fail(path, format string, args ...any) {
	if !k.full() {
		k.errors = append(k.errors, &strict.Error{Path: path, Message: fmt.Sprintf(format, args...)})
	}
}

// number checks a number; it reports whether it is right.
func (k *checker) number(path string, v float64, r strict.Range) bool {
	if !r.Contains(v) {
		k.fail(path, "%s is out of range, expected a number %v", strict.FormatFloat(v), r)
		return false
	}
	return true
}

// int checks an integer; it reports whether it is right.
func (k *checker) int(path string, v int, r strict.Range) bool {
	if !r.Contains(float64(v)) {
		k.fail(path, "%d is out of range, expected an integer %v", v, r)
		return false
	}
	return true
}

// text checks a string of at most so many characters.
func (k *checker) text(path, v string, longest int) {
	if !utf8.ValidString(v) {
		k.fail(path, "the text is not UTF-8")
	} else if n := utf8.RuneCountInString(v); n > longest {
		k.fail(path, "%d characters are too long, expected at most %d", n, longest)
	}
}

// word checks that v is one of the allowed words.
func word[T ~string](k *checker, path string, v T, allowed []T) bool {
	names := make([]string, len(allowed))
	for i, a := range allowed {
		if a == v {
			return true
		}
		names[i] = string(a)
	}
	hint := ""
	if near := strict.Nearest(string(v), names); near != "" {
		hint = " (did you mean " + near + "?)"
	}
	k.fail(path, "%s is not known, expected one of %s%s",
		strict.Excerpt(string(v)), strings.Join(names, ", "), hint)
	return false
}

// length checks the number of elements of an array.
func (k *checker) length(path string, n, most int) bool {
	if n < 1 || n > most {
		k.fail(path, "the array has %d elements, expected from 1 to %d", n, most)
		return false
	}
	return true
}

// degree checks a degree of partitioning: 0, 1 or even, up to the largest.
func (k *checker) degree(path string, v, largest int) {
	if v < 0 || v > largest {
		k.fail(path, "%d is out of range, expected an integer from 0 to %d, the largest degree (partition.maxDegree)", v, largest)
	} else if v > 1 && v%2 != 0 {
		k.fail(path, "%d is odd, expected 0, 1 or an even degree; the nearest is %d", v, v-1)
	}
}

// experiment checks all of x, and the work that it asks for only if the rest
// is right.
func (k *checker) experiment(x *Experiment) {
	if x.Version != FormatVersion {
		k.fail("rampart", "version %d is not known, expected %d", x.Version, FormatVersion)
	}
	k.text("name", x.Name, MaxName)
	k.text("notes", x.Notes, MaxNotes)
	k.cluster(&x.Cluster)
	k.workload(&x.Workload)
	k.number("horizonSeconds", x.HorizonSeconds, horizonRange)
	k.int("queueCapacity", x.QueueCapacity, queueRange)
	k.int("partition.maxDegree", x.Partition.MaxDegree, maxDegreeRange)
	k.number("partition.quantumSeconds", x.Partition.QuantumSeconds, quantumRange)
	k.rules(x.Rules)
	word(k, "placer", x.Placer, placerWords)
	if k.length("strategies", len(x.Strategies), MaxStrategies) {
		for i := range x.Strategies {
			k.strategy(fmt.Sprintf("strategies[%d]", i), &x.Strategies[i], x)
		}
	}
	k.seeds(x.Seeds)
	k.extra("train", x.Train)
	k.extra("view", x.View)
	if len(k.errors) == 0 {
		k.work(x)
	}
}

func (k *checker) cluster(c *Cluster) {
	k.topology(c.Topology)
	right := k.int("cluster.groups", c.Groups, groupsRange)
	right = k.int("cluster.racksPerGroup", c.RacksPerGroup, groupsRange) && right
	right = k.int("cluster.serversPerRack", c.ServersPerRack, groupsRange) && right
	if right && c.RacksPerGroup > c.Groups && c.Topology.Kind == ramp.KindRAMP {
		k.fail("cluster.racksPerGroup", "%d racks a group are more than there are groups, expected an integer from 1 to %d",
			c.RacksPerGroup, c.Groups)
	}
	if right {
		// Each factor is at most 2^20, so int64 holds the product.
		if n := int64(c.Groups) * int64(c.RacksPerGroup) * int64(c.ServersPerRack); n > MaxServers {
			k.fail("cluster.groups", "%d x %d x %d are %d servers, expected at most %d",
				c.Groups, c.RacksPerGroup, c.ServersPerRack, n, MaxServers)
		}
	}
	k.int("cluster.channelsPerLink", c.ChannelsPerLink, channelsRange)
	k.number("cluster.nodeBandwidthBytesPerSecond", c.NodeBandwidthBytesPerSecond, bandwidthRange)
	k.number("cluster.propagationSeconds", c.PropagationSeconds, latencyRange)
	k.number("cluster.ioSeconds", c.IOSeconds, latencyRange)
	k.text("cluster.device.name", c.Device.Name, MaxName)
	k.number("cluster.device.memoryBytes", c.Device.MemoryBytes, memoryRange)
}

func (k *checker) strategy(path string, s *StrategySpec, x *Experiment) {
	largest := x.Partition.MaxDegree
	if !word(k, path+".kind", s.Kind, strategyKinds) {
		return
	}
	switch s.Kind {
	case "fixed":
		k.degree(path+".degree", s.Degree, largest)
	case "sipml":
		k.degree(path+".maxDegree", s.MaxDegree, MaxDegree)
	case "script":
		if !k.length(path+".degrees", len(s.Degrees), MaxScript) {
			return
		}
		for i, degree := range s.Degrees {
			if k.full() {
				return
			}
			if degree < 0 || degree > largest || degree > 1 && degree%2 != 0 {
				k.degree(fmt.Sprintf("%s.degrees[%d]", path, i), degree, largest)
			}
		}
	case "policy":
		if s.Checkpoint == "" {
			k.fail(path+".checkpoint", "the field is missing")
		}
		k.text(path+".checkpoint", s.Checkpoint, MaxCheckpoint)
	default:
		k.baseline(path, s, x)
	}
}

func (k *checker) seeds(seeds []uint64) {
	if !k.length("seeds", len(seeds), MaxSeeds) {
		return
	}
	first := make(map[uint64]int, len(seeds))
	for i, seed := range seeds {
		if seed > MaxSeed {
			k.fail(fmt.Sprintf("seeds[%d]", i), "%d is out of range, expected an integer %v", seed, seedRange)
		}
		if j, twice := first[seed]; twice {
			k.fail(fmt.Sprintf("seeds[%d]", i), "%d is listed twice, first as seeds[%d]; a run that counts twice would narrow the intervals",
				seed, j)
		} else {
			first[seed] = i
		}
	}
}

// extra checks an object that is kept as canonical JSON.
func (k *checker) extra(path string, raw []byte) {
	if raw == nil {
		return
	}
	doc, err := strict.Parse(raw, strict.Limits{MaxBytes: MaxExtra})
	switch {
	case err != nil:
		k.fail(path, "the text is not JSON: %v", err)
	case doc.Root().Kind() != strict.Object:
		k.fail(path, "found %v, expected an object", doc.Root().Kind())
	case string(doc.Root().Canonical()) != string(raw):
		k.fail(path, "the text is not canonical JSON")
	}
}
