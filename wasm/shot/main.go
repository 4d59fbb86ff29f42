//go:build !js

// Command shot takes pictures of the page: of the comparison, as the README
// shows it, or of every tab at three widths in both schemes, to be looked at.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rampart/wasm/browser"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: shot FILE.png | FOLDER/")
		os.Exit(2)
	}
	if err := take(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// take starts what it needs and takes one picture, or all into a folder.
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
	if !strings.HasSuffix(path, "/") {
		return one(chromium, server.URL, path, browser.Options{Width: 1280, Height: 800, LessMotion: true})
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	return all(chromium, server.URL, path)
}

// tabs are the addresses of the page's tabs.
var tabs = []string{"compare", "timeline", "cluster", "train", "policy", "decide", "graphs"}

// all takes every tab at the widths of a phone, a laptop and a large screen.
func all(chromium *browser.Browser, url, folder string) error {
	for _, size := range [][2]int{{360, 780}, {1280, 900}, {1920, 1080}} {
		for _, dark := range []bool{false, true} {
			scheme := "light"
			if dark {
				scheme = "dark"
			}
			for _, tab := range tabs {
				path := filepath.Join(folder, fmt.Sprintf("%s-%d-%s.png", tab, size[0], scheme))
				o := browser.Options{Width: size[0], Height: size[1], Dark: dark, LessMotion: true}
				if err := one(chromium, url+"#tab="+tab, path, o); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// settle is how long a tab has to ask the engine for what it shows.
const settle = time.Second

// one opens an address, waits until its runs are done, and writes what it shows.
func one(chromium *browser.Browser, url, path string, o browser.Options) error {
	page, err := chromium.Open(url, o)
	if err != nil {
		return err
	}
	defer page.Close()
	if err := page.Wait(`document.querySelector(".digest code")`); err != nil {
		return err
	}
	time.Sleep(settle)
	return page.Screenshot(path)
}
