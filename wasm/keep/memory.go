package keep

import (
	"context"
	"slices"
	"sync"
)

// entryBytes is what an entry of a Memory takes beside its snapshot, roughly.
const entryBytes = 256

// Memory is a Store that ends with the program. Its zero value has no room.
type Memory struct {
	quota int64 // bytes

	mu   sync.RWMutex
	used int64
	kept map[string][]byte
}

// NewMemory returns a Store that holds at most quota bytes, about 256 for every
// snapshot included. When it is full it refuses.
func NewMemory(quota int64) *Memory {
	return &Memory{quota: quota, kept: map[string][]byte{}}
}

// Get implements Store.
func (m *Memory) Get(_ context.Context, id string) ([]byte, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	b, ok := m.kept[id]
	if !ok {
		return nil, ErrNotFound
	}
	return b, nil
}

// Put implements Store.
func (m *Memory) Put(_ context.Context, id string, canonical []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.kept[id]; ok {
		return ErrKept
	}
	need := int64(len(canonical)) + entryBytes
	if m.used+need > m.quota {
		return ErrFull
	}
	m.used += need
	m.kept[id] = slices.Clone(canonical)
	return nil
}
