//go:build !js

// Command components generates the code of the vugu components in the current
// folder: vugugen's, formatted by gofmt, and without the notes to itself that it
// puts behind every event handler.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
)

// note is what vugugen writes of its own plans into each handler.
var note = []byte("// TODO: implement capture, etc. mostly need to decide syntax")

func main() {
	if err := generate("."); err != nil {
		fmt.Fprintf(os.Stderr, "components: %v\n", err)
		os.Exit(1)
	}
}

func generate(folder string) error {
	vugugen := exec.Command("go", "tool", "vugugen", "-skip-go-mod", "-skip-main", folder)
	vugugen.Stdout, vugugen.Stderr = os.Stdout, os.Stderr
	if err := vugugen.Run(); err != nil {
		return fmt.Errorf("vugugen: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*_gen.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		tidied, err := tidy(code)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := os.WriteFile(file, tidied, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// tidy drops the lines that are only a note, and formats the rest.
func tidy(code []byte) ([]byte, error) {
	var kept []byte
	for line := range bytes.Lines(code) {
		if !bytes.Equal(bytes.TrimSpace(line), note) {
			kept = append(kept, line...)
		}
	}
	return format.Source(kept)
}
