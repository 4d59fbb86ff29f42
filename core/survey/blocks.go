package survey

import (
	"slices"

	"rampart/core/ramp"
)

// Blocks is what there is of free blocks at a moment.
type Blocks struct {
	Free        int             // servers
	Largest     int             // servers of the largest free block; 0 if there is none
	LargestForm ramp.BlockShape // its form
	Together    int             // servers of the largest block that as many free servers could form
	Degrees     []Degree        // ascending
}

// Degree is what there is for jobs of one degree.
type Degree struct {
	ramp.Tally
	// LastResort are the servers of the first free diagonal or column of groups
	// that the first-fit placer takes where no block is free (spec section 5,
	// rule 2b); nil if there is none or none is needed.
	LastResort []int
}

// Count looks at the blocks of some degrees. With lastResorts it also looks for
// the two forms that only the first-fit placer tries. yield is called between
// two pieces of work; an error from it ends the count and is returned.
func Count(s ramp.Shape, free ramp.Set, degrees []int, lastResorts bool, yield func() error) (*Blocks, error) {
	c := ramp.NewCensus(s, free)
	b := &Blocks{Free: c.Free(), Together: ramp.MostTogether(s, c.Free())}
	b.LargestForm, b.Largest = c.Largest()
	for _, k := range degrees {
		if err := yield(); err != nil {
			return nil, err
		}
		d := Degree{Tally: c.Count(k)}
		if d.First == nil && lastResorts && k <= b.Free && k <= s.Groups {
			if all := ramp.NewBlocks(s, k, true); all.Exists() {
				if first := all.First(free); first >= 0 {
					d.LastResort = all.Servers(first)
				}
			}
		}
		b.Degrees = append(b.Degrees, d)
	}
	return b, nil
}

// Scatter measures fragmentation: by how much the largest free block falls short
// of the largest that as many free servers could form if they stood together, as
// a fraction of that. 0 says that nothing is lost, or that nothing is free, 1
// that no two free servers make a block though they could.
func (b *Blocks) Scatter() float64 {
	if b.Together == 0 {
		return 0
	}
	return 1 - float64(b.Largest)/float64(b.Together)
}

// mostDegrees is how many degrees are listed one by one.
const mostDegrees = 24

// Degrees thins a list of valid degrees, ascending, to what can be read: all of
// a short one, of a long one the smallest and those near powers of two.
func Degrees(valid []int) []int {
	list := slices.DeleteFunc(slices.Clone(valid), func(d int) bool { return d == 0 })
	if len(list) <= mostDegrees {
		return list
	}
	return slices.DeleteFunc(list, func(d int) bool {
		for d > 16 && d%2 == 0 {
			d /= 2
		}
		return d > 16 || d > 8 && d%4 != 0
	})
}
