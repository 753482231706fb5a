package main

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/ending"
	"downsync/game/table"
)

// When a player who offers a draw is replaced, or a moderator takes the offer back, the other side's answers under seal stay
// valid: that side would not be called again, and its turn would lapse. A rewind does not bring back an offer by a player who
// has left.
func TestCheatByOfferingBeforeAReplacement(t *testing.T) {
	for _, e := range games {
		t.Run(e.offered(ownCards{}).ID, func(t *testing.T) {
			ctx, id := t.Context(), table.ID("m")
			h := e.begun(t, id, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour, "react": time.Hour}})
			n := 0
			cause := func() string { n++; return fmt.Sprint("c", n) }
			rule := func(r table.Ruling) error {
				p, err := h.Public(ctx, id)
				if err == nil {
					r.Expect = table.Rulings(p.Facts)
					_, err = h.Referee(ctx, cause(), id, r)
				}
				return err
			}
			owed := func(s game.Seat) (out []string) {
				p, err := h.Private(ctx, id, s)
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range p.Asks {
					if !a.Standing {
						out = append(out, a.ID)
					}
				}
				return out
			}
			asked := func() []table.Asked {
				p, err := h.Public(ctx, id)
				if err != nil {
					t.Fatal(err)
				}
				return p.Asked
			}
			users, tried := 2, 0
			for s := game.Seat(1); n < 400 && tried < 3; s = 3 - s {
				if err := h.Shown(ctx, cause(), id); err != nil {
					t.Fatal(err)
				}
				ids := owed(s)
				if len(ids) == 0 {
					n++
					continue
				}
				if _, err := h.Lapse(ctx, cause(), id, s, ids[0]); err != nil {
					t.Fatal(err)
				}
				if len(asked()) < 2 || len(owed(1))+len(owed(2)) != 1 { // s has not answered under seal
					continue
				}
				if _, err := h.Act(ctx, cause(), id, 3-s, "", ending.Draw{}); err != nil {
					continue
				}
				tried++
				p, _ := h.Public(ctx, id)
				offered := len(p.Facts)
				before := asked()
				users++
				if err := rule(table.Ruling{What: "replace", Seat: 3 - s, Replace: table.User(fmt.Sprint("u", users))}); err != nil {
					t.Fatal(err)
				}
				if err := h.Shown(ctx, cause(), id); err != nil {
					t.Fatal(err)
				}
				if got := owed(s); len(got) > 0 {
					t.Errorf("what was answered under seal is asked again: %v", got)
				}
				if now := asked(); len(now) != len(before) || !reflect.DeepEqual(now[0].By, before[0].By) {
					t.Errorf("asked %+v, before the replacement %+v", now, before)
				}
				if err := rule(table.Ruling{What: "rewind", Before: offered + 1}); err != nil {
					t.Fatal(err)
				}
				if _, err := h.Act(ctx, cause(), id, s, "", ending.Draw{}); err != nil {
					t.Fatal(err)
				}
				if p, _ := h.Public(ctx, id); p.Result != nil {
					t.Fatal("the offer of who has left was agreed to after a rewind")
				}
				if err := rule(table.Ruling{What: "rule", Order: game.Withdrawal(s)}); err != nil {
					t.Fatal(err)
				}
			}
			if tried == 0 && e.offered(ownCards{}).ID == "syndicate" {
				t.Error("no question was answered under seal")
			}
		})
	}
}
