//go:build !js

package browser

import "testing"

// replaceElements replaces 300 elements in each of 60 frames.
const replaceElements = `new Promise((resolve) => {
	const place = document.body.appendChild(document.createElement("div"));
	let frames = 0;
	const step = () => {
		place.replaceChildren(...Array.from({ length: 300 }, (_, i) => {
			const element = document.createElement("span");
			element.textContent = frames + "." + i + " ";
			return element;
		}));
		if (++frames < 60) return requestAnimationFrame(step);
		place.remove();
		requestAnimationFrame(() => resolve(true));
	};
	step();
})`

// What a page has replaced is not counted among what it holds, also after the
// page was looked at through its accessibility tree, which the browser keeps then.
func TestMemoryIsThatOfThePage(t *testing.T) {
	p := open(t, "", Options{LessMotion: true})
	must(t, p.Wait(state+` === "done"`))
	must(t, p.WaitFor("tab", "Train"))
	heap := func() float64 {
		m, err := p.Memory()
		must(t, err)
		return m.Realms[0].Heap / 1e6
	}
	heap()
	eval[bool](t, p, replaceElements) // what is made once and stays
	before := heap()
	eval[bool](t, p, replaceElements)
	after := heap()
	t.Logf("the page's heap: %.2f MB, and %.2f MB after 18,000 elements were replaced", before, after)
	if after > before+1 {
		t.Errorf("the page's heap grows from %.2f to %.2f MB by elements that it no longer has", before, after)
	}
}
