package share

import (
	"strings"
	"testing"
)

const page = "https://rampart.example/lab/"

func TestReadText(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       Pasted
		ok         bool
	}{
		{"an address", page + "#r1=AAAA", Pasted{Fragment: "r1=AAAA"}, true},
		{"wrapped by a message", "<" + page + "#r1=AA\n  AA>", Pasted{Fragment: "r1=AAAA"}, true},
		{"a fragment", "#p=A&degree=8", Pasted{Fragment: "p=A&degree=8"}, true},
		{"without its mark", "r1=AAAA", Pasted{Fragment: "r1=AAAA"}, true},
		{"a short link that begins otherwise", page + "#seed=3", Pasted{Fragment: "seed=3"}, true},
		{"of this server", page + "#s=abc", Pasted{Fragment: "s=abc"}, true},
		{"of another server", "https://other.example/#s=abc", Pasted{Fragment: "s=abc", Foreign: "other.example"}, true},
		{"from another copy of the page", "https://other.example/#r1=AAAA", Pasted{Fragment: "r1=AAAA"}, true},
		{"a file", " {\"rampart\": 1}\n", Pasted{JSON: `{"rampart": 1}`}, true},
		{"words", "hello there", Pasted{}, false},
		{"nothing", "", Pasted{}, false},
		{"an address without a fragment", page, Pasted{}, false},
		{"an assignment", "x=3", Pasted{}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, ok := ReadText(tc.text, page)
			if got != tc.want || ok != tc.ok {
				t.Errorf("got %+v %v", got, ok)
			}
		})
	}
}

func TestTabOnly(t *testing.T) {
	for fragment, want := range map[string]string{"tab=timeline": "timeline", "#tab=train": "train", "tab=timeline&p=A": "", "p=A": "", "tab=": "", "": ""} {
		if got, ok := TabOnly(fragment); got != want || ok != (want != "") {
			t.Errorf("%s: %q %v", fragment, got, ok)
		}
	}
}

func FuzzReadText(f *testing.F) {
	for _, seed := range []string{page + "#s=abc", "{", "#", "=#=", "\u2028#p=A", "https://[::1#s=x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, ok := ReadText(text, page)
		if !ok && p != (Pasted{}) {
			t.Errorf("%q: %+v", text, p)
		}
		if strings.ContainsAny(p.Fragment, " \n\t") {
			t.Errorf("%q: white space in %q", text, p.Fragment)
		}
	})
}
