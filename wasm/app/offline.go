//go:build js && wasm

package app

import (
	"syscall/js"

	"rampart/ui"
)

// What nobody waits for, keeping the site for use without a network above all,
// happens once the first runs have ended, so that a first visit has its processor
// and its network to itself; but also if they take longer than this.
const (
	settleSeconds = 0.5
	latestSeconds = 20
)

// settle reads the history and lets the browser keep the site; see
// public/offline.js.
func settle(env *environment, host *host, root *ui.Root) {
	start := host.Now()
	var look func()
	look = func() {
		if root.Busy() && host.Now()-start < latestSeconds {
			host.After(settleSeconds, look)
			return
		}
		root.Settled()
		env.draw()
		tell := js.FuncOf(func(_ js.Value, args []js.Value) any {
			word, reason := args[0].String(), ""
			if len(args) > 1 {
				reason = args[1].String()
			}
			env.post(func() {
				root.Site().Heard(word, reason)
				env.draw()
			})
			return nil
		})
		take := js.Global().Get("rampart").Call("keepOffline", tell)
		root.Site().Keep(func() { take.Invoke() })
	}
	host.After(settleSeconds, look)
}
