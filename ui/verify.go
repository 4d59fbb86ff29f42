package ui

import (
	"fmt"

	"rampart/ui/session"
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

// verified reports whether a second run gave the same digest.
func (c *Root) verified() bool {
	return c.check != nil && c.check.State == session.Done && c.check.Digest == c.session.Digest
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
	case c.check == nil || c.check.State == session.Stopped:
		return "Verify"
	case c.check.State == session.Running:
		return fmt.Sprintf("Verifying %d of %d", c.check.Ended(), len(c.check.Units))
	case c.verified():
		return "✓ verified"
	}
	return "differs"
}

func (c *Root) verifyClass() string {
	if c.verified() {
		return "quiet verify verified"
	}
	return "quiet verify"
}

// verifyHelp says what the button does or what it found.
func (c *Root) verifyHelp() string {
	if c.verified() {
		return "All runs were repeated and gave the same digest, " + c.session.Digest + "."
	}
	return "Runs everything again and compares the digests. This one is " + c.session.Digest + "."
}
