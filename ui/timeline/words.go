package timeline

import (
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/ui/chart"
	"rampart/ui/number"
)

// degreeOf is the degree that a job ran at: the effective one if there is one.
func degreeOf(j *cluster.Job) int {
	if j.EffectiveDegree > 0 {
		return j.EffectiveDegree
	}
	return j.Degree
}

// outcomeText says in a few words what became of a job.
func outcomeText(j *cluster.Job) string {
	switch j.Outcome {
	case cluster.Completed:
		return "completed"
	case cluster.Unfinished:
		return "unfinished at the end"
	case cluster.Undecided:
		return "arrived at the end, undecided"
	}
	if j.Deadlocked() {
		return "blocked: deadlock"
	}
	return "blocked: " + chart.CauseName(j.Cause)
}

// jctText is a job's completion time beside the most that is acceptable.
func jctText(j *cluster.Job) string {
	if j.JCTSeconds == nil {
		return "at most " + number.Duration(j.MaxAcceptableSeconds)
	}
	return number.Duration(*j.JCTSeconds) + " of at most " + number.Duration(j.MaxAcceptableSeconds)
}

// tipLines are what the pointer is told of a job.
func tipLines(j *cluster.Job) []string {
	lines := []string{"Job " + number.Count(j.Index) + " · " + j.Graph + " · " + outcomeText(j)}
	if j.Degree > 0 {
		line := degreeText(j)
		if n := len(j.Servers); n > 0 {
			line += ", " + plural(n, "server")
		}
		lines = append(lines, line)
	}
	return append(lines, "JCT "+jctText(j), "arrived at "+number.Duration(j.ArrivalSeconds))
}

// degreeText says the chosen degree, and the effective one where it differs.
func degreeText(j *cluster.Job) string {
	s := "degree " + strconv.Itoa(j.Degree)
	if j.EffectiveDegree > 0 && j.EffectiveDegree != j.Degree {
		s += ", effectively " + strconv.Itoa(j.EffectiveDegree)
	}
	return s
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number.Count(n) + " " + noun + "s"
}

// sentence says a job in one sentence, for readers of the live region.
func sentence(name string, j *cluster.Job) string {
	s := name + ": job " + strconv.Itoa(j.Index) + ", " + j.Graph + ", " + outcomeText(j)
	if j.Degree > 0 {
		s += ", " + degreeText(j)
	}
	if n := len(j.Servers); n > 0 {
		s += ", " + plural(n, "server")
	}
	if j.JCTSeconds != nil {
		s += ", completion time " + jctText(j)
	}
	return s + "."
}

// summary is a run as text, for the name of its canvas.
func summary(name string, run *experiment.Run) string {
	var b strings.Builder
	b.WriteString(name + ": which job has which servers over simulated time. ")
	b.WriteString(number.Count(run.Arrived) + " jobs arrived, ")
	b.WriteString(number.Count(run.Completed) + " completed, ")
	b.WriteString(number.Count(run.Blocked) + " blocked (" + number.Rate(run.BlockingRate) + ").")
	return b.String()
}
