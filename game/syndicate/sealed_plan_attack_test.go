package syndicate

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/syndicate/cards"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// When a moderator answers for a side by the default, this does not reveal whether the side had planned under seal: no turn counts
// as missed, because everybody would see that at once. The match passes its audit.
func TestCheatByAnsweringAPlan(t *testing.T) {
	var told [2]string
	for n, planned := range []bool{false, true} {
		h := table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{Rules()}})
		timing := table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Misses: 3}
		if err := h.Open(t.Context(), "open", "m", table.Opening{Game: "syndicate", Config: randomConfig(2), Users: []table.User{"ann", "ben"}, Timing: timing}); err != nil {
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
		for asked(1).Name != "plan" {
			answer(1)
			answer(2)
		}
		if planned {
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
		t.Errorf("without a plan\n%s\nwith one\n%s", told[0], told[1])
	}
}

// madeUp returns an order invented from the hand, all cards, all units and spaces, including spaces off the board.
func madeUp(d *gametest.Dice, v game.View) string {
	one := func(of ...string) string { return of[d.N(len(of))] }
	unit := func() string { return one("A", "A1", "A2", "B", "B1", "B2") }
	space := func() string { return fmt.Sprintf("%d,%d", d.N(14), d.N(14)) }
	card := cards.Printed().Cards[d.N(len(cards.Printed().Cards))].ID
	if hand := v.(View).Sides.Of(v.For().Seat()).Hand; len(hand) > 0 && d.N(3) > 0 {
		card = one(hand...)
	}
	return one("deploy "+space()+" "+space()+" "+space(), "mulligan", "keep", "commit "+card, "commit "+card+" mode acc", "commit "+card+" to "+space()+" first "+space()+" second "+space(),
		"commit "+card+" attack "+unit()+" never usual", "commit "+card+" on "+unit(), "commit "+card+" at "+space(), "move to "+space(), "move "+unit()+" to "+space(),
		"move "+unit()+" to "+space()+" via "+space()+" "+space(), "stay "+unit(), "done", "use on "+unit(), "use at "+space(), "lose marked", "push to "+space(), "attack "+unit(),
		"attack "+unit()+" by "+unit(), "attack "+unit()+" mark", "hold "+unit(), "jam 1", "jam 16", "reduce", "gel", "take", "ask", "draw", "keep always", "reduce always", "take always", "stay always")
}

// Orders that no menu offers are refused: a card that is not in the hand, a unit of the enemy, a space that is too far, a second
// attack. Orders given ahead are judged when the card is shown; a unit without a target may still hold.
func TestCheatByOrdersThatAreNotOffered(t *testing.T) {
	commit, operator, holds := regexp.MustCompile(`^(commit \S+)( mode \S+)?.*`), regexp.MustCompile(`^(move|stay) [ab]\b|\bby [ab]\b`), regexp.MustCompile(`^hold `)
	tried, taken := gametest.Unoffered(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: 20, MaxSteps: 4000, Config: shortConfig, Guess: guessSpace, Narrow: seldomAhead,
		Every: -1}, madeUp, func(line string) string {
		if holds.MatchString(line) {
			return ""
		}
		line = commit.ReplaceAllString(line, "$1$2")
		return strings.Join(strings.Fields(operator.ReplaceAllString(line, "$1")), " ")
	})
	if t.Logf("%d tried, %d taken", tried, taken); taken == 0 {
		t.Error("nothing was taken")
	}
}
