package jagged

import (
	"fmt"
	"testing"
	"time"

	"downsync/game"
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
