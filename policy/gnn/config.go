// Package gnn is the policy network of PAC-ML (arXiv 2301.13799, as stated in
// its reference implementation's gnn configuration): message passing over the
// job's operations and dependencies, a small network for the features of the
// job and the cluster, and one head each for the policy and the value.
//
// The features of nodes and edges depend on the job graph alone, so the network
// over a graph runs once for every distinct graph of a batch, however many rows
// name it, and its gradient goes back once, from the sum over the rows. This is
// exact, and for the paper's minibatches of 128 about 25 times cheaper than row
// by row.
package gnn

import (
	"fmt"

	"rampart/policy/nn"
)

// Config is the shape of the network. Every size must be at least 1.
type Config struct {
	NodeFeatures  int // features of an operation
	EdgeFeatures  int // features of a dependency
	GraphFeatures int // features of a row: job, cluster and action mask
	Message       int // width of a message, even: half from the node, half from the edge
	Hidden        int // width of a node between rounds
	Out           int // width of a node after the last round
	GraphOut      int // width of the embedded row features
	Rounds        int // message-passing rounds, 1 to 8
	Depth         int // linear layers in each of the networks of a round, 1 to 8
	HeadHidden    int // hidden units of each head
	Actions       int // logits
	// Activation is one of nn.Activations.
	Activation string
}

// Paper returns the published network: 5,668 parameters.
func Paper() Config {
	return Config{NodeFeatures: 5, EdgeFeatures: 2, GraphFeatures: 34, Message: 32, Hidden: 64,
		Out: 16, GraphOut: 8, Rounds: 2, Depth: 1, HeadHidden: 17, Actions: 17, Activation: "relu"}
}

// maxWidth bounds every width, maxFeatures that of a row, of which a policy with
// four blocks of a degree sees more, maxStack the rounds and the depth: a hostile
// checkpoint cannot ask for more than some hundred megabytes.
const (
	maxWidth    = 1024
	maxFeatures = 4096
	maxStack    = 8
)

// Check returns an error that names the first field out of range.
func (c Config) Check() error {
	fields := []struct {
		name         string
		value, limit int
	}{
		{"nodeFeatures", c.NodeFeatures, maxWidth}, {"edgeFeatures", c.EdgeFeatures, maxWidth},
		{"graphFeatures", c.GraphFeatures, maxFeatures}, {"message", c.Message, maxWidth},
		{"hidden", c.Hidden, maxWidth}, {"out", c.Out, maxWidth}, {"graphOut", c.GraphOut, maxWidth},
		{"rounds", c.Rounds, maxStack}, {"depth", c.Depth, maxStack},
		{"headHidden", c.HeadHidden, maxWidth}, {"actions", c.Actions, maxWidth},
	}
	for _, f := range fields {
		if f.value < 1 || f.value > f.limit {
			return fmt.Errorf("%s: %d is not in 1..%d", f.name, f.value, f.limit)
		}
	}
	if c.Message%2 != 0 {
		return fmt.Errorf("message: %d is odd; a message has one half from the node and one from the edge", c.Message)
	}
	if _, err := nn.ParseActivation(c.Activation); err != nil {
		return fmt.Errorf("activation: %w", err)
	}
	return nil
}
