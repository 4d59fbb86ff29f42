//go:build js && wasm

// Package app is the page: it gives ui a browser and Web Workers that run the
// engine.
package app

import (
	"runtime/debug"
	"syscall/js"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"rampart/ui"
	"rampart/ui/pool"
)

// gcPercent makes the garbage collector run when the memory in use has grown
// fourfold. The page uses a few MB, and its collections take time from its one
// thread.
const gcPercent = 300

// breathe lets the browser handle what has come up meanwhile: a drawing is built
// and shown in tasks of their own, each too short to be felt.
func breathe() {
	done := make(chan struct{})
	callback := js.FuncOf(func(js.Value, []js.Value) any {
		close(done)
		return nil
	})
	defer callback.Release()
	js.Global().Call("setTimeout", callback, 0)
	<-done
}

// Main runs until the browser ends it.
func Main() {
	debug.SetGCPercent(gcPercent)
	renderer, err := domrender.New("#app")
	if err != nil {
		panic(err)
	}
	build, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		panic(err)
	}
	env := &environment{lock: renderer.EventEnv(), wake: make(chan struct{}, 1)}
	go env.serve()

	breathe()
	env.lock.Lock()
	host := &host{env: env}
	var root *ui.Root
	workers := pool.New(workerCount(), env.spawn, host.After, func(message string) {
		if root != nil {
			root.Notice(message)
		}
	})
	workers.Warm()
	root = ui.New(host, pool.Runner{Pool: workers}, env.draw)
	trainers := pool.New(1, env.spawn, host.After, func(string) {})
	root.Learn(pool.Trainer{Pool: trainers}, newDatabase(env))
	listen(env, root)
	explain()
	settle(env, host, root)
	env.lock.UnlockOnly()

	root.Sketch(true)
	sketched := false
	for ok := true; ok; ok = renderer.EventWait() {
		breathe()
		js.Global().Call("buildBegins") // see public/quiet.js
		results := build.RunBuild(root)
		breathe()
		if err := renderer.Render(results); err != nil {
			panic(err)
		}
		host.drawn()
		if !sketched {
			sketched = true
			host.After(0.3, func() { root.Sketch(false); env.draw() })
		}
	}
}
