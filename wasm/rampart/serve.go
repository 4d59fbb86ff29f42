package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"rampart/wasm/keep"
)

// serveSettings are what the flags of serve say.
type serveSettings struct {
	addr, site string
	keep       keepSettings
}

// serveFlags reads the arguments of serve. ok is false if it is to end with the
// status.
func serveFlags(args []string, stderr io.Writer) (s serveSettings, status int, ok bool) {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.addr, "addr", "127.0.0.1:8080", "`host:port` to listen at")
	flags.StringVar(&s.site, "site", "", "`folder` of the built page (default: dist beside bin, or ./dist)")
	s.keep.register(flags)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return s, exitDone, false
		}
		return s, exitUsage, false
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "rampart: serve takes no argument, got %q\n", flags.Arg(0))
		return s, exitUsage, false
	}
	if message := s.keep.check(); message != "" {
		fmt.Fprintf(stderr, "rampart: serve: %s\n", message)
		return s, exitUsage, false
	}
	return s, exitDone, true
}

// runServe is rampart serve: the page and the snapshot service, over HTTP,
// until SIGINT or SIGTERM. It returns the exit status.
func runServe(args []string, stdout, stderr io.Writer) int {
	s, status, ok := serveFlags(args, stderr)
	if !ok {
		return status
	}
	root, err := openSite(s.site)
	if err != nil {
		fmt.Fprintf(stderr, "rampart: %v\n", err)
		return exitFailed
	}
	defer root.Close()
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		fmt.Fprintf(stderr, "rampart: %s\n", listenMessage(s.addr, err))
		return exitFailed
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: s.keep.level}))
	service, err := openService(&s.keep, log)
	if err != nil {
		listener.Close()
		fmt.Fprintf(stderr, "rampart: serve: %v\n", err)
		return exitFailed
	}
	defer service.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fmt.Fprintf(stdout, "Rampart is at http://%s/ (Ctrl-C stops it)\n%s\n", listener.Addr(), service.says)
	if err := serve(ctx, listener, serveHandler(root.FS(), service), log); err != nil {
		fmt.Fprintf(stderr, "rampart: serve: %v\n", err)
		return exitFailed
	}
	return exitDone
}

// serveHandler answers with the page, and with the service below its prefix.
func serveHandler(site fs.FS, service http.Handler) http.Handler {
	page := siteHandler(site)
	return keep.Headers(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, keep.Prefix) {
			service.ServeHTTP(w, r)
			return
		}
		page.ServeHTTP(w, r)
	}))
}

// openSite opens the folder of the built page. A name of "" looks for dist
// beside the folder of this program, then in the current folder.
func openSite(name string) (*os.Root, error) {
	tries := []string{name}
	if name == "" {
		tries = nil
		if exe, err := os.Executable(); err == nil {
			tries = append(tries, filepath.Join(filepath.Dir(exe), "..", "dist"))
		}
		tries = append(tries, "dist")
	}
	for _, try := range tries {
		if _, err := os.Stat(filepath.Join(try, "index.html")); err == nil {
			return os.OpenRoot(try)
		}
	}
	return nil, fmt.Errorf("serve: no page in %s: build it with ./build.sh site, or name its folder with --site", tries[len(tries)-1])
}

// listenMessage says in one sentence why the server cannot listen.
func listenMessage(addr string, err error) string {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Sprintf("serve: %s is in use by another program: stop that one, or choose a port with --addr", addr)
	}
	return fmt.Sprintf("serve: cannot listen at %s: %v", addr, err)
}

// serve answers requests until ctx ends, then lets those in progress finish
// for at most five seconds.
func serve(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      2 * time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	// Connections on which nothing was asked yet: browsers open some in advance,
	// and Shutdown would wait five seconds for what they are going to ask.
	var unused sync.Map
	server.ConnState = func(c net.Conn, state http.ConnState) {
		if state == http.StateNew {
			unused.Store(c, nil)
		} else {
			unused.Delete(c)
		}
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	listener.Close()
	unused.Range(func(c, _ any) bool {
		c.(net.Conn).Close()
		return true
	})
	grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(grace); err != nil && !errors.Is(err, net.ErrClosed) { // that is the listener, closed above
		server.Close()
		return fmt.Errorf("stopped with requests in progress: %w", err)
	}
	return nil
}
