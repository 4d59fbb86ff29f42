//go:build js && wasm

package main

import (
	"context"
	"errors"
	"syscall/js"

	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

var errNoBucket = errors.New("edge: no R2 bucket is bound to " + bucketBinding + ": see docs/edge.md")

// bucket is a keep.Store in an R2 bucket. The library's own client has neither
// conditions nor whole bodies, hence these calls of the platform's methods
// (developers.cloudflare.com/r2/api/workers/workers-api-reference).
type bucket struct {
	js.Value
	create js.Value // options of a put that never replaces
}

func newBucket(binding js.Value) *bucket {
	return &bucket{binding, js.ValueOf(map[string]any{
		"onlyIf":       map[string]any{"etagDoesNotMatch": "*"},
		"httpMetadata": map[string]any{"contentType": "application/json"},
	})}
}

// Get implements keep.Store, but for the comparison of the bytes with the id: the
// service makes it in any case, and for a large snapshot it is most of what
// reading costs.
func (b *bucket) Get(_ context.Context, id string) ([]byte, error) {
	if !b.Truthy() {
		return nil, errNoBucket
	}
	object, err := await(b.Call("get", folder+id))
	if err != nil {
		return nil, err
	}
	if object.IsNull() {
		return nil, keep.ErrNotFound
	}
	if object.Get("size").Int() > snapshot.MaxBytes {
		return nil, keep.ErrDamaged
	}
	buffer, err := await(object.Call("arrayBuffer"))
	if err != nil {
		return nil, err
	}
	return fromJS(uint8Array.New(buffer)), nil
}

// Put implements keep.Store. What is there is replaced only if it is damaged.
func (b *bucket) Put(ctx context.Context, id string, canonical []byte) error {
	if !b.Truthy() {
		return errNoBucket
	}
	data := toJS(canonical)
	object, err := await(b.Call("put", folder+id, data, b.create))
	if err != nil || !object.IsNull() {
		return err
	}
	there, err := b.Get(ctx, id)
	if err == nil {
		err = keep.Check(id, there)
	}
	switch {
	case err == nil:
		return keep.ErrKept
	case !errors.Is(err, keep.ErrDamaged):
		return err
	}
	_, err = await(b.Call("put", folder+id, data))
	return err
}

// Health implements keep.Healthy: it asks for a key that no snapshot has.
func (b *bucket) Health(context.Context) error {
	if !b.Truthy() {
		return errNoBucket
	}
	_, err := await(b.Call("head", folder))
	return err
}
