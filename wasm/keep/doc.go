// Package keep is the snapshot service: one http.Handler that takes snapshots
// (core/snapshot), keeps them under their content address and gives them back.
// The native command and the edge worker serve the same handler; only the
// Store and the Limiter differ. It knows no files and no Cloudflare.
//
//	POST /api/snapshots        a snapshot as JSON: 201, or 200 if it was kept
//	                           already, with {"id": ..., "bytes": ...}
//	GET  /api/snapshots/{id}   its canonical form, for ever the same
//	GET  /api/health           whether there is a service, and what it takes
//
// HEAD is answered wherever GET is, OPTIONS everywhere. There is no list, no
// change and no deletion: whoever has an id can read that snapshot, nobody can
// find one. Reading is open to every origin, keeping only to the page's own:
// the media type that POST insists on makes a browser ask first, and the answer
// to that question allows nothing.
//
// An error is an RFC 9457 problem. Beside its status it has a code, one of
// those that the constants list, for programs; a detail, one sentence for
// people; and where a field of the snapshot is wrong, the field's path.
package keep
