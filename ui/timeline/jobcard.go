package timeline

import (
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/ui/chart"
	"rampart/ui/number"
)

// JobCard shows the job with the focus, as all runs know it.
type JobCard struct {
	Stage *Stage
	Names []string     // of the strategies, by side
	Marks []chart.Mark // the same
	// Look shows the job's graph; nil leaves out what asks for it.
	Look func(graph string, degree int, beta float64)
}

// look shows the job's graph at the degree of the first run that ran it.
func (c *JobCard) look() {
	degree := 0
	for side := range MostRuns {
		if j := c.Stage.Job(side); j != nil && degree == 0 {
			degree = j.Degree
		}
	}
	c.Look(c.job().Graph, degree, c.job().Beta)
}

// job is the job as the first side knows it that does.
func (c *JobCard) job() *cluster.Job {
	for side := range MostRuns {
		if j := c.Stage.Job(side); j != nil {
			return j
		}
	}
	return nil
}

// heading names the job and its graph.
func (c *JobCard) heading() string {
	j := c.job()
	return "Job " + number.Count(j.Index) + ": " + j.Graph
}

// terms is what the job asks for.
func (c *JobCard) terms() string {
	j := c.job()
	return "Arrived at " + number.Duration(j.ArrivalSeconds) + " for " + plural(j.TrainingSteps, "training step") +
		", " + number.Duration(j.SequentialSeconds) + " on one server. With β " + number.Significant(j.Beta) +
		" it may take at most " + number.Duration(j.MaxAcceptableSeconds) + "."
}

// termsExact is terms with exact times.
func (c *JobCard) termsExact() string {
	j := c.job()
	return "arrived at " + number.Seconds(j.ArrivalSeconds) + ", sequentially " + number.Seconds(j.SequentialSeconds) +
		", at most " + number.Seconds(j.MaxAcceptableSeconds)
}

// cell is one figure of a job in one run, with its exact value.
type cell struct {
	text, exact string
}

// fact is one row of the card.
type fact struct {
	name, meaning string
	read          func(j *cluster.Job) cell
}

var missing = cell{number.Missing, "The job was not placed."}

func seconds(v *float64) cell {
	if v == nil {
		return missing
	}
	return cell{number.Duration(*v), number.Seconds(*v)}
}

// facts are the rows of the card, in the order of a job's life.
var facts = []fact{
	{"Outcome", "What became of the job.", func(j *cluster.Job) cell {
		if j.Cause == cluster.NoCause {
			return cell{outcomeText(j), ""}
		}
		return cell{outcomeText(j), chart.CauseMeaning(j.Cause)}
	}},
	{"Degree", "Into how many parts an operation is split: chosen by the strategy.", func(j *cluster.Job) cell {
		if len(j.ValidDegrees) == 0 {
			return cell{number.Missing, "Nobody decided on this job."}
		}
		if j.Degree == 0 {
			return cell{"0, not run", "Valid were " + degrees(j.ValidDegrees)}
		}
		return cell{strings.TrimPrefix(degreeText(j), "degree "), "Valid were " + degrees(j.ValidDegrees)}
	}},
	{"Servers", "Servers as group-rack-server.", func(j *cluster.Job) cell {
		if len(j.Servers) == 0 {
			return missing
		}
		return cell{strconv.Itoa(len(j.Servers)) + ": " + shortened(j.Servers, 8), strings.Join(j.Servers, " ")}
	}},
	{"Start", "When the job began, simulated time.", func(j *cluster.Job) cell { return seconds(j.StartSeconds) }},
	{"End", "When the job ended, simulated time.", func(j *cluster.Job) cell { return seconds(j.EndSeconds) }},
	{"JCT", "Job completion time.", func(j *cluster.Job) cell {
		if j.JCTSeconds == nil {
			return missing
		}
		return cell{number.Duration(*j.JCTSeconds), number.Seconds(*j.JCTSeconds)}
	}},
	{"Speed-up", "Sequential time divided by JCT.", func(j *cluster.Job) cell {
		if j.JCTSeconds == nil || !(*j.JCTSeconds > 0) {
			return missing
		}
		return cell{number.Times(j.SequentialSeconds / *j.JCTSeconds), number.Plain(j.SequentialSeconds / *j.JCTSeconds)}
	}},
	{"Computation", "Part of the JCT in which servers compute.", func(j *cluster.Job) cell { return seconds(j.ComputationSeconds) }},
	{"Communication", "Part of the JCT in which data move.", func(j *cluster.Job) cell { return seconds(j.CommunicationSeconds) }},
}

// read reads a fact on one side.
func (c *JobCard) read(f *fact, side int) cell {
	if j := c.Stage.Job(side); j != nil {
		return f.read(j)
	}
	return cell{number.Missing, "This run has other jobs."}
}

// degrees lists degrees.
func degrees(list []int) string {
	texts := make([]string, len(list))
	for i, d := range list {
		texts[i] = strconv.Itoa(d)
	}
	return strings.Join(texts, ", ")
}

// shortened lists at most so many names, with hyphens that do not break.
func shortened(names []string, most int) string {
	shown := strings.ReplaceAll(strings.Join(names[:min(most, len(names))], " "), "-", "\u2011")
	if len(names) <= most {
		return shown
	}
	return shown + " and " + strconv.Itoa(len(names)-most) + " more"
}

// budget is a side's completion time drawn against the most that is
// acceptable: parts of the longest of all.
type budget struct {
	computation, communication, limit float64 // 0 to 1
	drawn                             bool
}

func (c *JobCard) budget(side int) budget {
	longest := c.job().MaxAcceptableSeconds
	for s := range MostRuns {
		if j := c.Stage.Job(s); j != nil && j.JCTSeconds != nil {
			longest = max(longest, *j.JCTSeconds)
		}
	}
	j := c.Stage.Job(side)
	if j == nil || j.JCTSeconds == nil || !(longest > 0) {
		return budget{}
	}
	b := budget{limit: j.MaxAcceptableSeconds / longest, drawn: true, computation: *j.JCTSeconds / longest}
	if j.ComputationSeconds != nil && j.CommunicationSeconds != nil {
		sum := *j.ComputationSeconds + *j.CommunicationSeconds
		if sum > 0 {
			b.communication = b.computation * *j.CommunicationSeconds / sum
			b.computation -= b.communication
		}
	}
	return b
}

// budgetShare is how much of the limit a side's completion time takes.
func (c *JobCard) budgetShare(side int) string {
	j := c.Stage.Job(side)
	if j == nil || j.JCTSeconds == nil || !(j.MaxAcceptableSeconds > 0) {
		return number.Missing
	}
	return number.Rate(*j.JCTSeconds/j.MaxAcceptableSeconds) + " of the limit"
}

// budgetText is the drawing in words.
func (c *JobCard) budgetText(side int) string {
	j := c.Stage.Job(side)
	if j == nil || j.JCTSeconds == nil {
		return "no completion time"
	}
	s := "completion time " + jctText(j)
	if j.ComputationSeconds != nil && j.CommunicationSeconds != nil {
		s += ": computation " + number.Duration(*j.ComputationSeconds) + ", communication " + number.Duration(*j.CommunicationSeconds)
	}
	return s
}
