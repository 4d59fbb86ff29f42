package keep_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

// The log has one line a request that a machine can read, and nothing of what
// is kept or of who asked.
func TestLog(t *testing.T) {
	var log bytes.Buffer
	options := keep.Options{Store: keep.NewMemory(1 << 20), Log: slog.New(slog.NewTextHandler(&log, nil))}
	h := keep.New(options)
	canonical := example("confidential")
	id := snapshot.ID(canonical)
	tests := []struct {
		name string
		do   func()
		want []string // parts of the line; nil: no line
	}{
		{"a snapshot is kept", func() { post(h, canonical) }, []string{"level=INFO", "route=snapshots", "method=POST", "status=201", "id=" + id, "took="}},
		{"a bad snapshot", func() { post(h, []byte(`{"confidential":1}`)) }, []string{"level=INFO", "status=400"}},
		{"reading is not said", func() { send(h, "GET", "/api/snapshots/"+id, nil, "User-Agent", "confidential") }, nil},
		{"nor is an address that is none", func() { send(h, "GET", "/api/confidential", nil) }, nil},
		{"a method of the client's own", func() { send(h, "CONFIDENTIAL", "/api/snapshots", nil) }, nil},
		{"a failure", func() {
			options := options
			options.Store = broken{errors.New("the disk is gone")}
			post(keep.New(options), canonical)
		}, []string{"level=ERROR", "status=500", `error="the disk is gone"`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			log.Reset()
			test.do()
			got := log.String()
			if lines := strings.Count(got, "\n"); lines != min(1, len(test.want)) {
				t.Errorf("the log has %d lines: %s", lines, got)
			}
			for _, part := range test.want {
				if !strings.Contains(got, part) {
					t.Errorf("the log lacks %s: %s", part, got)
				}
			}
			if strings.Contains(strings.ToLower(got), "confidential") || strings.Contains(got, "192.0.2.") {
				t.Errorf("the log says too much: %s", got)
			}
		})
	}
}
