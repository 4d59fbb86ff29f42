// Package train is the Train tab: it trains policies in a worker of their own,
// keeps checkpoints and finished policies, and shows both. A Desk is its state,
// a View draws it.
package train

import (
	"encoding/json"
	"errors"
	"maps"
	"strconv"
	"strings"

	"rampart/core/experiment"
)

// Settings are what the tab's fields say, as typed, right or wrong.
type Settings struct {
	Preset   string // one of presets
	Features string // one of featureOptions
	Teacher  string // strategy to imitate first; "" for none
	text     map[string]string
	// rest holds what an imported file says beyond the fields.
	rest map[string]json.RawMessage
}

// The names of fields, which are those of the file.
const (
	seedField       = "seed"
	stepsField      = "totalSteps"
	minutesField    = "minutes" // maxSeconds in the file
	rateField       = "learningRate"
	degreeField     = "degree"     // of the teacher
	iterationsField = "iterations" // of the teacher
	blocksField     = "blocks"
)

// preset is what a preset fills in where nothing else is said; a test holds
// it equal to policy/train.
type preset struct {
	features string
	rate     float64
}

var presets = map[string]preset{
	"fast":  {"extended", 3e-3},
	"paper": {"paper", 2.785e-4},
	// Those of the other learner.
	"dqn-fast": {"extended", 3e-4},
	"dqn":      {"paper", 4.121e-7},
}

// byQ reports whether a preset is one of Q-learning.
func byQ(preset string) bool { return strings.HasPrefix(preset, "dqn") }

// presetName is a preset's name for people.
func presetName(preset string) string {
	switch preset {
	case "dqn":
		return "DQN"
	case "dqn-fast":
		return "Fast DQN"
	case "":
		return ""
	}
	return strings.ToUpper(preset[:1]) + preset[1:]
}

// defaultSteps is the budget that the presets of policy/train have.
const defaultSteps = 1_000_000

// maxBlocks is observe.MaxBlocks of the engine; a test holds it equal.
const maxBlocks = 4

// NewSettings returns the fast preset.
func NewSettings() *Settings {
	s := &Settings{text: map[string]string{
		seedField: "0", stepsField: strconv.Itoa(defaultSteps), minutesField: "", degreeField: "8", iterationsField: "20",
		blocksField: "1",
	}}
	s.TakePreset("fast")
	return s
}

// TakePreset fills in what belongs to a preset.
func (s *Settings) TakePreset(name string) {
	p, known := presets[name]
	if !known {
		return
	}
	if byQ(name) != byQ(s.Preset) {
		s.rest = nil // what one learner knows the other may not
	}
	if byQ(name) {
		s.Teacher = "" // it imitates no one
	}
	s.Preset, s.Features = name, p.features
	s.text[rateField] = strconv.FormatFloat(p.rate, 'g', -1, 64)
}

// Load fills the fields with the "train" object of an experiment file.
func (s *Settings) Load(raw []byte) {
	var f struct {
		Preset, Learner string
		Features        string
		Seed            *uint64
		TotalSteps      *int
		MaxSeconds      *float64
		LearningRate    *float64
		Blocks          *int
		WarmStart       *struct {
			Kind               string
			Degree, Iterations int
		}
	}
	rest := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &f) != nil || json.Unmarshal(raw, &rest) != nil {
		return
	}
	*s = *NewSettings()
	if f.Preset == "" && f.Learner == "dqn" {
		f.Preset = "dqn-fast"
	}
	s.TakePreset(f.Preset)
	if f.Features != "" {
		s.Features = f.Features
	}
	if f.Seed != nil {
		s.text[seedField] = strconv.FormatUint(*f.Seed, 10)
	}
	if f.TotalSteps != nil {
		s.text[stepsField] = strconv.Itoa(*f.TotalSteps)
	}
	if f.MaxSeconds != nil && *f.MaxSeconds > 0 {
		s.text[minutesField] = strconv.FormatFloat(*f.MaxSeconds/60, 'g', -1, 64)
	}
	if f.LearningRate != nil {
		s.text[rateField] = strconv.FormatFloat(*f.LearningRate, 'g', -1, 64)
	}
	if f.Blocks != nil {
		s.text[blocksField] = strconv.Itoa(*f.Blocks)
	}
	if w := f.WarmStart; w != nil {
		s.Teacher = w.Kind
		if w.Degree > 0 {
			s.text[degreeField] = strconv.Itoa(w.Degree)
		}
		if w.Iterations > 0 {
			s.text[iterationsField] = strconv.Itoa(w.Iterations)
		}
	}
	for _, name := range []string{"preset", "learner", "features", seedField, stepsField, "maxSeconds", rateField, blocksField, "warmStart"} {
		delete(rest, name)
	}
	s.rest = rest
}

// Text is what stands in a field.
func (s *Settings) Text(field string) string { return s.text[field] }

// Edit changes what stands in a field.
func (s *Settings) Edit(field, text string) { s.text[field] = text }

