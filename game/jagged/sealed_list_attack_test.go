package jagged

import (
	"fmt"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// When a moderator answers for a side by the default, this does not reveal whether the side had brought a list under seal: no turn
// counts as missed, because everybody would see that at once. The match passes its audit.
func TestCheatByAnsweringAList(t *testing.T) {
	var told [2]string
	for n, listed := range []bool{false, true} {
		h := table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{Rules()}})
		timing := table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Misses: 3}
		if err := h.Open(t.Context(), "open", "m", table.Opening{Game: "jagged", Config: Defaults().Encode(), Users: []table.User{"ann", "ben"}, Timing: timing}); err != nil {
			t.Fatal(err)
		}
		asked := func(seat game.Seat) table.OpenAsk {
			p, err := h.Private(t.Context(), "m", seat)
			if err != nil {
				t.Fatal(err)
			}
			return p.Asks[0]
		}
		answer := func(seat game.Seat) {
			a := asked(seat)
			if _, err := h.Act(t.Context(), fmt.Sprint(seat, a.ID), "m", seat, a.ID, a.Default); err != nil {
				t.Fatal(err)
			}
		}
		if listed {
			answer(1)
		}
		_, err := h.Referee(t.Context(), "mod", "m", table.Ruling{What: "answer", Seat: 1, Lapse: 1})
		p, perr := h.Public(t.Context(), "m")
		if err != nil || perr != nil {
			t.Fatal(err, perr)
		}
		told[n] = fmt.Sprintf("%+v %+v %d facts", p.Clocks, p.Asked, len(p.Facts))
		if _, err := h.Audit(t.Context(), "m"); err != nil {
			t.Error(err)
		}
	}
	if told[0] != told[1] {
		t.Errorf("without a list\n%s\nwith one\n%s", told[0], told[1])
	}
}

// Every answer restores the whole time. A side that repeats which questions it skips, or that it holds back, soon has no order left
// except to play.
func TestCheatByTalkingForEver(t *testing.T) {
	for _, phase := range []Phase{Reinforce, Moving, Shooting, Rushing} {
		m := lab(t, "spire-yard", Lab{Round: 2, Phase: phase, Initiative: 1, Flares: [2]int{3, 2}, Kept: [2]int{60, 60}, Models: []LabModel{
			{Label: "A1", Unit: "colonist-rifleman", At: at(26000, 12000)}, {Label: "B1", Unit: "rootblade-initiate", At: at(26000, 5000)}}})
		dice, said := gametest.NewDice(1), 0
		for more := true; more; {
			more = false
			for _, line := range []string{"skip far-rushes", "ask far-rushes", "skip reinforcements", "ask reinforcements", "hold on"} {
				asks := m.Open(1)
				if len(asks) == 0 || asks[0].Standing {
					break
				}
				r, err := Parse(line)
				if err != nil {
					t.Fatal(err)
				}
				if step, err := m.Answer(1, asks[0].ID, r, dice); err == nil {
					m.Apply(step)
					said, more = said+1, true
				}
			}
			if said > 10 {
				t.Fatalf("%s: it goes on and on", phase)
			}
		}
		if said == 0 {
			t.Errorf("%s: nothing could be said", phase)
		}
	}
}

// alike is dice that always show the same face.
type alike int

func (d alike) Roll(game.Seat, int, int) (int, error) { return int(d), nil }

