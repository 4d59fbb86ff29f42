//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rampart/core/experiment"
	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

// startServer starts rampart serve in a program of its own.
func startServer(t *testing.T, args ...string) (cmd *exec.Cmd, url string) {
	t.Helper()
	cmd = exec.Command(os.Args[0], append([]string{"serve"}, args...)...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	url = strings.TrimSuffix(regexp.MustCompile(`http://[^ ]+/`).FindString(line), "/")
	if url == "" {
		t.Fatalf("the server said %q, not its address: %v", line, err)
	}
	return cmd, url
}

// shared returns a snapshot of some kilobytes.
func shared(n int) []byte {
	x := experiment.Default()
	x.Name = fmt.Sprint(n)
	x.Notes = strings.Repeat(x.Name+" ", n%500)
	return snapshot.AppendCanonical(nil, &snapshot.Snapshot{Engine: "1.0.0", Experiment: x})
}

// The server is killed, again and again, while five clients have snapshots
// kept. After every start it has all that it has ever said to have kept, and
// answers about the rest with a whole snapshot or with 404.
func TestServeKilled(t *testing.T) {
	site, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(filepath.Join(site, "index.html"), []byte("page"), 0o600); err != nil {
		t.Fatal(err)
	}
	const rounds, each, clients = 8, 200, 5
	random := rand.New(rand.NewPCG(3, 4))
	kept := map[int]bool{}
	for round := range rounds + 1 {
		cmd, url := startServer(t, "--site", site, "--addr", "127.0.0.1:0", "--data", data, "--writes", "0", "--log", "error")
		client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
		for n := range round * each {
			checkShared(t, client, url, n, kept[n])
		}
		if round == rounds {
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("stopped by Ctrl-C it ended with %v", err)
			}
			break
		}
		var group sync.WaitGroup
		var mu sync.Mutex
		some := make(chan struct{}, each) // as many as answers
		for c := range clients {
			group.Go(func() {
				for n := round*each + c; n < (round+1)*each; n += clients {
					res, err := client.Post(url+keep.SnapshotsPath, "application/json", bytes.NewReader(shared(n)))
					if err != nil {
						return // killed
					}
					_, err = io.Copy(io.Discard, res.Body)
					res.Body.Close()
					if res.StatusCode != http.StatusCreated {
						t.Errorf("snapshot %d gets %d", n, res.StatusCode)
					}
					if err == nil {
						mu.Lock()
						kept[n] = true
						mu.Unlock()
					}
					some <- struct{}{}
				}
			})
		}
		go func() {
			group.Wait()
			close(some)
		}()
		for range 1 + random.IntN(each/2) {
			<-some // or all clients have ended
		}
		time.Sleep(time.Duration(random.IntN(2_000_000)))
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		group.Wait()
		if exit, ok := errors.AsType[*exec.ExitError](cmd.Wait()); !ok || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatal("the server was not killed")
		}
	}
	t.Logf("%d snapshots were kept before %d kills, and all are there", len(kept), rounds)
}

// checkShared reads a snapshot and fails unless it is whole, or absent and was
// never said to be kept.
func checkShared(t *testing.T, client *http.Client, url string, n int, kept bool) {
	t.Helper()
	want := shared(n)
	res, err := client.Get(url + keep.SnapshotsPath + "/" + snapshot.ID(want))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode == http.StatusNotFound && !kept {
		return
	}
	if res.StatusCode != http.StatusOK || !bytes.Equal(got, want) {
		t.Errorf("snapshot %d (kept: %t) gets %d and %d bytes of %d", n, kept, res.StatusCode, len(got), len(want))
	}
}

// Without --data the service works and says that it does not last; with it,
// what was kept is there after a restart.
func TestServeLasts(t *testing.T) {
	site, data := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(site, "index.html"), []byte("page"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		args []string
		last bool
	}{
		{"in memory", nil, false},
		{"in a folder", []string{"--data", data}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			for start := range 2 {
				cmd, url := startServer(t, append([]string{"--site", site, "--addr", "127.0.0.1:0"}, test.args...)...)
				res, err := http.Get(url + keep.HealthPath)
				if err != nil {
					t.Fatal(err)
				}
				health, _ := io.ReadAll(res.Body)
				res.Body.Close()
				if !strings.Contains(string(health), fmt.Sprintf(`"lasting":%t`, test.last)) {
					t.Errorf("it says %s", health)
				}
				want := http.StatusCreated
				if start == 1 && test.last {
					checkShared(t, http.DefaultClient, url, 7, true)
					want = http.StatusOK
				}
				res, err = http.Post(url+keep.SnapshotsPath, "application/json", bytes.NewReader(shared(7)))
				if err != nil {
					t.Fatal(err)
				}
				res.Body.Close()
				if res.StatusCode != want {
					t.Errorf("start %d: keeping gets %d, want %d", start, res.StatusCode, want)
				}
				checkShared(t, http.DefaultClient, url, 7, true)
				if err := errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait()); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
