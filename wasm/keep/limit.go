package keep

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// maxClients is how many clients a Buckets tells apart; further ones share one
// bucket, so that a flood of addresses cannot fill the memory.
const maxClients = 10_000

// Buckets is a Limiter in memory: every client may do something burst times at
// once and then once every period. A client is a number in a map and is
// forgotten when it has its whole burst again.
type Buckets struct {
	every time.Duration
	burst int
	now   func() time.Time

	mu    sync.Mutex
	full  map[string]time.Time // when the client's bucket is full again
	sweep time.Time            // no sweep before this
}

// NewBuckets returns a Limiter that allows burst at once and one more every
// period. Both are above zero.
func NewBuckets(burst int, every time.Duration) *Buckets {
	if burst < 1 || every <= 0 {
		panic("keep: limit out of range")
	}
	return &Buckets{every: every, burst: burst, now: time.Now, full: map[string]time.Time{}}
}

// Allow takes one from the client's bucket if there is one.
func (b *Buckets) Allow(_ context.Context, client string) (ok bool, retryAfterSeconds int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	full, known := b.full[client]
	if !known && len(b.full) >= maxClients {
		b.forget(now)
		if len(b.full) >= maxClients {
			client = ""
			full = b.full[client]
		}
	}
	if full.Before(now) {
		full = now
	}
	full = full.Add(b.every)
	if wait := full.Sub(now) - time.Duration(b.burst)*b.every; wait > 0 {
		return false, int((wait + time.Second - 1) / time.Second)
	}
	b.full[client] = full
	return true, 0
}

// forget drops the clients whose buckets are full, at most once a period: it
// looks at all of them.
func (b *Buckets) forget(now time.Time) {
	if now.Before(b.sweep) {
		return
	}
	b.sweep = now.Add(b.every)
	for client, full := range b.full {
		if !full.After(now) {
			delete(b.full, client)
		}
	}
}

// Client names the client of a request by its address: of an IPv6 address the
// first 64 bits, which is what one household has. Behind a proxy that is the
// proxy; what a header says about the client is not believed.
func Client(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	addr = addr.Unmap().WithZone("")
	if addr.Is6() {
		if p, err := addr.Prefix(64); err == nil {
			return p.String()
		}
	}
	return addr.String()
}
