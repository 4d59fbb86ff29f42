// Package load measures a snapshot service under readers and writers, and
// checks every byte of every answer.
package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"rampart/core/snapshot"
	"rampart/wasm/keep"
)

// Item is something that readers ask for and what they must get.
type Item struct {
	Path string
	Body []byte
}

// Settings say what to ask of a server. Each reader and writer has one
// connection and asks as soon as it has its answer.
type Settings struct {
	Addr     string // host:port, plain HTTP
	Readers  int
	Items    []Item // what the readers read, each from another place on
	Writers  int
	Snapshot func(n int) []byte // the n-th snapshot to write, canonical, of any goroutine; nil without writers
	Duration time.Duration
}

// Figures are what was measured.
type Figures struct {
	Reads, Writes Series
	Wrong         int // answers that were not what they must be
}

// Series is one kind of request.
type Series struct {
	Count     int
	PerSecond float64
	P50, P99  time.Duration // of the time from sending a request to having its whole answer
}

// Measure asks a server for as long as the settings say. What a writer wrote it
// reads back at once, which counts as a read for Wrong but not for Reads.
func Measure(ctx context.Context, s Settings) (Figures, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Duration+30*time.Second)
	defer cancel()
	tallies := make([]tally, s.Readers+s.Writers)
	var group sync.WaitGroup
	start := time.Now()
	end := start.Add(s.Duration)
	for i := range tallies {
		group.Go(func() {
			t := &tallies[i]
			c := &client{addr: s.Addr}
			defer c.close()
			if i < s.Readers {
				t.err = t.read(ctx, c, s.Items, i*len(s.Items)/s.Readers, end)
			} else {
				t.err = t.write(ctx, c, &s, i-s.Readers, end)
			}
		})
	}
	group.Wait()
	took := time.Since(start).Seconds()
	var f Figures
	var errs []error
	var reads, writes []time.Duration
	for i, t := range tallies {
		f.Wrong += t.wrong
		errs = append(errs, t.err)
		if i < s.Readers {
			reads = append(reads, t.took...)
		} else {
			writes = append(writes, t.took...)
		}
	}
	f.Reads, f.Writes = series(reads, took), series(writes, took)
	return f, errors.Join(errs...)
}

// tally is what one reader or writer saw.
type tally struct {
	took  []time.Duration
	wrong int
	err   error
}

func (t *tally) read(ctx context.Context, c *client, items []Item, from int, end time.Time) error {
	for i := from; time.Now().Before(end); i++ {
		item := &items[i%len(items)]
		start := time.Now()
		status, body, err := c.get(ctx, item.Path)
		if err != nil {
			return err
		}
		t.took = append(t.took, time.Since(start))
		if status != http.StatusOK || !bytes.Equal(body, item.Body) {
			t.wrong++
		}
	}
	return nil
}

func (t *tally) write(ctx context.Context, c *client, s *Settings, from int, end time.Time) error {
	for n := from; time.Now().Before(end); n += s.Writers {
		canonical := s.Snapshot(n)
		id := snapshot.ID(canonical)
		start := time.Now()
		status, body, err := c.post(ctx, keep.SnapshotsPath, canonical)
		if err != nil {
			return err
		}
		t.took = append(t.took, time.Since(start))
		if status != http.StatusCreated || string(body) != fmt.Sprintf("{\"id\":%q,\"bytes\":%d}\n", id, len(canonical)) {
			t.wrong++
		}
		if status, body, err = c.get(ctx, keep.SnapshotsPath+"/"+id); err != nil {
			return err
		}
		if status != http.StatusOK || !bytes.Equal(body, canonical) {
			t.wrong++
		}
	}
	return nil
}

func series(took []time.Duration, seconds float64) Series {
	if len(took) == 0 {
		return Series{}
	}
	slices.Sort(took)
	at := func(part float64) time.Duration { return took[min(len(took)-1, int(part*float64(len(took))))] }
	return Series{len(took), float64(len(took)) / seconds, at(0.50), at(0.99)}
}

// client is one connection. It does much less than http.Client, so that a
// machine that runs both measures the server.
type client struct {
	addr string
	conn net.Conn
	in   *bufio.Reader
	out  []byte
	body bytes.Buffer
}

func (c *client) close() {
	if c.conn != nil {
		c.conn.Close()
		c.conn = nil
	}
}

func (c *client) get(ctx context.Context, path string) (int, []byte, error) {
	c.out = fmt.Appendf(c.out[:0], "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, c.addr)
	return c.do(ctx)
}

func (c *client) post(ctx context.Context, path string, body []byte) (int, []byte, error) {
	c.out = fmt.Appendf(c.out[:0], "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, c.addr, len(body), body)
	return c.do(ctx)
}

// do sends what is in out and returns the status and the body, which lasts
// until the next call.
func (c *client) do(ctx context.Context) (int, []byte, error) {
	if c.conn == nil {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", c.addr)
		if err != nil {
			return 0, nil, err
		}
		deadline, _ := ctx.Deadline()
		if err := conn.SetDeadline(deadline); err != nil {
			return 0, nil, errors.Join(err, conn.Close())
		}
		c.conn, c.in = conn, bufio.NewReader(conn)
	}
	if _, err := c.conn.Write(c.out); err != nil {
		return 0, nil, err
	}
	res, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	c.body.Reset()
	if _, err := io.Copy(&c.body, res.Body); err != nil {
		return 0, nil, err
	}
	if res.Close {
		c.close()
	}
	return res.StatusCode, c.body.Bytes(), nil
}
