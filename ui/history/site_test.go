package history

import (
	"strings"
	"testing"
)

func TestSite(t *testing.T) {
	for _, test := range []struct {
		name        string
		heard       []string // words, each with its reason after a colon
		busy        bool
		news, words string
	}{
		{"at the start", nil, false, "", "until it has been kept"},
		{"kept", []string{"kept"}, false, "", "also opens without a network"},
		{"refused by the browser", []string{"failed:not allowed"}, false, "", "needs a network to open: not allowed."},
		{"kept after all", []string{"failed:busy", "kept"}, false, "", "also opens"},
		{"a later version", []string{"kept", "update"}, false, "is ready.", "also opens"},
		{"a later version during a run", []string{"kept", "update"}, true, "can go on after that", "also opens"},
		{"taken elsewhere", []string{"kept", "update", "changed"}, true, "Another tab shows", "also opens"},
		{"a word of a later script", []string{"kept", "news"}, false, "", "also opens"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var s Site
			for _, heard := range test.heard {
				word, reason, _ := strings.Cut(heard, ":")
				s.Heard(word, reason)
			}
			if got := s.News(test.busy); !strings.Contains(got, test.news) || (got == "") != (test.news == "") {
				t.Errorf("news %q, want %q", got, test.news)
			}
			if got := s.Words(); !strings.Contains(got, test.words) {
				t.Errorf("words %q, want %q", got, test.words)
			}
		})
	}
	taken := 0
	var s Site
	s.Take() // nothing yet
	s.Keep(func() { taken++ })
	s.Take()
	if taken != 1 {
		t.Errorf("taken %d times", taken)
	}
}
