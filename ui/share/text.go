package share

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// Pasted is what somebody pasted or dropped, as far as it concerns the page.
type Pasted struct {
	Fragment string // of a link, without "#"
	Foreign  string // the server that keeps the snapshot, if that is not the page's own
	JSON     string // a file's text
}

// ReadText looks for a link in a text, or takes it for a file if it is a JSON
// object; ok is false if it is neither. Links may have been wrapped over lines
// and put between brackets or quotes, as messages do. page is the page's own
// address.
func ReadText(text, page string) (p Pasted, ok bool) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") {
		return Pasted{JSON: text}, true
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune(`<>"'`, r) {
			return -1
		}
		return r
	}, text)
	before, fragment, found := strings.Cut(text, "#")
	if !found {
		before, fragment = "", text
	}
	key, _, assigned := strings.Cut(fragment, "=")
	if !assigned || !slices.Contains(linkKeys, key) && !(found && before != "") {
		return Pasted{}, false
	}
	p.Fragment = fragment
	if from, err := url.Parse(before); err == nil && before != "" && key == "s" {
		if own, err := url.Parse(page); err == nil && from.Host != own.Host {
			p.Foreign = from.Host
		}
	}
	return p, true
}

// linkKeys begin the fragments of links. A short link may begin with another
// setting; then it is only known by the address in front of it.
var linkKeys = []string{"r1", "s", "p", "tab"}

// TabOnly returns the tab of a fragment that names one and nothing else: it
// leaves the experiment that is open as it is.
func TabOnly(fragment string) (tab string, ok bool) {
	tab, ok = strings.CutPrefix(strings.TrimPrefix(fragment, "#"), "tab=")
	if !ok || tab == "" || strings.ContainsAny(tab, "&=") {
		return "", false
	}
	return tab, true
}
