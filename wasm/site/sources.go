package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// readPublic returns the files under dir by their slash-separated path in it.
func readPublic(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	return files, err
}

// wasmExec returns the Go distribution's glue between JavaScript and wasm; it
// must come from the toolchain that builds the wasm.
func wasmExec() ([]byte, error) {
	root, err := goOutput("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
}

// vuguHelper returns the script that vugu's DOM renderer evaluates at start,
// taken from the module that go.mod pins. Served as a file, the page needs no
// 'unsafe-eval' in its policy.
func vuguHelper() ([]byte, error) {
	dir, err := goOutput("list", "-m", "-f", "{{.Dir}}", "github.com/vugu/vugu")
	if err != nil {
		return nil, err
	}
	if dir == "" {
		if _, err := goOutput("mod", "download", "github.com/vugu/vugu"); err != nil {
			return nil, err
		}
		if dir, err = goOutput("list", "-m", "-f", "{{.Dir}}", "github.com/vugu/vugu"); err != nil {
			return nil, err
		}
	}
	source, err := os.ReadFile(filepath.Join(dir, "domrender", "renderer-js-script.go"))
	if err != nil {
		return nil, err
	}
	script, err := stringConstant(source, "jsHelperScript")
	return []byte(script), err
}

// stringConstant returns the value of a string constant in Go source.
func stringConstant(source []byte, name string) (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "source.go", source, 0)
	if err != nil {
		return "", err
	}
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, spec := range gen.Specs {
			value := spec.(*ast.ValueSpec)
			if len(value.Names) != 1 || value.Names[0].Name != name || len(value.Values) != 1 {
				continue
			}
			lit, ok := value.Values[0].(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return "", fmt.Errorf("constant %s is not one string literal", name)
			}
			return strconv.Unquote(lit.Value)
		}
	}
	return "", fmt.Errorf("no constant %s", name)
}

// goOutput runs the go command and returns what it prints.
func goOutput(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return "", fmt.Errorf("go %s: %s", strings.Join(args, " "), strings.TrimSpace(string(exit.Stderr)))
		}
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
