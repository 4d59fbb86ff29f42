package train

import (
	"testing"

	"rampart/ui/words"
)

// Every curve and every setting of the tab is in the glossary.
func TestLabelsAreDefined(t *testing.T) {
	var list []string
	for _, f := range append(append([]figure{}, figures...), qFigures...) {
		list = append(list, f.title)
	}
	view := &View{Desk: &Desk{Settings: NewSettings()}}
	view.Desk.Settings.Teacher, view.Desk.Settings.Features = "fixed", "foresight"
	for _, f := range view.textFields() {
		list = append(list, f.Label)
	}
	if len(list) < 18 {
		t.Errorf("only %d labels", len(list))
	}
	for _, label := range list {
		if words.Find(label) == nil {
			t.Errorf("%q is not in ui/words", label)
		}
	}
}
