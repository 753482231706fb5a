package terrain

import (
	"fmt"
	"testing"
)

// A generated board is generated once while it is kept, and only so many are kept. What was dropped comes back as it was.
func TestGeneratedBoardsAreKept(t *testing.T) {
	made := map[uint64]int{}
	all := Boards[string]{Random: "random", Slug: func(b string) string { return b }, Generate: func(seed uint64) string {
		made[seed]++
		return fmt.Sprint("board ", seed)
	}}
	for range 2 {
		for seed := range uint64(mostDrawn) {
			if b, ok := all.Find(fmt.Sprint("random:", seed)); !ok || b != fmt.Sprint("board ", seed) {
				t.Fatalf("seed %d: %q", seed, b)
			}
		}
	}
	if made[0] != 1 || len(all.drawn) != mostDrawn {
		t.Errorf("the first board was generated %d times, %d are kept", made[0], len(all.drawn))
	}
	for seed := range uint64(3 * mostDrawn) {
		all.Find(fmt.Sprint("random:", seed))
		if len(all.drawn) > mostDrawn {
			t.Fatalf("%d boards are kept, at most %d", len(all.drawn), mostDrawn)
		}
	}
	if b, ok := all.Find("random:0"); !ok || b != "board 0" || made[0] == 1 {
		t.Errorf("%q, generated %d times", b, made[0])
	}
}
