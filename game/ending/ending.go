// Package ending holds what the ends of all games share: the fact that ends a match, ranks for any number of seats, a seat that
// concedes, and a draw that all seats offer.
package ending

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/language"
)

// Ended: the match has ended. Why is "concession", "agreement", a word of the game's own, or the host's.
type Ended struct {
	Rank []int  `json:"rank"`
	Why  string `json:"why"`
}

func (Ended) Kind() string                { return "ended" }
func (f Ended) For(game.Viewer) game.Fact { return f }

// Result returns the outcome.
func (f Ended) Result() *game.Result { return &game.Result{Rank: f.Rank, Why: f.Why} }

// Won returns the end in which one of the seats wins and all others share the second rank.
func Won(by game.Seat, seats int, why string) Ended {
	f := Ended{Rank: slices.Repeat([]int{2}, seats), Why: why}
	f.Rank[by-1] = 1
	return f
}

// Tied returns the end in which all seats share the first rank.
func Tied(seats int, why string) Ended { return Ended{Rank: slices.Repeat([]int{1}, seats), Why: why} }

// Most returns the end that ranks the seats by what they have, most first. Seats with equal amounts share a rank.
func Most(have []int, why string) Ended { return Ended{Rank: ranks(have), Why: why} }

// ranks returns the rank of each seat by what it has: 1 plus the number of seats that have more.
func ranks(have []int) []int {
	ranks := make([]int, len(have))
	for i, mine := range have {
		ranks[i] = 1
		for _, other := range have {
			if other > mine {
				ranks[i]++
			}
		}
	}
	return ranks
}

// Concede concedes the match.
type Concede struct{}

// Order returns the word.
func (Concede) Order() string { return "concede" }

// Conceded returns the end of a match of two in which one seat gave up.
func Conceded(by game.Seat) Ended { return Won(3-by, 2, "concession") }

// Draw offers a draw. The match ends in a draw while the offers of all seats are open.
type Draw struct{}

// Order returns the word.
func (Draw) Order() string { return "draw" }

// DrawOffered: a seat offers a draw. The game decides how long the offer stays open.
type DrawOffered struct {
	Seat game.Seat `json:"seat"`
}

func (DrawOffered) Kind() string                { return "draw-offered" }
func (f DrawOffered) For(game.Viewer) game.Fact { return f }

// DrawWithdrawn: a ruling took back a seat's offer of a draw. A moderator gives this ruling, and the hall does when it replaces
// the player who made the offer.
type DrawWithdrawn struct {
	Seat game.Seat `json:"seat"`
}

func (DrawWithdrawn) Kind() string                { return "draw-withdrawn" }
func (f DrawWithdrawn) For(game.Viewer) game.Fact { return f }

// Withdrawn reads the ruling game.Withdrawal, given which seats offer a draw. It returns the fact that carries the ruling out; is
// reports whether the line is that ruling. A *game.Refusal ("nothing") means that the seat offers no draw.
func Withdrawn(line string, offered []bool) (f DrawWithdrawn, is bool, err error) {
	for i := range offered {
		s := game.Seat(i + 1)
		if strings.Join(strings.Fields(strings.ToLower(line)), " ") != game.Withdrawal(s) {
			continue
		}
		if !offered[i] {
			return f, true, &game.Refusal{Code: "nothing", Text: "that side offers no draw"}
		}
		return DrawWithdrawn{s}, true, nil
	}
	return f, false, nil
}

// Agreed returns the end by a draw that all seats have offered.
func Agreed(seats int) Ended { return Tied(seats, "agreement") }

// The verbs.
var (
	VerbConcede = language.Plain("concede", Concede{})
	VerbDraw    = language.Plain("draw", Draw{})
)
