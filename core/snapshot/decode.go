package snapshot

import (
	"bytes"
	"encoding/json/jsontext"
	"fmt"
	"unicode/utf8"

	"rampart/core/experiment"
	"rampart/core/strict"
)

// limits bound a snapshot before it is decoded.
var limits = strict.Limits{MaxBytes: MaxFileBytes, MaxDepth: 32, MaxValues: MaxValues}

// Decode reads a snapshot in its canonical form or as a file, strictly: an
// unknown field, a wrong type, a value out of range, a form of a later version,
// or more than MaxBytes of canonical form is an error, a *strict.Error that
// names the path of the field, and ErrNewer too for a later version.
// Experiments and results are no snapshots, see IsSnapshot.
func Decode(data []byte) (*Snapshot, error) {
	doc, err := strict.Parse(data, limits)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{}
	o := doc.Root().Object()
	if decodeVersions(o) {
		return nil, newerError{doc.Err()}
	}
	o.Require("engine", "experiment")
	o.String("engine", &s.Engine, MaxEngine)
	if n := o.Get("experiment"); n.Present() {
		if checkExtras(n); n.Err() != nil {
			return nil, n.Err()
		}
		if s.Experiment, err = experiment.DecodeNode(n); err != nil {
			return nil, err
		}
	}
	if n := o.Get("digest"); n.Present() {
		n.String(&s.Digest, experiment.MaxName)
		if !experiment.IsDigest(s.Digest) {
			n.Errorf("%s is no digest, expected sha256: and 64 hexadecimal digits", strict.Excerpt(s.Digest))
		}
	}
	if n := o.Get("summaries"); n.Present() {
		s.Summaries = experiment.DecodeSummaries(n, s.Experiment)
	}
	if n := o.Get("policies"); n.Present() {
		s.Policies = decodePolicies(n)
	}
	o.Done()
	if err := doc.Err(); err != nil {
		return nil, err
	}
	if err := validate(s); err != nil {
		return nil, err
	}
	return s, nil
}

// checkExtras refuses objects that an experiment keeps as they are, and that
// are larger than any that is of use.
func checkExtras(n strict.Node) {
	if n.Kind() != strict.Object {
		return // which the decoder will say
	}
	o := n.Object()
	for _, name := range []string{"train", "view"} {
		if e := o.Get(name); len(e.Raw()) > MaxExtra {
			e.Errorf("%d bytes are too long, expected at most %d", len(e.Raw()), MaxExtra)
		}
	}
}

// decodeVersions refuses later versions before their fields are called unknown;
// it reports whether it did.
func decodeVersions(o *strict.Fields) (newer bool) {
	for _, f := range []struct {
		name  string
		known int
	}{{"rampart", experiment.FormatVersion}, {"snapshot", FormatVersion}} {
		o.Require(f.name)
		version := f.known
		o.Int(f.name, &version, strict.Between(0, 1e9))
		switch {
		case version > f.known:
			o.Errorf(f.name, "version %d is newer than this program, which reads %d; a later version of Rampart opens it", version, f.known)
			newer = true
		case version < f.known:
			o.Errorf(f.name, "version %d is not known, expected %d", version, f.known)
		}
	}
	return newer
}

// newerError is a *strict.Error that is ErrNewer as well.
type newerError struct{ error }

func (e newerError) Unwrap() []error { return []error{e.error, ErrNewer} }

func decodePolicies(n strict.Node) []Policy {
	policies := make([]Policy, 0, min(n.Len(), MaxPolicies))
	n.Array(0, MaxPolicies, func(_ int, n strict.Node) {
		var p Policy
		o := n.Object()
		o.Require("name", "sha256")
		o.String("name", &p.Name, experiment.MaxName)
		o.String("sha256", &p.SHA256, experiment.MaxName)
		o.Done()
		policies = append(policies, p)
	})
	return policies
}

// Validate returns the first thing that is wrong with s, a *strict.Error, or
// nil: then Decode reads what AppendCanonical, AppendFile and Compressed write.
func Validate(s *Snapshot) error {
	x := s.Experiment
	for _, e := range []struct {
		name string
		raw  []byte
	}{{"train", x.Train}, {"view", x.View}} {
		if len(e.raw) > MaxExtra {
			return fail("experiment."+e.name, "%d bytes are too long, expected at most %d", len(e.raw), MaxExtra)
		}
	}
	if errs := experiment.Errors(x); len(errs) > 0 {
		return fail("experiment."+errs[0].Path, "%s", errs[0].Message)
	}
	return validate(s)
}

func fail(path, format string, args ...any) error {
	return &strict.Error{Path: path, Message: fmt.Sprintf(format, args...)}
}

// validate says what is wrong with s but for its experiment.
func validate(s *Snapshot) error {
	if !utf8.ValidString(s.Engine) || utf8.RuneCountInString(s.Engine) > MaxEngine {
		return fail("engine", "the text is too long or not UTF-8, expected at most %d characters", MaxEngine)
	}
	if err := checkView(s.Experiment, "experiment.view"); err != nil {
		return err
	}
	if s.Digest != "" && !experiment.IsDigest(s.Digest) {
		return fail("digest", "%s is no digest, expected sha256: and 64 hexadecimal digits", strict.Excerpt(s.Digest))
	}
	last := -1
	for i := range s.Summaries {
		at := s.Summaries[i].Strategy
		if at <= last || at >= len(s.Experiment.Strategies) {
			return fail(fmt.Sprintf("summaries[%d].strategy", i), "%d is out of place, expected an index of a strategy, ascending", at)
		}
		last = at
	}
	if len(s.Policies) > MaxPolicies {
		return fail("policies", "the array has %d elements, expected at most %d", len(s.Policies), MaxPolicies)
	}
	for i, p := range s.Policies {
		if !utf8.ValidString(p.Name) || utf8.RuneCountInString(p.Name) > experiment.MaxName {
			return fail(fmt.Sprintf("policies[%d].name", i), "the text is too long or not UTF-8, expected at most %d characters", experiment.MaxName)
		}
		if len(p.SHA256) != 64 || !strict.Only(p.SHA256, strict.IsHex) {
			return fail(fmt.Sprintf("policies[%d].sha256", i), "%s is no SHA-256, expected 64 hexadecimal digits", strict.Excerpt(p.SHA256))
		}
	}
	if n := len(AppendCanonical(nil, s)); n > MaxBytes {
		return fail("", "the snapshot has %d bytes, expected at most %d; save the experiment as a file instead", n, MaxBytes)
	}
	return nil
}

// IsSnapshot reports whether data is meant to be a snapshot, as opposed to an
// experiment, a result or anything else: a JSON object with a member
// "snapshot". It reads no further than that member.
func IsSnapshot(data []byte) bool {
	d := jsontext.NewDecoder(bytes.NewBuffer(bytes.TrimPrefix(data, []byte("\uFEFF"))))
	if t, err := d.ReadToken(); err != nil || t.Kind() != jsontext.KindBeginObject {
		return false
	}
	for d.PeekKind() == jsontext.KindString {
		name, err := d.ReadToken()
		if err != nil {
			return false
		}
		if name.String() == "snapshot" {
			return true
		}
		if d.SkipValue() != nil {
			return false
		}
	}
	return false
}
