// Package export writes results in the formats of other programs: tables as
// CSV for spreadsheets and data frames, and runs as traces for Perfetto and
// chrome://tracing.
//
// All of it is made from a result alone and has the same bytes on every
// machine.
package export
