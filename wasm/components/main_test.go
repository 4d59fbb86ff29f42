//go:build !js

package main

import "testing"

func TestTidy(t *testing.T) {
	got, err := tidy([]byte("package p\nvar a = f{\n\tb:\tc,\n\t\t// TODO: implement capture, etc. mostly need to decide syntax\n}\n// TODO: a note of somebody else\n"))
	if err != nil {
		t.Fatal(err)
	}
	const want = "package p\n\nvar a = f{\n\tb: c,\n}\n\n// TODO: a note of somebody else\n"
	if string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
	if _, err := tidy([]byte("no code")); err == nil {
		t.Error("what is no code is taken")
	}
}
