package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"strings"
	"testing"
)

func TestIconPath(t *testing.T) {
	for _, test := range []struct{ name, path, err string }{
		{"all steps", "M2 28V14h5v-5H9Z", ""},
		{"a curve", "M2 28C14 1 2 3 4 5Z", "steps"},
		{"a step without its number", "M2 28Vh5v5h5Z", "0 numbers"},
		{"two corners", "M2 28V14Z", "steps"},
		{"no number", "M2 28V1.2.3h5v5Z", "invalid syntax"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := iconPath([]byte(`<svg><path d="` + test.path + `"/></svg>`))
			if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("got %v, want %q", err, test.err)
			}
		})
	}
	if _, err := iconPath([]byte("<svg></svg>")); err == nil {
		t.Error("a picture without a path was read")
	}
}

// A pixel that the shape covers in part has a colour in between.
func TestDrawIcon(t *testing.T) {
	// The left half of the box and a quarter of one more pixel, of eight.
	img := drawIcon([]point{{0, 0}, {17, 0}, {17, 32}, {0, 32}}, 8, 0)
	for x, want := range map[int]color.Color{0: iconFigure, 3: iconFigure, 5: iconGround, 7: iconGround} {
		if got := img.At(x, 4); got != want {
			t.Errorf("pixel %d is %v, want %v", x, got, want)
		}
	}
	r, _, _, _ := img.At(4, 4).RGBA()
	// 0x1d and a quarter of what is missing to 0xff.
	if want := uint32(0x1d + (0xff-0x1d)/4 + 1); r>>8 < want-1 || r>>8 > want+1 {
		t.Errorf("the pixel on the edge has %#x of red, want about %#x", r>>8, want)
	}
}

// The shape has the area of its path however large it is drawn, and keeps its
// margin.
func TestIcons(t *testing.T) {
	svg, err := os.ReadFile("../../public/icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"icon.svg": svg}
	if err := addIcons(files); err != nil {
		t.Fatal(err)
	}
	for _, icon := range icons {
		t.Run(icon.name, func(t *testing.T) {
			img, err := png.Decode(bytes.NewReader(files[icon.name]))
			if err != nil || img.Bounds() != image.Rect(0, 0, icon.pixels, icon.pixels) {
				t.Fatalf("%v %v", img.Bounds(), err)
			}
			sum := 0.0
			for y := range icon.pixels {
				for x := range icon.pixels {
					r, _, _, _ := img.At(x, y).RGBA()
					part := (float64(r>>8) - 0x1d) / (0xff - 0x1d)
					sum += part
					edge := min(x, y, icon.pixels-1-x, icon.pixels-1-y)
					if part > 0 && float64(edge+1) < icon.margin*float64(icon.pixels) {
						t.Fatalf("pixel %d, %d is in the margin", x, y)
					}
				}
			}
			// The path's columns are 5, 5, 5, 4 and 9 wide and 14, 9, 18, 13 and 24 high.
			side := float64(icon.pixels) * (1 - 2*icon.margin) / iconBox
			if want := (5*14 + 5*9 + 5*18 + 4*13 + 9*24) * side * side; sum < 0.99*want || sum > 1.01*want {
				t.Errorf("the shape covers %.0f pixels, want %.0f", sum, want)
			}
		})
	}
}
