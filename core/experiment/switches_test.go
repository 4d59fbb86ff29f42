package experiment_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"rampart/core/experiment"
	"rampart/core/plan"
)

// figures are those of an op of a graph in seconds: times of both passes, and bytes.
type figures struct{ forward, backward, activation, parameters float64 }

// graph writes a job graph; a first op of no name is of type "Input".
func graph(name string, edges string, ops ...figures) string {
	var list []string
	for i, o := range ops {
		kind := "Linear"
		if name == "loads" && i == 0 {
			kind = "Input0"
		}
		list = append(list, fmt.Sprintf(`{"id":%d,"type":%q,"forward":%g,"backward":%g,"activationBytes":%g,"parameterBytes":%g}`,
			i+1, kind, o.forward, o.backward, o.activation, o.parameters))
	}
	return fmt.Sprintf(`{"name":%q,"source":"test","unit":"seconds","ops":[%s],"edges":[%s]}`, name, strings.Join(list, ","), edges)
}

// Small graphs. What is split at degree 2 has a forward time; what has none is
// one sub-op whatever the degree (spec section 4.1), on the first free server.
var (
	lone   = graph("lone", "", figures{10, 0, 0, 0})
	solo   = graph("solo", "", figures{0, 10, 0, 0})   // one server for 10 s
	long   = graph("long", "", figures{0, 1000, 0, 0}) // one server for 1000 s
	pair   = graph("pair", "", figures{2, 2, 4e9, 0})  // two halves, and what these exchange
	halves = graph("halves", "", figures{2, 2, 2e9, 1e9})
	four   = graph("four", "", figures{4, 4, 4e9, 0})
	heavy  = graph("heavy", "[1,2]", figures{0, 1, 6, 0}, figures{0, 1, 6, 0})
	fork   = graph("fork", "[1,2],[1,3]", figures{1, 1, 0, 0}, figures{1, 1, 0, 0}, figures{1, 1, 0, 0})
	loads  = graph("loads", "[1,2]", figures{3, 0, 0, 0}, figures{1, 1, 0, 0})

	// Op 1 is split in two, op 2 is not: half of 1 sends to another server.
	funnel = func(a, b figures) string { return graph("funnel", "[1,2]", a, b) }
	// Op 1 is split in two, 2 and 3 are not: two flows on one channel, each way.
	delta = func(b, c float64) string {
		return graph("delta", "[1,2],[1,3],[2,3]", figures{2, 2, 0, 0}, figures{0, 0, b, 0}, figures{0, 0, c, 0})
	}
)

// file is an experiment on a cluster of so many groups, racks and servers. A
// server has a byte a nanosecond for each group, so that a channel has 1e9 B/s;
// latency is that of a transfer.
func file(rules string, shape [3]int, degree, steps int, latency float64, graphs []string, jobs string) string {
	return fmt.Sprintf(`{"rampart":1,"rules":%s,"seeds":[0],"strategies":[{"kind":"max"}],"horizonSeconds":100000,
		"cluster":{"groups":%d,"racksPerGroup":%d,"serversPerRack":%d,"nodeBandwidthBytesPerSecond":%g,"propagationSeconds":%g,"ioSeconds":0},
		"partition":{"maxDegree":%d,"quantumSeconds":0.001},
		"workload":{"graphs":[%s],"trainingSteps":%d,"jobs":[%s]}}`,
		rules, shape[0], shape[1], shape[2], float64(shape[0])*1e9, latency, degree, strings.Join(graphs, ","), steps, jobs)
}

// job is one of a trace.
func job(arrival float64, graph string) string {
	return fmt.Sprintf(`{"arrivalSeconds":%g,"graph":%q,"beta":1}`, arrival, graph)
}

// one is an experiment of one job, whose times do not matter to its deadline: it
// is read off the record, accepted or not.
func one(shape [3]int, degree, steps int, latency float64, graph string) func(rules string) string {
	var g struct{ Name string }
	if err := json.Unmarshal([]byte(graph), &g); err != nil {
		panic(err)
	}
	return func(rules string) string {
		return file(rules, shape, degree, steps, latency, []string{graph}, job(0, g.Name))
	}
}

// What is looked at of a run.
func lastJCT(r *experiment.Run) float64 {
	if j := &r.Jobs[len(r.Jobs)-1]; j.JCTSeconds != nil {
		return *j.JCTSeconds
	}
	return math.Inf(1)
}

func completed(r *experiment.Run) float64 { return float64(r.Completed) }

