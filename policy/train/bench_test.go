package train

import "testing"

// BenchmarkResume is what a page waits for before a training goes on: the
// episodes in work are played again.
func BenchmarkResume(b *testing.B) {
	se := start(b, `{"evaluateEvery": 1000}`, 1)
	iterate(b, se, 3)
	file, err := se.Save()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("save", func(b *testing.B) {
		for b.Loop() {
			if _, err := se.Save(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("resume", func(b *testing.B) {
		for b.Loop() {
			if _, err := Resume(file, 1, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
