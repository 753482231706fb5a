package main

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game/table"
)

// In every game, the text that people use as their names and their forces' names or type into any command, control or form
// calls nobody, links nowhere, formats nothing and reverses no line. Discord accepts everything that is sent.
func TestCheatByNamesAndTexts(t *testing.T) {
	const evil = "@everyone <@1> <@&2> [l](http://e.x) **b** ||p|| `c`\n# h\n> q\u202e\u2066\u200b\u00ad"
	acting := []string{"@everyone", "<@1>", "<@&2>", "](http", "**b**", "||p||", "`c`", "\n# h", "\n> q", "\u202e", "\u2066", "\u200b\u00ad"}
	rooms, turns := uint64(1), 4
	if os.Getenv("SOAK") == "1" {
		rooms, turns = 20, 60
	}
	for _, e := range games {
		t.Run(e.offered(ownCards{}).ID, func(t *testing.T) {
			t.Parallel()
			for seed := range rooms {
				h := &bottest.Hostile{T: t, Lot: rand.New(rand.NewPCG(seed, 53)), Values: []string{evil, strings.Repeat("\u0635*", 2000)}, Lines: []string{evil, "draw"},
					Everybody: []wire.UserID{bottest.Ann, bottest.Ben, bottest.Eve}}
				d := bottest.NewDuel(t, lang.All()[seed%2], bottest.Setup{Game: e.rules, Forms: asOffered{e}, Think: 20 * time.Millisecond,
					Name: func(wire.UserID) string { return evil }})
				h.Room = d.Room
				id := called(d)
				for range turns {
					h.Listens()
					for _, u := range h.Everybody {
						for range 4 {
							h.Does(u, id)
							d.Settle()
						}
					}
				}
				texts := 0
				for _, u := range h.Everybody {
					for _, x := range d.Wire.Delivered(u, 0) {
						if err := discord.Check(x.Message.Message); err != nil && len(x.Message.Blocks) > 0 {
							t.Errorf("seed %d, %s: %v", seed, x.What, err)
						}
						for _, text := range markdown(x.Blocks) {
							texts++
							for _, part := range acting {
								if strings.Contains(strings.ReplaceAll(text, `\`+part[:1], ""), part) {
									t.Errorf("seed %d, %s: %q acts in %q", seed, x.What, part, text)
								}
							}
						}
					}
				}
				if texts < 50 {
					t.Errorf("only %d texts were looked at", texts)
				}
			}
		})
	}
}

// called makes ann challenge ben, who accepts, and returns the match that begins, or will begin.
func called(d *bottest.Duel, options ...bottest.Option) table.ID {
	d.Slash(bottest.Ann, []string{"match", "challenge"}, append(options, bottest.Option{Name: "opponent", Value: string(bottest.Ben)})...)
	card := d.Lobby()
	d.Click(bottest.Ben, card, "accept|")
	mine := d.Newest(bottest.Ben)
	for _, x := range bottest.ControlsOf(mine.Message).Selects {
		if strings.HasPrefix(x.ID, "force|") {
			d.Click(bottest.Ben, mine, "force|", x.Options[0].Value)
		}
	}
	d.Click(bottest.Ann, d.Lobby(), "ready|")
	d.Settle()
	_, id, _ := strings.Cut(bottest.ControlsOf(card.Message).Buttons[0].ID, "|")
	d.ID = table.ID(id)
	return d.ID
}

// markdown matches a message's blocks that Discord reads as such.
func markdown(blocks []wire.Block) (out []string) {
	for _, b := range blocks {
		switch b := b.(type) {
		case wire.Text:
			out = append(out, string(b))
		case wire.Box:
			out = append(out, markdown(b.Blocks)...)
		}
	}
	return out
}
