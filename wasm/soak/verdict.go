//go:build !js

package main

import (
	"fmt"
	"slices"
	"strings"
)

// What a soak must keep to. Memory is compared with that at warmMinute, or in
// the middle of a soak shorter than twice that.
const (
	warmMinute  = 5
	maxGrowth   = 10.0 // per cent
	busyMinutes = 10   // one of so many may have tasks over 50 ms
)

var rule = fmt.Sprintf("The rule: from minute %d to the end, neither the memory of the page and its workers (wasm and JavaScript heaps) nor the\n"+
	"resident set of the renderer may grow by more than %.0f %%; tasks over 50 ms may occur in at most 1 of %d minutes, the first\n"+
	"half minute apart. Memory in MB after a garbage collection, whose own tasks are left out; click: to the painted answer, ms;\n"+
	"page s: processor time of its thread; load: of the machine.", warmMinute, maxGrowth, busyMinutes)

// header stands above the lines of samples.
const header = "minute      steps  iteration | wasm: page workers | heaps: page workers | resident |  nodes listeners | long tasks longest ms | click median  worst | page s |  load"

// line writes a sample below header.
func (s *sample) line() string {
	var wasm, heaps [2]float64
	for i, r := range s.memory.Realms {
		wasm[min(i, 1)] += r.Wasm / 1e6
		heaps[min(i, 1)] += r.Heap / 1e6
	}
	longest, median, worst := 0.0, 0.0, 0.0
	if len(s.tasks) > 0 {
		longest = slices.Max(s.tasks)
	}
	if n := len(s.answers); n > 0 {
		sorted := slices.Sorted(slices.Values(s.answers))
		median, worst = sorted[n/2], sorted[n-1]
	}
	return fmt.Sprintf("%6d %10d %10d | %10.1f %7.1f | %11.1f %7.1f | %8.1f | %6d %9d | %10d %10.0f | %12.0f %6.0f | %6.2f | %5s", s.minute, s.steps, s.iteration,
		wasm[0], wasm[1], heaps[0], heaps[1], s.memory.Resident/1e6, s.memory.Nodes, s.memory.Listeners, len(s.tasks), longest, median, worst, s.busy, s.load)
}

// growth returns by how many per cent b is more than a.
func growth(a, b float64) float64 {
	if a <= 0 {
		return 0
	}
	return 100 * (b - a) / a
}

// verdict says in a line what a soak has come to, and whether it kept to the
// rule.
func verdict(samples []sample) (line string, ok bool) {
	n := len(samples)
	if n == 0 {
		return "soak: FAILED: nothing was seen", false
	}
	warm, last := &samples[min(warmMinute, (n+1)/2)-1], &samples[n-1]
	memory, resident := growth(warm.memory.Total(), last.memory.Total()), growth(warm.memory.Resident, last.memory.Resident)
	busy, tasks, longest := 0, 0, 0.0
	for _, s := range samples {
		if len(s.tasks) == 0 {
			continue
		}
		busy++
		tasks += len(s.tasks)
		longest = max(longest, slices.Max(s.tasks))
	}
	var faults []string
	if memory > maxGrowth || resident > maxGrowth {
		faults = append(faults, "memory grows")
	}
	if busy*busyMinutes > n {
		faults = append(faults, "the page is busy too often")
	}
	word := "ok"
	if len(faults) > 0 {
		word = "FAILED: " + strings.Join(faults, ", ")
	}
	line = fmt.Sprintf("soak: %s; %d minutes, %d steps; memory %.1f MB at minute %d, %.1f MB at the end: %+.1f %%; resident %.1f and %.1f MB: %+.1f %%; "+
		"tasks over 50 ms in %d of %d minutes, %d in all, the longest %.0f ms", word, n, last.steps,
		warm.memory.Total()/1e6, warm.minute, last.memory.Total()/1e6, memory, warm.memory.Resident/1e6, last.memory.Resident/1e6, resident,
		busy, n, tasks, longest)
	return line, len(faults) == 0
}
