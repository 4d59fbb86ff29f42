//go:build !js

// Command shot takes the picture of the page that the README shows.
package main

import (
	"errors"
	"fmt"
	"os"

	"rampart/wasm/browser"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: shot FILE.png")
		os.Exit(2)
	}
	if err := take(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// take opens the page, waits until its comparison is done, and writes what it
// shows.
func take(path string) (err error) {
	server, err := browser.Serve()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	chromium, err := browser.Launch()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, chromium.Close()) }()
	page, err := chromium.Open(server.URL, browser.Options{Width: 1280, Height: 800, LessMotion: true})
	if err != nil {
		return err
	}
	defer page.Close()
	if err := page.Wait(`document.querySelector("#strategies")?.dataset.digest`); err != nil {
		return err
	}
	return page.Screenshot(path)
}
