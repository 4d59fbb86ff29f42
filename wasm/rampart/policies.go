package main

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"rampart/core/experiment"
	"rampart/policy/builtin"
	"rampart/policy/checkpoint"
	"rampart/policy/strategy"
)

// strategies returns the maker of all kinds of strategies for the command line,
// where a policy may also be the name of a file.
func strategies() experiment.Factory { return strategy.Factory(resolvePolicy) }

// resolvePolicy finds the policy that an experiment names: inline, built-in, or
// a file, whose path counts from the working folder.
func resolvePolicy(ref string) (*checkpoint.Policy, error) {
	isBuiltin := slices.ContainsFunc(builtin.Index(), func(e builtin.Entry) bool { return e.Name == ref })
	if builtin.IsInline(ref) || isBuiltin {
		return builtin.Resolve(ref)
	}
	if ref == "-" {
		return nil, errors.New("a policy cannot come from standard input")
	}
	data, err := readInput(ref, nil, checkpoint.MaxFileBytes)
	if errors.Is(err, fs.ErrNotExist) {
		_, unknown := builtin.File(ref)
		if strings.ContainsAny(ref, `/\.`) {
			return nil, errors.New("there is no such file")
		}
		return nil, errors.New("there is no such file, and " + unknown.Error())
	}
	if err != nil {
		return nil, err
	}
	p, _, err := checkpoint.Decode(data)
	return p, err
}
