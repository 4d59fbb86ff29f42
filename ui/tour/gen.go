package tour

//go:generate go run rampart/wasm/components