// The answer to Seer's Insight is final. If a side could take it back while nobody else is asked next, it would learn that the
// attacker's other model shoots no more, because it was ordered to shoot automatically, and could then answer otherwise. Battles
// under rulings 0 continue as before.
func TestCheatByTakingInsightBack(t *testing.T) {
	for rulings := range NewestRulings + 1 {
		for _, line := range []string{"shoot A1 B1", "shoot best"} {
			c := Defaults()
			c.Rulings, c.Board, c.Wounds = rulings, boards.Open, ""
			c.Lab = &Lab{Round: 2, Phase: Shooting, Initiative: 1, Flares: [2]int{3, 2}, Models: []LabModel{
				{Label: "A1", Unit: "colonist-rifleman", At: at(20000, 20000)}, {Label: "A2", Unit: "heavy-android", At: at(44000, 4000)},
				{Label: "B1", Unit: "elder-seer-commander", At: at(20000, 32000)}, {Label: "B2", Unit: "crystal-sniper", At: at(44000, 34000)},
				{Label: "B3", Unit: "sand-golem", At: at(44000, 13000)}}}
			m, step, err := Rules().Start(2, c.Encode(), alike(70))
			if err != nil {
				t.Fatal(err)
			}
			m.Apply(step)
			for n, line := range []string{line, "insight no"} {
				seat := game.Seat(n + 1)
				r, err := Parse(line)
				if err != nil {
					t.Fatal(err)
				}
				if step, err = m.Answer(seat, m.Open(seat)[0].ID, r, alike(70)); err != nil {
					t.Fatal(err)
				}
				m.Apply(step)
			}
			if can := m.CanUndo(2); can != (rulings == 0 && line == "shoot best") {
				t.Errorf("rulings %d, %s: the answer can be taken back: %t", rulings, line, can)
			}
		}
	}
}

// madeUp returns an order invented from all models, units, weapons and lists, and places near models, including the other side's
// models and places off the table.
func madeUp(d *gametest.Dice, v game.View) string {
	w := v.(View)
	one := func(of ...string) string { return of[d.N(len(of))] }
	model := func() string {
		if d.N(9) == 0 || len(w.Models) == 0 {
			return string(labelOf(game.Seat(1+d.N(2)), 1+d.N(maxLabel)))
		}
		return string(w.Models[d.N(len(w.Models))].Label)
	}
	place := func() string {
		x, y := plane.Inch(d.N(49000)), plane.Inch(d.N(49000))
		if n := len(w.Models); n > 0 && d.N(4) > 0 {
			if p := w.Models[d.N(n)].At; p != nil {
				x, y = p.X+plane.Inch(d.N(8000)-4000), p.Y+plane.Inch(d.N(8000)-4000)
			}
		}
		return plane.Point{X: x, Y: y}.String()
	}
	unit := func() string { return cards.Units()[d.N(len(cards.Units()))].ID }
	arms := cards.FindUnit(unit())
	weapon := func() string { return one(arms.Ranged, arms.Melee, "frag-grenade") }
	return one("board spire-yard", "list "+cards.Lists()[d.N(len(cards.Lists()))].ID, "list "+unit()+" "+unit()+" "+unit(), "objective at "+place(), "deploy "+place()+" "+place(), "steal yes", "glimpse "+model()+" to "+place(),
		"insight yes", "reroll yes", "reinforce "+unit()+" at "+place(), "move "+model()+" to "+place(), "move to "+place(), "move "+model()+" to "+place()+" push", "move "+model()+" to "+place()+" via "+place(),
		"stay", "sprint "+model(), "sprint "+model()+" to "+place()+" stay", "disengage "+model(), "disengage "+model()+" auto", "pulse "+model(), "stabilize "+model()+" evade", "shoot all", "shoot "+model()+" "+model(),
		"shoot "+model()+" "+model()+" with "+weapon(), "shoot "+model()+" "+model()+" stabilize", "shoot "+model()+" "+model()+" stabilize cover", "rush "+model()+" "+model(), "rush "+model(), "counter "+model(), "counter none",
		"strike all", "strike "+model()+" "+model(), "strike "+model()+" "+model()+" stabilize", "done", "hold", "hold on", "skip targets", "ask targets", "skip far-rushes", "skip reinforcements", "draw")
}

// Orders that no menu offers are refused: with a model of the enemy, a second turn, a weapon that is not carried, a spent Flare, or
// a Reinforcement without BP.
func TestCheatByOrdersThatAreNotOffered(t *testing.T) {
	tried, taken := gametest.Unoffered(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: 4, MaxSteps: 4000, Config: randomConfig, Guess: guess, Rare: []string{"draw"}, Every: -1},
		madeUp, func(line string) string { return line })
	if t.Logf("%d tried, %d taken", tried, taken); taken == 0 {
		t.Error("nothing was taken")
	}
}
