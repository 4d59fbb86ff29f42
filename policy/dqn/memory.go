package dqn

// The kinds of a row.
const (
	rowStep      = iota // a state, the action taken in it and its reward
	rowTruncated        // the state in which a time limit ended an episode: it has a value
	rowTerminal         // the state in which an episode ended by itself: worth nothing
)

// memory holds the latest rows of each environment in the order in which they
// happened: a row for each step, and after the last step of an episode one for
// the state it ended in. A transition over n steps is then two rows of one
// environment, and no state is held twice.
//
// Rows of an environment are numbered from 0 for ever; row k is kept in place
// k mod length of the environment's part until row k+length takes it. Rows with
// a priority of 0 are never drawn: the ends of episodes, and the latest steps,
// whose targets are not known yet.
type memory struct {
	length   int // rows of an environment
	f, a     int // features and actions of a row
	count    []int
	graph    []int32
	features []float32
	mask     []bool
	action   []int16
	reward   []float32
	kind     []uint8
	tree     sumTree
}

func newMemory(environments, length, features, actions int) *memory {
	n := environments * length
	return &memory{
		length: length, f: features, a: actions, count: make([]int, environments),
		graph: make([]int32, n), features: make([]float32, n*features), mask: make([]bool, n*actions),
		action: make([]int16, n), reward: make([]float32, n), kind: make([]uint8, n), tree: newSumTree(n),
	}
}

// place returns where row k of environment e is kept.
func (m *memory) place(e, k int) int { return e*m.length + k%m.length }

// row is the inverse of place, for the rows that are kept.
func (m *memory) row(place int) (e, k int) {
	e = place / m.length
	last := m.count[e] - 1
	back := (last - place%m.length) % m.length
	if back < 0 {
		back += m.length
	}
	return e, last - back
}

// append adds a row to environment e, to be filled in, and returns its place.
func (m *memory) append(e int, kind uint8) int {
	at := m.place(e, m.count[e])
	m.count[e]++
	m.kind[at] = kind
	m.tree.set(at, 0)
	return at
}

// state returns where the observation of a place is kept.
func (m *memory) state(at int) (features []float32, mask []bool) {
	return m.features[at*m.f : (at+1)*m.f], m.mask[at*m.a : (at+1)*m.a]
}

// window adds up the rewards of up to n steps from row k of environment e on,
// each discounted by gamma once more than the one before, and stops at the end
// of the episode: sum = r_k + gamma r_k+1 + ... It returns the place of the
// state after them and the discount of that state's value: 0 if the episode
// came to its natural end, since nothing is worth anything there, and gamma to
// the number of steps otherwise, also where a time limit cut it off (Pardo et
// al., arXiv 1712.00378).
func (m *memory) window(e, k, n int, gamma float64) (sum float64, next int, discount float64) {
	discount = 1
	for range n {
		sum += float64(discount * float64(m.reward[m.place(e, k)]))
		discount *= gamma
		k++
		next = m.place(e, k)
		switch m.kind[next] {
		case rowTerminal:
			return sum, next, 0
		case rowTruncated:
			return sum, next, discount
		}
	}
	return sum, next, discount
}

// forget empties the memory.
func (m *memory) forget() {
	clear(m.count)
	m.tree.fill(nil)
}
