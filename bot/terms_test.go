package bot_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
)

// A match is played by the clock that was chosen, with the times and the pace that were.
func TestTermsOfAMatch(t *testing.T) {
	live := map[string]time.Duration{"turn": 10 * time.Minute, "react": time.Minute}
	for name, c := range map[string]struct {
		options []bottest.Option
		clocks  map[string]time.Duration
		strict  time.Duration
		says    string
	}{
		"as it is":      {nil, live, 0, "live"},
		"natural":       {[]bottest.Option{opt("pace", "natural")}, live, 0, "live"},
		"strict":        {[]bottest.Option{opt("pace", "strict")}, live, time.Minute, "live strict"},
		"own times":     {[]bottest.Option{opt("turn_time", "1h")}, map[string]time.Duration{"turn": time.Hour, "react": time.Minute}, 0, "live (1 hour / 1 minute)"},
		"own reactions": {[]bottest.Option{opt("reaction_time", "5m")}, map[string]time.Duration{"turn": 10 * time.Minute, "react": 5 * time.Minute}, 0, "live (10 minutes / 5 minutes)"},
	} {
		p := &party{t: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: toyForms{}, Dice: func(table.ID) game.Dice { return gametest.NewDice(1) },
			Timings: map[string]table.Timing{"live": {Clocks: maps.Clone(live), Strict: time.Minute}}, Default: "live"})}
		p.Slash(ann, challenge, append(c.options, challengeTo(eve))...)
		if list := text(p.Slash(eve, []string{"match", "list"})); !strings.Contains(list, "a plain game · "+c.says+"\n") {
			t.Errorf("%s: %q is not listed in\n%s", name, c.says, list)
		}
		id := p.begin(c.options...)
		m, err := p.Hall.Meta(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Timing; !maps.Equal(got.Clocks, c.clocks) || got.Strict != c.strict {
			t.Errorf("%s: %v and %v; expected %v and %v", name, got.Clocks, got.Strict, c.clocks, c.strict)
		}
	}
}
