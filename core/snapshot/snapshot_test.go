package snapshot_test

import (
	"reflect"
	"testing"

	"rampart/core/experiment"
	"rampart/core/snapshot"
)

// The round trip of the paper's experiment in every form.
func TestPaper(t *testing.T) {
	s := &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: experiment.Paper("B")}
	canonical := snapshot.AppendCanonical(nil, s)
	for name, data := range map[string][]byte{"canonical": canonical, "file": snapshot.AppendFile(nil, s)} {
		if !snapshot.IsSnapshot(data) {
			t.Errorf("%s: not recognised", name)
		}
		got, err := snapshot.Decode(data)
		if err != nil || !reflect.DeepEqual(got, s) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
	link, err := snapshot.ParseLink(snapshot.Compressed(s))
	if err != nil || link == nil || !reflect.DeepEqual(link.Snapshot, s) {
		t.Errorf("link: %+v, %v", link, err)
	}
	id := snapshot.ID(canonical)
	if link, err := snapshot.ParseLink("#s=" + id); err != nil || link.ID != id {
		t.Errorf("id: %+v, %v", link, err)
	}
}
