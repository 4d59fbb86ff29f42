package timeline

import (
	"math"
	"math/rand/v2"
	"strconv"

	"rampart/core/cluster"
	"rampart/core/experiment"
)

// small is a cluster of 4 x 4 x 2, as the paper's.
func small() *experiment.Experiment {
	e := &experiment.Experiment{HorizonSeconds: 1e5}
	e.Cluster.Groups, e.Cluster.RacksPerGroup, e.Cluster.ServersPerRack = 4, 4, 2
	for _, name := range []string{"alexnet", "vgg16", "resnet18", "squeezenet1_0", "gnmt"} {
		e.Workload.Graphs = append(e.Workload.Graphs, experiment.GraphRef{Name: name})
	}
	return e
}

// plausible makes a run of n jobs on any free servers: what cannot be placed
// is blocked, as are some that decline or are too slow. At the horizon some
// still run. The same seed gives the same jobs whatever the degree.
func plausible(e *experiment.Experiment, n, degree int, seed uint64) *experiment.Run {
	jobs := rand.New(rand.NewPCG(seed, 1))
	fate := rand.New(rand.NewPCG(seed, uint64(2+degree)))
	shape := shapeOf(e.Cluster)
	free := make([]float64, shape.total()) // when each server is free
	run := &experiment.Run{Seed: seed, Strategy: degree}
	run.Arrived = n
	gap := e.HorizonSeconds / float64(n+1)
	for i := range n {
		g := jobs.IntN(len(e.Workload.Graphs))
		j := cluster.Job{
			Index: i, Graph: e.Workload.Graphs[g].Name, ArrivalSeconds: gap * float64(i), TrainingSteps: 50,
			Beta: 0.1 + 0.9*jobs.Float64(), SequentialSeconds: gap * 30 * (0.5 + jobs.Float64()),
			ValidDegrees: []int{0, 2, 4, 8, 16}, Degree: degree, EffectiveDegree: degree,
		}
		j.MaxAcceptableSeconds = j.Beta * j.SequentialSeconds
		place(e, &j, free, shape, fate)
		switch j.Outcome {
		case cluster.Completed:
			run.Completed++
		case cluster.Unfinished:
			run.Unfinished++
			run.Blocked++
		case cluster.Blocked:
			run.Blocked++
		}
		run.Jobs = append(run.Jobs, j)
	}
	run.BlockingRate = float64(run.Blocked) / float64(max(n, 1))
	return run
}

func place(e *experiment.Experiment, j *cluster.Job, free []float64, shape shape, fate *rand.Rand) {
	block := func(cause cluster.Cause) {
		j.Outcome, j.Cause = cluster.Blocked, cause
	}
	jct := j.SequentialSeconds / float64(j.Degree)
	computation, communication := jct*0.8, jct*0.2
	switch {
	case fate.IntN(20) == 0:
		j.Degree, j.EffectiveDegree = 0, 0
		block(cluster.CausePolicy)
		return
	case jct > j.MaxAcceptableSeconds:
		j.JCTSeconds = &jct
		block(cluster.CauseJCT)
		return
	}
	var rows []int
	for row := 0; row < len(free) && len(rows) < j.Degree; row++ {
		if free[row] <= j.ArrivalSeconds {
			rows = append(rows, row)
		}
	}
	if len(rows) < j.Degree {
		block(cluster.CausePlacement)
		return
	}
	start, end := j.ArrivalSeconds, j.ArrivalSeconds+jct
	for _, row := range rows {
		free[row] = end
		j.Servers = append(j.Servers, serverName(shape, row))
	}
	j.StartSeconds, j.JCTSeconds = &start, &jct
	j.ComputationSeconds, j.CommunicationSeconds = &computation, &communication
	j.Outcome = cluster.Completed
	if end > e.HorizonSeconds {
		j.Outcome, j.Cause = cluster.Unfinished, cluster.CauseHorizon
		return
	}
	j.EndSeconds = &end
}

func serverName(s shape, row int) string {
	return strconv.Itoa(row/(s.racks*s.servers)) + "-" + strconv.Itoa(row/s.servers%s.racks) + "-" + strconv.Itoa(row%s.servers)
}

// stage returns a stage with two runs on it, both canvases as wide as given.
func stage(e *experiment.Experiment, n int, width float64) *Stage {
	s := NewStage()
	s.Surface = &quiet{}
	s.Still = true
	s.Show(e, []*experiment.Run{plausible(e, n, 8, 1), plausible(e, n, 16, 1)}, []string{"fixed 8", "fixed 16"})
	s.Resize(0, width)
	s.Resize(1, width)
	return s
}

func near(a, b, slack float64) bool { return math.Abs(a-b) <= slack }
