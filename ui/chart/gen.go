package chart

//go:generate go run rampart/wasm/components
