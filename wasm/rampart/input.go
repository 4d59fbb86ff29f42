package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode"

	"rampart/core/strict"
)

// readInput reads a file, or standard input for "-", of at most so many bytes.
// What is too long is refused before it is read, where its length is known.
func readInput(name string, stdin io.Reader, longest int64) ([]byte, error) {
	in := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, plain(err)
		}
		defer f.Close()
		info, err := f.Stat()
		switch {
		case err != nil:
			return nil, plain(err)
		case info.IsDir():
			return nil, errors.New("this is a folder, expected a file")
		case info.Mode().IsRegular() && info.Size() > longest:
			return nil, fmt.Errorf("%d bytes are too long, expected at most %d", info.Size(), longest)
		}
		in = f
	}
	var data bytes.Buffer
	n, err := data.ReadFrom(io.LimitReader(in, longest+1))
	if err != nil {
		return nil, plain(err)
	}
	if n > longest {
		return nil, fmt.Errorf("the input is too long, expected at most %d bytes", longest)
	}
	return data.Bytes(), nil
}

// plain strips an error of the operating system of its call and path, which
// the line of the error names anyway.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// badInput reports what is wrong with an input on one line, as the contract's
// section 4 has it.
func badInput(s streams, file string, err error) int {
	line := ""
	var wrong *strict.Error
	if errors.As(err, &wrong) && wrong.Path != "" && wrong.Line > 0 && !strings.Contains(err.Error(), "line ") {
		line = fmt.Sprintf(" (line %d)", wrong.Line)
	}
	fmt.Fprintf(s.err, "rampart: %s: %s%s\n", shownName(file), oneLine(err.Error()), line)
	return exitUsage
}

// failed reports that the work failed.
func failed(s streams, file string, err error) int {
	fmt.Fprintf(s.err, "rampart: %s: %s\n", shownName(file), oneLine(err.Error()))
	return exitFailed
}

// shownName quotes a file's name if it could break the line or the terminal.
func shownName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// oneLine replaces what could break the line or the terminal.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}
