package sweeps

//go:generate go run rampart/wasm/components
