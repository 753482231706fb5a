// Package script holds what only scripts of SYNDICATE have: headers, among them the headers of a lab, which starts from any position,
// and three requests. Package game/script plays them.
//
//	option traps ask
//	round 3                              a lab: its round, alert, marker and the like
//	alert 7
//	marker 2
//	last 6                               the last round
//	destroyer koss
//	turned tax tax                       Sovereign cards turned so far
//	undealt tip-off goshen-1             the undealt Operation cards; left out: all others
//	discards goshen-2
//	award landlord 2
//	seat 1 ledger 5/3/4 assault=3 tech=5 dice=1 ships=1 cubes=2/1 wins=7 conquests=1
//	hand 1 goshen-1 tip-off
//	face 2 tip-off against leader when big
//	tiles 1 exo-1
//	techs 1 prediction
//	base koss 2 fortified flipped research=2
//	empty greywater                      a territory whose tile was taken
//	turn 1                               begins the lab with that seat's turn
//	sovereign                            begins it with the Sovereign phase
package script

import (
	"io/fs"
	"strconv"
	"strings"

	"downsync/game"
	rules "downsync/game/arcturus"
	"downsync/game/arcturus/cards"
	"downsync/game/script"
)

// Game makes SYNDICATE available to scripts.
var Game = script.Game{Rules: rules.Rules(), New: newHead}

// sides is the highest face in the header "dice": a draw from the whole Operation deck.
var sides = len(cards.OperationDeck())

// head holds what the headers of one script have set.
type head struct {
	conf  rules.Config
	lab   rules.Lab
	used  bool // a header of the lab was read
	begun bool
}

func newHead(fs.FS) script.Head {
	h := &head{conf: rules.Defaults(), lab: rules.Lab{Round: 1, Alert: 1, Marker: 1}}
	for _, mat := range []string{"foundlings", "marchand", "brass", "fidge", "choir"} { // those whose abilities matter least
		h.lab.Seats = append(h.lab.Seats, rules.LabSeat{Mat: mat, Tech: 1, Dice: 2})
	}
	headers := script.Plain(map[string]func([]string) error{
		"option": script.Option(h.conf.Set, "option traps ask"),
		"round":  h.number(&h.lab.Round), "alert": h.number(&h.lab.Alert), "last": h.number(&h.lab.Last), "marker": h.marker,
		"destroyer": h.list(func(w []string) { h.lab.Destroyer = w[0] }), "turned": h.list(func(w []string) { h.lab.Turned = w }),
		"undealt": h.list(h.undealt), "discards": h.list(func(w []string) { h.lab.Discards = w }),
		"award": h.award, "seat": h.seat, "hand": h.of(func(s *rules.LabSeat, w []string) { s.Hand = w }),
		"tiles": h.of(func(s *rules.LabSeat, w []string) { s.Tiles = w }), "techs": h.of(func(s *rules.LabSeat, w []string) { s.Inventions = w }),
		"face": h.face, "base": h.base,
		"empty": h.list(func(w []string) { h.lab.Bases = append(h.lab.Bases, rules.LabBase{Territory: w[0]}) }),
		"turn":  h.turn, "sovereign": h.sovereign,
	})
	return script.Head{Sides: sides, Headers: headers, Config: h.config, Stored: script.Stored(&h.conf), Begins: func() bool { return h.begun }, Requests: requests}
}

// requests are "stock 1", the Credits, Influence and Crew of a seat; "on koss", a territory; and "told 2 sold", the last fact of a kind that a viewer was told.
var requests = map[string]script.Request{
	"stock": {Form: "stock SEAT", Answer: func(p *script.Player, args []string) (any, error) {
		seat, err := p.Seat(args)
		if err != nil {
			return nil, err
		}
		v, _, err := p.View("onlooker")
		if err != nil {
			return nil, err
		}
		return map[string]string{"is": v.(rules.View).Player(seat).Have.String()}, nil
	}},
	"on": {Form: "on TERRITORY", Answer: func(p *script.Player, args []string) (any, error) {
		v, _, err := p.View("onlooker")
		if err != nil {
			return nil, err
		}
		i := cards.Place(strings.Join(args, " "))
		if i < 0 {
			return nil, script.Expected("expected on TERRITORY, like on koss")
		}
		return v.(rules.View).Territories[i], nil
	}},
	"told": {Form: "told VIEWER KIND", Answer: func(p *script.Player, args []string) (any, error) {
		if len(args) != 2 {
			return nil, script.Expected("expected told VIEWER KIND, like told 2 sold")
		}
		_, facts, err := p.View(args[0])
		if err != nil {
			return nil, err
		}
		out, n := map[string]any{"count": 0}, 0
		for _, f := range facts {
			if f.Kind() == args[1] {
				n++
				out = map[string]any{"count": n, "fact": f}
			}
		}
		return out, nil
	}},
}

func (h *head) config() (game.Config, error) {
	switch {
	case h.used && !h.begun:
		return nil, script.Expected("a lab needs turn SEAT or sovereign")
	case h.begun:
		h.conf.Lab = &h.lab
	}
	return h.conf.Encode(), nil
}

