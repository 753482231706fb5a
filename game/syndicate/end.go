package syndicate

import (
	"fmt"

	"downsync/game"
	"downsync/game/ending"
	"downsync/game/seal"
)

// Ended: the match ended. Why is "eliminated", "both-eliminated", "mission", "points", "health", "mercenaries", "even",
// "concession", "agreement", or the host's word.
type Ended = ending.Ended

var _ = public(func(s *state, f Ended) {
	s.Result = f.Result()
	s.cursor = cursor{Phase: Over}
})

// DecksOpened: the match ended, and everybody learns the decks as brought, which were sealed until then.
type DecksOpened struct {
	Salts [2]string         `json:"salts"`
	Decks [2]map[string]int `json:"decks"`
}

func (DecksOpened) Kind() string                { return "decks-opened" }
func (f DecksOpened) For(game.Viewer) game.Fact { return f }

// ListsTold returns 2: the fact tells both decks.
func (DecksOpened) ListsTold() int { return 2 }

var _ = public[DecksOpened](nil)

// end ends the match and opens the decks.
func end(t tx, f Ended) {
	t.Bind()
	t.Emit(f)
	if s := t.State(); s.Lists[0] != nil {
		t.Emit(DecksOpened{Salts: s.Salts, Decks: s.Lists})
	}
}

// CheckDecks compares the decks opened at the end with the commitments made at the start, both from the facts. It returns the
// number of commitments; the error names one that does not match.
func CheckDecks(told []game.Fact) (int, error) {
	var sealed []string
	for _, f := range told {
		switch f := f.(type) {
		case Began:
			sealed = f.Decks
		case DecksOpened:
			var lists [][]string
			for _, deck := range f.Decks {
				lists = append(lists, listOf(deck))
			}
			if err := seal.Check(sealed, f.Salts[:], lists); err != nil {
				return len(sealed), fmt.Errorf("the decks: %w", err)
			}
		}
	}
	return len(sealed), nil
}

// outOfTime ends the match after its last round (S11.3), decided by points, then by the share of the Operator's HP, then by
// Mercenaries.
func outOfTime(t tx) {
	seat, why := leading(&t.State().board)
	if seat == 0 {
		end(t, ending.Tied(2, why))
		return
	}
	end(t, ending.Won(seat, 2, why))
}

// leading returns the side that would win if this were the end of the last round, and the reason; 0 and "even" if nothing separates
// them.
func leading(b *board) (game.Seat, string) {
	var part, mercs [2]int
	for i := range part {
		if u := b.unit(labels[i][0]); u != nil {
			part[i] = u.HP * b.maxHP(labels[1-i][0]) // compared across both printed figures
		}
		mercs[i] = len(b.side(game.Seat(i+1))) - 1
	}
	for _, x := range []struct {
		why  string
		have [2]int
	}{{"points", [2]int{b.Sides[0].Points, b.Sides[1].Points}}, {"health", part}, {"mercenaries", mercs}} {
		switch {
		case x.have[0] > x.have[1]:
			return 1, x.why
		case x.have[1] > x.have[0]:
			return 2, x.why
		}
	}
	return 0, "even"
}
