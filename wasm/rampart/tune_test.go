package main

import (
	"os"
	"strings"
	"testing"
)

// The experiment comes back with a table behind its strategies, and runs.
func TestTuneCommand(t *testing.T) {
	in(t, map[string]string{"tiny.json": tiny})
	status, out, errors := call("", "tune", "tiny.json", "--seeds", "100,102..103", "--tables", "20", "--bounds", "0.5", "-o", "tuned.json")
	if status != exitDone || out != "" || !strings.Contains(errors, "after 20 tables") {
		t.Fatalf("status %d, wrote %q, errors %q", status, out, errors)
	}
	once, err := os.ReadFile("tuned.json")
	if err != nil {
		t.Fatal(err)
	}
	_, again, _ := call("", "tune", "tiny.json", "--seeds", "100..100,102,103", "--tables", "20", "--bounds", "0.5", "--workers", "1")
	if again != string(once) {
		t.Errorf("the same search found\n%s\nand then\n%s", once, again)
	}
	status, out, errors = call("", "run", "tuned.json", "--format", "table")
	if status != exitDone || errors != "" || !strings.Contains(out, "Table of ") {
		t.Errorf("status %d, errors %q:\n%s", status, errors, out)
	}
}
