package keep

import (
	"context"
	"encoding/base64"
	"errors"

	"rampart/core/snapshot"
)

// Store keeps snapshots. It is safe for concurrent use.
type Store interface {
	// Get returns the canonical form of the snapshot that has the id. The
	// error is ErrNotFound if there is none and ErrDamaged if what the store
	// has is not what the id names; such bytes are never returned. The caller
	// does not change the bytes.
	Get(ctx context.Context, id string) ([]byte, error)

	// Put keeps a snapshot, given its canonical form and the id of that form.
	// When it returns nil the snapshot outlasts whatever the store is made to
	// outlast. It returns ErrKept if the store had it already (a store that
	// cannot tell returns nil), and ErrFull if there is no room.
	Put(ctx context.Context, id string, canonical []byte) error
}

// A Healthy store can say that it does not work now.
type Healthy interface {
	Health(ctx context.Context) error
}

// Limiter says whether a client may keep one more snapshot now and, if not,
// after how many seconds to ask again. It is safe for concurrent use.
type Limiter interface {
	Allow(ctx context.Context, client string) (ok bool, retryAfterSeconds int)
}

// What a Store returns; errors may wrap them.
var (
	ErrNotFound = errors.New("keep: no such snapshot")
	ErrKept     = errors.New("keep: the snapshot was there already")
	ErrFull     = errors.New("keep: no room for another snapshot")
	ErrDamaged  = errors.New("keep: the snapshot is damaged")
)

// Key returns the 16 bytes that an id of 22 base64url characters stands for.
// ok is false for everything that is no id, other spellings of the same bytes
// included: one snapshot has one id.
func Key(id string) (key [16]byte, ok bool) {
	if !snapshot.IsID(id) {
		return key, false
	}
	_, err := base64.RawURLEncoding.Decode(key[:], []byte(id))
	return key, err == nil
}

// Check returns ErrDamaged unless the bytes are those that the id names.
func Check(id string, canonical []byte) error {
	if snapshot.ID(canonical) != id {
		return ErrDamaged
	}
	return nil
}
