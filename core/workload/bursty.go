package workload

import (
	"fmt"
	"math"
	"math/rand/v2"

	"rampart/core/detmath"
)

// Limits of bursty arrivals.
const (
	MaxBurstFactor = 1000.0
	// minCycle is how long a burst and a calm together must last at least, in
	// mean interarrival times. A process that switches faster can hardly be told
	// from a Poisson process, and every switch costs a draw.
	minCycle = 0.1
)

// bursty is a Markov-modulated Poisson process with two states (W. Fischer and
// K. Meier-Hellstern, The Markov-modulated Poisson process (MMPP) cookbook,
// Performance Evaluation 18 (1993) 149-171): bursts and calms last exponentially
// distributed times, and in each of them jobs arrive as a Poisson process of its
// own rate. Its state at time 0 is drawn from the stationary distribution, so
// that the expected number of arrivals is the same in every stretch of time.
type bursty struct {
	meanIn [2]float64 // seconds between arrivals in a calm (0) and in a burst (1)
	stay   [2]float64 // seconds that a calm and a burst last on average

	state int     // 0 or 1
	left  float64 // seconds until the state ends
}

// newBursty solves for the two rates: bursts take the share p of the time and
// have burstFactor times the rate of calms, and both together give the mean.
func newBursty(d Distribution, path string) (bursty, error) {
	for _, c := range []struct {
		field     string
		x         float64
		low, high float64
	}{
		{".mean", d.Mean, MinSeconds, MaxSeconds},
		{".burstFactor", d.BurstFactor, 1, MaxBurstFactor},
		{".burstSeconds", d.BurstSeconds, MinSeconds, MaxSeconds},
		{".calmSeconds", d.CalmSeconds, MinSeconds, MaxSeconds},
	} {
		if err := checkRange(path+c.field, c.x, c.low, c.high); err != nil {
			return bursty{}, err
		}
	}
	cycle := d.BurstSeconds + d.CalmSeconds
	if least := float64(minCycle * d.Mean); cycle < least {
		return bursty{}, invalid(path+".burstSeconds", fmt.Sprintf(
			"%s and calmSeconds are %s together, expected at least a tenth of mean, %s: so fast a change cannot be told from Poisson arrivals",
			number(d.BurstSeconds), number(cycle), number(least)))
	}
	share := d.BurstSeconds / cycle
	calm := float64(d.Mean * (1 + float64(share*(d.BurstFactor-1))))
	return bursty{
		meanIn: [2]float64{calm, calm / d.BurstFactor},
		stay:   [2]float64{d.CalmSeconds, d.BurstSeconds},
	}, nil
}

// reset draws the state at time 0. What is left of it is distributed as a whole
// stay is, since an exponential has no memory.
func (b *bursty) reset(r *rand.PCG) {
	b.state = 0
	if float64(unit(r)*(b.stay[0]+b.stay[1])) < b.stay[1] {
		b.state = 1
	}
	b.left = exponential(r, b.stay[b.state])
}

// draw returns the seconds to the next arrival.
func (b *bursty) draw(r *rand.PCG) float64 {
	waited := 0.0
	for {
		next := exponential(r, b.meanIn[b.state])
		if next <= b.left {
			b.left -= next
			return waited + next
		}
		waited += b.left
		b.state = 1 - b.state
		b.left = exponential(r, b.stay[b.state])
	}
}

// exponential draws from an exponential distribution: the inverse of
// 1 - exp(-x/mean). 0 has no chance.
func exponential(r *rand.PCG, mean float64) float64 {
	return float64(-mean * detmath.Log(openUnit(r)))
}

// Dispersion returns the variance of the number of arrivals in a stretch of
// that many seconds over their mean number: 1 for Poisson arrivals, 0 for equal
// intervals. A distribution that is not bursty, fixed or exponential gets the
// limit for long stretches, its squared coefficient of variation. For bursty
// arrivals it is formula (8) of the source of bursty. d must pass Check, and
// seconds must be positive or +Inf.
func (d Distribution) Dispersion(seconds float64) float64 {
	switch d.Kind {
	case "exponential":
		return 1
	case "uniform":
		width := (d.Max - d.Min) / d.Average()
		return float64(width*width) / 12
	case "bursty":
		b, err := newBursty(d, "")
		if err != nil {
			panic("workload: Dispersion of a distribution that Check refuses")
		}
		out := 1/b.stay[0] + 1/b.stay[1] // rates out of both states
		apart := 1/b.meanIn[1] - 1/b.meanIn[0]
		chance := float64((b.stay[0] / (b.stay[0] + b.stay[1])) * (b.stay[1] / (b.stay[0] + b.stay[1])))
		// The rate has the variance chance*apart^2 and is correlated with
		// itself as exp(-out*t), so that counts get twice its integral.
		excess := float64(float64(2*chance)*float64(apart*apart)) / out * d.Mean
		if math.IsInf(seconds, 1) {
			return 1 + excess
		}
		x := float64(out * seconds)
		return 1 + float64(excess*(1-(1-detmath.Exp(-x))/x))
	}
	return 0
}

// MostArrivals estimates from above how many jobs arrive in that many seconds:
// the expected number, and where the distribution is bursty, as many as long
// bursts would bring. They are taken to fill ten of their lengths and six
// standard deviations more of the time than on average. It is +Inf or no number
// if d does not pass Check.
func (d Distribution) MostArrivals(seconds float64) float64 {
	if d.Kind != "bursty" {
		return 1 + seconds/d.Average()
	}
	b, err := newBursty(d, "")
	if err != nil {
		return math.Inf(1)
	}
	cycle := b.stay[0] + b.stay[1]
	share := b.stay[1] / cycle
	// The variance of the time in bursts, of a chain that forgets its state
	// within stay[0]*stay[1]/cycle seconds.
	memory := float64(b.stay[0] * share)
	variance := float64(float64(2*share)*(1-share)) * float64(memory*seconds)
	inBursts := min(seconds, float64(share*seconds)+float64(6*math.Sqrt(variance))+float64(10*b.stay[1]))
	most := inBursts/b.meanIn[1] + (seconds-inBursts)/b.meanIn[0]
	return 1 + most + float64(6*math.Sqrt(most))
}
