package report

import (
	"testing"

	"rampart/core/experiment"
	"rampart/ui/session"
)

// Reading a file of a stranger neither fails nor finds what is not well formed.
func FuzzRead(f *testing.F) {
	x := experiment.Paper("A")
	f.Add(HTML(session.Hold(x, func() float64 { return 0 })))
	f.Add([]byte("<!doctype html>" + digestMark + "sha256:0</code>" + engineMark + "1\"" + experimentMark + "{}</pre>"))
	f.Add([]byte(experimentMark))
	f.Fuzz(func(t *testing.T, data []byte) {
		found, ok := Read(data)
		switch {
		case !ok && (found.Experiment != nil || found.Digest != "" || found.Engine != ""):
			t.Errorf("found %+v in what is no report", found)
		case found.Digest != "" && !isDigest(found.Digest):
			t.Errorf("found the digest %q", found.Digest)
		case len(found.Engine) > 100 || len(found.Experiment) > len(data):
			t.Error("found more than there is")
		}
	})
}
