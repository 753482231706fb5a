package arcturus

import (
	"fmt"
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Lab is a position to start from without set-up, for scripts: a seat's turn begins, or the Sovereign phase.
type Lab struct {
	Round     int       `json:"round"`
	Last      int       `json:"last,omitempty"`
	Alert     int       `json:"alert"`
	Destroyer string    `json:"destroyer,omitempty"`
	Marker    game.Seat `json:"marker"`
	Turn      game.Seat `json:"turn"` // 0: all have passed
	Seats     []LabSeat `json:"seats"`
	Bases     []LabBase `json:"bases,omitempty"`
	Turned    []string  `json:"turned,omitempty"`
	Undealt   *[]string `json:"undealt,omitempty"` // nil: all others
	Discards  []string  `json:"discards,omitempty"`
	Awards    []Taken   `json:"awards,omitempty"`
}

// LabSeat is a seat of a lab.
type LabSeat struct {
	Mat        string       `json:"mat"`
	Have       cards.Amount `json:"have"`
	Assault    int          `json:"assault"`
	Tech       int          `json:"tech"`
	Dice       int          `json:"dice"`
	Ships      int          `json:"ships"`
	Cubes      Cubes        `json:"cubes"`
	Inventions []string     `json:"inventions,omitempty"`
	Wins       int          `json:"wins,omitempty"`
	Conquests  int          `json:"conquests,omitempty"`
	Hand       []string     `json:"hand,omitempty"`
	Face       *Laid        `json:"face,omitempty"`
	Tiles      []string     `json:"tiles,omitempty"`
}

// LabBase is a base of a lab, or with seat 0 a territory whose tile was taken.
type LabBase struct {
	Territory string    `json:"territory"`
	Seat      game.Seat `json:"seat"`
	Fortified bool      `json:"fortified,omitempty"`
	Flipped   bool      `json:"flipped,omitempty"`
	Research  int       `json:"research,omitempty"`
}

// check says what is wrong with the position.
func (l *Lab) check(seats int) error {
	if l.Round < 1 || l.Alert < 1 || len(l.Seats) < seats || l.Marker < 1 || int(l.Marker) > seats || l.Turn < 0 || int(l.Turn) > seats {
		return fmt.Errorf("a lab of %d seats in round %d at alert %d, marker %d, turn %d: expected %d seats", len(l.Seats), l.Round, l.Alert, l.Marker, l.Turn, seats)
	}
	deck, pool := cards.OperationDeck(), cards.TilePool()
	take := func(from *[]string, what string, ids []string) error {
		if !holds(*from, ids) {
			return fmt.Errorf("%s %v: not so many are left", what, ids)
		}
		*from = without(*from, ids...)
		return nil
	}
	for i, p := range l.Seats[:seats] {
		if cards.FindMat(p.Mat) == nil || p.Have.UpTo(cards.Amount{}) != (cards.Amount{}) || p.Dice < 0 || p.Ships < 0 || p.Ships > p.Assault || p.Assault > cards.Numbers().Tracks.Assault || p.Tech > cards.Numbers().Tracks.Tech {
			return fmt.Errorf("seat %d: %+v", i+1, p)
		}
		for _, id := range p.Inventions {
			if cards.FindTech(id) == nil {
				return fmt.Errorf("%q is no Advanced Tech card", id)
			}
		}
		hand := slices.Clone(p.Hand)
		if p.Face != nil {
			hand = append(hand, p.Face.Card)
		}
		if err := take(&deck, "cards", hand); err != nil {
			return err
		}
		if err := take(&pool, "tiles", p.Tiles); err != nil {
			return err
		}
	}
	if err := take(&deck, "discards", l.Discards); err != nil {
		return err
	}
	if l.Undealt != nil {
		if err := take(&deck, "undealt", *l.Undealt); err != nil {
			return err
		}
	}
	for _, b := range l.Bases {
		if cards.FindTerritory(b.Territory) == nil || b.Seat < 0 || int(b.Seat) > seats {
			return fmt.Errorf("base %+v: expected a territory and a seat", b)
		}
	}
	for _, id := range l.Turned {
		if cards.FindSovereign(id) == nil {
			return fmt.Errorf("%q is no Sovereign card", id)
		}
	}
	if l.Destroyer != "" && cards.FindTerritory(l.Destroyer) == nil {
		return fmt.Errorf("%q is no territory", l.Destroyer)
	}
	return nil
}

// labSet: a lab's position. It is never played with players, so only the public part of it is told.
type labSet struct {
	Lab Lab `json:"lab"`
}

func (labSet) Kind() string              { return "lab" }
func (labSet) For(game.Viewer) game.Fact { return nil }

var _ = secret(func(s *state, f labSet) {
	l := f.Lab
	s.Phase, s.Round, s.Last, s.Alert, s.Destroyer, s.Marker, s.Discards, s.Turned, s.Awards = Turns, l.Round, l.Last, l.Alert, l.Destroyer, l.Marker, l.Discards, l.Turned, l.Awards
	s.Undealt = without(s.Undealt, l.Discards...)
	for i, x := range l.Seats[:s.Seats] {
		p := &s.Players[i]
		p.Mat, p.Have, p.Assault, p.Tech, p.Dice, p.Ships, p.Cubes, p.Inventions, p.Wins, p.Conquests = x.Mat, x.Have, x.Assault, x.Tech, x.Dice, x.Ships, x.Cubes, x.Inventions, x.Wins, x.Conquests
		p.Hand, p.Face, p.Tiles = sorted(x.Hand), x.Face, sorted(x.Tiles)
		s.Inventions = without(s.Inventions, x.Inventions...)
		s.Undealt = without(s.Undealt, x.Hand...)
		if x.Face != nil {
			s.Undealt = without(s.Undealt, x.Face.Card)
		}
		s.Pool = without(s.Pool, x.Tiles...)
	}
	if l.Undealt != nil {
		s.Undealt = sorted(*l.Undealt)
	}
	for _, b := range l.Bases {
		*s.base(b.Territory) = base{Seat: b.Seat, Fortified: b.Fortified, Flipped: b.Flipped, Research: b.Research}
	}
	// The seats before the one whose turn begins have had theirs.
	for seat := range s.clockwise(s.Marker) {
		if seat == l.Turn {
			break
		}
		s.player(seat).Passed = true
	}
})
