package canvas

import (
	"hash/adler32"
	"math/rand/v2"
	"testing"
)

// The checksum equals the standard library's for any bytes of any length.
func TestAdler(t *testing.T) {
	lots := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 1, 7, 127, 128, 129, 38432, 100001} {
		text := make([]byte, n)
		for _, fill := range []func() byte{func() byte { return 0 }, func() byte { return 255 }, func() byte { return byte(lots.Uint32()) }} {
			for i := range text {
				text[i] = fill()
			}
			if got, want := adler(text), adler32.Checksum(text); got != want {
				t.Errorf("%d bytes: %x, expected %x", n, got, want)
			}
		}
	}
}

// Colours become the table's entries, in rows of any length, in runs and without.
func TestEntries(t *testing.T) {
	lots := rand.New(rand.NewPCG(8, 9))
	table := NewPalette(someColors(100)).nearest()
	for n := range 70 {
		for _, run := range []int{1, 2, 3, 9, 40} {
			from, to := make([]uint8, 4*n), make([]uint8, n)
			for i := range n {
				if i%run == 0 || i == 0 {
					from[4*i], from[4*i+1], from[4*i+2], from[4*i+3] = byte(lots.Uint32()), byte(lots.Uint32()), byte(lots.Uint32()), 255
					continue
				}
				copy(from[4*i:4*i+4], from[4*i-4:4*i])
			}
			entries(to, from, table)
			for i, got := range to {
				if want := table[bits15(uint32(from[4*i])|uint32(from[4*i+1])<<8|uint32(from[4*i+2])<<16)]; got != want {
					t.Fatalf("%d colours in runs of %d: %d at %d, expected %d", n, run, got, i, want)
				}
			}
		}
	}
}
