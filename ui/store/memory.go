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
	r.Meta, r.Data = slices.Clone(r.Meta), slices.Clone(r.Data)
	i, found := m.find(r.Key)
	if found {
		m.records[i] = r
	} else {
		m.records = slices.Insert(m.records, i, r)
	}
	m.Later(func() { done(nil) })
}

// Get implements Store.
func (m *Memory) Get(key string, got func(*Record, error)) {
	var r *Record
	if i, found := m.find(key); found {
		r = &Record{Key: key, Meta: slices.Clone(m.records[i].Meta), Data: slices.Clone(m.records[i].Data)}
	}
	m.Later(func() { got(r, nil) })
}

// List implements Store.
func (m *Memory) List(prefix string, got func([]Record, error)) {
	var list []Record
	for _, r := range m.records {
		if strings.HasPrefix(r.Key, prefix) {
			list = append(list, Record{Key: r.Key, Meta: slices.Clone(r.Meta)})
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
