package cluster

import (
	"sort"
	"strconv"
	"strings"

	"rampart/core/cluster"
	"rampart/core/experiment"
	"rampart/core/ramp"
	"rampart/ui/chart"
	"rampart/ui/number"
	"rampart/wasm/wire"
)

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number.Count(n) + " " + noun + "s"
}

// lead says in a sentence how the cluster stands.
func (m *Model) lead() string {
	switch {
	case m.problem != "":
		return m.problem
	case m.moment == nil:
		return "Which job has which servers at one moment, and where there is room for the next one."
	}
	n, free := m.shape.N(), m.moment.Free.Count()
	at := "At " + number.Duration(m.seconds) + ", "
	switch jobs := len(m.moment.Running); {
	case jobs == 0:
		return at + "all " + plural(n, "server") + " are free."
	case free == 0:
		return at + plural(jobs, "job") + verb(jobs, " has", " have") + " all " + plural(n, "server") + "." + m.arrivals()
	default:
		return at + plural(jobs, "job") + verb(jobs, " has", " have") + " " + number.Count(n-free) + " of " + plural(n, "server") + ". " + m.room(free) + m.arrivals()
	}
}

// arrivals says which job arrives at this moment and is blocked, "" if none is.
func (m *Model) arrivals() string {
	jobs := m.run.Jobs
	first := sort.Search(len(jobs), func(i int) bool { return jobs[i].ArrivalSeconds >= m.seconds })
	for i := first; i < len(jobs) && jobs[i].ArrivalSeconds == m.seconds; i++ {
		j := &jobs[i]
		if j.Cause == cluster.NoCause || j.Cause == cluster.CauseHorizon {
			continue
		}
		if j.Cause == cluster.CausePolicy && foundNoRoom(j) {
			return " Job " + number.Count(j.Index) + ", " + j.Graph + ", arrives and is blocked: no degree is valid."
		}
		s := " Job " + number.Count(j.Index) + ", " + j.Graph
		if j.Degree > 0 {
			s += " at degree " + strconv.Itoa(j.Degree)
		}
		s += ", arrives and is blocked: " + chart.CauseName(j.Cause) + "."
		if j.Cause == cluster.CausePlacement && m.x.Placer == experiment.FirstFit && m.hasBlock(j.Degree) {
			s += " A block of " + strconv.Itoa(j.Degree) + " is free, but first fit needs one for each number of parts that its operations are split into."
		}
		return s
	}
	return ""
}

