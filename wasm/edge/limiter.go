//go:build js && wasm

package main

import (
	"context"
	"log/slog"
	"syscall/js"
)

// limitPeriod is the period of the rate limit in wrangler.toml, in seconds: the
// platform does not say when a client may come back.
const limitPeriod = 60

// limiter is a keep.Limiter that asks the platform's rate limiting
// (developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit), which
// counts per location. A limit that fails lets pass: it protects from a bill,
// not from harm.
type limiter struct {
	js.Value
	log *slog.Logger
}

func newLimiter(binding js.Value, log *slog.Logger) *limiter {
	return &limiter{binding, log}
}

// Allow implements keep.Limiter.
func (l *limiter) Allow(_ context.Context, client string) (ok bool, retryAfterSeconds int) {
	if !l.Truthy() {
		l.log.Error("edge: no rate limit is bound to " + limiterBinding + ": see docs/edge.md")
		return true, 0
	}
	verdict, err := await(l.Call("limit", map[string]any{"key": client}))
	if err != nil {
		l.log.Error("edge: the rate limit failed", slog.String("error", err.Error()))
		return true, 0
	}
	return verdict.Get("success").Bool(), limitPeriod
}
