package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/wasm/bench"
	"rampart/wasm/keep"
	"rampart/wasm/keep/load"
)

// What the load of the service is.
const (
	loadReaders   = 50
	loadWriters   = 5
	loadSnapshots = 500 // that are there to be read
	loadRounds    = 5   // of each measurement; the median is printed
	loadFor       = time.Second
)

// benchSnapshot returns the n-th snapshot of the load, 0.8 to 4.8 kB.
func benchSnapshot(n int) []byte {
	x := experiment.Default()
	x.Name = fmt.Sprint(n)
	x.Notes = strings.Repeat("x", n*37%4000)
	return snapshot.AppendCanonical(nil, &snapshot.Snapshot{Engine: experiment.EngineVersion, Experiment: x})
}

// loadCase is one thing that is measured, round after round.
type loadCase struct {
	name     string
	settings load.Settings
	rounds   []load.Figures
}

// benchServe measures the snapshot service as rampart serve runs it, over
// loopback, and beside it a plain file server that has the same files.
func benchServe(w io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "rampart-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	files := filepath.Join(dir, "files")
	log := slog.New(slog.DiscardHandler)
	service, err := openService(&keepSettings{data: filepath.Join(dir, "data"), quotaMiB: 4096}, log)
	if err != nil {
		return err
	}
	defer service.Close()
	stored, err := benchListen(serveHandler(os.DirFS(dir), service), log)
	if err != nil {
		return err
	}
	defer stored.stop()
	plain, err := benchListen(http.FileServer(http.Dir(files)), log)
	if err != nil {
		return err
	}
	defer plain.stop()
	if err := os.Mkdir(files, 0o700); err != nil {
		return err
	}
	var fromService, fromFiles []load.Item
	for n := range loadSnapshots {
		canonical := benchSnapshot(n)
		id := snapshot.ID(canonical)
		if err := os.WriteFile(filepath.Join(files, id+".json"), canonical, 0o600); err != nil {
			return err
		}
		if err := service.store.Put(context.Background(), id, canonical); err != nil {
			return err
		}
		fromService = append(fromService, load.Item{Path: keep.SnapshotsPath + "/" + id, Body: canonical})
		fromFiles = append(fromFiles, load.Item{Path: "/" + id + ".json", Body: canonical})
	}
	cases := []*loadCase{
		{name: "a plain file server", settings: load.Settings{Addr: plain.addr, Readers: loadReaders, Items: fromFiles, Duration: loadFor}},
		{name: "the service", settings: load.Settings{Addr: stored.addr, Readers: loadReaders, Items: fromService, Duration: loadFor}},
		{name: "the service beside writers", settings: load.Settings{Addr: stored.addr, Readers: loadReaders, Items: fromService, Writers: loadWriters, Duration: loadFor}},
	}
	return benchRounds(w, cases)
}

// benchRounds measures the cases in turn, so that what else the machine does
// falls on all of them, and prints the medians.
func benchRounds(w io.Writer, cases []*loadCase) error {
	written, before := loadSnapshots, heapBytes()
	for range loadRounds {
		for _, c := range cases {
			first := written
			c.settings.Snapshot = func(n int) []byte { return benchSnapshot(first + n) }
			f, err := load.Measure(context.Background(), c.settings)
			if err != nil {
				return err
			}
			written += loadWriters * (f.Writes.Count + loadWriters) // more than any writer has reached
			c.rounds = append(c.rounds, f)
		}
	}
	after := heapBytes()
	fmt.Fprintf(w, "%d readers, %d writers\trequests/s\tp50 ms\tp99 ms\trequests\twrong answers\t\n", loadReaders, loadWriters)
	for _, c := range cases {
		printSeries(w, c, c.name+": reads", func(f *load.Figures) load.Series { return f.Reads })
		if c.settings.Writers > 0 {
			printSeries(w, c, c.name+": writes", func(f *load.Figures) load.Series { return f.Writes })
		}
	}
	reads := func(f *load.Figures) float64 { return f.Reads.PerSecond }
	fmt.Fprintf(w, "reads a second, file server / service\t%s\t\t\t\t\t\n", bench.Figure(middle(cases[0].rounds, reads)/middle(cases[1].rounds, reads)))
	fmt.Fprintf(w, "live memory before and after, MB\t%s\t%s\t\t\t\t\n", bench.Figure(before/1e6), bench.Figure(after/1e6))
	return nil
}

func printSeries(w io.Writer, c *loadCase, name string, of func(*load.Figures) load.Series) {
	count, wrong := 0, 0
	for i := range c.rounds {
		count += of(&c.rounds[i]).Count
		wrong += c.rounds[i].Wrong
	}
	milliseconds := func(d time.Duration) float64 { return d.Seconds() * 1e3 }
	fmt.Fprintf(w, "%s\t%.0f\t%s\t%s\t%d\t%d\t\n", name,
		middle(c.rounds, func(f *load.Figures) float64 { return of(f).PerSecond }),
		bench.Figure(middle(c.rounds, func(f *load.Figures) float64 { return milliseconds(of(f).P50) })),
		bench.Figure(middle(c.rounds, func(f *load.Figures) float64 { return milliseconds(of(f).P99) })), count, wrong)
}

// middle returns the median of a figure over the rounds.
func middle(rounds []load.Figures, of func(*load.Figures) float64) float64 {
	var values []float64
	for i := range rounds {
		values = append(values, of(&rounds[i]))
	}
	slices.SortFunc(values, cmp.Compare[float64])
	return values[len(values)/2]
}

// heapBytes is the memory of everything that is reachable.
func heapBytes() float64 {
	runtime.GC()
	runtime.GC() // what the first one found to be finalised
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// benchServer is a server on loopback.
type benchServer struct {
	addr string
	stop func()
}

func benchListen(h http.Handler, log *slog.Logger) (*benchServer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = serve(ctx, listener, h, log) // a client that stays is cut off
	}()
	return &benchServer{listener.Addr().String(), func() { cancel(); <-done }}, nil
}
