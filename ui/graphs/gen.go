package graphs

//go:generate go run rampart/wasm/components
