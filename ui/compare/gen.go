package compare

//go:generate go run rampart/wasm/components
