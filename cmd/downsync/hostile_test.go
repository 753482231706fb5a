package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
)

// In no game can a user who presses the controls of others, or invents some, act in their place or see anything of theirs; a
// stranger changes nothing in a match.
func TestCheatByPressingAllThatWasSentInAnyGame(t *testing.T) {
	matches, turns := 1, 3
	if os.Getenv("SOAK") == "1" {
		matches, turns = 10, 40
	}
	for _, e := range games {
		t.Run(e.offered(ownCards{}).ID, func(t *testing.T) {
			for seed := range matches {
				h := &bottest.Hostile{T: t, Lot: rand.New(rand.NewPCG(uint64(seed), 41)), Values: []string{"x"}, Lines: []string{"undo", "concede", "draw"},
					Everybody: []wire.UserID{bottest.Ann, bottest.Ben, bottest.Eve, "judge"}}
				d := bottest.NewDuel(t, lang.English, bottest.Setup{Game: e.rules, Forms: asOffered{e}, Think: 20 * time.Millisecond, Hall: h.Over})
				h.Room = d.Room
				d.May[bottest.Ben] = wire.ManageServer
				called(d)
				state := func() (s string) {
					for seat := game.Seat(1); seat <= 2; seat++ {
						p, err := d.Hall.Private(t.Context(), d.ID, seat)
						if err != nil {
							t.Fatal(err)
						}
						s += fmt.Sprint(len(p.Facts), p.Clocks, p.Meta.Users, p.CanUndo, "\n")
						for _, a := range p.Asks {
							s += fmt.Sprint(a.ID, a.By)
							for _, c := range a.Menu {
								h.Learns(c.Words)
							}
						}
					}
					return s
				}
				honest := bottest.Presser{User: bottest.Ann, Rand: h.Lot, Skip: func(id string) bool { return strings.Contains(id, "concede") }}
				for range turns {
					h.Listens()
					for range 4 {
						before := state()
						what := h.Does(bottest.Eve, d.ID)
						if d.Settle(); state() != before {
							t.Fatalf("seed %d: %s\n%s\n%s", seed, what, before, state())
						}
					}
					h.Does(bottest.Ben, d.ID)
					d.Settle()
					for range 3 {
						for _, u := range []wire.UserID{bottest.Ann, bottest.Ben} {
							honest.User = u
							if m, ok := d.Wire.Console(u); ok {
								if id, values, ok := honest.Choose(m.Message); ok {
									if strings.HasPrefix(id, wire.ControlSubmit+"|"+string(d.ID)+"|") && d.Control(u, id).Draft != "concede" || strings.HasPrefix(id, wire.ControlChoose+"|"+string(d.ID)+"|") {
										d.Press(u, m, id, values...)
										d.Settle()
									}
								}
							}
						}
					}
					if p, err := d.Hall.Public(t.Context(), d.ID); err != nil || p.Result != nil {
						break
					}
				}
				if i := strings.Index(d.Log.String(), "level=ERROR"); i >= 0 {
					t.Errorf("seed %d: %s", seed, d.Log.String()[i:min(d.Log.Len(), i+300)])
				}
			}
		})
	}
}

type asOffered struct{ e entry }

func (o asOffered) Game() bot.Game {
	g := o.e.offered(ownCards{})
	g.Rival = o.e.rival
	return g
}
