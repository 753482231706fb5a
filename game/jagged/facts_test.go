package jagged

import (
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/facts/factstest"
)

func TestEveryFactHasItsRow(t *testing.T) { factstest.Rows(t, factKinds, 31) }

func TestStoredFacts(t *testing.T) {
	factstest.Stored(t, factKinds, ours.Decode, map[string]string{"began": `{"conf":{"printed":"1"}}`, "board-set": `{"pieces":[{"class":"lava"}]}`, "moved": "[]"})
}

func TestSecretFactsAreNotToldThemselves(t *testing.T) {
	factstest.Secrets(t, factKinds, ours.Decode, "went")
}

func TestSnapshotHoldsTheWholeState(t *testing.T) {
	factstest.Snapshot[state](t, "board.env", "model.card")
}

func TestSnapshotOfNonsense(t *testing.T) {
	for _, raw := range []string{"", "[]", `{"Began":true,"Terms":{"pieces":[{"class":"lava"}]}}`, `{"Round":"x"}`} {
		if _, err := ours.Load([]byte(raw)); err == nil {
			t.Errorf("%q was read as a state", raw)
		}
	}
	if _, err := Rules().Restore([]byte("{}"), nil); err == nil {
		t.Error("an empty snapshot was taken")
	}
}

// Options that make no sense are refused, and nothing panics.
func TestOptions(t *testing.T) {
	good := string(Defaults().Encode())
	for options, says := range map[string]string{
		good: "", `{}`: "attacker", `[]`: "options", `{"speed":1}`: "options",
		strings.Replace(good, `"human-colonies"`, `"cats"`, 1):                                  "expected human-colonies",
		strings.Replace(good, `"pv":50`, `"pv":101`, 1):                                         "expected 0 to 100",
		strings.Replace(good, `"1.07"`, `"1"`, 1):                                               "printed cards",
		strings.Replace(good, `"pv"`, `"board":"moon","pv"`, 1):                                 "expected one of crystal-forest",
		strings.Replace(good, `"pv"`, `"position":"moon","pv"`, 1):                              "no such Position",
		strings.Replace(good, `"pv"`, `"penalties":["moon"],"pv"`, 1):                           "no such Position",
		strings.Replace(good, `"pv"`, `"wounds":"many","pv"`, 1):                                "expected printed or combined",
		strings.Replace(good, `"pv"`, `"pieces":[{"name":"x","class":"lava"}],"pv"`, 1):         "expected light, heavy",
		strings.Replace(good, `"pv"`, `"pieces":[{"name":"x","class":"light"}],"pv"`, 1):        "the board",
		strings.Replace(good, `"pv"`, `"lab":{},"pv"`, 1):                                       "begin 0",
		strings.Replace(good, `"pv"`, `"lab":{"round":1,"initiative":1,"phase":"tea"},"pv"`, 1): "phase",
	} {
		_, err := decodeConfig(game.Config(options))
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q, of %.200s", err, says, options)
		}
	}
	var o Options
	for _, m := range MatchOptions {
		if err := o.Set(m.Name, "nonsense"); err == nil {
			t.Errorf("%s takes nonsense", m.Name)
		}
	}
	if err := o.Set("speed", "on"); err == nil {
		t.Error("an unknown option is set")
	}
}

func TestRefusalsNameRules(t *testing.T) { factstest.Refusals(t, refusals) }

func FuzzFact(f *testing.F) { factstest.Fuzz(f, ours.Decode) }

func FuzzOrder(f *testing.F) {
	factstest.FuzzOrders(f, Parse, "list h-a-line", "list combat-engineer/concussion-grenade", "move A1 to 3,3 via 2,2 3,2 push", "shoot A1 B1 stabilize cover with spine-spitter", "deploy 1,1 2,2", "rush A1", "counter none")
}