func (h *head) number(into *int) func([]string) error {
	return func(w []string) error {
		h.used = true
		n, err := strconv.Atoi(strings.Join(w, " "))
		if err != nil {
			return script.Expected("expected a number, like round 3")
		}
		*into = n
		return nil
	}
}

func (h *head) list(set func([]string)) func([]string) error {
	return func(w []string) error {
		h.used = true
		if len(w) == 0 {
			return script.Expected("expected names, like discards goshen-1")
		}
		set(w)
		return nil
	}
}

func (h *head) undealt(w []string) {
	if w[0] == "none" {
		w = []string{}
	}
	h.lab.Undealt = &w
}

func (h *head) marker(w []string) error {
	h.used = true
	seat, err := script.Seat(w, rules.MaxSeats)
	h.lab.Marker = seat
	return err
}

// of reads a seat and names.
func (h *head) of(set func(*rules.LabSeat, []string)) func([]string) error {
	return func(w []string) error {
		h.used = true
		seat, err := script.Seat(w, rules.MaxSeats)
		if err != nil {
			return err
		}
		set(&h.lab.Seats[seat-1], w[1:])
		return nil
	}
}

// award reads "landlord 2".
func (h *head) award(w []string) error {
	h.used = true
	if len(w) != 2 || cards.FindAward(w[0]) == nil {
		return script.Expected("expected an award and a seat, like award landlord 2")
	}
	seat, err := script.Seat(w[1:], rules.MaxSeats)
	h.lab.Awards = append(h.lab.Awards, rules.Taken{Award: w[0], Seat: seat})
	return err
}

// seat reads "1 ledger 5/3/4 assault=3 tech=5".
func (h *head) seat(w []string) error {
	h.used = true
	seat, err := script.Seat(w, rules.MaxSeats)
	if err != nil {
		return err
	}
	s := &h.lab.Seats[seat-1]
	ships := false
	for _, word := range w[1:] {
		key, value, set := strings.Cut(word, "=")
		n, err := numbers(value)
		switch have, notHave := numbers(word); {
		case !set && cards.FindMat(word) != nil:
			s.Mat = word
		case !set && notHave == nil && len(have) == 3:
			s.Have = cards.Amount{Credits: have[0], Influence: have[1], Crew: have[2]}
		case err != nil:
			return script.Expected("%s: expected a syndicate, 5/3/4 or a number like tech=5", word)
		case key == "cubes" && len(n) == 2:
			s.Cubes = rules.Cubes{Tech: n[0], Assault: n[1]}
		default:
			into := map[string]*int{"assault": &s.Assault, "tech": &s.Tech, "dice": &s.Dice, "ships": &s.Ships, "wins": &s.Wins, "conquests": &s.Conquests}[key]
			if into == nil {
				return script.Expected("%s: expected assault, tech, dice, ships, cubes, wins or conquests", word)
			}
			*into = n[0]
			ships = ships || key == "ships"
		}
	}
	if !ships {
		s.Ships = s.Assault
	}
	return nil
}

// numbers reads "5/3/4".
func numbers(word string) (out []int, err error) {
	for part := range strings.SplitSeq(word, "/") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// face reads "2 tip-off against leader when big".
func (h *head) face(w []string) error {
	h.used = true
	seat, err := script.Seat(w, rules.MaxSeats)
	if err != nil {
		return err
	}
	r, err := rules.Parse("lay " + strings.Join(w[1:], " "))
	if err != nil {
		return script.Expected("%v", err)
	}
	o := r.(rules.Lay)
	h.lab.Seats[seat-1].Face = &rules.Laid{Card: o.Card, Order: o.Standing}
	return nil
}

// base reads "koss 2 fortified flipped research=2".
func (h *head) base(w []string) error {
	h.used = true
	if len(w) < 2 {
		return script.Expected("expected a territory and a seat, like base koss 2")
	}
	seat, err := script.Seat(w[1:], rules.MaxSeats)
	if err != nil {
		return err
	}
	b := rules.LabBase{Territory: w[0], Seat: seat}
	for _, word := range w[2:] {
		n, research := strings.CutPrefix(word, "research=")
		switch {
		case word == "fortified":
			b.Fortified = true
		case word == "flipped":
			b.Flipped = true
		case research:
			if b.Research, err = strconv.Atoi(n); err != nil {
				return script.Expected("%s: expected a number", word)
			}
		default:
			return script.Expected("%s: expected fortified, flipped or research=2", word)
		}
	}
	h.lab.Bases = append(h.lab.Bases, b)
	return nil
}

// turn reads the seat whose turn begins.
func (h *head) turn(w []string) error {
	seat, err := script.Seat(w, rules.MaxSeats)
	h.lab.Turn, h.begun, h.used = seat, err == nil, true
	return err
}

func (h *head) sovereign([]string) error {
	h.begun, h.used = true, true
	return nil
}
