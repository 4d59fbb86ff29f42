//go:build js && wasm

package main

import (
	"log/slog"
	"net/http"
	"os"
	"runtime/debug"
	"strings"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"

	"rampart/wasm/keep"
)

// The bindings that wrangler.toml declares.
const (
	bucketBinding  = "SNAPSHOTS"
	limiterBinding = "LIMITER"
)

// memoryLimit is what the garbage collector keeps the heap under where it can.
// An isolate has 128 MB for this, for JavaScript and for the bodies in flight.
const memoryLimit = 48 << 20

func main() {
	debug.SetMemoryLimit(memoryLimit)
	log := slog.New(slog.NewJSONHandler(os.Stdout, nil))
	offer(handler(log), log)
	workers.Ready()
	select {} // callbacks do the rest
}

// handler is all that the Go program answers: the service, and what is left
// when the platform has found no file.
func handler(log *slog.Logger) http.Handler {
	service := keep.New(keep.Options{
		Store:   newBucket(cloudflare.GetBinding(bucketBinding)),
		Limiter: newLimiter(cloudflare.GetBinding(limiterBinding), log),
		Log:     log,
		Lasting: true,
	})
	return keep.Headers(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, keep.Prefix):
			service.ServeHTTP(w, r)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are served here", http.StatusMethodNotAllowed)
		default:
			http.NotFound(w, r)
		}
	}))
}
