package cluster

import (
	"math"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/ramp"
)

func paper() *Costs {
	c := newCosts()
	c.setBase(experiment.Default())
	c.edit(keyMessage, "1000") // 1 GB
	return c
}

// The collective of core/ramp's case by hand, as the tab says it.
func TestBills(t *testing.T) {
	c := paper()
	if c.servers != 8 || c.form != (ramp.BlockShape{Groups: 2, Racks: 2, Servers: 2}) {
		t.Fatalf("%d servers as %v", c.servers, c.form)
	}
	bills := c.bills()
	if len(bills) != 2 || bills[0].total != "5.69\u202fms" || bills[1].total != "3.50\u202fms" {
		t.Fatalf("%+v", bills)
	}
	first := bills[0].lines[0]
	if first.formula != "250\u202fns + 500\u202fMB ÷ (4 × 100\u202fGB/s) = 1.25\u202fms" ||
		first.computation != "1 × 500\u202fMB ÷ 2\u202fB ÷ 333\u202fGFLOP/s = 750\u202fµs" {
		t.Errorf("%+v", first)
	}
	if bills[0].sum != "2 × 2.19\u202fms + 1.31\u202fms = 5.69\u202fms" {
		t.Errorf("the sum is %q", bills[0].sum)
	}
	if got := c.difference(); !strings.HasPrefix(got, "Reference rules charge 5.69\u202fms, 1.62\u202f× what corrected rules do") {
		t.Errorf("says %q", got)
	}
	// 50 ns + 2 * 100 ns + 1e9/4e11 s = 2.50025 ms.
	if got := c.pair(); got != "50\u202fns + 2 × 100\u202fns + 1\u202fGB ÷ 400\u202fGB/s = 2.50\u202fms" {
		t.Errorf("the transfer is %q", got)
	}
}

// Inside a rack the reference charges nothing, and the tab says why.
func TestInsideARack(t *testing.T) {
	c := paper()
	c.pick(2)
	for i, f := range formsOf(c.shape(), 2) {
		if f == (ramp.BlockShape{Groups: 1, Racks: 1, Servers: 2}) {
			c.pickForm(i)
		}
	}
	if got := c.difference(); !strings.Contains(got, "costs nothing") || !strings.Contains(got, "(Q4)") {
		t.Errorf("%v: says %q", c.form, got)
	}
	bills := c.bills()
	if len(bills[0].lines) != 3 || !bills[0].lines[0].free {
		t.Errorf("%+v", bills[0].lines)
	}
}

// With one group both rules divide the bandwidth alike; only the racks differ.
func TestWhatIf(t *testing.T) {
	c := paper()
	if c.changed() || c.against() != "" {
		t.Error("it differs from the experiment at first")
	}
	c.edit(keyBandwidth, "3.2")
	k, ok := c.Cluster()
	if !ok || k.NodeBandwidthBytesPerSecond != 3.2e12 || k.Groups != 4 || k.ChannelsPerLink != 1 {
		t.Errorf("%+v, %v", k, ok)
	}
	// 2*(0.75e-6 + 1.09375e-3) + 1.3125e-3 = 3.5015 ms.
	if got := c.against(); !strings.Contains(got, "3.50\u202fms instead of 5.69\u202fms under reference rules") {
		t.Errorf("says %q", got)
	}
	c.edit(keyRacks, "5")
	if _, ok := c.Cluster(); ok || c.right() || c.quantity(keyRacks).wrong == "" {
		t.Error("five racks in four groups are taken")
	}
	c.edit(keyRacks, "2")
	c.edit(keyGroups, "2")
	if !c.right() || c.servers != 8 {
		t.Errorf("on 2x2x2: %d servers, %+v", c.servers, c.quantity(keyGroups))
	}
	c.edit(keyServers, "1")
	if c.servers != 4 {
		t.Errorf("on 2x2x1: %d servers", c.servers)
	}
	c.reset()
	if c.changed() {
		t.Error("it still differs")
	}
}

