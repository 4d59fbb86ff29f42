package words

//go:generate go run rampart/wasm/components
