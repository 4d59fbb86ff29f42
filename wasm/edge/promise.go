//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"
)

var (
	uint8Array = js.Global().Get("Uint8Array")
	toString   = js.Global().Get("String")
)

// await waits until a promise is settled. The library has such a function as
// well, but that one leaves a callback behind with every call: here one program
// serves many requests.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	settled := make(chan outcome, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		o := outcome{value: js.Undefined()}
		if len(args) > 0 {
			o.value = args[0]
		}
		settled <- o
		return nil
	})
	defer kept.Release()
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		reason := "a promise was broken without a reason"
		if len(args) > 0 {
			reason = toString.Invoke(args[0]).String()
		}
		settled <- outcome{err: errors.New(reason)}
		return nil
	})
	defer broken.Release()
	promise.Call("then", kept, broken)
	o := <-settled
	return o.value, o.err
}

// toJS copies bytes into a new Uint8Array.
func toJS(b []byte) js.Value {
	a := uint8Array.New(len(b))
	js.CopyBytesToJS(a, b)
	return a
}

// fromJS copies the bytes of a Uint8Array.
func fromJS(a js.Value) []byte {
	b := make([]byte, a.Get("length").Int())
	js.CopyBytesToGo(b, a)
	return b
}
