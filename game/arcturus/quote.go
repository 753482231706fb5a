package arcturus

import (
	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Prices, odds and incomes as a viewer knows them: consoles, hints and programs ask these, and the rules ask the same functions.

// newBoard returns the table as the viewer knows it. Secrets of others are left out; nothing below depends on them.
func (v View) newBoard() *board {
	b := &board{Seats: len(v.Players), Terms: v.Terms, Phase: v.Phase, Round: v.Round, Last: v.Last, Alert: v.Alert, Destroyer: v.Destroyer, Marker: v.Marker,
		Turn: v.Turn, Turned: v.Turned, Level: v.Alert, Inventions: v.Inventions, Awards: v.Awards, Spent: v.Spent, Out: v.Out}
	for _, p := range v.Players {
		n := player{Mat: p.Mat, Have: p.Have, Assault: p.Assault, Tech: p.Tech, Dice: p.Dice, Ships: p.Ships, Cubes: p.Cubes, Inventions: p.Inventions, Wins: p.Wins,
			Conquests: p.Conquests, Rerolled: p.Rerolled, Quiet: p.Quiet, Passed: p.Passed, Due: p.Due}
		if o := p.Own; o != nil {
			n.secrets = secrets{Dealt: o.Dealt, Hand: o.Hand, Face: o.Face, Tiles: p.Tiles, Mine: o.Mine, Cube: o.Cube, Flip: o.Flip, Habit: o.Habit}
		}
		b.Players = append(b.Players, n)
	}
	for _, x := range v.Territories {
		b.Bases = append(b.Bases, base{x.Seat, x.Fortified, x.Flipped, x.Research, x.Tile})
	}
	return b
}

// BasePrice returns what a base on the territory costs the seat (N2.1).
func (v View) BasePrice(seat game.Seat, territory string) cards.Amount {
	return v.board.basePrice(seat, cards.Place(territory))
}

// FortifyPrice returns what it costs the seat to fortify the territory (N2.3).
func (v View) FortifyPrice(seat game.Seat, territory string) cards.Amount {
	return v.board.fortifyPrice(seat, cards.Place(territory))
}

// HandsPrice returns what extra hands of a card cost the seat (N6.4).
func (v View) HandsPrice(seat game.Seat, card string) cards.Amount {
	return v.board.cost(seat, cards.OfHands, cards.FindOperation(card).Hire)
}

// LevelPrice returns what the seat's next level costs on the Black Market; ok is false if it cannot buy one (N9.2, S10).
func (v View) LevelPrice(seat game.Seat, track string) (price cards.Amount, ok bool) {
	price, ok = v.board.levelPrice(seat, track)
	return price, ok && !v.board.trackEnds(seat, track)
}

// AssaultPrice returns what an assault with that many reinforcements costs the seat (N7.2).
func (v View) AssaultPrice(seat game.Seat, ships int) cards.Amount {
	return v.board.assaultPrice(seat, ships)
}

// AssaultFace returns the least winning face of an assault on the territory, before traps; 0: none wins (N7.3).
func (v View) AssaultFace(territory string, ships int) int {
	return assaultFace(ships, v.board.walled(cards.Place(territory)))
}

// SoldFor returns how many resources the seat gets for a card (S4).
func (v View) SoldFor(seat game.Seat) int { return v.board.soldFor(seat) }

// Attempt returns the affair that a mission or a robbery of the seat would be, and the face that it needs before traps. The error
// refuses it. It is for the seat's own cards.
func (v View) Attempt(seat game.Seat, order game.Reply) (Affair, Need, error) {
	a, err := v.board.attempt(seat, order)
	if err != nil {
		return a, Need{}, err
	}
	return a, v.board.need(seat, &a), nil
}

// Wins returns how many of the six faces reach a needed face (S22).
func Wins(face int) int { return min(6, max(0, 7-face)) }

// Collection returns what the seat would collect now, as if no Sovereign card changed it: its income, and the bases that would be
// flipped for want of crew (N13). Of other seats it assumes the usual choices.
func (v View) Collection(seat game.Seat) Collected {
	b := *v.board
	b.Turned = nil
	return b.collection(seat)
}

// Points returns the Victory Points of a seat so far (S20).
func (v View) Points(seat game.Seat) int { return v.board.points(seat) }

// Band returns which of its three effects a Sovereign card has at that alert: 0 low, 1 middle, 2 high (S7).
func (v View) Band(alert int) int { return v.board.band(alert) }
