package policy

import (
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/ramp"
)

// fromRun takes over the job of a run that has a number, counted from 1, and
// the cluster as it was when that job arrived.
func (m *Model) fromRun(run *experiment.Run, number string) {
	m.job = number
	i, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil || i < 1 || i > len(run.Jobs) {
		return
	}
	job := &run.Jobs[i-1]
	if !m.hasGraph(job.Graph) {
		return
	}
	m.graph, m.beta = job.Graph, strconv.FormatFloat(job.Beta, 'g', -1, 64)
	m.busy = make([]bool, m.shape.N())
	m.running = 0
	sum := 0.0
	for j := range run.Jobs[:i-1] {
		end, running := runsAt(&run.Jobs[j], job.ArrivalSeconds)
		if !running {
			continue
		}
		m.running++
		sum += end - job.ArrivalSeconds
		for _, name := range run.Jobs[j].Servers {
			if at, ok := serverIndex(m.shape, name); ok {
				m.busy[at] = true
			}
		}
	}
	if m.running > 0 {
		m.remaining = strconv.FormatFloat(sum/float64(m.running), 'f', 0, 64)
	}
	m.ask()
}

// runsAt returns when a job ends that has servers at a time.
func runsAt(j *cluster.Job, seconds float64) (end float64, running bool) {
	if j.StartSeconds == nil || *j.StartSeconds > seconds {
		return 0, false
	}
	switch {
	case j.EndSeconds != nil:
		end = *j.EndSeconds
	case j.JCTSeconds != nil:
		end = j.ArrivalSeconds + *j.JCTSeconds
	}
	return end, end > seconds
}

// serverIndex reads a server's name "c-r-s".
func serverIndex(shape ramp.Shape, name string) (int, bool) {
	parts := strings.Split(name, "-")
	if len(parts) != 3 {
		return 0, false
	}
	var at [3]int
	for i, limit := range [3]int{shape.Groups, shape.Racks, shape.Servers} {
		v, err := strconv.Atoi(parts[i])
		if err != nil || v < 0 || v >= limit {
			return 0, false
		}
		at[i] = v
	}
	return shape.Index(at[0], at[1], at[2]), true
}