// hasBlock reports whether a block of a degree is known to be free.
func (m *Model) hasBlock(degree int) bool {
	if m.answer == nil || m.late {
		return false
	}
	for i := range m.answer.Degrees {
		if d := &m.answer.Degrees[i]; d.Servers == degree {
			return d.First != nil
		}
	}
	return false
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// room says what can be done with the free servers.
func (m *Model) room(free int) string {
	text := number.Count(free) + verb(free, " is", " are") + " free"
	a := m.answer
	if a == nil || m.late {
		return text + "."
	}
	blocked := 0 // the lowest degree that there are servers for, but no block as large
	for i := range a.Degrees {
		if d := &a.Degrees[i]; d.Servers <= free && d.Servers > a.Largest && blocked == 0 {
			blocked = d.Servers
		}
	}
	if blocked > 0 {
		return text + ", but a job of degree " + strconv.Itoa(blocked) + " finds no block among them: the largest has " + number.Count(a.Largest) + "."
	}
	return text + "; the largest free block has " + plural(a.Largest, "server") + "."
}

// jobName is a job in two words.
func (m *Model) jobName(job int) string { return "job " + number.Count(m.run.Jobs[job].Index) }

// serverSentence says what a server does, in a sentence.
func (m *Model) serverSentence(server int) string {
	name := "Server " + m.shape.Name(server)
	job := m.Owner(server)
	if m.moment == nil {
		return name + "."
	}
	if job == none {
		return name + " is free."
	}
	j := &m.run.Jobs[job]
	s := name + " has " + m.jobName(job) + ", " + j.Graph + " at degree " + strconv.Itoa(j.Degree)
	if j.EndSeconds != nil && *j.EndSeconds > m.seconds {
		s += ", for another " + number.Duration(*j.EndSeconds-m.seconds)
	}
	return s + "."
}

// summary is the picture in words.
func (m *Model) summary() string {
	s := "The cluster as " + shapeWords(m.shape) + ". "
	return s + m.lead()
}

// shapeWords says the shape of a cluster.
func shapeWords(s ramp.Shape) string {
	return plural(s.Groups, "group") + " of " + plural(s.Racks, "rack") + " with " + plural(s.Servers, "server") + " each"
}

// formWords says a form in words.
func formWords(groups, racks, servers int) string {
	return number.Count(groups) + " × " + number.Count(racks) + " × " + number.Count(servers)
}

// formName says what a form is called in a list.
func formName(f ramp.BlockShape) string {
	if f.Diagonal {
		return "diagonal over " + plural(f.Groups, "group")
	}
	return plural(f.Groups, "group") + " × " + plural(f.Racks, "rack") + " × " + plural(f.Servers, "server")
}

// fact is one line of the card.
type fact struct{ name, text, exact string }

// facts say of the chosen job what there is to know at this moment.
func (m *Model) facts() []fact {
	j := &m.run.Jobs[m.job]
	list := []fact{
		{"Degree", degreeWords(j), ""},
		{"Servers", strconv.Itoa(len(j.Servers)) + ": " + shortened(j.Servers, 8), strings.Join(j.Servers, " ")},
		{"Spread", m.spread(), ""},
		{"Since", number.Duration(*j.StartSeconds), number.Seconds(*j.StartSeconds)},
	}
	if j.EndSeconds != nil {
		list = append(list, fact{"Until", number.Duration(*j.EndSeconds), number.Seconds(*j.EndSeconds)})
	}
	if j.JCTSeconds != nil {
		list = append(list, fact{"Completion time", number.Duration(*j.JCTSeconds) + " of at most " + number.Duration(j.MaxAcceptableSeconds), number.Seconds(*j.JCTSeconds)})
	}
	channels, flows := number.Missing, number.Missing
	if u := m.use(); u != nil && !u.Lost {
		channels = plural(u.Channels, "channel") + " on " + plural(u.Links, "link")
		flows = plural(u.Flows, "flow") + " of " + number.Bytes(u.Bytes) + " together"
	}
	return append(list, fact{"Channels", channels, ""}, fact{"In a training step", flows, ""})
}

// use is what the chosen job uses of the network, nil if that is not known.
func (m *Model) use() *wire.SurveyJob {
	if m.answer == nil || m.late {
		return nil
	}
	for i := range m.answer.Jobs {
		if m.answer.Jobs[i].Job == m.job {
			return &m.answer.Jobs[i]
		}
	}
	return nil
}

func degreeWords(j *cluster.Job) string {
	s := strconv.Itoa(j.Degree)
	if j.EffectiveDegree > 0 && j.EffectiveDegree != j.Degree {
		s += ", effectively " + strconv.Itoa(j.EffectiveDegree)
	}
	return s
}

// spread says over how many groups, racks and places the chosen job lies.
func (m *Model) spread() string {
	span := m.span(m.job)
	text := plural(span.Groups, "group") + ", " + plural(span.Racks, "rack number") + ", " + plural(span.Places, "place")
	if span.Groups*span.Racks*span.Places == span.Servers {
		return text + ": a whole block"
	}
	return text + ": more than one block"
}

// span counts the groups, racks and places that a job has servers in.
func (m *Model) span(job int) ramp.Span {
	var span ramp.Span
	groups, racks, places := map[int]bool{}, map[int]bool{}, map[int]bool{}
	for server, owner := range m.moment.Owner {
		if int(owner) == job {
			c, r, v := m.shape.Coord(server)
			groups[c], racks[r], places[v] = true, true, true
			span.Servers++
		}
	}
	span.Groups, span.Racks, span.Places = len(groups), len(racks), len(places)
	return span
}

// shortened lists at most so many names, with hyphens that do not break.
func shortened(names []string, most int) string {
	shown := strings.ReplaceAll(strings.Join(names[:min(most, len(names))], " "), "-", "\u2011")
	if len(names) <= most {
		return shown
	}
	return shown + " and " + strconv.Itoa(len(names)-most) + " more"
}

// graphKey is one entry of the key to the colours.
type graphKey struct{ name, class string }

// key lists the graphs in the order of the experiment.
func (m *Model) graphKeys() []graphKey {
	keys := make([]graphKey, 0, len(m.x.Workload.Graphs))
	for i, g := range m.x.Workload.Graphs {
		keys = append(keys, graphKey{g.Name, chart.GraphClass(i)})
	}
	return keys
}

// hasBlocked reports whether a job of the run found no room.
func (m *Model) hasBlocked() bool { return m.run != nil && m.roomless }

// scatterRate is the measure of fragmentation.
func (m *Model) scatterRate() string {
	if m.answer.Free == 0 {
		return number.Missing
	}
	return number.Rate(m.answer.Scatter)
}

// scatterWords defines the measure of fragmentation with its numbers put in.
func (m *Model) scatterWords() string {
	a := m.answer
	switch {
	case a.Free == 0:
		return "No server is free, so there is nothing to be scattered."
	case a.Largest == a.Together:
		return "The " + plural(a.Free, "free server") + " lie as well as they can: the largest free block has " + number.Count(a.Largest) +
			", and no block of more could be made of as many servers."
	}
	return "The largest free block has " + plural(a.Largest, "server") + ". Together, " + plural(a.Free, "free server") +
		" could form one of " + number.Count(a.Together) + ": 1 − " + number.Count(a.Largest) + " ÷ " + number.Count(a.Together) + " = " + number.Rate(a.Scatter) + " of it is lost."
}
