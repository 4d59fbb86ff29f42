package reproduce

// limits is the section on what cannot be made again.
func (b *Book) limits() *Section {
	return &Section{Key: "limits", Title: "What cannot be reproduced, and why", write: (*writer).limits}
}

func (w *writer) limits() {
	w.list(
		"The same digits of blocking rates: the runs' random numbers (job order, deadlines, random degrees) are not stored. Ours are other draws from the same distributions, which is why intervals stand beside them.",
		"Deadlines B, C and D exactly: the reference draws 50,000 samples and rescales them by their extremes, so that the distribution changes with the seed (Para_min on D ranges over 7 points between published seeds). Ours is the distribution of one fixed such draw.",
		"PAC-ML's rows by its own weights: no checkpoint is published. What stands in their place are the fixed degree on which each policy settled, and policies that were trained here.",
		"The training curves (return and blocking by epoch, spec/learning.md 2.4): made by Ape-X DQN with 32 workers on RLlib, of one seed, with unseeded evaluations; hours and hardware are in no stored output. `rampart study` trains in the same setting and reports end points over five seeds (docs/results.md).",
		"The paper's sweep over hyperparameters: its runs are not stored, only the best settings.",
		"The curves between the ends of the load sweep, and the nine points each of the figure on other measures: only ends and ranges are stored as numbers; the rest can be read off pictures alone. `rampart sweep` makes such curves.",
		"The network overhead of other systems in the same figure (Meta, TopoOpt): digitised from another paper, measured on hardware, not simulated. Only RAMP's side is made again.",
		"The preliminary figure over several betas (201 arrivals, communication overhead 0): older settings that are not stored whole.",
		"Mean utilisation: the reference divides the busy time of one training step by the time of all 50, so that its values are a fiftieth; reproduced under reference rules, not compared here.",
		"The paper's own text and plots were not measured: all published numbers here are stored outputs of the notebooks that drew them.",
	)
}
