// Package checkpoint is the file form of trained policies and of trainings
// that can go on.
//
// A checkpoint is a safetensors file, which other programs read as well: 8
// bytes with the length of a header (little-endian), the header, a JSON object
// that gives every tensor its type, shape and place, and the data. There are two
// kinds:
//
//	policy    weights and what they need to be applied, 25 to 60 KB
//	training  also the optimiser, the random streams and the environments:
//	          a training that is saved and loaded goes on to the last bit as if
//	          it had not been stopped
//
// Next to the tensors the header's __metadata__ holds strings:
//
//	rampart        version of the format, 1
//	kind           policy or training
//	name, notes    free text
//	engine         version of the program that wrote it
//	learner        dqn for a policy of package dqn; absent for one of package ppo
//	architecture   gnn.Config as a JSON object
//	features       observe.Features
//	normalisers    observe.Normalisers as a JSON object
//	seed, steps    of the training, decimal; steps are decisions
//	experiment     canonical JSON of the experiment trained on; may be absent
//	evaluation     Evaluation as a JSON object; may be absent
//	settings       of a training: ppo.Settings or dqn.Settings as a JSON object
//	progress       of a training: its counters, rates and the size of its history
//	               as a JSON object
//
// The tensors of the weights have the names and shapes of gnn.Model.Tensors.
// In a
// training these are the weights of its best policy so far; it also has current,
// adam.moment1 and adam.moment2 (F32, as long as all weights together), shuffle
// (U8, a rand.PCG), with one row for each environment environments.source (U8, a
// rand.PCG), .episode (U64), .total (F64), .blocked (I64) and .steps (I64),
// then environments.actions (I16), the steps' actions of all environments one
// after the other, and with one row for each evaluation history.iteration (I64),
// .steps (I64) and .rates (F64), whose columns are those of history.seeds (U64).
//
// A training by Q-learning has, in place of shuffle, total and blocked: target
// (F32, the weights of the target network), sampling (U8, a rand.PCG),
// replay.priorities (F32, of the remembered rows of each environment), with one
// row for each environment environments.rows (I64, those it has ever had) and
// .episodes (I64), and environments.pending (F32, the values of the last actions
// of each that have no target yet). Its steps and actions are those of so many
// latest episodes: what the memory holds is not stored but played again.
//
// Equal policies have equal bytes, so that Policy.Digest names a policy by its
// content. Files of others are read strictly: lengths first, then every name,
// type, shape, offset and number; nothing may be missing, unknown, overlapping
// or left over. ONNX turns a policy into a file for other runtimes.
package checkpoint
