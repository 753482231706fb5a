package downsync

import (
	"testing"

	"downsync/game/facts/factstest"
)

func TestEveryFactHasItsRow(t *testing.T) { factstest.Rows(t, factKinds, 25) }

func TestStoredFacts(t *testing.T) {
	factstest.Stored(t, factKinds, ours.Decode, map[string]string{"set-up": `{"conf":{"printed":"B9"}}`})
}

func TestSecretFactsAreNotToldThemselves(t *testing.T) {
	factstest.Secrets(t, factKinds, ours.Decode, "counter-ordered", "end-planned", "intended")
}

func TestSnapshotHoldsTheWholeState(t *testing.T) {
	factstest.Snapshot[state](t, "state.env", "state.folds", "state.ownPieces", "state.ownRiders", "piece.unit", "piece.folds")
}

func TestRefusalsNameRules(t *testing.T) { factstest.Refusals(t, refusals) }

func FuzzFact(f *testing.F) { factstest.Fuzz(f, ours.Decode) }

func FuzzOrder(f *testing.F) {
	factstest.FuzzOrders(f, Parse, "move A2 to 12.5,30 via 10,28", "act forward-observe A6 heavy-artillery at 1,2 targets B1 B2", "deploy A1 at 1,1 3,1 5,1", "boost 1,3", "join A4 ambush", "plan A3 hold", "pay cp", "move a1 to 99999999999,0", "reveal B1 as virago by A3.1")
}
