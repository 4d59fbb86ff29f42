package policy

//go:generate go run rampart/wasm/components
