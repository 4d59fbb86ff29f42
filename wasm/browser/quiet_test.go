//go:build !js

package browser

import "testing"

// Whatever way public/quiet.js takes, the document becomes what the browser's
// own setters and decoder make of it.
func TestQuietWritesAreTheBrowsers(t *testing.T) {
	p := open(t, "", Options{})
	must(t, p.Wait(`!document.getElementById("boot")`))
	got := eval[[]string](t, p, `(() => {
		const wrong = [];
		const frame = document.createElement("iframe"); // has setters of its own
		document.body.append(frame);
		const plain = frame.contentDocument.createElement("p");
		const quiet = document.createElement("p");
		const texts = ["", "one", "one", "two", "a < b", "&lt;b&gt;", "&", "<b>bold</b> end", "three", "<b>bold</b>", "", "é — \u2009", "\n x", "a\r\nb", "a\0b", "end"];
		for (const from of texts) {
			for (const to of texts) {
				for (const p of [plain, quiet]) {
					p.innerHTML = from;
					p.innerHTML = to;
				}
				if (plain.innerHTML !== quiet.innerHTML || plain.textContent !== quiet.textContent || plain.childNodes.length !== quiet.childNodes.length) {
					wrong.push("from " + JSON.stringify(from) + " to " + JSON.stringify(to) + ": " + quiet.innerHTML);
				}
			}
		}
		const own = new frame.contentWindow.TextDecoder(), decoder = new TextDecoder();
		for (const word of ["", "class", "http://www.w3.org/2000/svg", "é", "0123456789".repeat(4), "0123456789".repeat(5), "a\0b", "\ufeffbom"]) {
			const bytes = new TextEncoder().encode("xx" + word + "yy");
			const inside = new DataView(bytes.buffer, 2, bytes.length - 4);
			if (decoder.decode(inside) !== own.decode(inside) || decoder.decode(bytes) !== own.decode(bytes)) {
				wrong.push("the word " + JSON.stringify(word) + " becomes " + JSON.stringify(decoder.decode(inside)));
			}
		}
		if (decoder.decode() !== "" || new TextDecoder("utf-16le").decode(new Uint8Array([65, 0])) !== "A") wrong.push("other uses of the decoder");
		frame.remove();
		return wrong;
	})()`)
	for _, w := range got {
		t.Error(w)
	}
	kept := eval[bool](t, p, `(() => {
		const p = document.createElement("p");
		p.innerHTML = "one";
		const text = p.firstChild;
		p.innerHTML = "two";
		return p.firstChild === text && text.data === "two";
	})()`)
	if !kept {
		t.Error("text in place of text made a new node")
	}
}
