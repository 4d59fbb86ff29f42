//go:build js && wasm

package engine

import (
	"syscall/js"
	"time"
)

// worker is the Web Worker as a session's host.
type worker struct {
	start   time.Time
	turn    js.Value      // a MessagePort: a message to it comes back after those that wait
	resumed chan struct{} // one token for each message that came back
}

// newWorker connects a host to the worker's global scope.
func newWorker() *worker {
	w := &worker{start: time.Now(), resumed: make(chan struct{}, 1)}
	channel := js.Global().Get("MessageChannel").New()
	w.turn = channel.Get("port1")
	channel.Get("port2").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		w.resumed <- struct{}{}
		return nil
	}))
	return w
}

func (w *worker) Post(reply []byte) { js.Global().Call("postMessage", string(reply)) }

// Pause sends itself a message and waits for it. A timer would not do: the
// shortest sleep takes 2 ms, and may not return to the event loop at all.
func (w *worker) Pause() {
	w.turn.Call("postMessage", js.Null())
	<-w.resumed
}

func (w *worker) Now() time.Duration { return time.Since(w.start) }

// listen gives the page's messages to receive: first those that came before
// the engine was ready, which engine-worker.js has kept.
func (w *worker) listen(receive func(message []byte)) {
	early := js.Global().Get("rampartEarly")
	js.Global().Set("rampartReceive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		receive([]byte(args[0].String()))
		return nil
	}))
	for i := range early.Length() {
		receive([]byte(early.Index(i).String()))
	}
}
