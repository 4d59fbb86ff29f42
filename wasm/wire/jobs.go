package wire

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"

	"rampart/core/cluster"
)

// JobsPiece is how many jobs of a run travel in one reply: as many as the page's
// thread reads in a few milliseconds. Between two pieces it can answer.
const JobsPiece = 2000

// The jobs of a run follow the JSON of their reply, after a line feed, in base64 of
// the form below: as JSON they would keep the page from answering for a tenth of a
// second for every thousand.
//
// All numbers are little endian, a count or an index is a uvarint. First come
// tables of what recurs: graphs, outcomes, causes and names of servers, each a
// count and then texts of a length and bytes; sets of degrees and sets of servers,
// each a count and then lists of a length and numbers (of servers: indices). Then
// a count of jobs, and for each: indices into the tables of graph, outcome, cause,
// degrees and servers; training steps, degree, effective degree and channels; a
// byte with a bit for each time that is there; four times; then those that are
// there. Times are float64.

// packer writes jobs.
type packer struct {
	body  []byte
	texts [4]table // graphs, outcomes, causes, servers
	lists [2]table // degrees, sets of servers
	key   []byte
}

// table numbers what recurs.
type table struct {
	index map[string]uint64
	items []byte
}

func (t *table) add(key string, write func(dst []byte) []byte) uint64 {
	if i, ok := t.index[key]; ok {
		return i
	}
	if t.index == nil {
		t.index = map[string]uint64{}
	}
	i := uint64(len(t.index))
	t.index[key] = i
	t.items = write(t.items)
	return i
}

func (t *table) text(s string) uint64 {
	return t.add(s, func(dst []byte) []byte {
		return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
	})
}

// list numbers a list of whole numbers.
func (t *table) list(key []byte, n int) uint64 {
	if i, ok := t.index[string(key)]; ok {
		return i
	}
	return t.add(string(key), func(dst []byte) []byte {
		return append(binary.AppendUvarint(dst, uint64(n)), key...)
	})
}

// times are the times of a job that may be missing.
func times(j *cluster.Job) [5]**float64 {
	return [5]**float64{&j.StartSeconds, &j.EndSeconds, &j.JCTSeconds, &j.CommunicationSeconds, &j.ComputationSeconds}
}

func (p *packer) float(v float64) {
	p.body = binary.LittleEndian.AppendUint64(p.body, math.Float64bits(v))
}

func (p *packer) job(j *cluster.Job) {
	p.key = p.key[:0]
	for _, d := range j.ValidDegrees {
		p.key = binary.AppendUvarint(p.key, uint64(d))
	}
	degrees := p.lists[0].list(p.key, len(j.ValidDegrees))
	p.key = p.key[:0]
	for _, s := range j.Servers {
		p.key = binary.AppendUvarint(p.key, p.texts[3].text(s))
	}
	servers := p.lists[1].list(p.key, len(j.Servers))
	for _, v := range []uint64{
		p.texts[0].text(j.Graph), p.texts[1].text(string(j.Outcome)), p.texts[2].text(string(j.Cause)), degrees, servers,
		uint64(j.TrainingSteps), uint64(j.Degree), uint64(j.EffectiveDegree), uint64(j.Channels),
	} {
		p.body = binary.AppendUvarint(p.body, v)
	}
	var there byte
	for i, t := range times(j) {
		if *t != nil {
			there |= 1 << i
		}
	}
	p.body = append(p.body, there)
	for _, v := range []float64{j.ArrivalSeconds, j.Beta, j.SequentialSeconds, j.MaxAcceptableSeconds} {
		p.float(v)
	}
	for _, t := range times(j) {
		if *t != nil {
			p.float(**t)
		}
	}
}

// PackJobs returns the packed form of the jobs of a run, whose indices are their
// places.
func PackJobs(jobs []cluster.Job) []byte {
	p := packer{body: make([]byte, 0, 64*len(jobs))}
	for i := range jobs {
		p.job(&jobs[i])
	}
	var dst []byte
	for _, t := range slices.Concat(p.texts[:], p.lists[:]) {
		dst = append(binary.AppendUvarint(dst, uint64(len(t.index))), t.items...)
	}
	return append(binary.AppendUvarint(dst, uint64(len(jobs))), p.body...)
}

