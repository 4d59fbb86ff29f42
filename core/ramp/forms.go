package ramp

// Forms returns the servers of one block of each form that fits the cluster:
// the one whose origin is server 0-0-0. The other blocks of a form are the same
// elsewhere.
func (b *Blocks) Forms() [][]int {
	list := make([][]int, len(b.forms))
	for i, f := range b.forms {
		list[i] = f.appendBlock(make([]int, 0, b.k), b.shape, 0, 0, 0)
	}
	return list
}

// Words returns the candidates as sets of at most 64 servers, a bit each. It
// panics if the cluster has more.
func (b *Blocks) Words() []uint64 {
	if b.shape.N() > 64 {
		panic("ramp: more than 64 servers")
	}
	return b.masks
}
