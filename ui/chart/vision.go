package chart

import "math"

// Vision is a way of seeing colour, for judging the palette.
type Vision int

// The kinds of vision that the palette is judged under.
const (
	Normal Vision = iota
	Protanopia
	Deuteranopia
	Tritanopia
	visions
)

// dichromat maps linear-light sRGB to what a reader without one kind of cone
// sees: Machado, Oliveira and Fernandes, "A physiologically-based model for
// simulation of color vision deficiency", 2009, at severity 1.
var dichromat = [visions][9]float64{
	{1, 0, 0, 0, 1, 0, 0, 0, 1},
	{0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	{0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	{1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

// Distance is how far apart two colours "#rrggbb" look under a kind of
// vision: the Euclidean distance in OKLab, where 0.02 is about the smallest
// difference seen and black to white is 1.
func Distance(a, b string, vision Vision) float64 {
	p, q := oklab(see(linear(a), vision)), oklab(see(linear(b), vision))
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

func see(c [3]float64, vision Vision) [3]float64 {
	m := &dichromat[vision]
	var out [3]float64
	for i := range out {
		v := m[3*i]*c[0] + m[3*i+1]*c[1] + m[3*i+2]*c[2]
		out[i] = math.Min(1, math.Max(0, v))
	}
	return out
}

// oklab converts linear-light sRGB to OKLab (Ottosson, 2020).
func oklab(c [3]float64) [3]float64 {
	l := math.Cbrt(0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2])
	m := math.Cbrt(0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2])
	s := math.Cbrt(0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// decode is the transfer function of sRGB.
func decode(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}
