//go:build js && wasm

package app

import (
	"errors"
	"strings"
	"syscall/js"

	"rampart/ui/store"
)

// database implements store.Store on IndexedDB and the browser's locks. The
// small steps of a transaction are in public/store.js, since each would be a
// call of its own from here.
type database struct {
	env    *environment
	handle js.Value
	heard  []func(key string, err error) // who watches
}

func newDatabase(env *environment) *database {
	d := &database{env: env}
	onHeard := js.FuncOf(func(_ js.Value, args []js.Value) any {
		key, failure := args[0].String(), args[1].String()
		env.post(func() {
			for _, heard := range d.heard {
				heard(key, storeError(failure))
			}
		})
		return nil
	})
	d.handle = js.Global().Get("rampart").Call("openStore", store.Version, onHeard)
	return d
}

// call runs a step. done gets its value, or why it failed: a name as of
// DOMException, a colon and a sentence.
func (d *database) call(done func(value js.Value, err error), step string, args ...any) {
	var callback js.Func
	callback = js.FuncOf(func(_ js.Value, args []js.Value) any {
		value, failure := args[0], args[1].String()
		callback.Release()
		d.env.post(func() {
			done(value, storeError(failure))
			d.env.draw()
		})
		return nil
	})
	d.handle.Call(step, append(args, callback)...)
}

// storeError makes an error of a DOMException.
func storeError(failure string) error {
	name, message, _ := strings.Cut(failure, ": ")
	switch name {
	case "":
		return nil
	case "QuotaExceededError":
		return store.ErrFull
	case "SecurityError", "InvalidStateError", "Missing":
		return store.ErrNone
	case "VersionError":
		return store.ErrNewer
	case "Blocked":
		return store.ErrBlocked
	case "Lost":
		return store.ErrLost
	case "Gone":
		return store.ErrGone
	}
	if message == "" {
		message = name
	}
	return errors.New(strings.TrimSuffix(message, "."))
}

func bytesToJS(data []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}

// maxRecord bounds what is read back of one record.
const maxRecord = 64 << 20

func bytesOf(value js.Value) []byte {
	if value.Type() != js.TypeObject || value.Get("byteLength").Type() != js.TypeNumber || value.Length() > maxRecord {
		return nil
	}
	data := make([]byte, value.Length())
	js.CopyBytesToGo(data, value)
	return data
}

// Put implements store.Store.
func (d *database) Put(r store.Record, done func(error)) {
	d.call(func(_ js.Value, err error) { done(err) }, "put", r.Key, bytesToJS(r.Meta), bytesToJS(r.Data))
}

// Replace implements store.Store.
func (d *database) Replace(r store.Record, done func(error)) {
	d.call(func(_ js.Value, err error) { done(err) }, "replace", r.Key, bytesToJS(r.Meta), bytesToJS(r.Data))
}

// Get implements store.Store.
func (d *database) Get(key string, got func(*store.Record, error)) {
	d.call(func(value js.Value, err error) {
		if err != nil || value.IsUndefined() || value.IsNull() {
			got(nil, err)
			return
		}
		got(record(value), nil)
	}, "get", key)
}

func record(value js.Value) *store.Record {
	return &store.Record{Key: value.Get("key").String(), Meta: []byte(value.Get("meta").String()), Data: bytesOf(value.Get("data")),
		Size: int(number(value.Get("size"))), Saved: int64(number(value.Get("saved")))}
}

// number returns a number of the browser's, 0 for what is none.
func number(value js.Value) float64 {
	if value.Type() != js.TypeNumber {
		return 0
	}
	return value.Float()
}

// List implements store.Store.
func (d *database) List(prefix string, got func([]store.Record, error)) {
	d.call(func(value js.Value, err error) { got(records(value, err), err) }, "list", prefix)
}

// records reads the answer to a list; nil after an error.
func records(value js.Value, err error) []store.Record {
	if err != nil {
		return nil
	}
	list := make([]store.Record, value.Length())
	for i := range list {
		list[i] = *record(value.Index(i))
	}
	return list
}

// Delete implements store.Store.
func (d *database) Delete(key string, done func(error)) {
	d.call(func(_ js.Value, err error) { done(err) }, "remove", key)
}

// Take implements store.Store.
func (d *database) Take(prefixes []string, got func([]store.Record, error)) {
	list := make([]any, len(prefixes))
	for i, prefix := range prefixes {
		list[i] = prefix
	}
	d.call(func(value js.Value, err error) { got(records(value, err), err) }, "take", list)
}

// Watch implements store.Store.
func (d *database) Watch(heard func(key string, err error)) { d.heard = append(d.heard, heard) }

// Room implements store.Store.
func (d *database) Room(got func(store.Room)) {
	d.call(func(value js.Value, _ error) {
		if value.Type() != js.TypeObject {
			got(store.Room{})
			return
		}
		got(store.Room{Known: true, Used: number(value.Get("usage")), Quota: number(value.Get("quota")), Lasting: value.Get("lasting").Truthy()})
	}, "room")
}

// Persist implements store.Store.
func (d *database) Persist(done func(bool)) {
	d.call(func(value js.Value, _ error) { done(value.Truthy()) }, "persist")
}

// Claim implements store.Store.
func (d *database) Claim(name string, got func(bool)) {
	d.call(func(value js.Value, _ error) { got(value.Truthy()) }, "claim", name)
}

// Release implements store.Store.
func (d *database) Release(name string) { d.handle.Call("release", name) }
