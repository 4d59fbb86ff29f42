package strict

import (
	"regexp"
	"testing"
)

// The classes are those of regular expressions.
func TestLetters(t *testing.T) {
	for _, class := range []struct {
		pattern string
		in      func(byte) bool
	}{{`^[0-9]*$`, IsDigit}, {`^[a-z]*$`, IsLower}, {`^[A-Za-z]*$`, IsLetter}, {`^[0-9a-f]*$`, IsHex}} {
		want := regexp.MustCompile(class.pattern)
		for c := range 128 {
			for _, s := range []string{"", string(rune(c)), "a" + string(rune(c)), string(rune(c)) + "0"} {
				if c == '\n' {
					continue // $ may stand before it
				}
				if got := Only(s, class.in); got != want.MatchString(s) {
					t.Errorf("%s of %q: %t", class.pattern, s, got)
				}
			}
		}
	}
	if Only("\xff", IsLetter) || Only("é", IsLetter) {
		t.Error("bytes that are not ASCII are letters")
	}
}
