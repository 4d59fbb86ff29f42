package share

import (
	"fmt"
	"math"
	"strings"

	"rampart/core/experiment"
	"rampart/ui/number"
	"rampart/ui/session"
)

// Banner says on the page what was opened, and whether it is true.
type Banner struct {
	Opened   *Opened
	Session  *session.Session // of the experiment that was opened
	Workers  int
	Kept     bool // the user's own experiment from before is kept
	Run      func()
	OpenKept func()
	Dismiss  func()
}

// outcome is for scripts: verified, differs, held or nothing yet.
func (c *Banner) outcome() string {
	if c.Session.State == session.Held {
		return "held"
	}
	return string(c.Opened.Judge(c.Session))
}

// asks reports whether nothing runs until the user says so.
func (c *Banner) asks() bool { return c.Session.State == session.Held }

// verdict is the mark.
func (c *Banner) verdict() string {
	switch c.Opened.Judge(c.Session) {
	case Verified:
		return "✓ Verified."
	case Differs:
		return "Not what was recorded."
	}
	return ""
}

func (c *Banner) runWord() string {
	return "Run " + plural(len(c.Session.Units), "run", "runs")
}

func (c *Banner) words() string { return Words(c.Opened, c.Session, c.Workers) }

// Words says what was opened and where its check stands, in sentences.
func Words(o *Opened, s *session.Session, workers int) string {
	runs := plural(len(s.Units), "run", "runs")
	all := "All " + runs
	if len(s.Units) == 1 {
		all = "Its run"
	}
	switch {
	case s.State == session.Held:
		return Estimate(o, workers) + heldWords(o)
	case o.Recorded == nil && s.State == session.Running:
		return "Opened from " + o.From + ". It holds no figures, so they are computed now."
	case o.Recorded == nil:
		return "Opened from " + o.From + ". It holds no figures to check."
	case s.State == session.Running:
		return "Opened from " + o.From + ", with the figures that its maker recorded. " + all + " are being repeated here to check them."
	case s.State == session.Stopped:
		return "Opened from " + o.From + ". Not all of its runs were repeated, so what was recorded is not verified."
	case o.Judge(s) == Verified:
		return all + " were repeated here and gave what " + o.From + " records: " + recordedParts(o) + "."
	}
	return all + " were repeated here, and gave something else than " + o.From + " records" + otherEngine(o) + "."
}

// heldWords say what is shown meanwhile.
func heldWords(o *Opened) string {
	if o.Recorded != nil && o.Recorded.Summaries != nil {
		return " Until you start it, the page shows what its maker recorded."
	}
	return " Nothing runs until you start it."
}

// recordedParts says what was recorded.
func recordedParts(o *Opened) string {
	var parts []string
	if o.Recorded.Digest != "" {
		parts = append(parts, "the same digest")
	}
	if o.Recorded.Summaries != nil {
		parts = append(parts, "the same figures")
	}
	return strings.Join(parts, " and ")
}

// otherEngine says that another version made what differs.
func otherEngine(o *Opened) string {
	if e := o.Recorded.Engine; e != "" && e != experiment.EngineVersion {
		return ". Another version of Rampart made it, which may be why"
	}
	return ""
}

// Estimate says what running costs, in a sentence.
func Estimate(o *Opened, workers int) string {
	w := o.Work
	words := fmt.Sprintf("%s asks for %s with about %s jobs together", upper(o.From), plural(w.Runs, "run", "runs"), number.Significant(w.Jobs))
	return words + ": " + roughly(w.Seconds()/float64(max(1, workers))) + " on this machine."
}

// roughly writes a time that is only known by its size.
func roughly(seconds float64) string {
	const day = 86400
	switch {
	case seconds < 90:
		return fmt.Sprintf("about %d seconds", 10*max(1, int(seconds/10+.5)))
	case seconds < 5400:
		return fmt.Sprintf("about %d minutes", int(seconds/60+.5))
	case seconds < 2*day:
		return fmt.Sprintf("about %d hours", int(seconds/3600+.5))
	}
	return "about " + number.Significant(math.Round(seconds/day)) + " days"
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// mostDifferences is how many differences are shown.
const mostDifferences = 4

// differences are sentences about what differs, at most a few.
func (c *Banner) differences() []string {
	o := c.Opened
	if o.Judge(c.Session) != Differs {
		return nil
	}
	var list []string
	for i, d := range o.differs {
		if i == mostDifferences && len(o.differs) > mostDifferences+1 {
			list = append(list, fmt.Sprintf("%d more figures differ.", len(o.differs)-i))
			break
		}
		list = append(list, fmt.Sprintf("%s, %s: recorded %s, here %s.", d.Strategy, d.Figure, d.Recorded, d.Ours))
	}
	if o.firstRun != "" {
		list = append(list, o.firstRun)
	}
	if !agrees(c.Session) {
		list = append(list, fmt.Sprintf("Digest: recorded %s, here %s.", shortDigest(o.Recorded.Digest), shortDigest(c.Session.Digest)))
	}
	if len(o.differs) == 0 && o.firstRun == "" && o.Recorded.Summaries != nil {
		list = append(list, "All figures agree, so some job fared otherwise without changing them, or the digest was altered.")
	}
	return list
}

// shortDigest is a digest's beginning.
func shortDigest(digest string) string {
	return strings.TrimPrefix(digest, "sha256:")[:12] + "…"
}

// maxNotes is how much of the maker's notes is shown, in bytes: the drawing
// library takes 16 KiB, and a byte may become six.
const maxNotes = 1000

func (c *Banner) notes() string {
	notes := c.Opened.Experiment.Notes
	if len(notes) <= maxNotes {
		return notes
	}
	return strings.ToValidUTF8(notes[:maxNotes], "") + "…"
}
