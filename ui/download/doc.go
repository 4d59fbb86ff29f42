// Package download is the Export dialog: what the page can hand over as files,
// what each of them holds and how large it is. The files themselves are made by
// core/experiment, core/export and ui/report.
package download

//go:generate go run rampart/wasm/components
