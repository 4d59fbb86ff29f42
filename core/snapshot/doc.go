// Package snapshot is what links, files and the snapshot service carry: an
// experiment with its view, and what its maker saw.
//
// A snapshot has one canonical form, JSON that begins with
//
//	{"rampart":1,"snapshot":1,"engine":"1.0.0","experiment":{...}
//
// and goes on with "digest", "summaries" and "policies" where there are any.
// ID names it by its content. A file, NAME.rampart.json, is the same over
// several lines. There are three forms of links; all are fragments of the
// page's address, which browsers do not send to any server.
//
// # Compressed links
//
// r1= and base64url (RFC 4648, section 5, without padding) of the canonical
// form, compressed and with a checksum: see compress.go. Nothing is left out.
//
// # Kept links
//
// s= and the ID of a snapshot that the page's server keeps.
//
// # Short links
//
// KEY=VALUE pairs joined by "&": a preset and what is changed of it. They say
// the experiment and the view, no results, and are meant to be read and edited:
//
//	p=A&degree=8&seed=3&tab=timeline&t=1000
//
// The order does not matter. A key may appear once. Values may be escaped as in
// addresses (%26 is "&"); lists are joined by commas; numbers are decimal, with
// an exponent if you like (1e6); distances "from..to" include both ends. What a
// key says is checked like an experiment file. A key that is not known is
// ignored, and Link.Notes says so. What a link leaves out is the preset's, and
// means the same in every version of Rampart.
//
//	p             preset: A, B, C or D, the paper's deadlines, with its built-in policy; A if absent
//	v             version of this form, 1
//	name          name of the experiment
//	notes         notes to the experiment
//	shape         groups x racks a group x servers a rack: 4x4x2
//	topology      ramp, torus, or fattree:4 (its oversubscription)
//	channels      channels a link
//	bandwidth     of a server, bytes a second: 1.6e12
//	propagation   latency between servers, seconds
//	io            latency of a server's input and output, seconds
//	device        name of the accelerator
//	memory        of the accelerator, bytes
//	graphs        built-in graphs: alexnet,vgg16
//	steps         training steps of a job
//	interarrival  seconds between arrivals, the inverse of the load: 1000,
//	              exponential:1000 (mean), uniform:500..1500:2 (with two decimals) or
//	              bursty:1000:10:10000:40000 (mean, factor of a burst, seconds of bursts and calms)
//	beta          deadlines: A to D, 0.5 (the same for all jobs), uniform:0.1..1:2,
//	              skewnormal:3:0.1..1:2 or pmf:0.25@0.5,0.5@0.5 (value@probability)
//	copies        of each graph in the pool
//	sampling      remove_and_repeat, remove or replace
//	horizon       simulated seconds
//	queue         capacity of the queue
//	maxdegree     largest degree of partitioning
//	quantum       of partitioning, as in an experiment file
//	rules         reference or corrected, behind a colon the switches that differ from it,
//	              those that are off with a minus: reference:units,memory or corrected:-memory
//	placer        firstfit or compact
//	run           strategies (also: strategies): max, min, sequential, random, acceptable,
//	              8 (fixed degree), sipml, sipml6 (at most 6), feasible, feasible:largest,
//	              feasible:8-4-16 (in this order), reserve8, reserve8:largest, elastic, rollout,
//	              rollout:120x32:8 (arrivals x samples, on a base), policy:firstfit-A
//	degree        fixed degrees (also: degrees), behind those of run, or alone without it: 4,8
//	seed          seeds (also: seeds): 3 or 0..9,17
//	tab           open tab: compare, timeline, cluster, train, policy, decide, graphs
//	t             time in view in the Timeline (also: time), seconds: 1000 or 1000..5000
//	at            the moment that is looked at (also: cursor), seconds: 1000
//	left, right   runs in the Timeline: a strategy as in run, and with @ its seed: max@3
//	third, fourth  further runs in the Timeline
//	graph         in the Graphs tab: resnet18, at a degree resnet18@8, without its input
//	              op resnet18@8-input
//	sweep         that is set in Compare: load:0.2..2:21 (21 values), with a second field behind a
//	              comma, :log for values by factors, and @meanJctSeconds for the figure shown
//	decide        decisions by hand in the Decide tab: 8x3,4,0@2 (three times 8, then 4, then 0, on seed 2)
//	job           with the focus in the Timeline: 17, on another side 17@right
//	train.NAME    a setting of the training: train.preset=paper, train.warmStart.kind=max
//
// # Limits
//
// All of this is hostile until it has been read: lengths are checked before
// anything is decoded, what a link inflates to is bounded (MaxBytes), and JSON
// is decoded strictly, with limits on depth, values and ranges. How much work
// the experiment then asks for is up to experiment.Cost.
package snapshot