func TestQuantities(t *testing.T) {
	c := paper()
	for _, tc := range []struct {
		key, text string
		value     float64 // NaN for wrong
	}{
		{keyGroups, "8", 8}, {keyGroups, "8.5", math.NaN()}, {keyGroups, "0", math.NaN()}, {keyGroups, "x", math.NaN()},
		{keyFlight, "50", 5e-8}, {keyFlight, " 0 ", 0}, {keyFlight, "-1", math.NaN()}, {keyFlight, "1e999", math.NaN()},
		{keyMessage, "0.5", 5e5}, {keyMessage, "1e3", 1e9}, {keyBandwidth, "1.6", 1.6e12}, {keyBandwidth, "NaN", math.NaN()},
	} {
		q := c.quantity(tc.key)
		q.edit(tc.text)
		if math.IsNaN(tc.value) != (q.wrong != "") || q.wrong == "" && q.value != tc.value {
			t.Errorf("%s %q is %v, %q", tc.key, tc.text, q.value, q.wrong)
		}
	}
	for _, q := range c.quantities {
		if q.slides == 0 {
			continue
		}
		for place := 0; place <= slideSteps; place += 25 {
			q.slide(place)
			if got := q.place(); got < place-1 || got > place+1 {
				t.Errorf("%s: place %d is %v, whose place is %d", q.key, place, q.value, got)
			}
			before := q.text
			q.edit(before)
			if q.wrong != "" {
				t.Errorf("%s: %q is wrong: %s", q.key, before, q.wrong)
			}
		}
	}
	q := c.quantity(keyBandwidth)
	q.edit("1.6789")
	q.slide(q.place())
	if q.value != 1.6789e12 {
		t.Errorf("a slider that was not moved changes the value to %v", q.value)
	}
}

// The curves have the cluster's sizes, grow with the message, and are kept.
func TestCurves(t *testing.T) {
	c := paper()
	f := c.figures()
	if c.figures() != f {
		t.Error("computed anew")
	}
	if n := len(f.bySize[0]); n != 7 || f.bySize[0][n-1].x != 32 { // 2 4 6 8 16 18 32
		t.Errorf("sizes %v", f.bySize[0])
	}
	for rules := range 2 {
		for i, p := range f.byBytes[rules][1:] {
			if p.y <= f.byBytes[rules][i].y {
				t.Errorf("rules %d: %v after %v", rules, p, f.byBytes[rules][i])
			}
		}
	}
	c.edit(keyServers, "4096")
	if g := c.figures(); g == f || g.baseBySize[0] == nil || g.bySize[0][len(g.bySize[0])-1].x != 65536 {
		t.Errorf("65,536 servers: %v", g.bySize[0])
	}
}

func TestLogPlot(t *testing.T) {
	p := LogPlot{
		Title: "T", Unit: "u", Axis: "a", Powers: 2, ShowX: func(float64) string { return "x" }, ShowY: func(float64) string { return "y" }, At: 8,
		Curves: []curve{{name: "n", class: "series-1", points: []point{{2, 3e-4}, {4, 0}, {32, 7e-4}}}},
	}
	p.Compute()
	if p.left != 1 || p.right != 5 || math.Abs(p.down(2e-4)-1) > 1e-9 || math.Abs(p.down(1e-3)) > 1e-9 {
		t.Errorf("axes %v to %v, %v to %v", p.left, p.right, p.low, p.high)
	}
	if n := len(p.downTicks()); n != 3 {
		t.Errorf("%d ticks", n)
	}
	if path := p.path(&p.Curves[0], 400, 100, 0, 0); strings.Count(path, "M") != 2 {
		t.Errorf("no gap where there is nothing: %s", path)
	}
	if !p.marked() || p.across(8) != 0.5 {
		t.Errorf("8 is at %v", p.across(8))
	}
	p.Curves = nil
	p.Compute()
	if len(p.downTicks()) < 2 || len(p.acrossTicks()) < 2 {
		t.Error("a plot of nothing has no axes")
	}
}

// Whatever changes the drawing of the costs is counted.
func TestRevision(t *testing.T) {
	c := paper()
	v := CostsView{Costs: c, Use: func(experiment.Cluster) string { return "" }, Undo: func() {}}
	for i, change := range []func(){
		func() { c.edit(keyGroups, "8") }, func() { c.slide(keyIO, 10) }, func() { c.pick(4) }, func() { c.pickForm(1) },
		v.use, v.undo, v.toggleTable, c.reset, func() { c.setBase(experiment.Default()) },
	} {
		before := c.revision
		change()
		if c.revision == before {
			t.Errorf("change %d is not counted", i)
		}
	}
}
