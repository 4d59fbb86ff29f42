//go:build !js

package browser

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// graphsReady is true once the Graphs tab has all its answers.
const graphsReady = `document.querySelector(".graphs[data-asking=false] .graphs-costs figure") &&
	document.querySelectorAll(".graphs .canvas-box canvas").length === 2`

// sheetLabel and ganttLabel are what the canvases say they show, cardTitle is
// the op with the focus.
const (
	sheetLabel = `document.querySelectorAll(".graphs canvas")[0].getAttribute("aria-label")`
	ganttLabel = `document.querySelectorAll(".graphs canvas")[1].getAttribute("aria-label")`
	cardTitle  = `document.querySelector(".graphs-card h2").textContent`
)

func openGraphs(t *testing.T, path string, o Options) *Page {
	t.Helper()
	p := open(t, path, o)
	must(t, p.Wait(graphsReady))
	return p
}

// choose picks an option of a list by its value.
func choose(t *testing.T, p *Page, id, value string) {
	t.Helper()
	eval[bool](t, p, fmt.Sprintf(`(() => {
		const list = document.getElementById(%q);
		list.value = %q;
		list.dispatchEvent(new Event("change", { bubbles: true }));
		return true;
	})()`, id, value))
}

// A reader looks at an op, asks which degrees are in time, follows the critical
// path, leaves data loading out and takes that graph into the experiment.
func TestGraphsTask(t *testing.T) {
	p := openGraphs(t, "#p=A&horizon=60000&tab=graphs", Options{})
	must(t, p.WaitText("Loading data takes 64.6"))
	must(t, p.Wait(sheetLabel+`.includes("resnet18: 71 ops forward")`))
	must(t, p.Wait(ganttLabel+`.includes("at degree 8 on 8 servers")`))

	eval[bool](t, p, `(document.getElementById("graphs-search").focus(), true)`)
	must(t, p.Key("maxpool"))
	must(t, p.Wait(`document.querySelector(".graphs-search").textContent.includes("1 op")`))
	must(t, p.Key(kb.Enter))
	must(t, p.Wait(cardTitle+`.startsWith("MaxPool2d")`))

	must(t, p.WaitText("in time on an empty cluster at degrees 4, 6, 8, 16"))
	eval[bool](t, p, `(() => {
		const beta = document.getElementById("graphs-beta");
		beta.value = "0.2";
		beta.dispatchEvent(new Event("input", { bubbles: true }));
		return true;
	})()`)
	must(t, p.WaitText("in time on an empty cluster at degrees 6, 8, 16"))
	choose(t, p, "graphs-degree", "4")
	must(t, p.Wait(ganttLabel+`.includes("at degree 4 on 4 servers")`))
	must(t, p.WaitText("At degree 4 the 142 ops become 508 sub-ops on 4 servers"))

	must(t, p.Click("checkbox", "Leave the input op out"))
	must(t, p.Wait(sheetLabel+`.includes("resnet18_without_input: 70 ops")`))
	must(t, p.Wait(graphsReady))
	must(t, p.Click("button", "Add this graph to the experiment"))
	must(t, p.WaitText("resnet18_without_input joined the experiment's graphs"))
	must(t, p.Wait(`document.querySelector("input[name=graph-resnet18_without_input]").checked`))
}

// Everything on the canvases is reached by keyboard.
func TestGraphsByKeyboard(t *testing.T) {
	p := openGraphs(t, "#p=A&horizon=60000&tab=graphs&graph=gnmt@4", Options{LessMotion: true})
	must(t, p.Wait(ganttLabel+`.includes("of gnmt at degree 4")`))
	focus := func(i int) {
		eval[bool](t, p, fmt.Sprintf(`(document.querySelectorAll(".graphs .canvas-box")[%d].focus(), true)`, i))
	}
	focus(0)
	must(t, p.Key("]"))
	must(t, p.Wait(cardTitle+`.endsWith("forward")`))
	first := eval[string](t, p, cardTitle)
	must(t, p.Key("m"))
	must(t, p.Wait(cardTitle+` === `+quote(strings.Replace(first, "forward", "backward", 1))))
	must(t, p.Key(kb.Escape))
	must(t, p.Wait(cardTitle+` === "gnmt"`))
	focus(1)
	must(t, p.Key("]"))
	must(t, p.Wait(`/computes on server|moves for/.test(document.querySelectorAll(".graphs-canvas [aria-live]")[1].textContent)`))
	must(t, p.Wait(cardTitle+` !== "gnmt"`))
	// From below, so that no table moves the button that is pressed next.
	for _, table := range []struct {
		button, caption string
		rows            int
	}{
		{"Show the step as tables", "Critical path, its longest parts", 20}, {"", "Longest transfers between servers", 20},
		{"Show the table of degrees", "Cost of every degree", 6}, {"Show the table of ops", "Ops of gnmt", 48},
	} {
		if table.button != "" {
			must(t, p.Click("button", table.button))
		}
		must(t, p.Wait(fmt.Sprintf(`[...document.querySelectorAll(".graphs table")].some((t) => t.caption.textContent === %q && t.tBodies[0].rows.length === %d)`, table.caption, table.rows)))
	}
}

