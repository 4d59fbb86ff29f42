package train

import "rampart/wasm/wire"

// maxPoints bounds the points of a curve: more than a screen has pixels for.
const maxPoints = 500

// Point is one point of the curves of a training: the means over the
// iterations that it stands for, and where the last of them ended.
type Point struct {
	Steps        int     `json:"steps"`
	Iterations   int     `json:"iterations"` // that it stands for
	Return       float64 `json:"return"`
	Blocking     float64 `json:"blocking"`
	Entropy      float64 `json:"entropy"`
	KL           float64 `json:"kl"`
	ClipFraction float64 `json:"clipFraction"`
	Explained    float64 `json:"explained"`
	PolicyLoss   float64 `json:"policyLoss"`
	ValueLoss    float64 `json:"valueLoss"`
	GradientNorm float64 `json:"gradientNorm"`
	LearningRate float64 `json:"learningRate"`
	TDLoss       float64 `json:"tdLoss,omitempty"` // of Q-learning
	TDError      float64 `json:"tdError,omitempty"`
	MeanValue    float64 `json:"meanValue,omitempty"`
	Epsilon      float64 `json:"epsilon,omitempty"`
	Speed        float64 `json:"speed"` // steps per second of wall time
}

// figures are the means of a point, for averaging.
func (p *Point) figures() [15]*float64 {
	return [...]*float64{&p.Return, &p.Blocking, &p.Entropy, &p.KL, &p.ClipFraction, &p.Explained,
		&p.PolicyLoss, &p.ValueLoss, &p.GradientNorm, &p.LearningRate, &p.TDLoss, &p.TDError, &p.MeanValue, &p.Epsilon, &p.Speed}
}

// pointOf takes the point out of a report.
func pointOf(t *wire.Training) Point {
	return Point{Steps: t.Steps, Iterations: 1, Return: t.Return, Blocking: t.BlockingRate, Entropy: t.Entropy, KL: t.KL,
		ClipFraction: t.ClipFraction, Explained: t.Explained, PolicyLoss: t.PolicyLoss, ValueLoss: t.ValueLoss,
		GradientNorm: t.GradientNorm, LearningRate: t.LearningRate,
		TDLoss: t.TDLoss, TDError: t.TDError, MeanValue: t.MeanValue, Epsilon: t.Epsilon, Speed: t.StepsPerSecond}
}

// merge makes one point of two neighbours.
func merge(a, b Point) Point {
	m := Point{Steps: max(a.Steps, b.Steps), Iterations: a.Iterations + b.Iterations}
	of, one, two := m.figures(), a.figures(), b.figures()
	for i := range of {
		share := float64(b.Iterations) / float64(m.Iterations)
		*of[i] = *one[i] + (*two[i]-*one[i])*share
	}
	return m
}

// Curve is what a training has been through, thinned to maxPoints: when there
// are more, all points of the finest kind are merged with their neighbours.
type Curve struct {
	Points []Point `json:"points"`
	Width  int     `json:"width"` // iterations that a full point stands for
}

// Add takes a point in, in the order of steps. A point that is not beyond the
// last is a repetition, after a checkpoint was gone back to, and takes the
// place of what came after it.
func (c *Curve) Add(p Point) {
	c.Width = max(1, c.Width)
	for len(c.Points) > 0 && c.Points[len(c.Points)-1].Steps >= p.Steps {
		c.Points = c.Points[:len(c.Points)-1]
	}
	last := len(c.Points) - 1
	if last >= 0 && c.Points[last].Iterations < c.Width {
		c.Points[last] = merge(c.Points[last], p)
		return
	}
	c.Points = append(c.Points, p)
	if len(c.Points) <= maxPoints {
		return
	}
	kept := c.Points[:0]
	for i := 0; i < len(c.Points); i += 2 {
		if i+1 < len(c.Points) {
			kept = append(kept, merge(c.Points[i], c.Points[i+1]))
		} else {
			kept = append(kept, c.Points[i])
		}
	}
	c.Points, c.Width = kept, 2*c.Width
}

// clone is a copy that later points do not reach.
func (c *Curve) clone() Curve {
	return Curve{Points: append([]Point(nil), c.Points...), Width: c.Width}
}

// Evaluation is a blocking rate on the held-out seeds.
type Evaluation struct {
	Steps    int     `json:"steps"`
	Blocking float64 `json:"blocking"`
}
