package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// output is where a command writes its result: a file that appears only when
// it is whole, or a stream.
type output struct {
	stream io.Writer // nil for a file
	file   *os.File  // open beside the target until commit
	target string
}

// openOutput prepares writing to the named file, or to stdout for "" and "-".
// That it can be written is known before any work is done.
func openOutput(name string, stdout io.Writer) (*output, error) {
	if name == "" || name == "-" {
		return &output{stream: stdout}, nil
	}
	if resolved, err := filepath.EvalSymlinks(name); err == nil {
		name = resolved // replace the file, not the link to it
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return nil, fmt.Errorf("this is a folder, expected the name of a file")
		}
		f, err := os.OpenFile(name, os.O_WRONLY, 0) // a device or a pipe cannot be replaced
		if err != nil {
			return nil, plain(err)
		}
		return &output{stream: f}, nil
	}
	dir, base := filepath.Split(name)
	for i := 0; ; i++ {
		temporary := filepath.Join(dir, fmt.Sprintf(".%s.%d.%d.tmp", base, os.Getpid(), i))
		f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return &output{file: f, target: name}, nil
		}
		if !os.IsExist(err) || i == 100 {
			return nil, plain(err)
		}
	}
}

// write writes all of the result and puts a file in its place.
func (o *output) write(data []byte) error {
	if o.stream != nil {
		_, err := o.stream.Write(data)
		return plain(err)
	}
	if _, err := o.file.Write(data); err != nil {
		return plain(err)
	}
	if err := o.file.Sync(); err != nil {
		return plain(err)
	}
	if err := o.file.Close(); err != nil {
		return plain(err)
	}
	if err := os.Rename(o.file.Name(), o.target); err != nil {
		return err
	}
	o.file = nil
	return nil
}

// discard removes what was begun, unless it has been written.
func (o *output) discard() {
	if o.file != nil {
		o.file.Close()
		os.Remove(o.file.Name())
	}
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}
