package jagged

import (
	"fmt"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// A moderator who answers for a side by the default does not tell whether it had brought a list under seal: no turn counts as missed, as
// everybody would see that at once. The match passes its audit.
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

// Every answer has the whole time anew. A side that says again and again what it need not be asked, or that it holds back, soon has nothing
// left to say but to play.
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