// errPacked says that packed jobs are cut or broken.
var errPacked = errors.New("the jobs of a run are cut or broken")

// reader reads packed jobs. After the first mistake all that it reads is zero.
type reader struct {
	data   []byte
	broken bool
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.broken, r.data = true, nil
		return 0
	}
	r.data = r.data[n:]
	return v
}

// count reads a number of items that take at least so many bytes each.
func (r *reader) count(least int) int {
	n := r.uint()
	if n > uint64(len(r.data)/least) {
		r.broken, r.data = true, nil
		return 0
	}
	return int(n)
}

// number reads a whole number that fits 32 bits.
func (r *reader) number() int {
	v := r.uint()
	if v > math.MaxInt32 {
		r.broken, r.data = true, nil
		return 0
	}
	return int(v)
}

func (r *reader) float() float64 {
	if len(r.data) < 8 {
		r.broken, r.data = true, nil
		return 0
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(r.data))
	r.data = r.data[8:]
	return v
}

func (r *reader) texts() []string {
	list := make([]string, r.count(1))
	for i := range list {
		n := r.count(1)
		list[i] = string(r.data[:n])
		r.data = r.data[n:]
	}
	return list
}

func (r *reader) lists() [][]int {
	list := make([][]int, r.count(1))
	for i := range list {
		if n := r.count(1); n > 0 {
			list[i] = make([]int, n)
		}
		for k := range list[i] {
			list[i][k] = r.number()
		}
	}
	return list
}

// item returns an item of a table.
func item[T any](r *reader, list []T) (v T) {
	i := r.uint()
	if i >= uint64(len(list)) {
		r.broken, r.data = true, nil
		return v
	}
	return list[i]
}

// leastJob is how many bytes a job takes at least.
const leastJob = 9 + 1 + 4*8

// UnpackJobs reads what PackJobs has written. Jobs share the lists of their degrees
// and servers.
func UnpackJobs(data []byte) ([]cluster.Job, error) {
	r := &reader{data: data}
	graphs, outcomes, causes, names := r.texts(), r.texts(), r.texts(), r.texts()
	degrees := r.lists()
	sets := make([][]string, 0)
	for _, list := range r.lists() {
		var servers []string
		for _, i := range list {
			if i >= len(names) {
				return nil, errPacked
			}
			servers = append(servers, names[i])
		}
		sets = append(sets, servers)
	}
	jobs := make([]cluster.Job, r.count(leastJob))
	numbers := make([]float64, 0, 5*len(jobs))
	for i := range jobs {
		j := &jobs[i]
		j.Index = i
		j.Graph, j.Outcome, j.Cause = item(r, graphs), cluster.Outcome(item(r, outcomes)), cluster.Cause(item(r, causes))
		j.ValidDegrees, j.Servers = item(r, degrees), item(r, sets)
		j.TrainingSteps, j.Degree, j.EffectiveDegree, j.Channels = r.number(), r.number(), r.number(), r.number()
		there := r.number()
		for _, v := range []*float64{&j.ArrivalSeconds, &j.Beta, &j.SequentialSeconds, &j.MaxAcceptableSeconds} {
			*v = r.float()
		}
		for k, t := range times(j) {
			if there>>k&1 == 1 {
				numbers = append(numbers, r.float())
				*t = &numbers[len(numbers)-1]
			}
		}
	}
	if r.broken || len(r.data) > 0 {
		return nil, errPacked
	}
	return jobs, nil
}

// withJobs appends jobs of a run to their reply in JSON.
func withJobs(head []byte, jobs []cluster.Job) []byte {
	return base64.StdEncoding.AppendEncode(append(head, '\n'), PackJobs(jobs))
}

// cutJobs takes the jobs of a run, if there are any, from behind its reply.
func cutJobs(text string) (head string, jobs []cluster.Job, err error) {
	head, packed, found := strings.Cut(text, "\n")
	if !found {
		return head, nil, nil
	}
	data, err := base64.StdEncoding.DecodeString(packed)
	if err == nil {
		jobs, err = UnpackJobs(data)
	}
	return head, jobs, err
}
