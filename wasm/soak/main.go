//go:build !js

// Command soak trains in the page for a long time and looks once a minute at
// what the page holds and how it answers. It fails if memory grows or if the
// page is often busy.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"time"

	"rampart/wasm/browser"
)

// defaultMinutes is how long it takes unless the command line says otherwise.
const defaultMinutes = 30

func main() {
	minutes, err := arguments(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "soak: %v\nusage: soak [MINUTES]\n", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	samples, err := soak(ctx, minutes)
	line, ok := verdict(samples)
	fmt.Println(line)
	if err != nil {
		fmt.Fprintf(os.Stderr, "soak: %v\n", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// arguments reads the command line.
func arguments(args []string) (minutes int, err error) {
	switch len(args) {
	case 0:
		return defaultMinutes, nil
	case 1:
		minutes, err = strconv.Atoi(args[0])
		if err != nil || minutes < 1 || minutes > 24*60 {
			return 0, fmt.Errorf("MINUTES is %q, expected a whole number from 1 to %d", args[0], 24*60)
		}
		return minutes, nil
	}
	return 0, errors.New("too many arguments")
}

// soak trains for so many minutes, prints a line for each and returns what it
// saw, also if it was interrupted or failed.
func soak(ctx context.Context, minutes int) (samples []sample, err error) {
	server, err := browser.Serve()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	chromium, err := browser.Launch()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, chromium.Close()) }()
	page, err := chromium.Open(server.URL+"?workers=1", browser.Options{Script: watchAnswers})
	if err != nil {
		return nil, err
	}
	defer page.Close()
	if err := startTraining(page); err != nil {
		return nil, err
	}
	fmt.Println(rule)
	fmt.Println(header)
	w := &watch{ctx: ctx, page: page, start: time.Now()}
	for minute := 1; minute <= minutes; minute++ {
		s, err := w.minute(minute)
		if err != nil {
			if ctx.Err() != nil {
				err = errors.New("interrupted")
			}
			return samples, err
		}
		fmt.Println(s.line())
		samples = append(samples, s)
	}
	return samples, nil
}

// startTraining trains on the experiment that the page opens with, the paper's
// A, with a budget that no soak uses up. It presses what it finds by selectors: a
// page without a screen reader is watched, so none is feigned.
func startTraining(page *browser.Page) error {
	if err := page.Wait(`document.querySelector("#strategies")?.dataset.state === "done"`); err != nil {
		return err
	}
	if err := page.Press("#tab-train"); err != nil {
		return err
	}
	if err := page.Wait(`document.getElementById("train-totalSteps")`); err != nil {
		return err
	}
	if _, err := browser.Eval[bool](page, `(() => {
		const field = document.getElementById("train-totalSteps");
		field.value = "1000000000";
		return field.dispatchEvent(new Event("input", { bubbles: true }));
	})()`); err != nil {
		return err
	}
	if err := page.Press(".actions .train-button"); err != nil {
		return err
	}
	return page.Wait(`document.querySelector(".train")?.dataset.steps > 0`)
}
