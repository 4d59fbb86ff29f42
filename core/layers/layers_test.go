package layers

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// check holds what every drawing promises.
func check(t *testing.T, d *Drawing, n int, edges [][2]int) {
	t.Helper()
	type spot struct{ layer, lane int }
	taken := map[spot]bool{}
	take := func(layer, lane int) {
		if lane < 0 || lane >= d.Lanes || layer < 0 || layer >= d.Layers {
			t.Fatalf("layer %d lane %d is outside of %d x %d", layer, lane, d.Layers, d.Lanes)
		}
		if taken[spot{layer, lane}] {
			t.Fatalf("layer %d lane %d is taken twice", layer, lane)
		}
		taken[spot{layer, lane}] = true
	}
	used := make([]bool, d.Layers)
	for v := range n {
		take(d.Layer[v], d.Lane[v])
		used[d.Layer[v]] = true
	}
	if slices.Contains(used, false) {
		t.Error("a layer is empty")
	}
	for i, e := range edges {
		between := d.Layer[e[1]] - d.Layer[e[0]] - 1
		if between < 0 || len(d.Between[i]) != between {
			t.Fatalf("edge %v from layer %d to %d has %d points", e, d.Layer[e[0]], d.Layer[e[1]], len(d.Between[i]))
		}
		for k, lane := range d.Between[i] {
			take(d.Layer[e[0]]+1+k, lane)
		}
	}
}

func TestDraw(t *testing.T) {
	for _, tc := range []struct {
		name      string
		n         int
		edges     [][2]int
		layer     []int
		lane      []int
		crossings int
	}{
		{"nothing", 0, nil, []int{}, []int{}, 0},
		{"one node", 1, nil, []int{0}, []int{0}, 0},
		{"a chain is straight", 4, [][2]int{{0, 1}, {1, 2}, {2, 3}}, []int{0, 1, 2, 3}, []int{0, 0, 0, 0}, 0},
		{"a skip bends around the backbone", 4, [][2]int{{0, 1}, {1, 2}, {2, 3}, {0, 3}}, []int{0, 1, 2, 3}, []int{0, 0, 0, 0}, 0},
		{"a second source stands close to where it leads", 5, [][2]int{{0, 1}, {1, 2}, {2, 3}, {4, 3}}, []int{0, 1, 2, 3, 2}, []int{0, 0, 0, 0, 1}, 0},
		{"what can be uncrossed is", 4, [][2]int{{0, 3}, {1, 2}}, []int{0, 0, 1, 1}, []int{0, 1, 1, 0}, 0},
		{"what cannot is counted", 6, [][2]int{{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}},
			[]int{0, 0, 0, 1, 1, 1}, []int{0, 1, 2, 0, 1, 2}, 9},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, err := Draw(tc.n, tc.edges)
			if err != nil {
				t.Fatal(err)
			}
			check(t, d, tc.n, tc.edges)
			if !slices.Equal(d.Layer, tc.layer) || !slices.Equal(d.Lane, tc.lane) || d.Crossings != tc.crossings {
				t.Errorf("layers %v lanes %v crossings %d, want %v %v %d", d.Layer, d.Lane, d.Crossings, tc.layer, tc.lane, tc.crossings)
			}
		})
	}
}

func TestNoDrawing(t *testing.T) {
	if _, err := Draw(3, [][2]int{{0, 1}, {1, 2}, {2, 1}}); err != ErrCycle {
		t.Errorf("a cycle: %v", err)
	}
	if _, err := Draw(MaxNodes+1, nil); err != ErrLarge {
		t.Errorf("many nodes: %v", err)
	}
	var edges [][2]int
	for v := range MaxNodes - 1 { // every one has a long way to the last
		edges = append(edges, [2]int{v, v + 1}, [2]int{v, MaxNodes - 1})
	}
	if _, err := Draw(MaxNodes, edges); err != ErrLarge {
		t.Errorf("long edges: %v", err)
	}
}

// random makes a graph without cycles whose nodes are in no order.
func random(r *rand.Rand) (n int, edges [][2]int) {
	n = 1 + r.IntN(60)
	name := r.Perm(n)
	for v := 1; v < n; v++ {
		for range 1 + r.IntN(3) {
			if from := r.IntN(v); r.IntN(12) > 0 {
				edges = append(edges, [2]int{name[from], name[v]})
			}
		}
	}
	return n, edges
}

// Whatever the graph: nothing stands on anything else, every edge leads on, no
// layer is empty, the crossings are those of the drawing, and a second drawing
// is the same.
func TestDrawAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	for range 300 {
		n, edges := random(r)
		d, err := Draw(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		check(t, d, n, edges)
		if got := count(d, edges); got != d.Crossings {
			t.Fatalf("%d crossings, counted one by one %d", d.Crossings, got)
		}
		again, _ := Draw(n, edges)
		if !slices.Equal(d.Lane, again.Lane) || !slices.Equal(d.Layer, again.Layer) {
			t.Fatal("the second drawing is another")
		}
	}
}

// count counts crossings pair by pair.
func count(d *Drawing, edges [][2]int) int {
	type part struct{ layer, from, to int }
	var parts []part
	for i, e := range edges {
		lanes := append(append([]int{d.Lane[e[0]]}, d.Between[i]...), d.Lane[e[1]])
		for k := range len(lanes) - 1 {
			parts = append(parts, part{d.Layer[e[0]] + k, lanes[k], lanes[k+1]})
		}
	}
	n := 0
	for i, a := range parts {
		for _, b := range parts[:i] {
			if a.layer == b.layer && (a.from-b.from)*(a.to-b.to) < 0 {
				n++
			}
		}
	}
	return n
}

// A network of 2,500 nodes with shortcuts, as large as the largest published
// profile mirrored.
func BenchmarkDraw(b *testing.B) {
	var edges [][2]int
	for v := range 2499 {
		edges = append(edges, [2]int{v, v + 1})
		if v%8 == 0 && v+7 < 2500 {
			edges = append(edges, [2]int{v, v + 7})
		}
	}
	for b.Loop() {
		if _, err := Draw(2500, edges); err != nil {
			b.Fatal(err)
		}
	}
}
