// Package snapshot is what a link, a file and the snapshot service carry: an
// experiment with its view, and what its maker saw.
package snapshot
