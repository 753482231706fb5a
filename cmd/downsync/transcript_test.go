package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/cryptotest"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/customid"
	"downsync/bot/lang"
	toyforms "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
	toyrival "downsync/game/toy/rival"
)

// compared lists the matches of a game whose deliveries are compared: the options of their challenges.
var compared = map[string][][]bottest.Option{
	"downsync": {{}, {{Name: "rules", Value: "4.2"}}, {{Name: "size", Value: "standard"}, {Name: "map", Value: "relay-seven"}},
		{{Name: "secrecy", Value: "open"}, {Name: "map", Value: "plain"}}, {{Name: "map", Value: "cutters-ridge"}}, {{Name: "map", Value: "foundry-nine"}}},
	"syndicate": {{}, {{Name: "secrecy", Value: "open"}}, {{Name: "options", Value: "mission=relay"}}},
	"jagged":    {{}, {{Name: "options", Value: "zones=deep"}}},
	"toy":       {{}, {{Name: "rounds", Value: "5"}}},
}

// The same presses always send the same messages in a match, so that a change of the program shows in what it sends. With
// TRANSCRIPTS=folder whole matches are written to the folder, and with TRANSCRIPTS_BEFORE=folder compared with those that
// another commit has written.
func TestTranscripts(t *testing.T) {
	before, after := os.Getenv("TRANSCRIPTS_BEFORE"), os.Getenv("TRANSCRIPTS")
	presses, whole := 8, before+after != ""
	if whole {
		presses = 120
	}
	all := append([]entry{{rules: toy.Rules(), offered: func(ownCards) bot.Game { return toyforms.Forms{}.Game() }, rival: toyrival.New()}}, games...)
	for _, e := range all {
		id := e.rules.Card().ID
		for n, options := range compared[id] {
			for i, l := range lang.All() {
				name := fmt.Sprintf("%s_%d_%s", id, n, l)
				if !whole && (n > 0 || i > 0) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					seed := uint64(2*n + i)
					is := transcript(t, e, l, options, seed, presses)
					if !whole {
						if line, was, now := bottest.Difference(is, transcript(t, e, l, options, seed, presses)); line > 0 {
							t.Errorf("line %d was:\n%s\nand is:\n%s", line, was, now)
						}
					}
					bottest.Same(t, before, after, name, is)
				})
			}
		}
	}
	if len(compared) != len(all) {
		t.Errorf("matches of %d games are played, of %d", len(compared), len(all))
	}
}

// transcript returns everything sent in a match of that many presses: the main buttons, controls at random, hints, and the
// match's own commands.
func transcript(t *testing.T, e entry, l lang.Language, options []bottest.Option, seed uint64, presses int) []byte {
	cryptotest.SetGlobalRandom(t, seed)
	dice := gametest.NewDice(seed)
	d := bottest.NewDuel(t, l, bottest.Setup{Game: e.rules, Forms: asOffered{e}, Dice: func(table.ID) game.Dice { return dice }})
	called(d, append([]bottest.Option{{Name: "hints", Value: "true"}}, options...)...)
	lot := rand.New(rand.NewPCG(seed, 7))
	for n := range presses {
		asked := d.Public().Asked
		if len(asked) == 0 {
			break // it has ended
		}
		user := []wire.UserID{bottest.Ann, bottest.Ben}[asked[lot.IntN(len(asked))].Seat-1]
		if n%8 == 7 {
			d.In(user, []string{"match show", "match log", "match board"}[lot.IntN(3)])
		}
		m, ok := d.Wire.Console(user)
		if !ok {
			continue
		}
		if hint, ok := bottest.ControlsOf(m.Message).Find(customid.Hint + "|"); ok && n%4 == 3 {
			d.Press(user, m, hint)
		}
		if n%3 > 0 {
			d.PressOn(user)
			continue
		}
		by := bottest.Presser{User: user, Rand: lot, Skip: func(id string) bool { return strings.Contains(id, "concede") }}
		if id, values, ok := by.Choose(m.Message); ok {
			d.Press(user, m, id, values...)
			d.Settle()
		}
	}
	return bottest.Transcript(t, d.Wire.Sent(0))
}
