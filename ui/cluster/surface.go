//go:build !(js && wasm)

package cluster

func newHost(*View) host { return &quiet{} }
