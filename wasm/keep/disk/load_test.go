package disk_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"rampart/wasm/keep"
	"rampart/wasm/keep/disk"
)

// Fifty readers and five writers at once, over HTTP: every answer is whole, and
// what was kept once is there from then on. All writers keep the same snapshots in
// the same order, so that each is often written by several at one moment; it is
// new once.
func TestReadersAndWriters(t *testing.T) {
	const readers, writers, count = 50, 5, 120
	store := open(t, t.TempDir(), disk.Settings{Quota: room})
	server := httptest.NewServer(keep.New(keep.Options{Store: store}))
	defer server.Close()
	client := server.Client()
	client.Transport.(*http.Transport).MaxIdleConnsPerHost = readers + writers

	ids, bodies := make([]string, count), make([][]byte, count)
	kept := make([]atomic.Bool, count)
	for i := range ids {
		ids[i], bodies[i] = example(fmt.Sprint(i))
	}
	var writing, reading sync.WaitGroup
	var created, reads atomic.Int64
	for range writers {
		writing.Go(func() {
			for i := range count {
				res, err := client.Post(server.URL+keep.SnapshotsPath, "application/json", bytes.NewReader(bodies[i]))
				if err != nil {
					t.Error(err)
					return
				}
				got, _ := io.ReadAll(res.Body)
				res.Body.Close()
				if res.StatusCode == http.StatusCreated {
					created.Add(1)
				} else if res.StatusCode != http.StatusOK {
					t.Errorf("keeping %d: %d %s", i, res.StatusCode, got)
				}
				kept[i].Store(true)
			}
		})
	}
	stop := make(chan struct{})
	for r := range readers {
		reading.Go(func() {
			random := rand.New(rand.NewPCG(uint64(r), 0))
			for {
				select {
				case <-stop:
					return
				default:
				}
				i := random.IntN(count)
				there := kept[i].Load()
				if err := readWhole(client, server.URL, ids[i], bodies[i], there); err != nil {
					t.Errorf("reading %d: %v", i, err)
					return
				}
				reads.Add(1)
			}
		})
	}
	writing.Wait()
	close(stop)
	reading.Wait()
	if created.Load() != count {
		t.Errorf("%d snapshots were new, want %d", created.Load(), count)
	}
	if reads.Load() == 0 {
		t.Error("nothing was read meanwhile")
	}
	if want := int64(count * 4096); store.Used() != want {
		t.Errorf("%d bytes are used, want %d", store.Used(), want)
	}
}

// readWhole reads a snapshot, which may be absent unless it must be there.
func readWhole(client *http.Client, url, id string, want []byte, there bool) error {
	res, err := client.Get(url + keep.SnapshotsPath + "/" + id)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	whole := res.StatusCode == http.StatusOK && bytes.Equal(got, want)
	if !whole && (there || res.StatusCode != http.StatusNotFound) {
		return fmt.Errorf("%d with %d bytes of %d", res.StatusCode, len(got), len(want))
	}
	return nil
}

func TestSameSnapshotAtOnce(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, disk.Settings{Quota: room})
	for i := range 20 {
		id, canonical := example(fmt.Sprint(i))
		var group sync.WaitGroup
		var created atomic.Int64
		for range 8 {
			group.Go(func() {
				err := s.Put(t.Context(), id, canonical)
				if err == nil {
					created.Add(1)
				} else if !errors.Is(err, keep.ErrKept) {
					t.Error(err)
				}
				if got, err := s.Get(t.Context(), id); err != nil || !bytes.Equal(got, canonical) {
					t.Errorf("after Put: %v", err)
				}
			})
		}
		group.Wait()
		if created.Load() != 1 {
			t.Errorf("snapshot %d was new %d times", i, created.Load())
		}
	}
	if s.Used() != 20*4096 {
		t.Errorf("%d bytes are used, want 20 blocks", s.Used())
	}
}
