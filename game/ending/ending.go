// Package ending is how a match of two sides ends: the fact, a side that gives up, and a draw that both sides offer.
package ending

import (
	"strings"

	"downsync/game"
	"downsync/game/language"
)

// Ended: the match is over. Why is "concession", "agreement", a word of the game's own, or the host's.
type Ended struct {
	Rank []int  `json:"rank"`
	Why  string `json:"why"`
}

func (Ended) Kind() string                { return "ended" }
func (f Ended) For(game.Viewer) game.Fact { return f }

// Result is the outcome.
func (f Ended) Result() *game.Result { return &game.Result{Rank: f.Rank, Why: f.Why} }

// Won is an end that the seat wins.
func Won(by game.Seat, why string) Ended {
	f := Ended{Rank: []int{2, 2}, Why: why}
	f.Rank[by-1] = 1
	return f
}

// Tied is an end that nobody wins.
func Tied(why string) Ended { return Ended{Rank: []int{1, 1}, Why: why} }

// Most is an end that the side with more of something wins; with as much on both sides nobody does.
func Most(have [2]int, why string) Ended {
	switch {
	case have[0] > have[1]:
		return Won(1, why)
	case have[1] > have[0]:
		return Won(2, why)
	}
	return Tied(why)
}

// Concede gives the match up.
type Concede struct{}

// Order is the word.
func (Concede) Order() string { return "concede" }

// Conceded is the end by a seat that gave up.
func Conceded(by game.Seat) Ended { return Won(3-by, "concession") }

// Draw offers a draw; the other side's offer, while both stand, makes it one.
type Draw struct{}

// Order is the word.
func (Draw) Order() string { return "draw" }

// DrawOffered: a side offers a draw. The game says how long the offer stands.
type DrawOffered struct {
	Seat game.Seat `json:"seat"`
}

func (DrawOffered) Kind() string                { return "draw-offered" }
func (f DrawOffered) For(game.Viewer) game.Fact { return f }

// OfferedBy is the side that offers.
func (f DrawOffered) OfferedBy() game.Seat { return f.Seat }

// DrawWithdrawn: a side's offer of a draw stands no more, by a ruling. A moderator gives one, and the hall as it replaces the player who
// offered it.
type DrawWithdrawn struct {
	Seat game.Seat `json:"seat"`
}

func (DrawWithdrawn) Kind() string                { return "draw-withdrawn" }
func (f DrawWithdrawn) For(game.Viewer) game.Fact { return f }

// Withdrawn reads game.Withdrawal: the fact that follows from it, if the side offers a draw. is reports whether the line is that ruling.
func Withdrawn(line string, offered [2]bool) (f DrawWithdrawn, is bool, err error) {
	for s := game.Seat(1); s <= 2; s++ {
		if strings.Join(strings.Fields(strings.ToLower(line)), " ") != game.Withdrawal(s) {
			continue
		}
		if !offered[s-1] {
			return f, true, &game.Refusal{Code: "nothing", Text: "that side offers no draw"}
		}
		return DrawWithdrawn{s}, true, nil
	}
	return f, false, nil
}

// Agreed is the end by a draw that both sides have offered.
func Agreed() Ended { return Tied("agreement") }

// The verbs.
var (
	VerbConcede = language.Plain("concede", Concede{})
	VerbDraw    = language.Plain("draw", Draw{})
)
