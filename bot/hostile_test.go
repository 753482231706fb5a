package bot_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// A user who presses controls that others were sent, or makes up a press, changes nothing in their place and sees
// nothing of theirs. A stranger changes nothing in a match, and nobody wins or loses because of one.
func TestCheatByPressingAllThatWasSent(t *testing.T) {
	matches, turns := 4, 20
	if os.Getenv("SOAK") == "1" {
		matches, turns = 200, 60
	}
	for seed := range matches {
		h := &bottest.Hostile{T: t, Lot: rand.New(rand.NewPCG(uint64(seed), 29)), Values: []string{"blue"}, Everybody: []wire.UserID{ann, ben, eve, judge},
			Lines: []string{"bid 1", "bid 3", "done", "undo", "claim", "leave", "note red"}}
		p := party.PlainAs(t, func(s *bottest.Setup) { s.Dice, s.Hall = nil, h.Over })
		h.Room = p.Room
		p.May[ben] = wire.ManageServer
		id := p.Begin(party.Opt("clock", "slow"))
		state := func() (s string) {
			for seat := game.Seat(1); seat <= 2; seat++ {
				p, err := p.Hall.Private(ctx, id, seat)
				if err != nil {
					t.Fatal(err)
				}
				s += fmt.Sprint(len(p.Facts), p.Asks, p.Clocks, p.Result, p.Meta.Users, p.CanUndo, "\n")
			}
			return s
		}
		for range turns {
			h.Listens()
			for range 4 {
				before := state()
				what := h.Does(eve, id)
				if p.Settle(); state() != before {
					t.Fatalf("seed %d: %s\n%s\n%s", seed, what, before, state())
				}
			}
			what := h.Does(ben, id)
			p.Settle()
			now := p.PublicOf(id)
			if now.Result != nil {
				if now.Result.Rank[0] > now.Result.Rank[1] {
					t.Fatalf("seed %d: %s and wins: %+v", seed, what, now.Result)
				}
				break
			}
			if i := slices.IndexFunc(now.Asked, func(a table.Asked) bool { return a.Seat == 1 }); i >= 0 {
				p.Slash(ann, []string{"order"}, party.Opt("line", []string{"bid 2", "done", "pass", "leave"}[h.Lot.IntN(4)]), party.In(string(id)))
				p.Settle()
			}
		}
	}
}
