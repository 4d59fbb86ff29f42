package paper

//go:generate go run rampart/wasm/components
