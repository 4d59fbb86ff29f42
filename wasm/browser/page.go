//go:build !js

package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience bounds every wait: CI's two cores may be busy.
const patience = 60 * time.Second

// Eval returns the value of a JavaScript expression; a promise is awaited. The
// page's policy holds for it.
func Eval[T any](p *Page, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise, underPolicy))
	if err != nil {
		return value, fmt.Errorf("browser: %s: %w", expression, err)
	}
	return value, nil
}

func underPolicy(p *runtime.EvaluateParams) {
	lax := false
	p.AllowUnsafeEvalBlockedByCSP = &lax
}

// Wait waits until a JavaScript expression is true. It looks from here, since
// the page's policy forbids the usual ways to do so inside.
func (p *Page) Wait(expression string) error {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		ok, err := Eval[bool](p, "Boolean("+expression+")")
		if err != nil && strings.Contains(err.Error(), "navigated") && time.Now().Before(end) {
			continue // the page was reloaded under the look
		}
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		if time.Now().After(end) {
			text, _ := Eval[string](p, "document.body.innerText")
			return fmt.Errorf("browser: waited %v for %s; the page says:\n%s\nand the console:\n%s",
				patience, expression, text, strings.Join(p.Problems(), "\n"))
		}
	}
}

// WaitText waits until the page shows a text.
func (p *Page) WaitText(text string) error {
	return p.Wait(fmt.Sprintf("document.body.innerText.includes(%q)", text))
}

// Find returns how many elements have a role and an accessible name, as the
// browser computes them for a screen reader.
func (p *Page) Find(role, name string) (int, error) {
	nodes, err := p.query(role, name)
	return len(nodes), err
}

// query returns the elements that are not hidden from accessibility.
func (p *Page) query(role, name string) ([]*accessibility.Node, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	p.mu.Lock()
	p.tree = true
	p.mu.Unlock()
	doc, err := chromedp.Call(ctx, dom.GetDocument, dom.GetDocumentParams{})
	if err != nil {
		return nil, err
	}
	found, err := chromedp.Call(ctx, accessibility.QueryAXTree,
		accessibility.QueryAXTreeParams{NodeID: doc.Root.NodeID, Role: role, AccessibleName: name})
	if err != nil {
		return nil, err
	}
	var nodes []*accessibility.Node
	for _, n := range found.Nodes {
		if !n.Ignored {
			nodes = append(nodes, n)
		}
	}
	return nodes, nil
}

// WaitFor waits until just one element has a role and an accessible name.
func (p *Page) WaitFor(role, name string) error {
	_, err := p.waitFor(role, name)
	return err
}

func (p *Page) waitFor(role, name string) (*accessibility.Node, error) {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		nodes, err := p.query(role, name)
		if err == nil && len(nodes) == 1 {
			return nodes[0], nil
		}
		if time.Now().After(end) {
			return nil, fmt.Errorf("browser: found %d elements with the role %s and the name %q, want one (%v); console:\n%s",
				len(nodes), role, name, err, strings.Join(p.Problems(), "\n"))
		}
	}
}

// Click waits for the element with a role and an accessible name, and clicks
// on its middle with the mouse.
func (p *Page) Click(role, name string) error {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		node, err := p.waitFor(role, name)
		if err != nil {
			return err
		}
		err = p.clickNode(node)
		if err == nil {
			return nil
		}
		if time.Now().After(end) { // a render may take the element away in between: look again until then
			return fmt.Errorf("browser: clicking on %s %q: %w", role, name, err)
		}
	}
}

func (p *Page) clickNode(node *accessibility.Node) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	id := node.BackendDOMNodeID
	if _, err := chromedp.Call(ctx, dom.ScrollIntoViewIfNeeded, dom.ScrollIntoViewIfNeededParams{BackendNodeID: id}); err != nil {
		return err
	}
	q, err := corners(ctx, id)
	if err != nil {
		return err
	}
	// What the page is still drawing pushes elements about: a person waits until
	// they stand still, and so does this.
	time.Sleep(still)
	again, err := corners(ctx, id)
	if err != nil {
		return err
	}
	if !slices.Equal(q, again) {
		return errors.New("the element does not stand still")
	}
	return chromedp.Do(ctx, chromedp.MouseClickXY((q[0]+q[4])/2, (q[1]+q[5])/2))
}

// still is how long an element must not have moved before it is clicked on: two
// frames and a little.
const still = 40 * time.Millisecond

// corners returns the corners of an element: x, y clockwise from the top left.
func corners(ctx context.Context, id cdp.BackendNodeID) ([]float64, error) {
	quads, err := chromedp.Call(ctx, dom.GetContentQuads, dom.GetContentQuadsParams{BackendNodeID: id})
	if err != nil {
		return nil, err
	}
	if len(quads.Quads) == 0 {
		return nil, errors.New("the element has no box")
	}
	return quads.Quads[0], nil
}

// Key types keys into the focused element; see package kb of chromedp for
// those without a character.
func (p *Page) Key(keys string) error {
	return chromedp.Do(p.ctx, chromedp.KeyEvent(keys))
}

// LongTasks returns the lengths in milliseconds of the tasks of at least 50 ms
// since the page was opened or this was last called.
func (p *Page) LongTasks() ([]float64, error) {
	return Eval[[]float64](p, "window.longTasks.splice(0)")
}

// Screenshot writes what the window shows as a PNG file.
func (p *Page) Screenshot(path string) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	shot, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng})
	if err != nil {
		return fmt.Errorf("browser: screenshot: %w", err)
	}
	return os.WriteFile(path, shot.Data, 0o644)
}
