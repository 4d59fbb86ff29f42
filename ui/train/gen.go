package train

//go:generate go run rampart/wasm/components
