//go:build !js

package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Profile is a cache and a storage that several tabs share, as those of one
// person do. They are gone when it is closed.
type Profile struct {
	ctx    context.Context
	cancel context.CancelFunc
}

// Profile makes a new one, without any visit.
func (b *Browser) Profile() (*Profile, error) {
	f := &Profile{}
	f.ctx, f.cancel = chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	if err := chromedp.Do(f.ctx); err != nil {
		f.cancel()
		return nil, fmt.Errorf("browser: making a profile: %w", err)
	}
	return f, nil
}

// Close forgets the profile and closes its tabs.
func (f *Profile) Close() { f.cancel() }

// Open opens an address in a new tab of the profile and waits until it has
// loaded. Closing the page closes the tab at once, without a word to it.
func (f *Profile) Open(address string, o Options) (*Page, error) {
	p := newPage()
	p.ctx, p.cancel = chromedp.NewContext(f.ctx)
	if err := p.open(address, o); err != nil {
		p.Close()
		return nil, fmt.Errorf("browser: opening %s: %w", address, err)
	}
	return p, nil
}

// Downloads lets the profile save files, into a folder.
func (f *Profile) Downloads(dir string) error {
	id := chromedp.FromContext(f.ctx).BrowserContextID
	_, err := chromedp.Call(f.ctx, browser.SetDownloadBehavior,
		browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow, BrowserContextID: id, DownloadPath: dir})
	if err != nil {
		return fmt.Errorf("browser: allowing downloads: %w", err)
	}
	return nil
}

// Goto leads the tab to another address and waits until it has loaded.
func (p *Page) Goto(address string) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Do(ctx, chromedp.Navigate(address))
}

// Crash ends the tab's process as a lack of memory does; the tab must then be
// closed.
func (p *Page) Crash() {
	ctx, cancel := context.WithTimeout(p.ctx, 2*time.Second)
	defer cancel()
	_, _ = chromedp.Call(ctx, page.Crash, cdp.Empty{}) // nobody is left to answer
}

// ServeSite is Serve for the site in a folder of its own, at an address such as
// "127.0.0.1:8080"; with the port 0 the system chooses.
func ServeSite(dir, address string) (*Server, error) {
	program, err := program()
	if err != nil {
		return nil, err
	}
	s := &Server{cmd: exec.Command(program, "serve", "--addr", address, "--site", dir)}
	s.cmd.Stderr = os.Stderr
	return s, s.start()
}
