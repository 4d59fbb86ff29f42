package timeline

import (
	"testing"

	"rampart/ui/words"
)

// Every row of a job's card is in the glossary.
func TestFactsAreDefined(t *testing.T) {
	for _, f := range facts {
		if words.Find(f.name) == nil {
			t.Errorf("%q is not in ui/words", f.name)
		}
	}
}
