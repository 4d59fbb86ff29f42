package main

import (
	"flag"
	"path/filepath"
	"strings"

	"rampart/policy/checkpoint"
)

// onnxCommand is rampart onnx: a policy as a model for other runtimes.
func onnxCommand(args []string, s streams) int {
	flags := flag.NewFlagSet("onnx", flag.ContinueOnError)
	out := flags.String("o", "", "")
	file, status, ok := arguments("onnx", flags, args, s)
	if !ok {
		return status
	}
	p, err := resolvePolicy(file)
	if err != nil {
		return badInput(s, file, err)
	}
	model, err := checkpoint.ONNX(p)
	if err != nil {
		return badInput(s, file, err)
	}
	name := *out
	if name == "" {
		name = strings.TrimSuffix(filepath.Base(file), ".safetensors") + ".onnx"
	}
	o, err := openOutput(name, s.out)
	if err != nil {
		return badInput(s, name, err)
	}
	defer o.discard()
	if err := o.write(model); err != nil {
		return failed(s, name, err)
	}
	return exitDone
}
