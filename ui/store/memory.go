package store

import (
	"slices"
	"strings"
)

// Memory is a Store that forgets everything when the page is closed. Later
// queues a callback.
type Memory struct {
	Later func(func())
	Fail  error // if set, nothing more can be kept

	records []Record // ordered by key
	claimed map[string]bool
	heard   []func(string, error)
}

// Len is the number of records.
func (m *Memory) Len() int { return len(m.records) }

func (m *Memory) find(key string) (int, bool) {
	return slices.BinarySearchFunc(m.records, key, func(r Record, key string) int { return strings.Compare(r.Key, key) })
}

// Put implements Store.
func (m *Memory) Put(r Record, done func(error)) {
	if err := m.Fail; err != nil {
		m.Later(func() { done(err) })
		return
	}
	r.Meta, r.Data, r.Size = slices.Clone(r.Meta), slices.Clone(r.Data), len(r.Data)
	i, found := m.find(r.Key)
	if found {
		m.records[i] = r
	} else {
		m.records = slices.Insert(m.records, i, r)
	}
	m.Later(func() { done(nil) })
}

// Replace implements Store.
func (m *Memory) Replace(r Record, done func(error)) {
	if _, found := m.find(r.Key); !found && m.Fail == nil {
		m.Later(func() { done(ErrGone) })
		return
	}
	m.Put(r, done)
}

// Get implements Store.
func (m *Memory) Get(key string, got func(*Record, error)) {
	var r *Record
	if i, found := m.find(key); found {
		copied := m.records[i]
		copied.Meta, copied.Data = slices.Clone(copied.Meta), slices.Clone(copied.Data)
		r = &copied
	}
	m.Later(func() { got(r, nil) })
}

// List implements Store.
func (m *Memory) List(prefix string, got func([]Record, error)) {
	var list []Record
	for _, r := range m.records {
		if strings.HasPrefix(r.Key, prefix) {
			r.Meta, r.Data = slices.Clone(r.Meta), nil
			list = append(list, r)
		}
	}
	m.Later(func() { got(list, nil) })
}

// Delete implements Store.
func (m *Memory) Delete(key string, done func(error)) {
	if i, found := m.find(key); found {
		m.records = slices.Delete(m.records, i, i+1)
	}
	m.Later(func() { done(nil) })
}

// Take implements Store.
func (m *Memory) Take(prefixes []string, got func([]Record, error)) {
	var list []Record
	for _, prefix := range prefixes {
		m.records = slices.DeleteFunc(m.records, func(r Record) bool {
			if !strings.HasPrefix(r.Key, prefix) {
				return false
			}
			list = append(list, r)
			return true
		})
	}
	m.Later(func() { got(list, nil) })
}

// Watch implements Store. There is no other page: tests call Tell.
func (m *Memory) Watch(heard func(key string, err error)) { m.heard = append(m.heard, heard) }

// Tell tells those who watch that another page has written or removed a record.
func (m *Memory) Tell(key string, err error) {
	for _, heard := range m.heard {
		m.Later(func() { heard(key, err) })
	}
}

// Room implements Store.
func (m *Memory) Room(got func(Room)) { m.Later(func() { got(Room{}) }) }

// Persist implements Store.
func (m *Memory) Persist(done func(bool)) { m.Later(func() { done(false) }) }

// Claim implements Store.
func (m *Memory) Claim(name string, got func(bool)) {
	taken := m.claimed[name]
	if m.claimed == nil {
		m.claimed = map[string]bool{}
	}
	m.claimed[name] = true
	m.Later(func() { got(!taken) })
}

// Release implements Store.
func (m *Memory) Release(name string) { delete(m.claimed, name) }
