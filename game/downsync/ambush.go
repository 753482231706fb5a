package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync/cards"
)

// Ambush: ruling Q74. When a side declares its participants, one of its Units in Reserve may come out of any of its Pings of
// the same Signature and take part at once.

// RevealedByAmbush: the Ping became a Unit with Ambush (R16, Q74).
const RevealedByAmbush = "ambush"

func ambushes(u *cards.Unit) bool {
	_, ok := u.Trait("ambush")
	return ok
}

// ambushers returns the Units in the seat's Reserve that have Ambush, each once.
func ambushers(s *state, seat game.Seat) []string {
	var out []string
	for _, slug := range s.Reserve[seat-1] {
		if ambushes(s.unit(slug)) && !slices.Contains(out, slug) {
			out = append(out, slug)
		}
	}
	return out
}

// canAmbush reports whether the seat has a Unit and a Ping for an Ambush now.
func canAmbush(s *state, seat game.Seat) bool { return len(ambushOptions(s, seat)) > 0 }

// mayAmbush reports whether an Ambush by the seat is possible from what everybody knows: it has a Ping of a Signature that has
// a Unit with Ambush. If nobody could ambush, leaving out the question reveals nothing.
func mayAmbush(s *state, seat game.Seat) bool {
	if open(s) {
		return canAmbush(s, seat)
	}
	return slices.ContainsFunc(s.env.cards.All(), func(u *cards.Unit) bool {
		return ambushes(u) && len(side(s, seat, func(p piece) bool { return p.isPing() && p.Sig == u.Signature })) > 0
	})
}

// ambushOptions returns the Ambushes that the seat could make now, each as "gsv-phantom@B5".
func ambushOptions(s *state, seat game.Seat) []string {
	var out []string
	for _, slug := range ambushers(s, seat) {
		for _, p := range side(s, seat, piece.isPing) {
			if p.Sig == s.unit(slug).Signature {
				out = append(out, slug+"@"+string(p.Label))
			}
		}
	}
	return out
}

// sideMenu offers Units with or without Ambushes, or Ambushes alone, after the word.
func sideMenu(s *state, word string, seat game.Seat, units []string, most int) game.Menu {
	var m game.Menu
	ambush := slotAmbush.Of(ambushOptions(s, seat)...).Times(0, 1)
	if len(units) > 0 && most > 0 {
		c := Offer(word, nil, slotUnits.Of(units...).Times(1, min(len(units), most)))
		if len(ambush.Options) > 0 && most > 1 {
			c.Slots = append(c.Slots, ambush)
		}
		m = append(m, c)
	}
	if len(ambush.Options) > 0 && most > 0 {
		ambush.Min = 1
		m = append(m, Offer(word, nil, ambush))
	}
	return m
}

func checkAmbushes(s *state, seat game.Seat, as []Ambush) error {
	reserve := slices.Clone(s.Reserve[seat-1])
	for i, a := range as {
		p, err := own(s, seat, a.At)
		if err != nil {
			return err
		}
		if err := s.checkReveal(p, Reveal{Ping: a.At, As: a.Unit}); err != nil {
			return err
		}
		at := slices.Index(reserve, a.Unit)
		switch {
		case !ambushes(s.unit(a.Unit)):
			return refuse("no-action", "the %s has no Ambush", s.unit(a.Unit).Name)
		case slices.ContainsFunc(as[:i], func(b Ambush) bool { return b.At == a.At }):
			return refuse("twice", "%s is named twice", a.At)
		case at < 0:
			return refuse("not-in-reserve", "your Reserve has no more %s", s.unit(a.Unit).Name)
		}
		reserve = slices.Delete(reserve, at, at+1)
	}
	return nil
}

// ambush reveals the Units and returns their labels.
func ambush(t tx, as []Ambush) []Label {
	var out []Label
	for _, a := range as {
		reveal(t, Reveal{Ping: a.At, As: a.Unit}, RevealedByAmbush)
		out = append(out, a.At)
	}
	return out
}
