// Package trace reads and writes recorded arrivals as comma-separated values
// (RFC 4180), for the explicit trace of an experiment.
//
// The first line names the columns; their order does not matter:
//
//	arrivalSeconds,graph,beta,trainingSteps
//	0,resnet18,0.5,50
//	812.5,gpt2_xl,0.75,
//
//	arrivalSeconds  when the job arrives, 0 to 1e12 s, not before the line in front; in its
//	                place arrivalMilliseconds, arrivalMinutes or arrivalHours
//	graph           name of a graph of the experiment, or of a built-in one
//	beta            longest acceptable completion time over the sequential one, above 0, up to 1
//	trainingSteps   1 to 1e9; without the column, or where a cell is empty, the experiment's
//
// Other columns are left out, and the reader says which. A name that is nearly
// one of these is a slip and refused, and so is an arrival without a unit.
package trace
