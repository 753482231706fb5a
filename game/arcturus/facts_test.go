package arcturus

import (
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/facts/factstest"
)

func TestEveryFactHasItsRow(t *testing.T) { factstest.Rows(t, factKinds, 40) }

func TestStoredFacts(t *testing.T) {
	factstest.Stored(t, factKinds, ours.Decode, map[string]string{"began": `{"seats":4,"terms":{"printed":"1"}}`, "sold": "[]"})
}

func TestSecretFactsAreNotToldThemselves(t *testing.T) {
	factstest.Secrets(t, factKinds, ours.Decode, "decided", "lab")
}

func TestSnapshotHoldsTheWholeState(t *testing.T) { factstest.Snapshot[state](t) }

func TestSnapshotOfNonsense(t *testing.T) {
	for _, raw := range []string{"", "[]", `{"Round":"x"}`} {
		if _, err := ours.Load([]byte(raw)); err == nil {
			t.Errorf("%q was read as a state", raw)
		}
	}
}

// Options that make no sense are refused, and two players without their option (S1).
func TestS1_Options(t *testing.T) {
	good := string(Defaults().Encode())
	for options, says := range map[string]string{
		good: "", `{}`: "printed cards", `[]`: "options", `{"speed":1}`: "options",
		strings.Replace(good, `}`, `,"traps":"many"}`, 1):       "expected orders or ask",
		strings.Replace(good, `}`, `,"leaver":"stay"}`, 1):      "expected program or remove",
		strings.Replace(good, `}`, `,"lab":{"round":0}}`, 1):    "a lab",
		strings.Replace(good, `}`, `,"two_players":true}`, 1):   "",
		strings.Replace(good, `}`, `,"fortify_with":"x"}`, 1):   "expected crew or influence",
		strings.Replace(good, `"0.2"`, `"0.2","extra":true`, 1): "options",
	} {
		_, err := decodeConfig(game.Config(options), 4)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q, of %s", err, says, options)
		}
	}
	two := Defaults()
	if _, err := decodeConfig(two.Encode(), 2); err == nil {
		t.Error("two may play without the option")
	}
	two.TwoPlayers = true
	if _, err := decodeConfig(two.Encode(), 2); err != nil {
		t.Error(err)
	}
	var o Options
	for _, m := range MatchOptions {
		if err := o.Set(m.Name, "nonsense"); err == nil {
			t.Errorf("%s takes nonsense", m.Name)
		}
	}
}

func TestRefusalsNameRules(t *testing.T) { factstest.Refusals(t, refusals) }

func FuzzFact(f *testing.F) { factstest.Fuzz(f, ours.Decode) }

func FuzzOrder(f *testing.F) {
	factstest.FuzzOrders(f, Parse, "mission goshen-1 coop hands tile middle-6 plain", "lay tip-off against 2 3 when big", "offer 2 give 3c tip-off want card exo-tile", "take bribe spring unpaid koss lose tip-off", "sell tip-off for c c", "flip koss goshen", "assault koss with 2")
}
