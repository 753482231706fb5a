package toy

import (
	"testing"

	"downsync/game/gametest"
)

// A Sim continues exactly like its match, including sealed bids and claims.
func TestSim(t *testing.T) {
	played := 0
	for seed := range uint64(20) {
		n, err := gametest.Ahead(secrets(), seed, Config{Rounds: 5, Colours: []string{"red", "blue", "green"}}.Encode(), 300)
		if err != nil {
			t.Fatalf("game %d: %v", seed, err)
		}
		played += n
	}
	if played < 200 {
		t.Errorf("only %d replies in 20 games", played)
	}
}
