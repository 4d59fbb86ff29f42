package form

//go:generate go run rampart/wasm/components
