package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// runServe is rampart serve: the page, over HTTP, until SIGINT or SIGTERM. It
// returns the exit status.
func runServe(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(stderr)
	addr := flags.String("addr", "127.0.0.1:8080", "`host:port` to listen at")
	site := flags.String("site", "", "`folder` of the built page (default: dist beside bin, or ./dist)")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "rampart: serve takes no argument, got %q\n", flags.Arg(0))
		return 2
	}
	root, err := openSite(*site)
	if err != nil {
		fmt.Fprintf(stderr, "rampart: %v\n", err)
		return 1
	}
	defer root.Close()
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		fmt.Fprintf(stderr, "rampart: %s\n", listenMessage(*addr, err))
		return 1
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fmt.Fprintf(stdout, "Rampart is at http://%s/ (Ctrl-C stops it)\n", listener.Addr())
	if err := serve(ctx, listener, siteHandler(root.FS())); err != nil {
		fmt.Fprintf(stderr, "rampart: serve: %v\n", err)
		return 1
	}
	return 0
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
func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      2 * time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		server.Close()
		return fmt.Errorf("stopped with requests in progress: %w", err)
	}
	return nil
}