// Mistake says what is wrong with a field in a sentence, or "".
func (s *Settings) Mistake(field string) string {
	var err error
	switch field {
	case seedField:
		_, err = s.seed()
	case stepsField:
		_, err = s.steps()
	case minutesField:
		_, err = s.minutes()
	case rateField:
		_, err = ParseRate(s.text[rateField])
	case degreeField:
		if s.Teacher == "fixed" {
			_, err = s.whole(degreeField, 1, experiment.MaxDegree, "1 to 1024")
		}
	case blocksField:
		if s.seesBlocks() {
			_, err = s.whole(blocksField, 1, maxBlocks, "1 to "+strconv.Itoa(maxBlocks))
		}
	case iterationsField:
		if s.Teacher != "" {
			_, err = s.whole(iterationsField, 1, 1e6, "1 to 1 000 000")
		}
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// fields are all that may be wrong.
var fields = []string{seedField, stepsField, minutesField, rateField, degreeField, iterationsField, blocksField}

// Valid reports whether no field is wrong.
func (s *Settings) Valid() bool {
	for _, field := range fields {
		if s.Mistake(field) != "" {
			return false
		}
	}
	return true
}

// seesBlocks reports whether the policy sees what sets one block of a degree apart
// from another, without which it cannot choose among them.
func (s *Settings) seesBlocks() bool { return s.Features == "foresight" || s.Features == "horizon" }

// bare removes the spaces that people put between groups of digits.
func bare(text string) string {
	return strings.NewReplacer(" ", "", "\u00a0", "", "\u2009", "", "\u202f", "").Replace(text)
}

func (s *Settings) whole(field string, low, high int, words string) (int, error) {
	v, err := strconv.Atoi(bare(s.text[field]))
	if err != nil || v < low || v > high {
		return 0, wrong(s.text[field], "a whole number from "+words)
	}
	return v, nil
}

func (s *Settings) seed() (uint64, error) {
	v, err := strconv.ParseUint(bare(s.text[seedField]), 10, 64)
	if err != nil || v > experiment.MaxSeed {
		return 0, wrong(s.text[seedField], "a whole number from 0 to 9 007 199 254 740 991")
	}
	return v, nil
}

// steps reads the budget; on 32 bits its range is narrower than the file's.
func (s *Settings) steps() (int, error) {
	return s.whole(stepsField, 1, 1e9, "1 to 1 000 000 000")
}

// minutes reads the limit of wall time; 0 for none.
func (s *Settings) minutes() (float64, error) {
	text := bare(s.text[minutesField])
	if text == "" {
		return 0, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0 && v <= 1e7) {
		return 0, wrong(s.text[minutesField], "minutes above 0, or nothing for no limit")
	}
	return v, nil
}

// ParseRate reads a learning rate.
func ParseRate(text string) (float64, error) {
	v, err := strconv.ParseFloat(bare(text), 64)
	if err != nil || !(v > 0 && v <= 1) {
		return 0, wrong(text, "a number above 0, at most 1, such as 0.0003")
	}
	return v, nil
}

func wrong(text, expected string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("Missing, expected " + expected + ".")
	}
	if len(text) > 40 {
		text = text[:40] + "…"
	}
	return errors.New(strconv.Quote(text) + " will not do, expected " + expected + ".")
}

// JSON is the "train" object that the fields say; they must be valid.
func (s *Settings) JSON() []byte {
	o := map[string]any{"preset": s.Preset, "features": s.Features}
	for name, value := range s.rest {
		o[name] = value
	}
	seed, err1 := s.seed()
	steps, err2 := s.steps()
	minutes, err3 := s.minutes()
	rate, err4 := ParseRate(s.text[rateField])
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		panic("train: settings with mistakes have no JSON form")
	}
	o[seedField], o[stepsField], o[rateField] = seed, steps, rate
	if minutes > 0 {
		o["maxSeconds"] = 60 * minutes
	}
	if s.seesBlocks() && s.Mistake(blocksField) == "" {
		if n, _ := s.whole(blocksField, 1, maxBlocks, ""); n > 1 {
			o[blocksField] = n
		}
	}
	if s.Teacher != "" {
		w := map[string]any{"kind": s.Teacher}
		w[iterationsField], _ = s.whole(iterationsField, 1, 1e6, "")
		if s.Teacher == "fixed" {
			w[degreeField], _ = s.whole(degreeField, 1, experiment.MaxDegree, "")
		}
		o["warmStart"] = w
	}
	raw, err := json.Marshal(o) // which orders the names
	if err != nil {
		panic("train: settings have no JSON form")
	}
	return raw
}

// Quick sets the fast preset with a budget of so many steps and the first seed.
func (s *Settings) Quick(steps int) {
	*s = *NewSettings()
	s.text[stepsField] = strconv.Itoa(steps)
}

// Clone returns a copy that does not change with s.
func (s *Settings) Clone() *Settings {
	c := *s
	c.text, c.rest = maps.Clone(s.text), maps.Clone(s.rest)
	return &c
}

// Differs names the first setting in which s differs from another, "" if there is
// none.
func (s *Settings) Differs(from *Settings) string {
	switch {
	case s.Preset != from.Preset:
		return "preset"
	case s.Features != from.Features:
		return "features"
	case s.Teacher != from.Teacher:
		return "teacher"
	}
	for _, field := range fields {
		if s.text[field] != from.text[field] {
			return field
		}
	}
	return ""
}
