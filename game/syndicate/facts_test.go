package syndicate

import (
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/facts/factstest"
	"downsync/game/syndicate/cards"
)

func TestEveryFactHasItsRow(t *testing.T) { factstest.Rows(t, factKinds, 25) }

func TestStoredFacts(t *testing.T) {
	factstest.Stored(t, factKinds, ours.Decode, map[string]string{"began": `{"conf":{"printed":"1"}}`, "moved": "[]", "drew-told": "{}"})
}

func TestSecretFactsAreNotToldThemselves(t *testing.T) {
	factstest.Secrets(t, factKinds, ours.Decode, "stayed", "went")
}

func TestSnapshotHoldsTheWholeState(t *testing.T) {
	factstest.Snapshot[state](t, "board.env", "state.Lists", "state.Habits")
}

func TestSnapshotOfNonsense(t *testing.T) {
	for _, raw := range []string{"", "[]", `{"Began":true}`, `{"Began":true,"Terms":{"size":"small","map":"nowhere"}}`, `{"Round":"x"}`} {
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
	good := string(randomConfig(3))
	for options, says := range map[string]string{
		good: "", `{}`: "size", `[]`: "options", `{"speed":1}`: "options",
		strings.Replace(good, `"small"`, `"tiny"`, 1):                  "expected small or standard",
		strings.Replace(good, `"max_rounds":12`, `"max_rounds":-1`, 1): "expected 0 (no limit)",
		strings.Replace(good, `"ties":"losses"`, `"ties":"both"`, 1):   "losses or nobody",
		strings.Replace(good, `"relay-court"`, `"moon"`, 1):            "expected one of",
		strings.Replace(good, `"2095-1"`, `"1"`, 1):                    "printed cards",
		strings.Replace(good, `"dash":4`, `"dash":3`, 1):               "cards in the deck",
		strings.Replace(good, `"squads"`, `"lab":{},"squads"`, 1):      "begin 0",
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

// R-V4: as printed is the large battlefield, elimination and no limit of rounds; nothing else differs from a usual match.
func TestR_V4(t *testing.T) {
	c := AsPrinted()
	if c.Edge() != 24 || !c.AsPrinted() || Defaults().AsPrinted() || strings.Join(c.Changed(), ", ") != "mission elimination, max_rounds 0" {
		t.Errorf("%d spaces, %v", c.Edge(), c.Changed())
	}
	if err := c.CheckSettings(); err != nil {
		t.Error(err)
	}
	for _, m := range Missions() {
		if c := DefaultsFor(m); c.MissionName() != m || c.MaxRounds != map[string]int{Elimination: 30, Extract: 15, Relay: 12, Uplink: 12}[m] ||
			c.scoresFrom() != map[string]int{Extract: 3, Relay: 4, Uplink: 4}[m] || c.CheckSettings() != nil {
			t.Errorf("%s: %s, %d rounds, scores from %d", m, c.MissionName(), c.MaxRounds, c.scoresFrom())
		}
	}
}

// A match keeps the options that it began with: if they say nothing about ties, nobody scores in one (R-V3).
func TestOlderOptionsSettleNoTies(t *testing.T) {
	now := Defaults()
	now.Squads = [2]cards.Squad{cards.Starters()[0].Squad, cards.Starters()[1].Squad}
	for old, settles := range map[string]bool{"": true, `"ties":"losses",`: false} {
		c, err := decodeConfig(game.Config(strings.Replace(string(now.Encode()), old, "", 1)))
		if err != nil || c.CountsLosses() != settles {
			t.Errorf("without %q: ties %q, %v", old, c.Ties, err)
		}
		if changed := slices.Contains(c.Changed(), "ties nobody"); changed == settles {
			t.Errorf("without %q the options are listed as %v", old, c.Changed())
		}
	}
}

func TestRefusalsNameRules(t *testing.T) { factstest.Refusals(t, refusals) }

func FuzzFact(f *testing.F) { factstest.Fuzz(f, ours.Decode) }

func FuzzOrder(f *testing.F) {
	factstest.FuzzOrders(f, Parse, "commit none mode acc", "move A1 to 3,3 via 2,2 3,2", "attack by A1 B mark", "use on", "deploy 1,1 2,2", "push to 99,1", "lose marked")
}
