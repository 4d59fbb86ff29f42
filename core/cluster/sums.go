package cluster

// sums accumulates the figures of a run. Under reference rules means are taken
// over cluster steps, however long each was (spec section 8.6 and Q14);
// plan.FixMeans weighs each step by its length.
type sums struct {
	m          Metrics
	load       float64
	gap        float64 // seconds from the last arrival to the one after it
	weight     float64 // steps, or simulated seconds with plan.FixMeans
	compute    float64 // bytes processed; see Metrics for what each means
	dep        float64
	flow       float64
	cluster    float64
	demandComp float64
	demandDep  float64
	demandAll  float64
	computeFr  float64
	commFr     float64
	jobs       float64
	workers    float64
	channels   float64
	mounted    float64
	clusterUse float64
	jct        float64
	speedup    float64
	degree     float64
	servers    float64
	commSec    float64
	compSec    float64
	last       tick // the latest of all
}

// tick books one tick of the given length and returns the servers in use.
func (s *sums) tick(jobs []running, length float64, n int, byTime bool) (workers int) {
	channels := 0
	var computeFr, commFr, utilisation, busy float64
	last := tick{seconds: length}
	for i := range jobs {
		r := &jobs[i]
		f := over(length, r.jct)
		s.compute += float64(r.memory * f)
		s.dep += float64(r.dep * f)
		s.flow += float64(r.flow * f)
		s.cluster += float64((r.memory + r.dep) * f)
		s.demandComp += float64(r.demandMemory * f)
		s.demandDep += float64(r.demandDep * f)
		s.demandAll += float64((r.demandMemory + r.demandDep) * f)
		last.compute += float64(r.memory * f)
		last.cluster += float64((r.memory + r.dep) * f)
		last.demand += float64((r.demandMemory + r.demandDep) * f)
		computeFr += r.compute
		commFr += r.comm
		utilisation += r.utilisation
		busy += float64(float64(r.servers) * r.utilisation)
		workers += r.servers
		channels += r.channels
	}
	weight := 1.0
	if byTime {
		weight = length
	}
	s.last = last
	s.m.ClusterSteps++
	s.weight += weight
	if k := float64(len(jobs)); k > 0 {
		s.computeFr += float64(weight * (computeFr / k))
		s.commFr += float64(weight * (commFr / k))
		s.mounted += float64(weight * (utilisation / k))
		use := float64(float64(workers) / float64(n) * (utilisation / k))
		if byTime { // a mean over servers, not over jobs
			use = busy / float64(n)
		}
		s.clusterUse += float64(weight * use)
	}
	s.jobs += float64(weight * float64(len(jobs)))
	s.workers += float64(weight * float64(workers))
	s.channels += float64(weight * float64(channels))
	return workers
}

func (s *sums) blocked(why Cause) {
	s.m.Blocked++
	switch why {
	case CausePolicy:
		s.m.BlockedByPolicy++
	case CausePlacement:
		s.m.BlockedByPlacement++
	case CauseJCT:
		s.m.BlockedByJCT++
	case CauseQueue:
		s.m.BlockedByQueue++
	case CauseHorizon:
		s.m.BlockedByHorizon++
	}
}

// completed books a job that completed after the given simulated seconds.
func (s *sums) completed(e *entry, jct float64) {
	steps := float64(e.TrainingSteps)
	s.m.Completed++
	s.jct += jct
	s.speedup += over(float64(steps*e.plan.StepSeconds), jct)
	s.degree += float64(e.plan.Degree)
	s.servers += float64(len(e.plan.Servers))
	s.commSec += float64(e.step.CommunicationSeconds * steps)
	s.compSec += float64(e.step.ComputationSeconds * steps)
}

// metrics returns the figures of a run that ended at the given clock.
func (s *sums) metrics(clock float64) Metrics {
	m := s.m
	arrived, completed := float64(m.Arrived), float64(m.Completed)
	m.BlockingRate = over(float64(m.Blocked), arrived)
	m.AcceptanceRate = over(completed, arrived)
	m.MeanJCTSeconds = over(s.jct, completed)
	m.MeanSpeedup = over(s.speedup, completed)
	m.MeanEffectiveDegree = over(s.degree, completed)
	m.MeanServersPerJob = over(s.servers, completed)
	m.MeanCommunicationSeconds = over(s.commSec, completed)
	m.MeanComputationSeconds = over(s.compSec, completed)
	m.EpisodeSeconds = clock
	m.MeanLoadRate = over(s.load, arrived)
	m.MeanComputeThroughput = over(s.compute, clock)
	m.MeanDepThroughput = over(s.dep, clock)
	m.MeanFlowThroughput = over(s.flow, clock)
	m.MeanClusterThroughput = over(s.cluster, clock)
	m.MeanDemandComputeThroughput = over(s.demandComp, clock)
	m.MeanDemandDepThroughput = over(s.demandDep, clock)
	m.MeanDemandTotalThroughput = over(s.demandAll, clock)
	m.MeanComputeOverheadFrac = over(s.computeFr, s.weight)
	m.MeanCommunicationOverheadFrac = over(s.commFr, s.weight)
	m.MeanNumJobsRunning = over(s.jobs, s.weight)
	m.MeanNumMountedWorkers = over(s.workers, s.weight)
	m.MeanNumMountedChannels = over(s.channels, s.weight)
	m.MeanMountedWorkerUtilisationFrac = over(s.mounted, s.weight)
	m.MeanClusterWorkerUtilisationFrac = over(s.clusterUse, s.weight)
	return m
}

// over returns x/n, and 0 where there is nothing to divide.
func over(x, n float64) float64 {
	if x == 0 || n == 0 {
		return 0
	}
	return x / n
}
