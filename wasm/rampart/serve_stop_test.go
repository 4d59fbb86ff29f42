package main

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"testing"
)

// A connection on which nothing was asked, as browsers open them in advance,
// does not keep the server from stopping.
func TestServeStopsBesideUnusedConnections(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- serve(ctx, listener, http.NotFoundHandler(), slog.New(slog.DiscardHandler)) }()
	address := listener.Addr().String()
	unused, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer unused.Close()
	res, err := http.Get("http://" + address) // by now the first connection is accepted
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	stop()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}
