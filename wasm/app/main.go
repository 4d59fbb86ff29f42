//go:build js && wasm

// Package app is the page: it gives ui a browser and Web Workers that run the
// engine.
package app

import (
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"rampart/ui"
	"rampart/ui/pool"
)

// Main runs until the browser ends it.
func Main() {
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
	env.lock.UnlockOnly()

	root.Sketch(true)
	sketched := false
	for ok := true; ok; ok = renderer.EventWait() {
		if err := renderer.Render(build.RunBuild(root)); err != nil {
			panic(err)
		}
		host.drawn()
		if !sketched {
			sketched = true
			host.After(0.3, func() { root.Sketch(false); env.draw() })
		}
	}
}
