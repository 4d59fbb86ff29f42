package history

//go:generate go run rampart/wasm/components
