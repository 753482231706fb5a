package downsync

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/game/gametest"
	"downsync/game/order"
	"downsync/game/table"
)

// Random twins: a match of random presses is played again twice by orders, once unchanged and once with added private acts of
// ann's. The others must not notice these.

// numbered are dice that depend only on their stream and number.
type numbered uint64

func (d numbered) Roll(stream game.Seat, number, sides int) (int, error) {
	return rand.New(rand.NewPCG(uint64(d), uint64(stream)<<32|uint64(number))).IntN(sides) + 1, nil
}

// scribe is a hall that records who ordered what.
type scribe struct {
	bot.Hall
	acts *[]twins.Act
}

// halting is a hall that plays only the first of several replies.
type halting struct{ bot.Player }

func (halting) Act(context.Context, string, table.ID, game.Seat, string, game.Reply, ...game.Reply) (table.Outcome, error) {
	return table.Outcome{}, &table.Halted{Done: 1, All: 3, Why: &game.Refusal{Code: "not-now"}}
}

// The scribe records the orders of an unfinished act that were played. Otherwise its match could not be played again.
func TestScribeOfHaltedActs(t *testing.T) {
	var acts []twins.Act
	s := scribe{bot.Hall{Player: halting{}}, &acts}
	if _, err := s.Act(t.Context(), "press", "twin", 1, "", rules.Done{What: "A1"}, rules.Done{What: "A2"}, rules.Done{What: "A3"}); err == nil {
		t.Error("no error for the player")
	}
	if len(acts) != 1 || acts[0].String() != "ann> done A1" {
		t.Errorf("written down: %v", acts)
	}
}

var seated = map[game.Seat]string{1: "ann", 2: "ben"}

func (h scribe) Act(ctx context.Context, cause string, id table.ID, seat game.Seat, ask string, r game.Reply, then ...game.Reply) (table.Outcome, error) {
	out, err := h.Hall.Act(ctx, cause, id, seat, ask, r, then...)
	played := append([]game.Reply{r}, then...)
	var halted *table.Halted
	switch {
	case errors.As(err, &halted): // only the first ones were played
		played = played[:halted.Done]
	case err != nil || out.Repeat:
		played = nil
	}
	for _, r := range played {
		*h.acts = append(*h.acts, twins.Act{Who: seated[seat], Order: r.Order()})
	}
	return out, err
}

// randomWorld returns a match whose dice depend on the seed.
func randomWorld(seed uint64, c rules.Config) twins.World {
	return worlds.Downsync.World(c.Encode(), func() game.Dice { return numbered(seed) })
}

// pressed plays that many random presses of a match and returns the orders.
func pressed(t *testing.T, seed uint64, c rules.Config, presses int) (acts []twins.Act) {
	t.Helper()
	s := &sitting{t: t, Room: twins.Open(t, randomWorld(seed, c), bottest.Setup{Forms: Forms{brush: blank{}},
		Hall: func(h bot.Hall) bot.Hall { return bot.HallOf(scribe{h, &acts}) }}, nil).Room}
	r := rand.New(rand.NewPCG(seed, 3))
	for range presses {
		acted := false
		for _, user := range []wire.UserID{ann, ben} {
			m := s.console(user)
			skip := func(id string) bool { // controls that end the match, or undo a recorded order
				c := s.Control(user, id)
				return c.Draft == "concede" || c.Draft == "draw" || c.Kind == bot.UndoControl(table.Private{}).Kind
			}
			if id, values, ok := (bottest.Presser{User: user, Rand: r, Skip: skip}).Choose(m.Message); asking(m) && ok {
				if a := s.Press(user, m, id, values...); a.Form == nil {
					acted = true
					break
				}
			}
		}
		s.Settle()
		if !acted {
			acts = append(acts, twins.Act{Wait: 15 * time.Second})
			s.Pass(15 * time.Second)
		}
	}
	return acts
}

// strewn inserts acts of ann's that change nothing for the others.
func strewn(acts []twins.Act, r *rand.Rand) (out []twins.Act) {
	looks := []string{twins.Show, twins.Know, twins.Complete, twins.Wrong, twins.Settings}
	for _, a := range acts {
		if r.IntN(3) == 0 {
			out = append(out, twins.Act{Who: "ann", Look: looks[r.IntN(len(looks))]})
		}
		out = append(out, a)
	}
	return out
}

// SOAK=1 plays many, and longer ones.
func TestRandomTwinsOnTheWire(t *testing.T) {
	games, presses := uint64(2), 60
	if os.Getenv("SOAK") != "" {
		games, presses = 60, 500
	}
	for seed := range games {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := starters(t)
			c.Map, c.Salts = maps.Plain, [2]string{"ann's", "ben's"}
			c.Secrecy = []string{rules.Veiled, rules.Open}[seed%2]
			acts := pressed(t, seed, c, presses)
			if len(acts) < presses/4 {
				t.Fatalf("only %d acts", len(acts))
			}
			play := func(acts []twins.Act) map[wire.UserID]string {
				s := twins.Open(t, randomWorld(seed, c), bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
				s.Do(acts...)
				return s.Others()
			}
			twins.Alike(t, play(acts), play(strewn(acts, rand.New(rand.NewPCG(seed, 4)))))
		})
	}
}

// randomOrder returns random orders of a menu.
func randomOrder(seed uint64) func(game.View, game.Ask) string {
	d := gametest.NewDice(seed)
	guess := func(d *gametest.Dice, _ game.View, _ game.Ask, _ string, _ order.Slot) string {
		return fmt.Sprintf("%d,%d", 1+d.N(36), 1+d.N(36))
	}
	return func(v game.View, a game.Ask) string { return gametest.Line(d, v, a, guess) }
}

// Every asked player has a console, whatever answer they begin there. SOAK=1 plays many matches.
func TestCheatByLeavingNoConsoleAnywhere(t *testing.T) {
	games, steps := uint64(1), 40
	if os.Getenv("SOAK") != "" {
		games, steps = 100, 120
	}
	for seed := range games {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := starters(t)
			c.Secrecy, c.Rules = []string{rules.Open, rules.Veiled}[seed%2], rules.Editions[seed/2%2]
			t.Log(twins.Consoles{World: randomWorld(seed, c), Forms: Forms{brush: blank{}}, Order: randomOrder(seed), Seed: seed, Steps: steps, Depth: 1}.Draw(t), "consoles")
		})
	}
}
