package main

import (
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"rampart/wasm/keep"
	"rampart/wasm/keep/disk"
)

// keepSettings are what the flags say about the snapshot service.
type keepSettings struct {
	data     string // folder; "": memory
	quotaMiB int64
	days     int // how long a snapshot is kept at least; 0: for ever
	writes   int // snapshots a minute and client; 0: no limit
	level    slog.Level
}

func (s *keepSettings) register(flags *flag.FlagSet) {
	flags.StringVar(&s.data, "data", "", "`folder` that keeps shared snapshots (default: none, they are kept in memory until the program ends)")
	flags.Int64Var(&s.quotaMiB, "quota", 0, "`MiB` that snapshots may take; a full service refuses more (default: 1024 in a folder, 64 in memory)")
	flags.IntVar(&s.days, "days", 0, "`days` after which a snapshot that nobody has shared again may be removed (default: never)")
	flags.IntVar(&s.writes, "writes", 30, "`snapshots` a minute that one client may have kept; 0: no limit")
	flags.TextVar(&s.level, "log", slog.LevelInfo, "least `level` of what is logged: debug (reading too), info, warn or error")
}

// check returns what is wrong with the settings, or "".
func (s *keepSettings) check() string {
	switch {
	case s.quotaMiB < 0 || s.quotaMiB > 1<<40:
		return fmt.Sprintf("--quota %d is out of range, expected 1 to %d", s.quotaMiB, int64(1)<<40)
	case s.days < 0 || s.days > 36_500:
		return fmt.Sprintf("--days %d is out of range, expected 0 to 36500", s.days)
	case s.writes < 0 || s.writes > 1_000_000:
		return fmt.Sprintf("--writes %d is out of range, expected 0 to 1000000", s.writes)
	case s.days > 0 && s.data == "":
		return "--days needs --data: what is in memory ends with the program"
	}
	if s.quotaMiB == 0 {
		s.quotaMiB = 1024
		if s.data == "" {
			s.quotaMiB = 64
		}
	}
	return ""
}

// keepService is the snapshot service with its store.
type keepService struct {
	http.Handler
	store keep.Store
	says  string // where snapshots are kept, one line for people
	close func() error
}

// Close closes the store. No request may be in progress.
func (s *keepService) Close() error { return s.close() }

func openService(s *keepSettings, log *slog.Logger) (*keepService, error) {
	quota := s.quotaMiB << 20
	options := keep.Options{Log: log}
	if s.writes > 0 {
		options.Limiter = keep.NewBuckets(s.writes, time.Minute/time.Duration(s.writes))
	}
	if s.data == "" {
		options.Store = keep.NewMemory(quota)
		return &keepService{keep.New(options), options.Store,
			fmt.Sprintf("Shared snapshots are kept in memory, at most %d MiB, and end with this program; --data FOLDER keeps them", s.quotaMiB),
			func() error { return nil }}, nil
	}
	store, err := disk.Open(s.data, disk.Settings{Quota: quota, Keep: time.Duration(s.days) * 24 * time.Hour})
	if err != nil {
		return nil, fmt.Errorf("--data %s: %w", s.data, err)
	}
	options.Store, options.Lasting = store, true
	return &keepService{keep.New(options), options.Store,
		fmt.Sprintf("Shared snapshots are kept in %s (%.1f of %d MiB used)", s.data, float64(store.Used())/(1<<20), s.quotaMiB),
		store.Close}, nil
}