// A graph that is dropped while the tab is open is shown, and a link to it and
// its degree shows it again.
func TestGraphsOfAnImport(t *testing.T) {
	p := openGraphs(t, "#p=A&horizon=60000&tab=graphs", Options{})
	file := "node1 -- Input0 -- forward_compute_time=1.0, backward_compute_time=0.0, activation_size=4.0, parameter_size=0.0\n" +
		"node2 -- Linear(5, 5) -- forward_compute_time=20.0, backward_compute_time=30.0, activation_size=4000.0, parameter_size=100.0\n" +
		"\tnode1 -- node2\n"
	give(t, p, "drop", map[string][]byte{"net.txt": []byte(file)}, "net.txt")
	must(t, p.Wait(sheetLabel+`.includes("Computation graph of net: 2 ops forward")`))
	must(t, p.Wait(graphsReady))
	must(t, p.WaitText("of the compute time of net goes into 1 op of type Linear"))
}

// The tab breaks no rule of accessibility with everything open, and fits a
// narrow window.
func TestGraphsAccessible(t *testing.T) {
	axe := axeSource(t)
	for name, o := range map[string]Options{
		"wide and dark":    {Width: 1600, Height: 900, Dark: true, LessMotion: true},
		"narrow and light": {Width: 360, Height: 740, LessMotion: true},
	} {
		t.Run(name, func(t *testing.T) {
			p := openGraphs(t, "#p=A&horizon=60000&tab=graphs&graph=alexnet", o)
			for i, button := range []string{"Show the step as tables", "Show the table of degrees", "Show the table of ops"} {
				must(t, p.Click("button", button))
				must(t, p.Wait(fmt.Sprintf(`document.querySelectorAll(".graphs table").length === %d`, i+2)))
			}
			must(t, p.Click("button", "Next op"))
			must(t, p.Wait(cardTitle+`.endsWith("forward")`))
			eval[bool](t, p, axe+"\n;true")
			for _, v := range eval[[]string](t, p, violations) {
				t.Error(v)
			}
			if width := eval[int](t, p, "document.documentElement.scrollWidth"); width > max(o.Width, 360) {
				t.Errorf("the page is %d pixels wide in a window of %d", width, o.Width)
			}
		})
	}
}

// largeGraph is a job graph of 1,250 ops, 2,500 nodes with the backward pass:
// blocks with shortcuts, as deep networks have them.
func largeGraph() []byte {
	var b strings.Builder
	b.WriteString(`{"name":"large","unit":"milliseconds","ops":[`)
	for id := 1; id <= 1250; id++ {
		if id > 1 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"type":%q,"forward":%d,"backward":%d,"activationBytes":1e6,"parameterBytes":%d}`,
			id, []string{"Conv2d(64, 64)", "BatchNorm2d(64)", "ReLU(inplace)", "Add"}[id%4], 1+id%9, 2+id%11, 1000*(id%50))
	}
	b.WriteString(`],"edges":[`)
	for id := 2; id <= 1250; id++ {
		b.WriteString(map[bool]string{true: ",", false: ""}[id > 2] + "[" + strconv.Itoa(id-1) + "," + strconv.Itoa(id) + "]")
		if id%8 == 0 && id > 8 {
			fmt.Fprintf(&b, ",[%d,%d]", id-7, id)
		}
	}
	b.WriteString("]}")
	return []byte(b.String())
}

// A graph of 2,500 nodes is imported without keeping the page from answering, drawn
// and panned; how smoothly is logged, since it depends on the machine.
func TestGraphsOf2500Nodes(t *testing.T) {
	p := openGraphs(t, "#p=A&horizon=60000&tab=graphs", Options{})
	staysShort(t, p, "importing a graph of 1,250 ops", func() {
		give(t, p, "drop", map[string][]byte{"large.json": largeGraph()}, "large.json")
		must(t, p.Wait(sheetLabel+`.includes("large: 1\u202f250 ops forward")`))
		must(t, p.Wait(graphsReady))
	})
	_, err := p.LongTasks()
	must(t, err)
	frames := eval[[]float64](t, p, `new Promise((done) => {
		const canvas = document.querySelector(".graphs canvas"), times = [];
		const point = (type, x) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, bubbles: true, clientX: canvas.getBoundingClientRect().left + x, clientY: canvas.getBoundingClientRect().top + 90 }));
		let n = 0;
		canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -400, ctrlKey: true, bubbles: true, cancelable: true }));
		point("pointerdown", 100);
		const tick = (now) => {
			times.push(now);
			point("pointermove", 100 + 200 * Math.sin(n / 10));
			if (++n < 120) requestAnimationFrame(tick); else { point("pointerup", 100); done(times.slice(1).map((t, i) => t - times[i])); }
		};
		requestAnimationFrame(tick);
	})`)
	slices.Sort(frames)
	tasks, err := p.LongTasks()
	must(t, err)
	t.Logf("frames while panning, ms: median %.1f, 95th percentile %.1f, longest %.1f; long tasks %.0f",
		frames[len(frames)/2], frames[len(frames)*95/100], frames[len(frames)-1], tasks)
	if len(frames) != 119 {
		t.Errorf("%d frames", len(frames))
	}
}
