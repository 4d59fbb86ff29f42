//go:build !js

package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// Once it was asked for an element by role and name, Chromium (148) keeps the
// document's accessibility tree up to date for a reader that never comes. As long
// as it does, its heap grows by some 160 bytes for every element that the page
// replaces, on any page. With a real reader (--force-renderer-accessibility) it
// does not grow, nor without a tree.

// dropTree lets the browser forget the tree that Find, WaitFor and Click have
// made it keep, if they did. The next of them makes a new one.
func (p *Page) dropTree(ctx context.Context) error {
	p.mu.Lock()
	kept := p.tree
	p.tree = false
	p.mu.Unlock()
	if !kept {
		return nil
	}
	// Only what is enabled can be disabled, and that lets go of all trees.
	if _, err := chromedp.Call(ctx, accessibility.Enable, cdp.Empty{}); err != nil {
		return fmt.Errorf("dropping the accessibility tree: %w", err)
	}
	if _, err := chromedp.Call(ctx, accessibility.Disable, cdp.Empty{}); err != nil {
		return fmt.Errorf("dropping the accessibility tree: %w", err)
	}
	return nil
}
