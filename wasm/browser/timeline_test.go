//go:build !js

package browser

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// openTimeline opens the Timeline tab of a finished comparison, with both runs
// and the room that they leave.
func openTimeline(t *testing.T, path string, o Options) *Page {
	t.Helper()
	p := open(t, path, o)
	must(t, p.Wait(state+` === "done"`))
	must(t, p.Click("tab", "Timeline"))
	must(t, p.Wait(`document.querySelectorAll(".timeline-box canvas").length === 2`))
	must(t, p.Wait(`[...document.querySelectorAll(".timeline-box canvas")].every((c) => c.getAttribute("aria-label").includes("jobs arrived"))`))
	return p
}

// nowLine is what stands above a canvas about the time cursor.
const nowLine = `document.querySelectorAll(".timeline-now")[%d].textContent`

// A user finds the first decision in which two runs differ, reads why, steps on
// from there by keyboard, adds a third run and shares what is in view.
func TestTimelineTask(t *testing.T) {
	p := openTimeline(t, "", Options{LessMotion: true})
	must(t, p.Click("button", "First difference"))
	must(t, p.WaitText("The first job that they treat differently is number"))
	must(t, p.Wait(`/\d+ of 32 servers free/.test(`+fmt.Sprintf(nowLine, 0)+`)`))
	must(t, p.Wait(`/largest free block has/.test(`+fmt.Sprintf(nowLine, 0)+`)`)) // once the engine has found it
	must(t, p.WaitText("It found "))
	eval[bool](t, p, `(document.querySelector(".timeline-box").focus(), true)`)
	before := eval[string](t, p, fmt.Sprintf(nowLine, 0))
	must(t, p.Key("."))
	must(t, p.Wait(fmt.Sprintf(nowLine, 0)+` !== `+quote(before)))
	must(t, p.Key(","))
	must(t, p.Wait(fmt.Sprintf(nowLine, 0)+` === `+quote(before)))
	card := eval[string](t, p, `document.querySelector(".timeline-card h2").textContent`)
	must(t, p.Key("]"))
	must(t, p.Wait(`document.querySelector(".timeline-card h2").textContent !== `+quote(card)))
	must(t, p.Click("button", "Add a run"))
	must(t, p.Wait(`document.querySelectorAll(".timeline-box canvas").length === 3`))
	must(t, p.Wait(`document.querySelectorAll(".timeline-card thead th").length === 4`))
	must(t, p.Wait(`document.querySelectorAll(".timeline-now")[2].textContent.includes("servers free")`))
	must(t, p.Click("button", "Remove a run"))
	must(t, p.Wait(`document.querySelectorAll(".timeline-host").length === 2`))
	eval[bool](t, p, `(document.querySelector(".timeline-box").focus(), true)`)
	must(t, p.Key(kb.Escape))
	must(t, p.Key(kb.Escape))
	must(t, p.Wait(fmt.Sprintf(nowLine, 0)+` === ""`))
}

// The cursor plays with motion and, in jumps, without; space starts and stops
// it.
func TestTimelinePlays(t *testing.T) {
	for _, still := range []bool{false, true} {
		t.Run(fmt.Sprintf("less motion %v", still), func(t *testing.T) {
			p := openTimeline(t, "", Options{LessMotion: still})
			eval[bool](t, p, `(document.querySelector(".timeline-box").focus(), true)`)
			must(t, p.Key(" "))
			must(t, p.WaitFor("button", "Pause"))
			must(t, p.Wait(fmt.Sprintf(nowLine, 0)+` !== ""`))
			line := eval[string](t, p, fmt.Sprintf(nowLine, 0))
			must(t, p.Wait(fmt.Sprintf(nowLine, 0)+` !== `+quote(line)))
			must(t, p.Key(" "))
			must(t, p.WaitFor("button", "Play"))
		})
	}
}

// panFrames drags a canvas to and fro for a while and returns the milliseconds
// between its frames.
const panFrames = `new Promise((resolve) => {
	const canvas = document.querySelector(".timeline-box canvas"), box = canvas.getBoundingClientRect();
	const fire = (kind, x) => canvas.dispatchEvent(new PointerEvent(kind, { pointerId: 7, button: 0, bubbles: true, clientX: box.left + x, clientY: box.top + 200 }));
	const deltas = [];
	let last = 0, n = 0;
	fire("pointerdown", 500);
	requestAnimationFrame(function frame(now) {
		if (last) deltas.push(now - last);
		last = now;
		if (++n > 90) {
			fire("pointerup", 500);
			resolve(deltas);
			return;
		}
		fire("pointermove", 500 + 250 * Math.sin(n / 10));
		requestAnimationFrame(frame);
	});
})`

// Two runs of 100,000 jobs each are opened without keeping the page from answering,
// and panning keeps up with 60 frames a second, near and from afar. Where other programs hold it up, one of ten spells must.
func TestTimelinePansLongRuns(t *testing.T) {
	const long = `{"rampart": 1, "horizonSeconds": 1e8, "strategies": [{"kind": "max"}, {"kind": "fixed", "degree": 8}], "seeds": [0]}`
	p := open(t, "?workers=1", Options{})
	must(t, p.Wait(state+` === "done"`))
	eval[bool](t, p, fmt.Sprintf(dropFile, long, "long.json"))
	must(t, p.Wait(`document.querySelectorAll("#strategies tbody tr").length === 2`))
	must(t, p.Wait(state+` === "done"`))
	staysShort(t, p, "opening two runs of 100,000 jobs", func() {
		must(t, p.Click("tab", "Timeline"))
		must(t, p.Wait(`[...document.querySelectorAll(".timeline-box canvas")].filter((c) => c.getAttribute("aria-label").includes("100\u202f00")).length === 2`))
		must(t, p.Wait(`!document.body.innerText.includes("Laying out")`))
		must(t, p.Click("button", "First difference"))
		must(t, p.Wait(`/largest free block has/.test(`+fmt.Sprintf(nowLine, 1)+`)`)) // once the engine has found it
	})
	for _, zoom := range []struct {
		name   string
		factor int // clicks on Zoom out
	}{{"near", 0}, {"far", 6}} {
		for range zoom.factor {
			must(t, p.Click("button", "Zoom out"))
		}
		smooth := false
		for range 10 {
			deltas := eval[[]float64](t, p, panFrames)
			slices.Sort(deltas)
			middle, late := deltas[len(deltas)/2], deltas[len(deltas)*95/100]
			t.Logf("%s: frames are %.1f ms apart, 95 of 100 at most %.1f ms, all at most %.1f ms", zoom.name, middle, late, deltas[len(deltas)-1])
			if smooth = middle < 17.5 && late < 20; smooth {
				break
			}
		}
		if !smooth {
			t.Errorf("%s: none of ten spells was smooth", zoom.name)
		}
	}
}
