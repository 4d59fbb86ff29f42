package report

import (
	"bytes"
	"strings"

	"rampart/core/experiment"
	"rampart/ui/session"
)

// The marks around what a report can be read back from.
const (
	engineMark     = `<meta name="generator" content="Rampart `
	digestMark     = `<code id="digest">`
	experimentMark = `<pre id="experiment" tabindex="0">`
)

// check writes how to find the same figures again, and what is needed for it.
func (w *writer) check(s *session.Session) {
	w.raw("<section>\n<h2>How to verify</h2>\n")
	if s.Digest != "" {
		w.raw("<p>The digest of this result is " + digestMark)
		w.text(s.Digest)
		w.raw("</code>. It covers every job of every run. It was found by version ")
		w.text(experiment.EngineVersion)
		w.raw(" of Rampart's engine, whose results are the same on every machine and in every browser.</p>\n" +
			"<p>Import this file on Rampart's page: it runs the experiment again and compares the digests. Or save what stands below as <code>experiment.json</code>, run " +
			"<code>rampart run experiment.json -o result.json</code>, and look for the digest near the top of <code>result.json</code>.</p>\n")
	} else {
		w.element("p", "", "There is no digest, since not all runs are done. Save what stands below as a file and run it to complete them.")
	}
	w.raw("<h2>The experiment as a file</h2>\n" + experimentMark)
	w.text(string(experiment.AppendFile(nil, s.Experiment)))
	w.raw("</pre>\n</section>\n")
}

// Found is what a report can be checked by.
type Found struct {
	Experiment []byte // an experiment file, not checked
	Digest     string // of the result, "" if the report has none
	Engine     string // version of the engine that found it
}

// Read finds in a report what it can be checked by; ok is false if data is no
// report.
func Read(data []byte) (found Found, ok bool) {
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("<!doctype html>")) {
		return Found{}, false
	}
	if found.Experiment, ok = between(data, experimentMark, "</pre>"); !ok {
		return Found{}, false
	}
	if digest, has := between(data, digestMark, "</code>"); has && isDigest(string(digest)) {
		found.Digest = string(digest)
	}
	if engine, has := between(data, engineMark, `"`); has && len(engine) <= 100 {
		found.Engine = string(engine)
	}
	return found, true
}

// isDigest reports whether text is written as the digest of a result is.
func isDigest(text string) bool {
	digits, ok := strings.CutPrefix(text, "sha256:")
	return ok && len(digits) == 64 && strings.Trim(digits, "0123456789abcdef") == ""
}

// between is the text between two marks, without the escapes of HTML.
func between(data []byte, from, to string) ([]byte, bool) {
	_, rest, found := bytes.Cut(data, []byte(from))
	text, _, closed := bytes.Cut(rest, []byte(to))
	if !found || !closed {
		return nil, false
	}
	return []byte(unescape.Replace(string(text))), true
}
