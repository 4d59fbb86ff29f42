package bench

import (
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"rampart/core/jobgraph"
	"rampart/core/ramp"
	"rampart/policy/agent"
	"rampart/policy/gnn"
	"rampart/policy/nn"
	"rampart/policy/observe"
)

// The product that kernels are compared on: a minibatch of the paper through
// its widest layer.
const (
	productRows, productInner, productColumns = 128, 64, 64
	productFLOP                               = 2 * productRows * productInner * productColumns
)

// Kernels measures the arithmetic under the training on one core: a product of
// float32 matrices beside gonum's, and a step of the paper's training with the
// network run once for each of the five graphs beside once for each row.
func Kernels(pause func()) []Row {
	if pause == nil {
		pause = func() {}
	}
	r := rand.New(rand.NewPCG(1, 1))
	a, b, c := noise(productRows*productInner, r), noise(productInner*productColumns, r), make([]float32, productRows*productColumns)
	general := func(s []float32, rows, columns int) blas32.General {
		return blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: s}
	}
	x, y, z := general(a, productRows, productInner), general(b, productInner, productColumns), general(c, productRows, productColumns)
	ours := productFLOP / 1e9 / perCall(pause, func() { nn.MatMul(c, a, b, productRows, productInner, productColumns) })
	gonums := productFLOP / 1e9 / perCall(pause, func() { blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, x, y, 0, z) })
	shared, rows := minibatches(pause, r)
	return []Row{
		{"float32 product 128x64x64", ours, "GFLOP/s"},
		{"the same, gonum blas32", gonums, "GFLOP/s"},
		{"product, this beside gonum", ours / gonums, "x"},
		{"minibatch of 128, once a graph", shared * 1e3, "ms"},
		{"minibatch of 128, once a row", rows * 1e3, "ms"},
		{"gain from distinct graphs", rows / shared, "x"},
	}
}

// perCall returns the seconds that f takes.
func perCall(pause func(), f func()) float64 {
	f()
	return median(pause, func() float64 {
		start, n := time.Now(), 0
		for time.Since(start) < measureFor/4 {
			for range 8 {
				f()
			}
			n += 8
		}
		return time.Since(start).Seconds() / float64(n)
	})
}

// minibatches returns the seconds of forward and backward over 128 rows of the
// paper's graphs, the network over a graph run once a graph and once a row.
func minibatches(pause func(), r *rand.Rand) (shared, byRow float64) {
	const n = 128
	p := planner(ramp.Shape{Groups: 4, Racks: 4, Servers: 2}, jobgraph.PaperNames(), false)
	encoder, err := observe.New(observe.Paper, observe.Normalisers{MaxDegree: p.Settings().MaxDegree, InterarrivalSeconds: 1000}, p)
	if err != nil {
		panic(err)
	}
	config := gnn.Paper()
	m, err := gnn.New[float32](config, agent.Graphs(encoder), r)
	if err != nil {
		panic(err)
	}
	f, actions := config.GraphFeatures, config.Actions
	features, mask, graph := noise(n*f, r), make([]bool, n*actions), make([]int32, n)
	for i := range mask {
		mask[i] = i%actions == 0 || r.IntN(2) == 0
	}
	for i := range graph {
		graph[i] = int32(i % len(encoder.Graphs()))
	}
	logits, values := make([]float32, n*actions), make([]float32, n)
	dLogits, dValues := noise(n*actions, r), noise(n, r)
	pass := func(lo, hi int) {
		m.Touch()
		m.Forward(graph[lo:hi], features[lo*f:hi*f], mask[lo*actions:hi*actions], logits[lo*actions:hi*actions], values[lo:hi])
		m.Backward(dLogits[lo*actions:hi*actions], dValues[lo:hi])
	}
	shared = perCall(pause, func() { pass(0, n) })
	byRow = perCall(pause, func() {
		for i := range n {
			pass(i, i+1)
		}
	})
	return shared, byRow
}

func noise(n int, r *rand.Rand) []float32 {
	s := make([]float32, n)
	for i := range s {
		s[i] = float32(r.NormFloat64())
	}
	return s
}
