package main

import (
	"os"
	"testing"
)

// asCommand makes the program of the tests the command itself, for tests that
// need it as a process of its own.
const asCommand = "RAMPART_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	m.Run()
}
