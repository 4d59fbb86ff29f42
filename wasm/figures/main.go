// Command figures measures the engine on the host it runs on, and prints one
// JSON object a line. wasm/hosts runs it natively, in node and in Chromium.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"rampart/wasm/bench"
)

func main() {
	for _, measure := range []func(func()) []bench.Row{bench.Engine, bench.Training, bench.Kernels} {
		for _, row := range measure(nil) {
			line, err := json.Marshal(row)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			fmt.Println(string(line))
		}
	}
}
