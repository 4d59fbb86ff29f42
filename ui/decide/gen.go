package decide

//go:generate go run rampart/wasm/components
