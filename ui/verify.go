package ui

import (
	"fmt"

	"rampart/ui/session"
	"rampart/ui/share"
)

// Verify runs the whole experiment again and compares the digests.
func (c *Root) Verify() {
	if c.session.State != session.Done || c.check != nil && c.check.State == session.Running {
		return
	}
	c.said = ""
	c.check = session.Start(c.session.Experiment, c.runner, c.host.Now, c.checked)
}

// checked hears of the second run.
func (c *Root) checked(bool) {
	switch {
	case c.check.State == session.Running:
		c.soon()
		return
	case c.check.State == session.Stopped:
		c.notice = "The result could not be verified: " + c.check.Failures[0]
	case c.verified():
		c.said = "Verified: a second run gave the same result."
	default:
		c.notice = fmt.Sprintf("A second run gave another result, %s instead of %s. Please report this.", c.check.Digest, c.session.Digest)
	}
	c.draw()
}

// verified reports whether a second run gave the same digest, or this one gave
// what somebody else recorded.
func (c *Root) verified() bool {
	if c.check == nil || c.check.State != session.Done {
		return c.judgement() == share.Verified
	}
	return c.check.Digest == c.session.Digest
}

// judgement says whether what was opened is what was found here.
func (c *Root) judgement() share.Outcome {
	if c.opened == nil {
		return share.Unknown
	}
	return c.opened.Judge(c.session)
}

// dropCheck gives the second run up, for another experiment.
func (c *Root) dropCheck() {
	if c.check != nil {
		c.check.Stop()
		c.check = nil
	}
}

// verifyWord is what stands beside the digest.
func (c *Root) verifyWord() string {
	switch {
	case c.check != nil && c.check.State == session.Running:
		return fmt.Sprintf("Verifying %d of %d", c.check.Ended(), len(c.check.Units))
	case c.verified():
		return "✓ verified"
	case c.check != nil && c.check.State == session.Done, c.judgement() == share.Differs:
		return "differs"
	}
	return "Verify"
}

func (c *Root) verifyClass() string {
	if c.verified() {
		return "quiet verify verified"
	}
	return "quiet verify"
}

// verifyHelp says what the button does or what it found.
func (c *Root) verifyHelp() string {
	if c.verified() && c.check == nil {
		return "All runs were repeated here and gave what " + c.opened.From + " records, " + c.session.Digest + "."
	}
	if c.verified() {
		return "All runs were repeated and gave the same digest, " + c.session.Digest + "."
	}
	return "Runs everything again and compares the digests. This one is " + c.session.Digest + "."
}
