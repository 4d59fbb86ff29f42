// Package share is the page's side of links and snapshots: the dialog that
// hands an experiment on, what a page takes over from a link or a file that it
// opens, and the check of what was recorded against what is found here. The
// forms themselves, the view among them, are package core/snapshot's.
package share

//go:generate go run rampart/wasm/components
