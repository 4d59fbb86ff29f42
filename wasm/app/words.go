//go:build js && wasm

package app

import (
	"syscall/js"

	"rampart/ui/words"
)

// explain lets public/words.js ask for what the glossary says of a term, by the
// key of its entry: the term, a note or "", and the source.
func explain() {
	entries := map[string]*words.Entry{}
	for _, g := range words.Groups {
		for i := range g.Entries {
			entries[g.Entries[i].Key()] = &g.Entries[i]
		}
	}
	js.Global().Get("rampart").Set("word", js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := entries[args[0].String()]
		if e == nil {
			return nil
		}
		return []any{e.Term, e.Note, e.Source}
	}))
}
