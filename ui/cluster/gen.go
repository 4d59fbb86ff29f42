package cluster

//go:generate go run rampart/wasm/components
