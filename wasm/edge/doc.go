// Command edge is Rampart on a content delivery network, as a Cloudflare
// Worker: the page's files, and the snapshot service of wasm/keep over R2.
//
// For js/wasm it is the worker's program, which worker.mjs starts; see
// docs/edge.md. For the machine it is built on it is what puts the worker
// together in bin/edge, where wrangler.toml looks for it: ./build.sh edge.
package main

// folder is what the keys of snapshots begin with in the bucket.
const folder = "snapshots/"
