package wire

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
	"runtime"
	"strings"
	"unsafe"

	"rampart/core/cluster"
)

// JobsPiece is how many jobs of a run travel in one reply: as many as the page's
// thread reads in a few milliseconds. Between two pieces it can answer.
const JobsPiece = 1000

// Pieces of the jobs of a run follow the JSON of their replies, after a line feed,
// in base64 of the form below: as JSON they would keep the page from answering for a
// tenth of a second for every thousand.
//
// All numbers are little endian, a count or an index is a uvarint. First come
// tables of what recurs: graphs, outcomes, causes and names of servers, each a
// count and then texts of a length and bytes; sets of degrees and sets of servers,
// each a count and then lists of a length and numbers (of servers: indices). A piece
// holds what its tables have more than after the piece before. Then
// a count of jobs, and for each: indices into the tables of graph, outcome, cause,
// degrees and servers; training steps, degree, effective degree and channels; a
// byte with a bit for each time that is there; four times; then those that are
// there. Times are float64.

// JobsPacker writes the jobs of a run in pieces. Its zero value is ready for the
// first.
type JobsPacker struct {
	body  []byte
	texts [4]table // graphs, outcomes, causes, servers
	lists [2]table // degrees, sets of servers
	key   []byte
}

// table numbers what recurs.
type table struct {
	index map[string]uint64
	fresh uint64 // that no piece holds yet
	items []byte // the fresh ones
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
	t.fresh++
	t.items = write(t.items)
	return i
}

// take appends what no piece holds yet.
func (t *table) take(dst []byte) []byte {
	dst = append(binary.AppendUvarint(dst, t.fresh), t.items...)
	t.fresh, t.items = 0, t.items[:0]
	return dst
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

func (p *JobsPacker) float(v float64) {
	p.body = binary.LittleEndian.AppendUint64(p.body, math.Float64bits(v))
}

func (p *JobsPacker) job(j *cluster.Job) {
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

// Pack returns the packed form of the next jobs of the run. Their indices do not
// matter: they are their places.
func (p *JobsPacker) Pack(jobs []cluster.Job) []byte {
	p.body = p.body[:0]
	for i := range jobs {
		p.job(&jobs[i])
	}
	var dst []byte
	for i := range p.texts {
		dst = p.texts[i].take(dst)
	}
	for i := range p.lists {
		dst = p.lists[i].take(dst)
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

// JobsReader reads what a JobsPacker has written, piece by piece. Jobs share the
// lists of their degrees and servers.
type JobsReader struct {
	jobs []cluster.Job
	kept *kept
}

// kept is what the jobs of a reader point to.
type kept struct {
	texts   [4][]string // graphs, outcomes, causes, servers
	degrees [][]int
	sets    [][]string
	numbers [][]float64 // the times that may be missing, of each piece
}

// NewJobsReader returns a reader of a run of at most so many jobs.
//
// A job holds ten pointers, and the page may have some hundred thousand jobs: the
// garbage collector would look at all of them in one task of the page's thread, for
// a tenth of a second. So they stand in memory that it does not look into. What they
// point to is kept, as long as that memory is, by a cleanup that does nothing: its
// argument lives until then. Whoever has the jobs must not put other pointers into
// them.
func NewJobsReader(total int) *JobsReader {
	r := &JobsReader{kept: &kept{}}
	if total > 0 {
		const word = unsafe.Sizeof(uint64(0))
		words := make([]uint64, uintptr(total)*((unsafe.Sizeof(cluster.Job{})+word-1)/word))
		r.jobs = unsafe.Slice((*cluster.Job)(unsafe.Pointer(unsafe.SliceData(words))), total)[:0]
		runtime.AddCleanup(&words[0], func(*kept) {}, r.kept)
	}
	return r
}

// Jobs are those that were read so far.
func (r *JobsReader) Jobs() []cluster.Job { return r.jobs }

// Read reads the next piece. After an error the reader is of no more use.
func (r *JobsReader) Read(piece []byte) error {
	in, k := &reader{data: piece}, r.kept
	for i := range k.texts {
		k.texts[i] = append(k.texts[i], in.texts()...)
	}
	k.degrees = append(k.degrees, in.lists()...)
	names := k.texts[3]
	for _, list := range in.lists() {
		var servers []string
		for _, i := range list {
			if i >= len(names) {
				return errPacked
			}
			servers = append(servers, names[i])
		}
		k.sets = append(k.sets, servers)
	}
	first, n := len(r.jobs), in.count(leastJob)
	if n > cap(r.jobs)-first {
		return errPacked
	}
	r.jobs = r.jobs[:first+n]
	numbers := make([]float64, 0, len(times(&cluster.Job{}))*n)
	k.numbers = append(k.numbers, numbers)
	for i := first; i < len(r.jobs); i++ {
		numbers = in.job(&r.jobs[i], k, numbers)
		r.jobs[i].Index = i
	}
	if in.broken || len(in.data) > 0 {
		return errPacked
	}
	return nil
}

// job reads a job; its times that may be missing go to the end of numbers, which
// has the room.
func (r *reader) job(j *cluster.Job, k *kept, numbers []float64) []float64 {
	j.Graph, j.Outcome, j.Cause = item(r, k.texts[0]), cluster.Outcome(item(r, k.texts[1])), cluster.Cause(item(r, k.texts[2]))
	j.ValidDegrees, j.Servers = item(r, k.degrees), item(r, k.sets)
	j.TrainingSteps, j.Degree, j.EffectiveDegree, j.Channels = r.number(), r.number(), r.number(), r.number()
	there := r.number()
	for _, v := range []*float64{&j.ArrivalSeconds, &j.Beta, &j.SequentialSeconds, &j.MaxAcceptableSeconds} {
		*v = r.float()
	}
	for i, t := range times(j) {
		if there>>i&1 == 1 {
			numbers = append(numbers, r.float())
			*t = &numbers[len(numbers)-1]
		}
	}
	return numbers
}

// withJobs appends a piece of the jobs of a run to its reply in JSON.
func withJobs(head, piece []byte) []byte {
	return base64.StdEncoding.AppendEncode(append(head, '\n'), piece)
}

// cutJobs takes a piece of jobs, if there is one, from behind its reply.
func cutJobs(text string) (head string, piece []byte, err error) {
	head, packed, found := strings.Cut(text, "\n")
	if !found {
		return head, nil, nil
	}
	piece, err = base64.StdEncoding.DecodeString(packed)
	return head, piece, err
}
