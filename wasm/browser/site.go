//go:build !js

package browser

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Top returns the top folder of the checkout: the nearest one above the
// current folder that holds go.mod.
func Top() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("browser: not inside a checkout: no go.mod above the current folder")
		}
		dir = parent
	}
}

// Server is a running rampart serve.
type Server struct {
	URL string // with a slash at the end
	cmd *exec.Cmd
}

// Serve starts bin/rampart serve at a free port. Both it and dist/ must have
// been built.
func Serve() (*Server, error) {
	top, err := Top()
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(top, "dist", "index.html")); err != nil {
		return nil, errors.New("browser: dist/ is missing: run ./build.sh site first")
	}
	return ServeSite(filepath.Join(top, "dist"), "127.0.0.1:0")
}

// program is the path of bin/rampart.
func program() (string, error) {
	top, err := Top()
	if err != nil {
		return "", err
	}
	path := filepath.Join(top, "bin", "rampart")
	if _, err := os.Stat(path); err != nil {
		return "", errors.New("browser: bin/rampart is missing: run ./build.sh cli first")
	}
	return path, nil
}

// start runs the server and waits until it says its address.
func (s *Server) start() error {
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.cmd.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	s.URL = regexp.MustCompile(`http://[^ ]+/`).FindString(line)
	if s.URL == "" {
		return errors.Join(fmt.Errorf("browser: rampart serve said %q, not its address: %w", strings.TrimSpace(line), err), s.Close())
	}
	return nil
}

// Close stops the server as Ctrl-C does, and fails if it does not end well.
func (s *Server) Close() error {
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	select {
	case err := <-done:
		return err
	case <-time.After(20 * time.Second):
		return errors.Join(errors.New("browser: rampart serve does not stop"), s.cmd.Process.Kill())
	}
}
