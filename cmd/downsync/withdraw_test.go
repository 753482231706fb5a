package main

import (
	"fmt"
	"slices"
	"testing"

	"downsync/bot"
	"downsync/game"
	"downsync/game/ending"
	"downsync/game/order"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// begun returns a hall with a match of the game in its usual settings, of u1 against u2.
func (e entry) begun(t *testing.T, id table.ID, timing table.Timing) *table.Hall {
	t.Helper()
	offered := e.offered(ownCards{})
	f := offered.In(bot.Voice{})
	settings, err := f.Settings(map[string]string{"seed": "1"})
	if err != nil {
		t.Fatal(err)
	}
	config, err := f.Config(settings, []string{f.Forces(settings, 1)[0].Value, f.Forces(settings, 2)[0].Value})
	if err != nil {
		t.Fatal(err)
	}
	h := table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{e.rules}})
	err = h.Open(t.Context(), "open", id, table.Opening{Game: offered.ID, Config: config, Users: []table.User{"u1", "u2"}, Seed: table.NewSeed(), Timing: timing,
		Entropy: []string{table.Entropy("1"), table.Entropy("2")}})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// An offer of a draw lapses when its player is replaced, in every game: nobody agrees to it in the name of the next player. A
// rewind does not bring an offer back either. The match passes its audit.
func TestCheatByAgreeingToOldOffers(t *testing.T) {
	for _, e := range games {
		t.Run(e.offered(ownCards{}).ID, func(t *testing.T) {
			ctx, id := t.Context(), table.ID("m")
			h := e.begun(t, id, table.Timing{})
			n := 0
			cause := func() string { n++; return fmt.Sprint("c", n) }
			draws := func(s game.Seat) bool { // if it may
				p, err := h.Private(ctx, id, s)
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range p.Asks {
					if a.Standing && slices.ContainsFunc(a.Menu, func(o order.Choice) bool { return o.Words == "draw" }) {
						_, err := h.Act(ctx, cause(), id, s, a.ID, ending.Draw{})
						return err == nil
					}
				}
				return false
			}
			for s := game.Seat(1); !draws(2); s = 3 - s { // once the match is set up
				p, err := h.Private(ctx, id, s)
				if err != nil || n > 200 {
					t.Fatal("the match does not come to its first turn", err)
				}
				for _, a := range p.Asks {
					if !a.Standing {
						if _, err := h.Lapse(ctx, cause(), id, s, a.ID); err != nil {
							t.Fatal(err)
						}
						break
					}
				}
				n++
			}
			replace := func(seat game.Seat, by table.User) {
				t.Helper()
				p, err := h.Public(ctx, id)
				if err == nil {
					_, err = h.Referee(ctx, cause(), id, table.Ruling{What: "replace", Seat: seat, Replace: by, Expect: table.Rulings(p.Facts)})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			over := func() bool {
				p, err := h.Public(ctx, id)
				if err != nil {
					t.Fatal(err)
				}
				return p.Result != nil
			}
			replace(1, "u3") // who has offered nothing
			replace(2, "u4")
			if !draws(1) || over() {
				t.Error("the offer of who has left was agreed to")
			}
			rewind := func(kind string) { // to before the last of them
				t.Helper()
				p, err := h.Public(ctx, id)
				if err == nil {
					before := len(p.Facts)
					for before > 0 && p.Facts[before-1].Kind() != kind {
						before--
					}
					_, err = h.Referee(ctx, cause(), id, table.Ruling{What: "rewind", Before: before, Expect: table.Rulings(p.Facts)})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			rewind(ending.DrawOffered{}.Kind())
			rewind(ending.DrawWithdrawn{}.Kind()) // when the second player's first offer stood
			if !draws(1) || over() {
				t.Error("an offer was agreed to that a rewind brought back")
			}
			if !draws(2) || !over() {
				t.Error("no draw of those who play now")
			}
			c, err := h.Carried(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			raw, err := c.Write()
			if err != nil {
				t.Fatal(err)
			}
			c, events, err := table.ReadCarried(raw)
			if err == nil {
				_, err = c.Audit(e.rules, events)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
