package compare

import (
	"cmp"
	"encoding/hex"
	"slices"
	"strconv"

	"rampart/core/experiment"
	"rampart/core/strict"
	"rampart/ui/store"
)

// Bounds are kept in the page's store, one record an experiment, under a digest
// of all that a bound depends on. They can be computed again, so nothing is said
// when one cannot be kept.

const (
	boundKind = "bound/"
	// maxBoundRecords is how many experiments' bounds are kept; the oldest make
	// place.
	maxBoundRecords = 100
	// keepEvery is how many bounds are computed before those so far are kept.
	keepEvery = 50
)

// Keep has bounds kept in a store, and looked up there before they are computed.
func (b *Bounds) Keep(s store.Store) {
	b.store, b.read, b.fresh = s, map[string]bool{}, 0
	b.x = nil // what is at hand is looked up as well
}

// look reads what is kept of the experiment at hand.
func (b *Bounds) look() {
	hash := b.hash
	if b.store == nil || b.read[hash] {
		return
	}
	b.read[hash] = true
	b.reading = true
	b.store.Get(boundKey(hash), func(r *store.Record, err error) {
		if err == nil && r != nil {
			for seed, rate := range readBounds(r.Data) {
				b.known[hash+strconv.FormatUint(seed, 10)] = rate
			}
		}
		if b.hash == hash {
			b.reading = false
			b.changed()
		}
	})
}

func boundKey(hash string) string { return boundKind + hex.EncodeToString([]byte(hash)) }

// keep writes what is known of the experiment at hand.
func (b *Bounds) keep() {
	if b.store == nil || b.fresh == 0 || b.reading {
		return
	}
	b.fresh = 0
	b.store.Put(store.Record{Key: boundKey(b.hash), Meta: []byte("{}"), Data: b.appendKept(nil)}, func(err error) {
		if err == nil {
			b.makePlace()
		}
	})
}

// makePlace removes the oldest bounds beyond maxBoundRecords.
func (b *Bounds) makePlace() {
	b.store.List(boundKind, func(list []store.Record, err error) {
		if err != nil || len(list) <= maxBoundRecords {
			return
		}
		slices.SortStableFunc(list, func(a, c store.Record) int { return cmp.Compare(a.Saved, c.Saved) })
		for _, r := range list[:len(list)-maxBoundRecords] {
			b.store.Delete(r.Key, func(error) {})
		}
	})
}

// appendKept appends the record: the version of the engine and a pair of seed and
// blocking rate for each bound of the experiment at hand.
func (b *Bounds) appendKept(dst []byte) []byte {
	dst = strconv.AppendQuote(append(dst, `{"engine":`...), experiment.EngineVersion)
	dst = append(dst, `,"bounds":[`...)
	first := true
	for _, seed := range b.x.Seeds {
		rate, known := b.known[b.key(seed)]
		if !known {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = strconv.AppendUint(append(dst, '['), seed, 10)
		dst = append(strict.AppendFloat(append(dst, ','), rate), ']')
	}
	return append(dst, "]}"...)
}

// readBounds reads a record; one of another engine, or that is damaged, has no
// bounds.
func readBounds(data []byte) map[uint64]float64 {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: 1 << 20, MaxValues: 4 * experiment.MaxSeeds})
	if err != nil {
		return nil
	}
	o := doc.Root().Object()
	engine := ""
	o.Require("engine", "bounds")
	o.String("engine", &engine, 200)
	rates := map[uint64]float64{}
	o.Array("bounds", 0, experiment.MaxSeeds, func(_ int, n strict.Node) {
		var seed uint64
		var rate float64
		n.Array(2, 2, func(i int, n strict.Node) {
			if i == 0 {
				n.Uint64(&seed, strict.Between(0, experiment.MaxSeed))
			} else {
				n.Float(&rate, strict.Between(0, 1))
			}
		})
		rates[seed] = rate
	})
	if doc.Err() != nil || engine != experiment.EngineVersion {
		return nil
	}
	return rates
}
