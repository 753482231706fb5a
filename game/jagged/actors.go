package jagged

import "downsync/game"

// The board says what stands where and what is measured there. What may be done is said for the one who does it: a player, or a model that
// walks, rushes or attacks.

// player is one side: what it has to do, and which orders it may give now.
type player struct {
	b    *board
	seat game.Seat
}

func (b *board) player(seat game.Seat) player { return player{b, seat} }

// walker is a model that moves: its ways, and how far along them it gets (J8).
type walker struct {
	b *board
	m *model
}

func (b *board) walker(m *model) walker { return walker{b, m} }

// rusher is a model that rushes: at whom, and how far (J10).
type rusher struct {
	b *board
	m *model
}

func (b *board) rusher(m *model) rusher { return rusher{b, m} }

// attacker is a model that shoots or strikes: with what, at whom, and what it needs (J9, J11).
type attacker struct {
	b *board
	m *model
}

func (b *board) attacker(m *model) attacker { return attacker{b, m} }
