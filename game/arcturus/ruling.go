package arcturus

import (
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// A referee may correct the open part of a position:
//
//	have 2 5 3 4              what a seat has: Credits, Influence, Crew
//	alert 3                   the alert
//	destroyer koss            where the Destroyer is; off: off the board
//	base koss 2 fortified     whose a base is, unfortified without the word; 0: nobody's
//	dice 2 1                  how many Action Dice of a seat are armed

// Corrected: a referee changed the position.
type Corrected struct {
	What      string       `json:"what"` // have, alert, destroyer, base, dice
	Seat      game.Seat    `json:"seat,omitempty"`
	Have      cards.Amount `json:"have"`
	N         int          `json:"n,omitempty"`
	Territory string       `json:"territory,omitempty"`
	Fortified bool         `json:"fortified,omitempty"`
}

func (Corrected) Kind() string                { return "corrected" }
func (f Corrected) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Corrected) {
	switch f.What {
	case "have":
		s.player(f.Seat).Have = f.Have
	case "alert":
		s.Alert = f.N
	case "destroyer":
		s.Destroyer = f.Territory
	case "base":
		*s.base(f.Territory) = base{Seat: f.Seat, Fortified: f.Fortified}
	case "dice":
		s.player(f.Seat).Dice = f.N
	}
})

// mostOf is the greatest amount that a ruling may give.
const mostOf = 999

// Rule carries out a referee's ruling. It refuses one while something is being settled.
func (rules) Rule(t tx, line string) error {
	s := t.State()
	w := strings.Fields(strings.ToLower(line))
	f, ok := s.correction(w)
	switch {
	case !ok:
		return refuse("no-order", "expected have SEAT C I W, alert N, destroyer TERRITORY or off, base TERRITORY SEAT [fortified], or dice SEAT N")
	case s.Pending != nil || s.Phase != Turns:
		return refuse("busy-rule", "something is being settled; rule once a seat's turn goes on")
	}
	t.Emit(f)
	advance(t)
	return nil
}

// correction reads a ruling.
func (s *state) correction(w []string) (f Corrected, ok bool) {
	if len(w) < 2 {
		return f, false
	}
	number := func(i, most int) (n int) {
		n, err := strconv.Atoi(w[i])
		ok = ok && err == nil && n >= 0 && n <= most
		return n
	}
	seat := func(i int) game.Seat {
		n := game.Seat(number(i, s.Seats))
		ok = ok && n > 0 && s.plays(n)
		return n
	}
	f.What, ok = w[0], true
	switch {
	case w[0] == "have" && len(w) == 5:
		f.Seat, f.Have = seat(1), cards.Amount{Credits: number(2, mostOf), Influence: number(3, mostOf), Crew: number(4, mostOf)}
	case w[0] == "alert" && len(w) == 2:
		f.N = number(1, s.alertMax())
		ok = ok && f.N > 0
	case w[0] == "destroyer" && len(w) == 2:
		if w[1] != "off" {
			f.Territory = w[1]
			ok = cards.FindTerritory(w[1]) != nil
		}
	case w[0] == "base" && (len(w) == 3 || len(w) == 4 && w[3] == "fortified"):
		f.Territory, f.Fortified, f.Seat = w[1], len(w) == 4, game.Seat(number(2, s.Seats))
		ok = ok && cards.FindTerritory(w[1]) != nil && (f.Seat == 0 || s.plays(f.Seat))
	case w[0] == "dice" && len(w) == 3:
		f.Seat, f.N = seat(1), number(2, dice+1)
	default:
		return f, false
	}
	return f, ok
}
