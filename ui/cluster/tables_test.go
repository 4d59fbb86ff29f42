package cluster

import (
	"strings"
	"testing"

	"rampart/ui/chart"
	"rampart/wasm/wire"
)

// standing is a view of the sample with an answer about job 0.
func standing(t *testing.T) (*View, *asked) {
	t.Helper()
	m, a, _ := shown(t)
	c := &View{Model: m, host: &quiet{}, hover: none}
	m.chooseJob(0)
	a.answer(wire.Survey{})
	a.answer(wire.Survey{
		Free: 4, Largest: 2, Together: 4, PerLink: 3,
		Degrees: []wire.SurveyDegree{
			{Servers: 1, Positions: 8, Free: 4, Form: [3]int{1, 1, 1}, First: []int{1}},
			{Servers: 2, Positions: 12, Free: 4, Form: [3]int{2, 1, 1}, First: []int{1, 5}},
			{Servers: 4, Positions: 5, LastResort: []int{1, 3, 5, 7}}, {Servers: 8, Positions: 1},
		},
		Reaches: [3]wire.SurveyReach{{AllLinks: 8}, {AllLinks: 16}, {Links: 4, AllLinks: 32, Channels: 12, Most: 3}},
		Jobs:    []wire.SurveyJob{{Job: 0, Links: 2, Channels: 6, Flows: 100, Bytes: 3e9}, {Job: 1, Lost: true}},
		Links:   []wire.SurveyChannel{{From: 0, To: 4, Flows: 40, Channels: 3, Bytes: 1e9}, {From: 4, To: 0, Flows: 60, Channels: 3, Bytes: 2e9}},
	})
	return c, a
}

// What the tables say of an answer.
func TestTables(t *testing.T) {
	c, _ := standing(t)
	for i, want := range []string{"0\u20110\u20111", "2 × 1 × 1 from 0\u20110\u20111", "none, but a last resort from 0\u20110\u20111", "none"} {
		if got := c.firstWords(i); got != want {
			t.Errorf("the first block of row %d is %q, want %q", i, got, want)
		}
		if can := c.canShow(i); can != (i < 3) {
			t.Errorf("row %d can be shown: %v", i, can)
		}
	}
	if got := c.channelWords(); !strings.Contains(got, "4 links of 56, 7.14\u202f%, with 12 channels") || !strings.Contains(got, "The plans of 1 job") {
		t.Errorf("says %q", got)
	}
	if got := strings.Join(c.jobCells(0), " "); got != "vgg16 2 2 2 6 3\u202fGB 20\u202fs" {
		t.Errorf("job 0 is %q", got)
	}
	if got := strings.Join(c.jobCells(1), " "); !strings.Contains(got, "– – –") {
		t.Errorf("job 1 is %q", got)
	}
	facts := ""
	for _, f := range c.Model.facts() {
		facts += f.name + ": " + f.text + "\n"
	}
	for _, want := range []string{"Channels: 6 channels on 2 links", "100 flows of 3\u202fGB together", "2 groups, 1 rack number, 1 place: a whole block"} {
		if !strings.Contains(facts, want) {
			t.Errorf("the card lacks %q:\n%s", want, facts)
		}
	}
}

// The matrix is of the chosen job's links, and stays while another moment of the
// job is asked about.
func TestMatrix(t *testing.T) {
	c, _ := standing(t)
	c.readMatrix()
	if len(c.matrix) != 2 || c.matrix[0].class != "heat-4" || c.matrix[1].class != "heat-8" || c.matrix[0].x != "11" || c.matrix[0].y != "0" {
		t.Fatalf("%+v", c.matrix)
	}
	if !strings.Contains(c.matrixText, "2 links between 2 servers, which carry 1\u202fGB to 2\u202fGB") {
		t.Errorf("says %q", c.matrixText)
	}
	c.Model.SetSeconds(16)
	c.readMatrix()
	if len(c.matrix) != 2 {
		t.Error("it went away while the engine was asked")
	}
	c.Model.chooseJob(1)
	c.readMatrix()
	if len(c.matrix) != 0 {
		t.Error("another job has the links of the first")
	}
}

// Pointer and keys on the picture say what they find.
func TestInput(t *testing.T) {
	c, _ := standing(t)
	q := c.host.(*quiet)
	if h := c.resize(700); h < 50 {
		t.Fatalf("the picture is %v high", h)
	}
	x, y := c.plan.at(2)
	c.move(x+1, y+1)
	if c.hover != 2 || !strings.Contains(c.scene().tip, "Server 0-1-0 has job 1") {
		t.Errorf("over %d: %q", c.hover, c.scene().tip)
	}
	kept := 0
	c.Touched = func() { kept++ }
	c.press(x+1, y+1)
	if c.Model.server != 2 || c.Model.job != 1 || !strings.HasPrefix(q.said, "Server 0-1-0") || kept != 1 {
		t.Errorf("server %d, job %d, said %q, touched %d times", c.Model.server, c.Model.job, q.said, kept)
	}
	c.leave()
	if c.hover != none {
		t.Error("the pointer has left")
	}
	if !c.key("ArrowRight") || c.Model.server != 3 || c.key("q") {
		t.Errorf("server %d", c.Model.server)
	}
	c.pickJob(0)
	if c.Model.job != 0 || c.Model.server != 0 {
		t.Errorf("job %d, server %d", c.Model.job, c.Model.server)
	}
	c.showDegree(1)
	if got := c.Model.degree; got != 2 {
		t.Errorf("degree %d is shown", got)
	}
}

// The saved picture says the moment and draws every server.
func TestPicture(t *testing.T) {
	c, _ := standing(t)
	svg := string(c.picture(chart.Paper{}))
	for _, want := range []string{"At 15", "2 groups of 2 racks with 2 servers each", "group 1", ">vgg16<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if n := strings.Count(svg, "<rect") + strings.Count(svg, "<path"); n < 8 {
		t.Errorf("%d shapes for 8 servers", n)
	}
}
