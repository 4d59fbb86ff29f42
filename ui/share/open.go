package share

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/core/strict"
	"rampart/policy/builtin"
	"rampart/ui/session"
)

// Opened is what the page has taken over from a link or a file.
type Opened struct {
	From       string                 // as in "the link", for sentences
	Experiment *experiment.Experiment // without its view
	Canonical  []byte                 // of Experiment
	View       *snapshot.View
	Recorded   *session.Recorded // what its maker found, nil if it does not say
	Remarks    []string          // what one should know, a sentence each
	Work       experiment.Work
	Plain      bool // nothing need be said of it: it only changes settings
	Addressed  bool // it is what the page's address names
	Dismissed  bool // the user has read it

	session  *session.Session // that outcome is of
	outcome  Outcome
	differs  []Difference
	firstRun string // where a run differs, a sentence
}

// Take takes a snapshot over. notes are what was ignored of it, a sentence each.
func Take(from string, s *snapshot.Snapshot, notes []string) *Opened {
	o := take(from, s.Engine, s.Experiment)
	o.Remarks = append(o.Remarks, notes...)
	o.Remarks = append(o.Remarks, policyRemarks(s)...)
	if s.Digest != "" || s.Summaries != nil {
		o.Recorded = &session.Recorded{Engine: s.Engine, Digest: s.Digest, Summaries: s.Summaries}
	}
	return o
}

// TakeResult takes a result file over.
func TakeResult(from string, r *experiment.Result) *Opened {
	o := take(from, r.Engine, r.Experiment)
	o.Recorded = &session.Recorded{Engine: r.Engine, Digest: r.Digest, Summaries: r.Summaries, Runs: r.Runs}
	return o
}

// TakeExperiment takes an experiment file over, in which nothing is recorded.
func TakeExperiment(from string, x *experiment.Experiment) *Opened {
	o := take(from, "", x)
	o.Plain = true
	return o
}

func take(from, engine string, with *experiment.Experiment) *Opened {
	x := *with
	x.View = nil
	o := &Opened{From: from, Experiment: &x, Canonical: experiment.AppendCanonical(nil, &x), Work: experiment.Cost(&x)}
	if engine != "" && engine != experiment.EngineVersion {
		o.Remarks = append(o.Remarks, fmt.Sprintf("It was made by Rampart %s, this is %s.", plainText(engine), experiment.EngineVersion))
	}
	view, err := snapshot.ViewOf(with)
	if err != nil { // of a file: a snapshot's was checked
		o.Remarks = append(o.Remarks, "What it wanted to show is ignored: view."+err.Error()+".")
		view = &snapshot.View{}
	}
	o.View = view
	return o
}

// plainText shortens a text from outside to what fits into a sentence.
func plainText(s string) string { return strings.Trim(strict.Excerpt(s), `"`) }

// policyRemarks says which built-in policies are not what the maker had.
func policyRemarks(s *snapshot.Snapshot) []string {
	var list []string
	for _, spec := range s.Experiment.Strategies {
		if spec.Kind != "policy" || builtin.IsInline(spec.Checkpoint) {
			continue
		}
		name, has := plainText(spec.Checkpoint), sumOf(spec.Checkpoint)
		at := slices.IndexFunc(s.Policies, func(p snapshot.Policy) bool { return p.Name == spec.Checkpoint })
		switch {
		case has == "":
			list = append(list, "This version has no built-in policy "+name+", so its runs will fail.")
		case at >= 0 && s.Policies[at].SHA256 != has:
			list = append(list, fmt.Sprintf("The built-in policy %s is another one here (%s) than its maker had (%s), so its runs may differ.",
				name, has[:8], s.Policies[at].SHA256[:8]))
		}
	}
	return list
}

// Outcome says whether what was recorded was found again.
type Outcome string

// The outcomes.
const (
	Unknown  Outcome = ""         // nothing was recorded, or not all runs are done
	Verified Outcome = "verified" // all of it was found again
	Differs  Outcome = "differs"
)

// Judge holds what was recorded against a session of the experiment.
func (o *Opened) Judge(s *session.Session) Outcome {
	if s.State != session.Done || s.Recorded == nil || s.Recorded != o.Recorded {
		return Unknown
	}
	if o.session != s {
		o.session, o.differs, o.firstRun = s, Differences(s), ""
		if d := firstRun(s); d != nil {
			o.firstRun = runWords(s, d)
		}
		o.outcome = Differs
		if agrees(s) && len(o.differs) == 0 && o.firstRun == "" {
			o.outcome = Verified
		}
	}
	return o.outcome
}

// agrees reports whether the digest is the recorded one, or none was recorded.
func agrees(s *session.Session) bool {
	return s.Recorded.Digest == "" || s.Recorded.Digest == s.Digest
}

// Refusal says why a link or a file cannot be opened, in a sentence about it.
func Refusal(what string, err error) string {
	message := err.Error()
	var wrong *strict.Error
	if errors.As(err, &wrong) && !isWhole(err) {
		message = what + " holds something that does not belong there: " + message
	}
	return strings.ToUpper(message[:1]) + strings.TrimSuffix(message[1:], ".") + "."
}

// isWhole reports whether an error is about a link as a whole.
func isWhole(err error) bool {
	for _, e := range []error{snapshot.ErrCut, snapshot.ErrAltered, snapshot.ErrAlphabet, snapshot.ErrNewer, snapshot.ErrTooBig, snapshot.ErrID} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
