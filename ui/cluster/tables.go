package cluster

import (
	"strconv"

	"rampart/core/ramp"
	"rampart/ui/chart"
	"rampart/ui/number"
)

// rowClass is that of a degree's row.
func (c *View) rowClass(i int) string {
	d := &c.Model.answer.Degrees[i]
	class := ""
	if d.First == nil {
		class = "cluster-none"
	}
	if d.Servers == c.Model.degree {
		class += " cluster-shown"
	}
	return class
}

// canShow reports whether a degree has a block to highlight.
func (c *View) canShow(i int) bool {
	d := &c.Model.answer.Degrees[i]
	return d.First != nil || d.LastResort != nil || d.Servers == c.Model.degree
}

func (c *View) showHelp(i int) string {
	if c.canShow(i) {
		return "Show the first free block of " + strconv.Itoa(c.Model.answer.Degrees[i].Servers)
	}
	return "No block of this size is free"
}

func (c *View) showDegree(i int) {
	c.touched()
	c.Model.toggleDegree(c.Model.answer.Degrees[i].Servers)
}

// firstWords says where the first free block of a degree is.
func (c *View) firstWords(i int) string {
	d, s := &c.Model.answer.Degrees[i], c.Model.shape
	name := func(server int) string { return shortened([]string{s.Name(server)}, 1) }
	switch {
	case d.First != nil && d.Servers == 1:
		return name(d.First[0])
	case d.First != nil:
		return formWords(d.Form[0], d.Form[1], d.Form[2]) + " from " + name(d.First[0])
	case d.LastResort != nil:
		return "none, but a last resort from " + name(d.LastResort[0])
	}
	return "none"
}

func (c *View) positions(i int) string {
	d := &c.Model.answer.Degrees[i]
	return number.Count(d.Free) + " of " + number.Count(d.Positions)
}

// reachNames name the reaches of links in the order of wire.Survey.
var reachNames = [3]string{"Within racks", "Between racks of a group", "Between groups"}

// channelWords say what the running jobs use.
func (c *View) channelWords() string {
	a := c.Model.answer
	links, channels, lost, all := 0, 0, 0, int64(0)
	for _, r := range a.Reaches {
		links, all, channels = links+r.Links, all+r.AllLinks, channels+r.Channels
	}
	for _, j := range a.Jobs {
		if j.Lost {
			lost++
		}
	}
	s := "The running jobs send over " + plural(links, "link") + " of " + number.Count(int(all)) + ", " + share(int64(links), all) + ", with " + plural(channels, "channel") + "."
	if c.Model.x.Cluster.Topology.Kind == ramp.KindRAMP {
		s += " A link joins two servers in one direction and has " + plural(a.PerLink, "channel") + ", a wavelength each."
	} else {
		s += " A link is counted here for each two servers and direction, over whatever cables it goes, and has " + plural(a.PerLink, "channel") + "."
	}
	s += " No two jobs share a link, since no two share a server."
	if lost > 0 {
		s += " The plans of " + plural(lost, "job") + " could not be made again and are not counted."
	}
	return s
}

func (c *View) mostWords(i int) string {
	return strconv.Itoa(c.Model.answer.Reaches[i].Most) + " of " + strconv.Itoa(c.Model.answer.PerLink)
}

// mostJobs is how many running jobs are listed.
const mostJobs = 100

func (c *View) jobRows() int { return min(mostJobs, len(c.Model.answer.Jobs)) }

func (c *View) jobsWord() string {
	if c.jobs {
		return "Hide the running jobs"
	}
	return "List the running jobs"
}

func (c *View) moreJobs() string {
	if n := len(c.Model.answer.Jobs); n > mostJobs {
		return number.Count(n-mostJobs) + " more run."
	}
	return ""
}

func (c *View) jobClass(i int) string {
	if c.Model.answer.Jobs[i].Job == c.Model.job {
		return "cluster-shown"
	}
	return ""
}

func (c *View) jobWord(i int) string {
	return number.Count(c.Model.run.Jobs[c.Model.answer.Jobs[i].Job].Index)
}

