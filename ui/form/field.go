// Package form is the experiment form of the page: its fields, what was typed
// into them, what is wrong with it and the experiment that it says.
package form

import "rampart/core/experiment"

// Kind is the type of a field.
type Kind int

// The types of fields.
const (
	Integer Kind = iota
	Number
	Text
	Choice // one of Field.Choices
	List   // several values, separated by commas
	Check  // true or false
)

// Option is one value of a Choice.
type Option struct{ Value, Label string }

// Field is one field of the form. Its key is the path of the value in an
// experiment file.
type Field struct {
	Key   string
	Label string
	Unit  string // as shown behind the field, "" if it has none
	Help  string // one line: what it means
	Kind  Kind
	// Shift is the power of ten between the unit of the field and the unit of
	// the file: 12 for a field in TB/s whose file has B/s.
	Shift    int
	Min, Max float64 // of Integer and Number, in the unit of the file
	Range    string  // what is allowed, in the unit of the field
	Options  []Option

	shown func(x *experiment.Experiment) bool // nil: always
	ints  func(x *experiment.Experiment) *int
	nums  func(x *experiment.Experiment) *float64
	texts func(x *experiment.Experiment) *string
	// read and write serve fields that are none of these.
	read  func(x *experiment.Experiment) string
	write func(x *experiment.Experiment, text string) error
}

// Group is a section of the form.
type Group struct {
	Key    string
	Name   string
	Fields []*Field
}

func strategyHelp(kind string) string {
	switch kind {
	case "max":
		return "Gives every job the largest degree that fits, up to the cap. The paper's Para_max."
	case "min":
		return "Gives every job degree 2."
	case "sequential":
		return "Never partitions: one server for each job."
	case "random":
		return "Draws one of the valid degrees, all equally likely, from its own random stream."
	case "acceptable":
		return "Chooses the smallest degree that would meet the deadline if communication were free. The paper's Para_min."
	case "sipml":
		return "SiP-ML's rule: split operations until each takes one quantum, up to a largest degree."
	case "fixed":
		return "Gives every job the same degree."
	case "script":
		return "Follows a list of degrees, one for each decision in order."
	case "policy":
		return "Asks a trained policy for each job's degree."
	case "feasible":
		return "Takes the first degree, the smallest first if nothing else is said, with which the job fits now and truly meets its deadline. No such degree, no placement."
	case "reserve":
		return "Takes the first such degree that leaves a block of so many servers free, unless the job itself needs one."
	case "elastic":
		return "ElasticFlow's rule: the least degree that meets the deadline, and more servers as long as a mean share stays free."
	case "table":
		return "Looks the degree up in a table, by the job's graph and its beta."
	case "rollout":
		return "Tries each degree on sampled futures and takes the one with which most jobs are accepted. Slow: some tens of decisions a second."
	}
	return ""
}
