package downsync

import (
	"testing"

	"downsync/game/gametest"
)

// A Sim proceeds as the match does, in both modes and editions.
func TestSim(t *testing.T) {
	played := 0
	for seed := range uint64(6) {
		n, err := gametest.Ahead(twinCase(nil), seed, randomConfig(seed), 300)
		if err != nil {
			t.Fatalf("game %d: %v", seed, err)
		}
		played += n
	}
	if played < 500 {
		t.Errorf("only %d replies in 6 games", played)
	}
}
