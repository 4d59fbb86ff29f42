package timeline

//go:generate go run rampart/wasm/components