// Each switch by itself, on a case that can be worked out by hand. A channel has
// 1e9 B/s and no latency unless a case says so. An all-reduce of M bytes over two
// groups of a cluster of four takes, in the reference's model, twice the M/2
// bytes of a step over four transceivers of a quarter of a channel, together
// 1e9 B/s, and M/2*3/2e12 s of arithmetic: M/1e9 + 0.75e-12 M seconds.
func TestSwitches(t *testing.T) {
	big, small := [3]int{4, 4, 2}, [3]int{2, 1, 2}
	for _, tc := range []struct {
		name     string
		of       string // the switch
		file     func(rules string) string
		look     func(r *experiment.Run) float64
		off, on  float64
		reversed bool // off is with the switch on: both bases have it on
	}{
		// 50 steps of 10 ms are 500 of the reference's seconds, and half a true one.
		{"ten milliseconds", "units", func(rules string) string {
			return strings.Replace(one(big, 1, 50, 0, lone)(rules), `"seconds"`, `"milliseconds"`, 1)
		}, lastJCT, 500, .5, false},
		// Halves of op 1 take 1 s each way. The one on the other server sends to op
		// 2, and later receives from it: of op 2's memory of 4e9 B half, 2 s each;
		// with the switch of op 1's activation of 2e9 B half, 1 s each. The halves
		// of the backward op synchronise twice half of op 1's memory of 3e9 B:
		// 3.00225 s. Off: 1+2+2+1+3.00225. On: 1+1+1+1+3.00225.
		{"a split op and one that is not", "edgeContents", one(big, 2, 1, 0, funnel(figures{2, 2, 2e9, 1e9}, figures{0, 0, 4e9, 0})), lastJCT, 9.00225, 7.00225, false},
		// Halves of 1 s each way. The forward halves send their memory of 3e9 B, a
		// quarter from each to each backward half, in one all-reduce: 3.00225 s. These
		// synchronise twice half of it: 3.00225 s. On, the first carries the
		// activation of 2e9 B, 2.0015 s.
		{"two halves", "edgeContents", one(big, 2, 1, 0, halves), lastJCT, 8.0045, 7.00375, false},
		// On, the second carries twice half of the parameters' 1e9 B: 1.00075 s.
		{"two halves", "syncContents", one(big, 2, 1, 0, halves), lastJCT, 8.0045, 6.003, false},
		// On, a transceiver has a whole channel's 1e9 B/s, and four have 4e9: both take
		// 3e9/4e9 + 0.00225 = 0.75225 s.
		{"two halves", "collectiveBandwidth", one(big, 2, 1, 0, halves), lastJCT, 8.0045, 3.5045, false},
		// Where a group is one rack of two, the halves lie in it, and both all-reduces
		// of 4e9 B are free. On, each is one step of 2e9 B over two transceivers of
		// half a channel: twice 2 s, and 2e9*3/2e12 s.
		{"ring inside a rack", "intraRackAllReduce", one(small, 2, 1, 0, pair), lastJCT, 2, 10.006, false},
		// Four quarters of 1 s each way, on two groups of two racks. Forward to
		// backward, 4e9 B in steps of 2e9 and 1e9 B over 1e9 B/s: twice 3 s, and
		// 0.0045 s. Then each pair synchronises twice a quarter, M = 2e9, those across
		// both groups and racks in steps of M/2 and M/4: 3.00225 s. On, the two racks
		// of a group leave floor(4/2) = 2 of 4 transceivers, 5e8 B/s: 12.0045 s, and
		// the pairs across racks alone take longest with twice M/2: 4.0015 s.
		{"two racks of one group", "contendingRacks", one(big, 4, 1, 0, four), lastJCT, 11.00675, 18.006, false},
		// Halves of 1 s; two flows of 2e9 B there, then two back, on one channel
		// each time: 2 s, together 4 s. No memory of op 1 is synchronised.
		{"two equal flows on one channel", "channelSharing", one(big, 2, 1, 0, delta(4e9, 4e9)), lastJCT, 6, 10, false},
		// Of 4 and 2 s alone: the short one ends at 4 s, the other has 2 s to go.
		// On the way back the second half starts with the short one, since what the
		// first has synchronised counts as the other parent (Q3): the long flow ends
		// last, without the second of computation behind it. 1+4+4, and 1+6+6.
		{"two unequal flows on one channel", "channelSharing", one(big, 2, 1, 0, delta(8e9, 4e9)), lastJCT, 9, 13, false},
		// Latency is not shared: 0.5 + 2 s, and 0.5 + 4 s.
		{"two flows of some latency", "channelSharing", one(big, 2, 1, .5, delta(4e9, 4e9)), lastJCT, 7, 11, false},
		// The first half of the backward op has its gradient at once, the second has
		// to wait for 4 s. Off, what the first has synchronised after 1 + 1.00075 s
		// counts as its parent: it runs for 1 s and synchronises in turn, until
		// 2.00075 + 1 + 1.00075. On, it ends 1 + 1.00075 s after the 4 s. Before
		// that: 1 s of the forward halves and 4 s of the flow.
		{"a half that waits for its parent", "syncEdgeCounting", one(big, 2, 1, 0, funnel(figures{2, 2, 0, 1e9}, figures{0, 0, 8e9, 0})), lastJCT, 9.0015, 11.00075, false},
		// A device of 13 B, two ops of 6 B in each pass. Off, the second op joins the
		// first, which leaves 7 B; both passes then need 24 B, and the job is
		// blocked. On, the first takes 12 B, and the second another server: 2 s of
		// computation, and twice 6 B over a channel.
		{"both passes of two ops", "memory", func(rules string) string {
			return strings.Replace(one(big, 1, 1, 0, heavy)(rules), `"ioSeconds":0`, `"ioSeconds":0,"device":{"memoryBytes":13}`, 1)
		}, lastJCT, math.Inf(1), 2 + 12e-9, false},
		// The first pair lies across two groups: 2 s of computation, and two
		// all-reduces of 4.003 s. Four jobs then hold group 0, and the second pair lies
		// in a rack, where all-reduces are free: 2 s, unless the first placement
		// stands for it.
		{"a pair here and a pair there", "perPlacementJct", func(rules string) string {
			return file(rules, [3]int{2, 2, 2}, 2, 1, 0, []string{pair, long}, job(0, "pair")+","+
				job(100, "long")+","+job(101, "long")+","+job(102, "long")+","+job(103, "long")+","+job(104, "pair"))
		}, lastJCT, 10.006, 2, false},
		// Servers 0-0-1 and 1-0-0 are free again when the pair comes, and are no
		// block: off, degree 2 is valid, chosen, and blocked. On, degree 1 is chosen.
		{"two free servers that are no block", "placeableMask", func(rules string) string {
			return file(rules, small, 2, 1, 0, []string{long, solo, pair},
				job(0, "long")+","+job(1, "solo")+","+job(2, "solo")+","+job(3, "long")+","+job(50, "pair"))
		}, completed, 4, 5, false},
		// 36668.35000000003 s by ticks are later than 36668.350000000006 s by ops
		// (spec section 10, Q15).
		{"resnet18 at beta 1", "deadlineTolerance", func(rules string) string {
			return strings.Replace(file(rules, big, 1, 50, 0, []string{`"resnet18"`}, job(0, "resnet18")), "0.001", "0.01", 1)
		}, completed, 0, 1, false},
		// One job of 500 s, a horizon of 100 s.
		{"a job at the horizon", "unfinishedJobs", func(rules string) string {
			return strings.Replace(one(big, 1, 50, 0, lone)(rules), "100000", "100", 1)
		}, func(r *experiment.Run) float64 { return r.BlockingRate }, 1, 0, false},
		// A server that is busy in every moment of 50 steps: 10 s of 500, or all.
		{"a busy server", "utilisationPerStep", one(big, 1, 50, 0, lone),
			func(r *experiment.Run) float64 { return r.MeanMountedWorkerUtilisationFrac }, .02, 1, false},
		// One job for 10 s, none for 30 s, one for 10 s: 2 of 3 steps, 20 of 50 s.
		{"jobs that run", "timeWeightedMeans", func(rules string) string {
			return file(rules, big, 1, 1, 0, []string{solo}, job(0, "solo")+","+job(40, "solo"))
		}, func(r *experiment.Run) float64 { return r.MeanNumJobsRunning }, 2. / 3, .4, false},
		// Six halves of ops of 1 s, nothing to send: 3 s. Off, the halves of the
		// backward op of sink 2 wait for each other.
		{"two sinks", "multiSinkGraphs", one(big, 2, 1, 0, fork), lastJCT, math.Inf(1), 3, false},
		// 3 s of loading, 1 s of each pass.
		{"an op that loads", "inputOpCompute", one(big, 1, 1, 0, loads), lastJCT, 5, 2, true},
	} {
		t.Run(tc.of+" "+tc.name, func(t *testing.T) {
			for _, on := range []bool{false, true} {
				rules := fmt.Sprintf(`{"base":"reference",%q:%t}`, tc.of, on != tc.reversed)
				want := tc.off
				if on {
					want = tc.on
				}
				if got := tc.look(ran(t, tc.file(rules))); !(math.Abs(got-want) <= 1e-12*want) && got != want {
					t.Errorf("%s: got %v, want %v", rules, got, want)
				}
			}
		})
	}
}

func ran(t *testing.T, file string) *experiment.Run {
	t.Helper()
	x, err := experiment.Decode([]byte(file))
	if err != nil {
		t.Fatalf("%v in %s", err, file)
	}
	return &run(t, x, experiment.Options{}).Runs[0]
}

// Each switch has a case above. Under all of them, one op of 10 ms on one worker
// takes exactly half a second for 50 steps.
func TestCorrectedByHand(t *testing.T) {
	file := one([3]int{4, 4, 2}, 1, 50, 5e-8, lone)(`"corrected"`)
	if got := lastJCT(ran(t, strings.Replace(file, `"seconds"`, `"milliseconds"`, 1))); got != .5 {
		t.Errorf("50 steps of 10 ms take %v s", got)
	}
	if got := lastJCT(ran(t, strings.Replace(file, `"forward":10`, `"forward":0.01`, 1))); got != .5 {
		t.Errorf("50 steps of 0.01 s take %v s", got)
	}
	if n := len(plan.Switches()); n != 17 {
		t.Errorf("there are %d switches: each needs a case in TestSwitches", n)
	}
}