// jobCells are a running job's figures, the first of them a text.
func (c *View) jobCells(i int) []string {
	u := &c.Model.answer.Jobs[i]
	j := &c.Model.run.Jobs[u.Job]
	until := number.Missing
	if j.EndSeconds != nil {
		until = number.Duration(*j.EndSeconds)
	}
	if u.Lost {
		return []string{j.Graph, strconv.Itoa(j.Degree), strconv.Itoa(len(j.Servers)), number.Missing, number.Missing, number.Missing, until}
	}
	return []string{j.Graph, strconv.Itoa(j.Degree), strconv.Itoa(len(j.Servers)), number.Count(u.Links), number.Count(u.Channels), number.Bytes(u.Bytes), until}
}

func cellClass(i int) string {
	if i == 0 {
		return ""
	}
	return "n"
}

// pickJob chooses a job of the list.
func (c *View) pickJob(i int) {
	m := c.Model
	job := m.answer.Jobs[i].Job
	for server, owner := range m.moment.Owner {
		if int(owner) == job {
			m.choose(server)
			break
		}
	}
	m.reveal()
	c.tell()
}

// close takes the choice of a job away.
func (c *View) close() {
	c.Model.choose(none)
	c.host.invalidate()
}

func (c *View) cardTitle() string {
	m := c.Model
	return "Job " + number.Count(m.run.Jobs[m.job].Index) + ": " + m.run.Jobs[m.job].Graph
}

// cell is a link of the chosen job as a square of a matrix.
type cell struct{ class, x, y, title string }

// mostMatrix is how many servers a matrix has at most.
const mostMatrix = 32

// readMatrix makes the matrix of the chosen job's links.
// While the engine is asked about another moment, that of the same job stays.
func (c *View) readMatrix() {
	m := c.Model
	if m.job == c.matrixJob && (m.late || m.answer == c.matrixOf) {
		return
	}
	c.matrix, c.matrixOf, c.matrixJob = c.matrix[:0], m.answer, m.job
	if m.answer == nil || m.late || m.job == none || len(m.answer.Links) == 0 {
		return
	}
	servers := m.serversOf(m.job)
	if len(servers) > mostMatrix {
		return
	}
	at := map[int]int{}
	for i, s := range servers {
		at[s] = i
	}
	least, most := m.answer.Links[0].Bytes, 0.0
	for _, l := range m.answer.Links {
		least, most = min(least, l.Bytes), max(most, l.Bytes)
	}
	for _, l := range m.answer.Links {
		from, known := at[l.From]
		to, known2 := at[l.To]
		if !known || !known2 {
			c.matrix = c.matrix[:0] // an answer about another job
			return
		}
		heat := len(chart.Heat) - 2
		c.matrix = append(c.matrix, cell{
			class: "heat-" + strconv.Itoa(int(float64(heat)*l.Bytes/most+0.5)),
			x:     strconv.Itoa(11 * to), y: strconv.Itoa(11 * from),
			title: m.shape.Name(l.From) + " to " + m.shape.Name(l.To) + ": " + plural(l.Channels, "channel") + ", " + plural(l.Flows, "flow") + ", " + number.Bytes(l.Bytes) + " a step",
		})
	}
	c.describeMatrix(least, most, len(servers))
}

// serversOf are the servers of a job, ascending.
func (m *Model) serversOf(job int) []int {
	var list []int
	for server, owner := range m.moment.Owner {
		if int(owner) == job {
			list = append(list, server)
		}
	}
	return list
}

func (c *View) matrixTitle() string { return "Links of the job" }

func (c *View) matrixBox() string {
	side := strconv.Itoa(11 * len(c.Model.serversOf(c.Model.job)))
	return "0 0 " + side + " " + side
}

func (c *View) matrixHint() string {
	return "From the server of the row to that of the column; the deeper, the more bytes in a training step."
}

// describeMatrix says the matrix in words.
func (c *View) describeMatrix(least, most float64, servers int) {
	c.matrixText = plural(len(c.matrix), "link") + " between " + plural(servers, "server") +
		", which carry " + number.Bytes(least) + " to " + number.Bytes(most) + " each in a training step."
}
