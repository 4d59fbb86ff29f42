package report

import (
	"strings"
)

// writer appends HTML.
type writer struct{ buf []byte }

// raw appends what is HTML already.
func (w *writer) raw(html string) { w.buf = append(w.buf, html...) }

// text appends text, whatever is in it.
func (w *writer) text(s string) {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' {
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	w.raw(escape.Replace(s))
}

var (
	escape   = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")
	unescape = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'")
)

// element appends an element with a text.
func (w *writer) element(name, class, text string) {
	w.raw("<" + name)
	if class != "" {
		w.raw(" class=\"" + class + "\"")
	}
	w.raw(">")
	w.text(text)
	w.raw("</" + name + ">\n")
}

// cell appends a cell of a table; title is what it is exactly.
func (w *writer) cell(name, attributes, class, text, title string) {
	w.raw("<" + name + attributes)
	if class != "" {
		w.raw(" class=\"" + class + "\"")
	}
	if title != "" && title != text {
		w.raw(" title=\"")
		w.text(title)
		w.raw("\"")
	}
	w.raw(">")
	w.text(text)
	w.raw("</" + name + ">")
}

// class is that of a column of figures, or none.
func class(figures bool) string {
	if figures {
		return "n"
	}
	return ""
}

// style is the report's own style sheet; colours of data are those of the
// palette.
const style = `:root { color-scheme: light dark; --line: #d9dde2; --raised: #f6f7f9; font: 15px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
@media screen and (prefers-color-scheme: dark) { :root { --line: #2f353e; --raised: #1b1f26; } }
html { background: var(--chart-surface); color: var(--chart-ink); -webkit-text-size-adjust: 100%; }
body { max-width: 1080px; margin: 0 auto; padding: 24px; }
.brand, .quiet, dd { color: var(--chart-quiet); }
.brand { margin: 0; font-size: 13px; }
h1 { margin: 0 0 12px; font-size: 18px; }
h2 { margin: 32px 0 8px; font-size: 15px; }
p { max-width: 75ch; margin: 0 0 8px; }
.lead { max-width: 48ch; font-size: 23px; line-height: 1.3; letter-spacing: -0.01em; }
.warning { padding-left: 12px; border-left: 2px solid var(--chart-accent); }
.notes { white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 16px -16px; overflow-x: auto; }
figure svg { display: block; width: 100%; min-width: 600px; max-width: 720px; height: auto; }
.wide { margin-top: 28px; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
caption { padding-bottom: 4px; text-align: left; font-weight: 600; }
th, td { padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400; vertical-align: baseline; }
thead th { color: var(--chart-quiet); font-size: 13px; }
th:last-child, td:last-child { padding-right: 0; }
.n { text-align: right; white-space: nowrap; }
.mark { margin-right: 8px; vertical-align: -2px; overflow: visible; }
.mark path { fill: var(--mark); }
.terms { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 8px 24px; margin: 12px 0 0; font-size: 13px; }
dt { font-weight: 600; }
dd { margin: 0; }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { max-height: 480px; margin: 0; padding: 12px; overflow: auto; background: var(--raised); white-space: pre-wrap; }
@media print {
  body { max-width: none; padding: 0; }
  .wide { overflow: visible; }
  pre { max-height: none; padding: 0; background: none; }
  tr, figure { break-inside: avoid; }
  svg * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
