//go:build js && wasm

package app

import (
	"strconv"
	"syscall/js"

	"github.com/vugu/vugu"

	"rampart/ui/pool"
	"rampart/wasm/wire"
)

// environment brings what happens in the browser into the page, one event
// after another. JavaScript callbacks must not wait for vugu's lock, so they
// only put work into a queue; one goroutine takes it out in order and holds
// the lock meanwhile.
type environment struct {
	lock  vugu.EventEnv
	queue []func()
	wake  chan struct{}
	due   bool // a drawing was asked for
}

// post queues work. It is called from JavaScript callbacks and never waits.
func (e *environment) post(work func()) {
	e.queue = append(e.queue, work)
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// serve does the queued work until the page is closed.
func (e *environment) serve() {
	for range e.wake {
		for len(e.queue) > 0 {
			work := e.queue[0]
			e.queue = e.queue[1:]
			e.lock.Lock()
			e.due = false
			work()
			if e.due {
				e.lock.UnlockRender()
			} else {
				e.lock.UnlockOnly()
			}
		}
	}
}

// draw asks for a drawing once the work in hand is done.
func (e *environment) draw() { e.due = true }

// spawn starts a Web Worker; see public/boot.js.
func (e *environment) spawn(reply func(*wire.Reply), death func(string)) pool.Worker {
	onReply := js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].String()
		e.post(func() {
			r, err := wire.ParseReply(text)
			if err != nil {
				death("The engine sent a message that cannot be read.")
				return
			}
			reply(r)
		})
		return nil
	})
	onDeath := js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := args[0].String()
		e.post(func() { death(message) })
		return nil
	})
	handle := js.Global().Get("rampart").Call("startWorker", onReply, onDeath)
	return &worker{handle: handle, callbacks: []js.Func{onReply, onDeath}}
}

// worker is a Web Worker.
type worker struct {
	handle    js.Value
	callbacks []js.Func
}

// Post implements pool.Worker.
func (w *worker) Post(text string) { w.handle.Call("post", text) }

// Terminate implements pool.Worker.
func (w *worker) Terminate() {
	w.handle.Call("terminate")
	for _, f := range w.callbacks {
		f.Release()
	}
}

// maxWorkers bounds the workers: each holds an engine of its own in memory.
const maxWorkers = 32

// workerCount is the number of workers: by the cores of the machine, or what
// ?workers= in the address says.
func workerCount() int {
	address := js.Global().Get("URLSearchParams").New(js.Global().Get("location").Get("search"))
	if v := address.Call("get", "workers"); v.Type() == js.TypeString {
		if n, err := strconv.Atoi(v.String()); err == nil && n >= 1 && n <= maxWorkers {
			return n
		}
	}
	// One core less than there are leaves the page its own: on two cores a second
	// worker takes more from the page than it gives (boot.js starts as many).
	cores := js.Global().Get("navigator").Get("hardwareConcurrency")
	if cores.Type() != js.TypeNumber || cores.Int() < 2 {
		return 1
	}
	return min(cores.Int()-1, maxWorkers)
}
