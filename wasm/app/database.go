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
}

func newDatabase(env *environment) *database {
	return &database{env: env, handle: js.Global().Get("rampart").Call("openStore", store.Version)}
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
	d.call(func(_ js.Value, err error) { done(err) }, "put", r.Key, string(r.Meta), bytesToJS(r.Data))
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
	return &store.Record{Key: value.Get("key").String(), Meta: []byte(value.Get("meta").String()), Data: bytesOf(value.Get("data"))}
}

// List implements store.Store.
func (d *database) List(prefix string, got func([]store.Record, error)) {
	d.call(func(value js.Value, err error) {
		if err != nil {
			got(nil, err)
			return
		}
		list := make([]store.Record, value.Length())
		for i := range list {
			list[i] = *record(value.Index(i))
		}
		got(list, nil)
	}, "list", prefix)
}

// Delete implements store.Store.
func (d *database) Delete(key string, done func(error)) {
	d.call(func(_ js.Value, err error) { done(err) }, "remove", key)
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
