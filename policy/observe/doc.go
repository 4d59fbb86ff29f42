// Package observe is the environment's side of learning (spec/learning.md
// sections 1.1 to 1.6): what a policy sees of a waiting job and of the cluster,
// which degrees it may choose, and what it is rewarded with. It holds no neural
// code.
//
// # Features
//
// Four sets of features are known. Paper has those of the published agent, dead
// ones included, so that its results can be checked:
//
//	node of the job graph (5)
//	  0 compute / max compute
//	  1 always 0: meant to mark the op of max compute, the reference compares
//	    an id with something else; Extended has the mark
//	  2 memory / max memory
//	  3 1 for the first op of max memory
//	  4 depth / max depth; depth is 0 where the first source does not lead
//	edge (2)
//	  0 bytes / max bytes
//	  1 1 for the first edge of max bytes
//	graph (17), MM(x) = (x-min)/(max-min), or 1 where max equals min
//	  0 MM(ops)
//	  1 (edges-min)/(3 max-min), below 0.27 on the paper's graphs;
//	    Extended: MM(edges)
//	  2 MM(sequential JCT)   3 MM(acceptable JCT)   4 MM(beta)   5 beta
//	  6 MM(memory of all ops)
//	  7 (bytes of all edges-min)/(max m(m-1)/2-min), m the most ops of a graph:
//	    below 1e-4, as good as dead; Extended: MM(bytes of all edges)
//	  8 MM(training steps): 1 unless a trace varies them
//	  9, 10 mean and median of compute / max compute over the ops
//	  11, 12 the same of memory / max memory
//	  13, 14 the same of bytes / max bytes over the edges
//	  15 servers in use / servers, counted as the reference's mask counts them
//	  16 jobs running / servers
//	then one for each action 0 to MaxDegree, and for each that stands for a further
//	block (Normalisers.Choice): 1 if it is offered
//
// Extended adds what the published agent could not see. Time t is squashed to
// t/(t+u), u four mean times between arrivals; quartile k of n sorted values is
// number (n-1)k/4, rounded down, counted from 0.
//
//	  free servers / servers, now
//	  remaining times of running jobs, squashed: minimum, quartiles, maximum,
//	    mean; 0 if none runs
//	  jobs that end within 1, 2, 4, 8 mean times between arrivals / servers
//	  servers that come free with them / servers
//	then five for each of Normalisers.Degrees
//	  free blocks of that size / blocks of that size (without the fallback forms)
//	  1 if the job can be placed at that degree now
//	  1 if its JCT is known: can be placed now, or on the empty cluster
//	  slack (acceptable JCT - JCT) / acceptable JCT in [-1, 1], 0 if unknown; of
//	    the JCT on the empty cluster where it cannot be placed now
//	  1 if that JCT is in time
//
// Foresight adds what the cluster becomes, as far as the running jobs tell. A
// block is free within a time if no job that now runs holds one of its servers
// then.
//
//	for each of Normalisers.Degrees, blocks of that size free within 0, 1, 2, 3,
//	  4, 5, 6, 8, 10, 13, 16, 20 mean times between arrivals / blocks of that size
//	then for each of Normalisers.Degrees, 0 where the job cannot be placed now
//	  JCT, squashed
//	  for each of Normalisers.Degrees, blocks of that size that would be free
//	    within 0, 1, 2, 4, 6, 10 mean times but for this job / blocks of that size
//
// With Normalisers.Blocks above 1 a degree is offered with so many blocks of servers,
// by plan.Planner.PlaceRank, and foresight also has, for block 2 and on and each of
// Normalisers.Degrees, 0 where there is no such block
//
//	JCT, squashed, less that on the placer's own block
//	for each of Normalisers.Degrees, blocks of that size that it takes within 0, 1,
//	  2, 4, 6, 10 mean times more than the placer's own / blocks of that size
//	then, again for all of them
//	1 if there is such a block
//	slack, as above, 0 if there is none
//	1 if the JCT is in time
//
// Horizon adds when the run ends, for rules that count a job as blocked that still
// runs then, as the reference's do: before the features of foresight
//
//	time left until such a job must have ended, squashed; 1 if that is never
//
// and a job is in time, and its degree offered, only if it also ends by then; its
// slack is that to the earlier of the deadline and the end.
//
// All features are finite, in [0, 1] except the slack and what is less or more than
// something else, in [-1, 1], and float32. A value beyond the normalisers' extremes,
// as other workloads have them, is clipped; the reference gives up.
//
// # Mask
//
// Action a stands for degree a, 0 for leaving the job out, which is always
// legal; those after MaxDegree stand for further blocks (Normalisers.Choice).
// Paper offers Decision.Valid; under reference rules such a degree can still fail
// to be placed, or take too long. The others offer exactly the valid degrees at
// which the job would be accepted; a job that nothing can save is left with 0.
// Horizon offers those of them with which it also ends within the run.
package observe
