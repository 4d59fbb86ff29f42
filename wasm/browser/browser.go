//go:build !js

// Package browser drives the page in Debian's Chromium: its tests look at the
// page as a person would, and wasm/shot takes the README's picture with it.
package browser

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Browser is a running Chromium with a profile of its own.
type Browser struct {
	ctx    context.Context
	cancel []context.CancelFunc
	dir    string
}

// launches is how often Chromium is started before it is given up: now and then
// it dies before it has opened anything, which says nothing of the page.
const launches = 3

// Launch starts a Chromium without a window.
func Launch() (*Browser, error) {
	var errs []error
	for range launches {
		b, err := launch()
		if err == nil {
			return b, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

func launch() (*Browser, error) {
	dir, err := os.MkdirTemp("", "rampart-browser-")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, // CI runs as root, where the sandbox cannot start
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.UserDataDir(dir),
	)
	b := &Browser{dir: dir}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	b.cancel = append(b.cancel, cancel)
	b.ctx, cancel = chromedp.NewContext(allocator)
	b.cancel = append(b.cancel, cancel)
	if err := chromedp.Do(b.ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("browser: starting Chromium: %w", err), b.Close())
	}
	return b, nil
}

// Close ends the browser and removes its profile.
func (b *Browser) Close() error {
	for i := len(b.cancel) - 1; i >= 0; i-- {
		b.cancel[i]()
	}
	var err error
	for range 50 { // Chromium's children may still write
		if err = os.RemoveAll(b.dir); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// Options are how a page is opened. The zero value is a wide window, the light
// scheme, and motion.
type Options struct {
	Width, Height int  // CSS pixels; 0: 1280 by 800
	Dark          bool // the dark scheme
	LessMotion    bool // prefers-reduced-motion
	Script        string
	// Script is JavaScript that runs before the page's own.
}

// Request is one request of a page or of one of its workers.
type Request struct {
	URL         string
	Transferred float64 // bytes over the wire, 0 until it has ended
}

// Page is one tab, with a cache and a storage of its own: a first visit.
type Page struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	problems []string
	order    []network.RequestID
	requests map[network.RequestID]*Request
	tree     bool // the browser keeps an accessibility tree: see dropTree
}

// Open opens an address in a new tab and waits until it has loaded.
func (b *Browser) Open(address string, o Options) (*Page, error) {
	p := newPage()
	p.ctx, p.cancel = chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	if err := p.open(address, o); err != nil {
		p.Close()
		return nil, fmt.Errorf("browser: opening %s: %w", address, err)
	}
	return p, nil
}

func newPage() *Page { return &Page{requests: map[network.RequestID]*Request{}} }

func (p *Page) open(address string, o Options) error {
	if err := chromedp.Listen(p.ctx, p.listen); err != nil {
		return err
	}
	width, height := int64(o.Width), int64(o.Height)
	if width == 0 {
		width, height = 1280, 800
	}
	if err := chromedp.Do(p.ctx, chromedp.EmulateViewport(width, height)); err != nil {
		return err
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-reduced-motion", Value: "no-preference"},
	}}
	if o.Dark {
		media.Features[0].Value = "dark"
	}
	if o.LessMotion {
		media.Features[1].Value = "reduce"
	}
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, media); err != nil {
		return err
	}
	script := page.AddScriptToEvaluateOnNewDocumentParams{Source: watchTasks + o.Script}
	if _, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, script); err != nil {
		return err
	}
	return chromedp.Do(p.ctx, chromedp.Navigate(address))
}

// watchTasks keeps the lengths, in milliseconds, of the tasks that kept the
// page from answering for 50 ms or more.
const watchTasks = `
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
}).observe({ type: "longtask", buffered: true });
`

// listen keeps what the tests ask for later. It must not block.
func (p *Page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.problems = append(p.problems, "exception: "+exceptionText(e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			p.problems = append(p.problems, string(e.Type)+": "+argumentsText(e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			p.problems = append(p.problems, string(e.Entry.Level)+": "+e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		if p.requests[e.RequestID] == nil {
			p.order = append(p.order, e.RequestID)
		}
		p.requests[e.RequestID] = &Request{URL: e.Request.URL}
	case *network.EventLoadingFinished:
		if r := p.requests[e.RequestID]; r != nil {
			r.Transferred = e.EncodedDataLength
		}
	}
}

func exceptionText(d *runtime.ExceptionDetails) string {
	if d.Exception != nil && d.Exception.Description != "" {
		return d.Exception.Description
	}
	return d.Text
}

func argumentsText(args []*runtime.RemoteObject) string {
	text := ""
	for _, arg := range args {
		if arg.Description != "" {
			text += arg.Description + " "
		} else {
			text += string(arg.Value) + " "
		}
	}
	return text
}

// Close closes the tab.
func (p *Page) Close() { p.cancel() }

// Problems returns the errors and warnings of the console so far, policy
// violations and failed requests among them.
func (p *Page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.problems...)
}

// Requests returns the requests so far, but for data: and blob: addresses.
func (p *Page) Requests() []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	var requests []Request
	for _, id := range p.order {
		r := *p.requests[id]
		if u, err := url.Parse(r.URL); err == nil && (u.Scheme == "data" || u.Scheme == "blob") {
			continue
		}
		requests = append(requests, r)
	}
	return requests
}
