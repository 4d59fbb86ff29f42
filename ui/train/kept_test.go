package train

import (
	"bytes"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"rampart/core/experiment"
	"rampart/wasm/wire"
)

// drawings renders one View over and over, as the page does.
type drawings struct {
	t     *testing.T
	buf   bytes.Buffer
	r     *staticrender.StaticRenderer
	build *vugu.BuildEnv
	view  *View
}

func newDrawings(t *testing.T, d *Desk) *drawings {
	t.Helper()
	s := &drawings{t: t, view: &View{Desk: d, Changed: func() {}}}
	s.r = staticrender.New(&s.buf)
	var err error
	if s.build, err = vugu.NewBuildEnv(s.r.EventEnv()); err != nil {
		t.Fatal(err)
	}
	return s
}

// check draws and compares which parts are drawn with what is wanted.
func (s *drawings) check(when string, curves, policies bool) {
	s.t.Helper()
	s.buf.Reset()
	if err := s.r.Render(s.build.RunBuild(s.view)); err != nil {
		s.t.Fatal(err)
	}
	page := s.buf.String()
	if got := strings.Contains(page, ">Entropy<"); got != curves {
		s.t.Errorf("%s: the small curves are drawn: %v, want %v", when, got, curves)
	}
	if got := strings.Contains(page, "Import a policy"); got != policies {
		s.t.Errorf("%s: the policies are drawn: %v, want %v", when, got, policies)
	}
}

// What has not changed is left alone, and what has is drawn at once.
func TestDrawingsKeepWhatStands(t *testing.T) {
	p, d := open(nil)
	s := newDrawings(t, d)
	s.check("at first", false, true)
	s.check("nothing has changed", false, false)
	d.Start(experiment.Paper("A"))
	s.check("a training has begun", false, true)
	iterate(p, 0, 300)
	s.check("there are curves", true, true)
	for range 3 {
		p.seconds += smallSeconds / 4.
		s.check("soon after", false, false)
	}
	p.seconds += smallSeconds / 4.
	s.check("a while after", true, false)
	d.Pause()
	s.check("a pause", true, true)
	s.check("a pause goes on", true, false)
	d.Resume()
	s.check("it goes on", true, true)
	s.check("soon after it went on", false, false)
	d.Builtin = []wire.Policy{{Name: "a"}}
	s.check("policies have come in", false, true)
	d.Trouble = "The disk is full."
	s.check("a sentence stands before the curves", true, true)
	d.Trouble = ""
	s.check("it is gone", true, true)
	s.view.table = true
	s.check("the table of evaluations is opened", false, false)
	p.listener.Checkpoint(policyFile(t))
	p.settle()
	s.check("a checkpoint is kept", false, false)
	p.listener.Ended(&wire.Reply{Kind: wire.KindDone})
	s.check("the training is done", true, true)
	p.settle()
	s.check("its policy is kept", true, true)
	s.check("and nothing else", true, false)
	own := d.Policies[0].ID
	s.view.remove(own)
	s.check("one press of Delete", true, true)
	s.view.rename(&d.Policies[0])
	s.check("a name is being changed", true, true)
	s.check("it is still being changed", true, true)
	s.view.name = "Mine"
	s.view.takeName()
	p.settle()
	s.check("it has another name", true, true)
	s.check("nothing more", true, false)
	if name := d.Policies[0].Name; name != "Mine" {
		t.Errorf("the policy is called %s", name)
	}
}
