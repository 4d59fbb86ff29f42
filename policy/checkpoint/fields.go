package checkpoint

import (
	"strconv"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/policy/gnn"
	"rampart/policy/ppo"
)

// field is one field of a struct and its name in a file: one list for writing
// and reading. at points to an int, a float64, a string or a slice of numbers.
type field struct {
	name string
	at   any
}

func architectureFields(c *gnn.Config) []field {
	return []field{
		{"nodeFeatures", &c.NodeFeatures}, {"edgeFeatures", &c.EdgeFeatures}, {"graphFeatures", &c.GraphFeatures},
		{"message", &c.Message}, {"hidden", &c.Hidden}, {"out", &c.Out}, {"graphOut", &c.GraphOut}, {"rounds", &c.Rounds},
		{"depth", &c.Depth}, {"headHidden", &c.HeadHidden}, {"actions", &c.Actions}, {"activation", &c.Activation},
	}
}

func settingsFields(s *ppo.Settings) []field {
	return []field{
		{"environments", &s.Environments}, {"rollout", &s.Rollout}, {"minibatch", &s.Minibatch}, {"passes", &s.Passes},
		{"rewardScale", &s.RewardScale}, {"gamma", &s.Gamma}, {"lambda", &s.Lambda}, {"learningRate", &s.LearningRate}, {"adamEpsilon", &s.AdamEpsilon},
		{"annealSteps", &s.AnnealSteps}, {"gradientClip", &s.GradientClip}, {"clip", &s.Clip},
		{"valueCoefficient", &s.ValueCoefficient}, {"valueLossClip", &s.ValueLossClip}, {"valueRange", &s.ValueRange},
		{"entropyCoefficient", &s.EntropyCoefficient}, {"klCoefficient", &s.KLCoefficient}, {"klTarget", &s.KLTarget},
	}
}

func evaluationFields(e *Evaluation) []field {
	return []field{{"iteration", &e.Iteration}, {"steps", &e.Steps}, {"seeds", &e.Seeds}, {"blockingRates", &e.BlockingRates}}
}

// progressFields are those of a state that are no tensors, and the size of the
// history.
func progressFields(s *ppo.State, h *historySize) []field {
	return []field{
		{"iterations", &s.Progress.Iterations}, {"steps", &s.Progress.Steps}, {"optimiserSteps", &s.AdamSteps},
		{"learningRate", &s.LearningRate}, {"klCoefficient", &s.KLCoefficient},
		{"evaluations", &h.evaluations}, {"evaluationSeeds", &h.seeds},
	}
}

// historySize is the size of a history: evaluations × seeds.
type historySize struct{ evaluations, seeds int }

// appendFields appends a JSON object. Numbers must be finite.
func appendFields(dst []byte, fields []field) []byte {
	dst = append(dst, '{')
	for i, f := range fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, f.name), ':')
		switch v := f.at.(type) {
		case *int:
			dst = strconv.AppendInt(dst, int64(*v), 10)
		case *float64:
			dst = strict.AppendFloat(dst, *v)
		case *string:
			dst = appendText(dst, *v)
		case *[]uint64:
			dst = appendList(dst, *v, func(dst []byte, v uint64) []byte { return strconv.AppendUint(dst, v, 10) })
		case *[]float64:
			dst = appendList(dst, *v, strict.AppendFloat)
		default:
			panic(panicField)
		}
	}
	return append(dst, '}')
}

const panicField = "checkpoint: a field of this type has no form in a file"

func appendList[T any](dst []byte, list []T, appendOne func([]byte, T) []byte) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendOne(dst, v)
	}
	return append(dst, ']')
}

// Numbers are only read here; their ranges are those of the Check methods, the
// same for structs that come from elsewhere.
var (
	anyInt  = strict.Between(-1<<53+1, 1<<53-1)
	anySeed = strict.Between(0, experiment.MaxSeed)
)

// readFields reads an object that must have exactly these fields.
func readFields(o *strict.Fields, fields []field) {
	for _, f := range fields {
		o.Require(f.name)
		n := o.Get(f.name)
		switch v := f.at.(type) {
		case *int:
			n.Int(v, anyInt)
		case *float64:
			n.Float(v, strict.Finite())
		case *string:
			n.String(v, experiment.MaxName)
		case *[]uint64:
			readList(n, v, func(n strict.Node, v *uint64) { n.Uint64(v, anySeed) })
		case *[]float64:
			readList(n, v, func(n strict.Node, v *float64) { n.Float(v, strict.Finite()) })
		default:
			panic(panicField)
		}
	}
	o.Done()
}

func readList[T any](n strict.Node, dst *[]T, one func(strict.Node, *T)) {
	n.Array(0, experiment.MaxSeeds, func(_ int, n strict.Node) {
		var v T
		one(n, &v)
		*dst = append(*dst, v)
	})
}

// parse reads a JSON value from a string of the metadata.
func parse(text string, read func(strict.Node)) error {
	doc, err := strict.Parse([]byte(text), strict.Limits{MaxBytes: maxHeaderBytes, MaxDepth: 3, MaxValues: maxValues})
	if err != nil {
		return err
	}
	read(doc.Root())
	return doc.Err()
}
