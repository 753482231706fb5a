package jagged

import "downsync/game"

// The board holds the positions of everything and measures them. The possible acts are methods of whoever acts: a player, or a
// model that walks, rushes or attacks.

// player is one side: its duties, and the orders that it may give now.
type player struct {
	b    *board
	seat game.Seat
}

func (b *board) player(seat game.Seat) player { return player{b, seat} }

// walker is a model that moves: its ways, and how far along them it may go (J8).
type walker struct {
	b *board
	m *model
}

func (b *board) walker(m *model) walker { return walker{b, m} }

// rusher is a model that rushes: its target, and its distance (J10).
type rusher struct {
	b *board
	m *model
}

func (b *board) rusher(m *model) rusher { return rusher{b, m} }

// attacker is a model that shoots or strikes: its weapons, its targets and its thresholds (J9, J11).
type attacker struct {
	b *board
	m *model
}

func (b *board) attacker(m *model) attacker { return attacker{b, m} }
