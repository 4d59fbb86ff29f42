package timeline

import (
	"strconv"

	"rampart/core/cluster"
	"rampart/ui/number"
)

// pageRows is how many jobs the table shows at a time.
const pageRows = 20

// JobsTable lists the jobs that are in view on one side.
type JobsTable struct {
	View *View

	rows []int // indexes of all jobs in view
}

// Compute is called by vugu before each render.
func (c *JobsTable) Compute() {
	c.rows = c.View.stage.InView(c.View.side)
	c.View.page = max(0, min(c.View.page, c.pages()-1))
}

func (c *JobsTable) pages() int { return (len(c.rows) + pageRows - 1) / pageRows }

// shown are the jobs of the page.
func (c *JobsTable) shown() []*cluster.Job {
	run := c.View.Runs[c.View.side]
	if run == nil {
		return nil
	}
	first := c.View.page * pageRows
	jobs := make([]*cluster.Job, 0, pageRows)
	for _, i := range c.rows[min(first, len(c.rows)):min(first+pageRows, len(c.rows))] {
		if i < len(run.Jobs) {
			jobs = append(jobs, &run.Jobs[i])
		}
	}
	return jobs
}

// place says which jobs are shown.
func (c *JobsTable) place() string {
	if len(c.rows) == 0 {
		return "No job in view"
	}
	first := c.View.page * pageRows
	return number.Count(first+1) + " to " + number.Count(min(first+pageRows, len(c.rows))) + " of " +
		plural(len(c.rows), "job") + " in view"
}

func (c *JobsTable) turn(by int) { c.View.page = max(0, min(c.View.page+by, c.pages()-1)) }

func (c *JobsTable) show(side int) { c.View.side, c.View.page = side, 0 }

func (c *JobsTable) degree(j *cluster.Job) string {
	if len(j.ValidDegrees) == 0 {
		return number.Missing
	}
	return strconv.Itoa(j.Degree)
}

func (c *JobsTable) rowClass(j *cluster.Job) string {
	if focus := c.View.stage.Job(c.View.side); focus == j {
		return "timeline-row-focus"
	}
	return ""
}

// toggleTable opens or closes the table.
func (c *View) toggleTable() { c.table, c.page = !c.table, 0 }

func (c *View) tableLabel() string {
	if c.table {
		return "Hide the table of jobs"
	}
	return "Show the jobs in view as a table"
}
