package maps

import (
	"crypto/sha256"
	"fmt"
	"os"
	"testing"
)

// Every generated board obeys the stated rules, and they differ.
func TestGenerate(t *testing.T) {
	seeds := uint64(300)
	if os.Getenv("SOAK") != "" {
		seeds = 20000
	}
	densities, seen := map[Density]int{}, map[string]bool{}
	for seed := range seeds {
		m := Generate(seed)
		if err := check(m); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := fair(m); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if n := len(m.Buildings); n < 4 || n > 8 {
			t.Errorf("seed %d: %d buildings", seed, n)
		}
		if n := len(m.Areas); n < 6 || n > 12 {
			t.Errorf("seed %d: %d pieces of area terrain", seed, n)
		}
		densities[m.Density]++
		seen[string(encode(Map{Areas: m.Areas, Buildings: m.Buildings}))] = true
	}
	if len(seen) != int(seeds) {
		t.Errorf("%d boards of %d seeds", len(seen), seeds)
	}
	if densities[open] == 0 || densities[medium] == 0 {
		t.Errorf("densities: %v", densities)
	}
}

// A seed means the same board for ever, because matches and scripts name it. Only its description may be reworded.
func TestGenerateKeeps(t *testing.T) {
	for seed, want := range map[uint64]string{
		0:                    "8ec8cfa7e9c2b3cd",
		1:                    "7bc42c0bed175468",
		7:                    "e6c03b33453fbc77",
		18446744073709551615: "3a24b4056ff9bcfd",
	} {
		m := Generate(seed)
		m.About = ""
		if got := fmt.Sprintf("%x", sha256.Sum256(encode(m)))[:16]; got != want {
			t.Errorf("seed %d is another board than it was: %s, not %s", seed, got, want)
		}
	}
}
