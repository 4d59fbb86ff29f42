package ui

//go:generate go run rampart/wasm/components
