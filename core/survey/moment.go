// Package survey says how a cluster stands at one moment of a run: which job has
// which servers, where blocks of servers are free, how scattered the free servers
// are, and which channels the running jobs use.
package survey

import (
	"fmt"

	"rampart/core/cluster"
	"rampart/core/ramp"
	"rampart/core/room"
)

// Moment is a cluster at one moment of a run.
type Moment struct {
	Seconds float64
	Running []int    // the jobs that run, ascending, as indexes into the run's jobs
	Owner   []int32  // by server: the job that has it, or Nobody
	Free    ramp.Set // the servers that nobody has
}

// Nobody owns a free server.
const Nobody = -1

// Runs reports whether a job has its servers at a moment: from its start on,
// until just before its end.
func Runs(j *cluster.Job, seconds float64) bool {
	return j.StartSeconds != nil && len(j.Servers) > 0 && *j.StartSeconds <= seconds &&
		(j.EndSeconds == nil || seconds < *j.EndSeconds)
}

// At returns the cluster at a moment of a run. It takes time in proportion to
// the jobs and the servers. It returns an error if a job has a server that the
// cluster does not have, or that another job has.
func At(s ramp.Shape, jobs []cluster.Job, seconds float64) (*Moment, error) {
	m := &Moment{Seconds: seconds, Owner: make([]int32, s.N()), Free: ramp.NewSet(s.N())}
	m.Free.Fill(s.N())
	for i := range m.Owner {
		m.Owner[i] = Nobody
	}
	for i := range jobs {
		if !Runs(&jobs[i], seconds) {
			continue
		}
		m.Running = append(m.Running, i)
		for _, name := range jobs[i].Servers {
			server, ok := room.Server(s, name)
			if !ok {
				return nil, fmt.Errorf("job %d has the server %q, which the cluster has not", i, name)
			}
			if other := m.Owner[server]; other != Nobody {
				return nil, fmt.Errorf("jobs %d and %d both have the server %s", other, i, name)
			}
			m.Owner[server] = int32(i)
			m.Free.Remove(server)
		}
	}
	return m, nil
}

// Next returns the first moment after seconds at which a job takes its servers
// or gives them back; ok is false if there is none.
func Next(jobs []cluster.Job, seconds float64) (at float64, ok bool) {
	return nearest(jobs, func(t float64) bool { return t > seconds }, func(t, best float64) bool { return t < best })
}

// Previous returns the last moment before seconds at which a job takes its
// servers or gives them back; ok is false if there is none.
func Previous(jobs []cluster.Job, seconds float64) (at float64, ok bool) {
	return nearest(jobs, func(t float64) bool { return t < seconds }, func(t, best float64) bool { return t > best })
}

func nearest(jobs []cluster.Job, counts func(t float64) bool, closer func(t, best float64) bool) (at float64, ok bool) {
	for i := range jobs {
		j := &jobs[i]
		if j.StartSeconds == nil || len(j.Servers) == 0 {
			continue
		}
		for _, t := range [2]*float64{j.StartSeconds, j.EndSeconds} {
			if t != nil && counts(*t) && (!ok || closer(*t, at)) {
				at, ok = *t, true
			}
		}
	}
	return at, ok
}
