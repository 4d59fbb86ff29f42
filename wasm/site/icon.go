package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strconv"
	"strings"
)

// The icon in the sizes that an installed page needs: app lists take the large
// ones (a maskable one may be cut to any shape, so that its margin is wide),
// iOS takes the one of 180 pixels.
var icons = []struct {
	name   string
	pixels int
	margin float64 // on each side, as a part of the width
}{
	{"icon-180.png", 180, 0.14},
	{"icon-192.png", 192, 0.10},
	{"icon-512.png", 512, 0.10},
	{"icon-maskable.png", 512, 0.20},
}

// The colours of the icons: those of the page's light scheme.
var (
	iconGround = color.RGBA{0x1d, 0x4f, 0xd7, 0xff}
	iconFigure = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

// iconBox is the side of the square that icon.svg is drawn in.
const iconBox = 32

// addIcons draws the pictures of icon.svg's path that files lacks.
func addIcons(files map[string][]byte) error {
	points, err := iconPath(files["icon.svg"])
	if err != nil {
		return fmt.Errorf("icon.svg: %w", err)
	}
	for _, icon := range icons {
		var buf bytes.Buffer
		if err := png.Encode(&buf, drawIcon(points, icon.pixels, icon.margin)); err != nil {
			return err
		}
		files[icon.name] = buf.Bytes()
	}
	return nil
}

type point struct{ x, y float64 }

var (
	pathData = regexp.MustCompile(` d="([^"]*)"`)
	pathStep = regexp.MustCompile(`([MHVhvZ])([-0-9. ]*)`)
)

// iconPath reads the corners of the one path of an SVG file, whose sides must be
// parallel to the axes: M x y, then H, V, h and v with one number each, then Z.
func iconPath(svg []byte) ([]point, error) {
	found := pathData.FindAllSubmatch(svg, -1)
	if len(found) != 1 {
		return nil, fmt.Errorf("%d paths, want one", len(found))
	}
	data := string(found[0][1])
	var points []point
	var at point
	read := 0
	for _, step := range pathStep.FindAllStringSubmatch(data, -1) {
		read += len(step[0])
		var numbers []float64
		for _, word := range strings.Fields(step[2]) {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return nil, err
			}
			numbers = append(numbers, v)
		}
		want := map[string]int{"M": 2, "Z": 0}
		if n, ok := want[step[1]]; ok && len(numbers) != n || !ok && len(numbers) != 1 {
			return nil, fmt.Errorf("step %q has %d numbers", step[0], len(numbers))
		}
		switch step[1] {
		case "M":
			at = point{numbers[0], numbers[1]}
		case "H":
			at.x = numbers[0]
		case "h":
			at.x += numbers[0]
		case "V":
			at.y = numbers[0]
		case "v":
			at.y += numbers[0]
		case "Z":
			continue
		}
		points = append(points, at)
	}
	if read != len(data) || len(points) < 4 {
		return nil, errors.New("the path is not of the steps M, H, V, h, v and Z")
	}
	return points, nil
}

// drawIcon draws the shape with its corners at points, white on blue, into a
// square of so many pixels. Sides parallel to the axes cut a pixel into
// rectangles, so that the part of it that is covered is exact.
func drawIcon(points []point, pixels int, margin float64) image.Image {
	scale := float64(pixels) * (1 - 2*margin) / iconBox
	place := func(v float64) float64 { return float64(v*scale) + float64(pixels)*margin }
	covered := make([]float64, pixels*pixels)
	for i, a := range points {
		b := points[(i+1)%len(points)]
		if a.x != b.x {
			continue
		}
		// What is to the left of a side that goes down counts against what is to
		// the left of one that goes up.
		top, bottom, sign := place(a.y), place(b.y), 1.0
		if top > bottom {
			top, bottom, sign = bottom, top, -1
		}
		for y := range pixels {
			high := overlap(top, bottom, y)
			if high == 0 {
				continue
			}
			for x := range pixels {
				covered[y*pixels+x] += sign * float64(high*overlap(0, place(a.x), x))
			}
		}
	}
	img := image.NewRGBA(image.Rect(0, 0, pixels, pixels))
	for i, c := range covered {
		c = min(1, max(c, -c))
		mix := func(ground, figure uint8) uint8 {
			return uint8(float64(float64(ground)*(1-c)) + float64(float64(figure)*c) + 0.5)
		}
		img.SetRGBA(i%pixels, i/pixels, color.RGBA{mix(iconGround.R, iconFigure.R), mix(iconGround.G, iconFigure.G), mix(iconGround.B, iconFigure.B), 0xff})
	}
	return img
}

// overlap is the length that the spans from to to and i to i+1 share.
func overlap(from, to float64, i int) float64 {
	return max(0, min(to, float64(i+1))-max(from, float64(i)))
}
