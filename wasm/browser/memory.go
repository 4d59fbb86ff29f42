//go:build !js

package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// Realm is what one thread of a page holds, in bytes.
type Realm struct {
	Script string // file name of a worker's script; "" for the page itself
	Wasm   float64
	Heap   float64 // JavaScript objects and those of the browser that belong to them
}

// Memory is what a page holds.
type Memory struct {
	Realms    []Realm // the page first
	Nodes     int     // of the documents, those in no document among them
	Listeners int     // of events
	// Resident is the resident set of the largest renderer process in bytes, 0
	// where there is no /proc to read it from.
	Resident float64
}

// Total returns the bytes of all wasm memories and heaps.
func (m *Memory) Total() float64 {
	total := 0.0
	for _, r := range m.Realms {
		total += r.Wasm + r.Heap
	}
	return total
}

// Memory measures what the page and its workers hold. It has the garbage
// collected first, which keeps each thread busy for a moment. What Find, WaitFor
// and Click have made the browser keep is not the page's, and is dropped.
func (p *Page) Memory() (*Memory, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := p.dropTree(ctx); err != nil {
		return nil, fmt.Errorf("browser: measuring memory: %w", err)
	}
	m, err := measure(ctx)
	if err != nil {
		return nil, fmt.Errorf("browser: measuring memory: %w", err)
	}
	return m, nil
}

func measure(ctx context.Context) (*Memory, error) {
	m := &Memory{}
	// Whatever a drawing has just left is counted, so nothing is between these two.
	if _, err := chromedp.Call(ctx, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
		return nil, err
	}
	counters, err := chromedp.Call(ctx, memory.GetDOMCounters, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	m.Nodes, m.Listeners = int(counters.Nodes), int(counters.JsEventListeners)
	r, err := measureRealm(ctx, "")
	if err != nil {
		return nil, err
	}
	m.Realms = append(m.Realms, r)
	targets, err := chromedp.Targets(ctx)
	if err != nil {
		return nil, err
	}
	own := chromedp.FromContext(ctx).BrowserContextID
	for _, t := range targets {
		if t.Type != "worker" || t.BrowserContextID != own {
			continue
		}
		attached, detach := chromedp.NewContext(ctx, chromedp.WithTargetID(t.TargetID), chromedp.WithDetachOnCancel())
		r, err := measureRealm(attached, path.Base(t.URL))
		detach()
		if err != nil {
			return nil, err
		}
		m.Realms = append(m.Realms, r)
	}
	m.Resident, err = resident(ctx)
	return m, err
}

// measureRealm measures the thread that a context is attached to. The browser
// collects the garbage of the thread before it finds wasm memories by their
// prototype.
func measureRealm(ctx context.Context, script string) (Realm, error) {
	const group = "memories"
	r := Realm{Script: script}
	prototype, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: "WebAssembly.Memory.prototype", ObjectGroup: group})
	if err != nil {
		return r, err
	}
	found, err := chromedp.Call(ctx, runtime.QueryObjects, runtime.QueryObjectsParams{PrototypeObjectID: prototype.Result.ObjectID, ObjectGroup: group})
	if err != nil {
		return r, err
	}
	byValue := true
	sum, err := chromedp.Call(ctx, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: "function() { return this.reduce((sum, m) => sum + m.buffer.byteLength, 0); }",
		ObjectID:            found.Objects.ObjectID, ReturnByValue: &byValue,
	})
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(sum.Result.Value, &r.Wasm); err != nil {
		return r, err
	}
	if _, err := chromedp.Call(ctx, runtime.ReleaseObjectGroup, runtime.ReleaseObjectGroupParams{ObjectGroup: group}); err != nil {
		return r, err
	}
	heap, err := chromedp.Call(ctx, runtime.GetHeapUsage, cdp.Empty{})
	r.Heap = heap.UsedSize + heap.EmbedderHeapUsedSize
	return r, err
}

// resident returns the resident set of the largest renderer process in bytes.
func resident(ctx context.Context) (float64, error) {
	info, err := chromedp.CallBrowser(ctx, systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		return 0, err
	}
	most := 0.0
	for _, process := range info.ProcessInfo {
		if process.Type != "renderer" {
			continue
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process.ID))
		if err != nil {
			continue // it has ended, or this system has no /proc
		}
		most = max(most, residentOf(string(status)))
	}
	return most, nil
}

// residentOf finds the resident set in the text of /proc/PID/status, which says
// it as "VmRSS: 1234 kB".
func residentOf(status string) float64 {
	_, rest, found := strings.Cut(status, "VmRSS:")
	fields := strings.Fields(rest)
	if !found || len(fields) == 0 {
		return 0
	}
	kilobytes, err := strconv.ParseFloat(fields[0], 64)
	if err != nil {
		return 0
	}
	return 1024 * kilobytes
}

// Busy returns how many seconds of processor time the page's thread has spent in
// tasks since this was first called. Unlike the lengths of tasks, it does not
// depend on what else the machine does.
func (p *Page) Busy() (float64, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	enable := performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}
	if _, err := chromedp.Call(ctx, performance.Enable, enable); err != nil {
		return 0, fmt.Errorf("browser: %w", err)
	}
	result, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		return 0, fmt.Errorf("browser: %w", err)
	}
	for _, m := range result.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value, nil
		}
	}
	return 0, errors.New("browser: the browser does not tell the duration of tasks")
}

// Press clicks with the mouse on the middle of the first element that a CSS
// selector finds. Unlike Click it does without the accessibility tree, which
// keeps the page busy and its heap growing: see dropTree.
func (p *Page) Press(selector string) error {
	at, err := Eval[[]float64](p, fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		if (!element) return [];
		element.scrollIntoView({ block: "nearest" });
		const box = element.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`, selector))
	if err != nil {
		return err
	}
	if len(at) != 2 {
		return fmt.Errorf("browser: there is no %s to press", selector)
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Do(ctx, chromedp.MouseClickXY(at[0], at[1]))
}
