package boards

import (
	"fmt"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/plane"
	"downsync/game/terrain"
)

// Random is the slug of every generated board.
const Random = "random"

// Generate draws a board at random. The same seed produces the same board on every machine, for ever. Every board passes Check.
func Generate(seed uint64) Board {
	s := terrain.Stream{Source: chance.Source(seed)}
	for { // a few boards fail Check and are drawn again
		b := drawn(&s)
		b.Name = fmt.Sprintf("Random %d", seed)
		if check(b) == nil {
			return b
		}
	}
}

// form is a kind of piece on generated boards.
type form struct {
	name  game.Text
	class Class
	climb plane.Inch // 0 if it cannot be climbed
	// The piece is an oblong, or if round, an uneven outline within a circle, as wide as it is long.
	long, wide [2]plane.Inch // least and most, thousandths of an inch
	round      bool
}

// place is a kind of battlefield. A board has at most two pairs of shut pieces, two of Heavy and one of Light, and one piece near
// its middle.
type place struct {
	walls, heavy, light []form
	middle              form
}

// between returns lengths in tenths of an inch.
func between(lo, hi int) [2]plane.Inch {
	return [2]plane.Inch{plane.Inch(lo) * 100, plane.Inch(hi) * 100}
}

var places = []place{
	{
		walls: []form{{"Reactor block", Obscuring, 0, between(55, 80), between(35, 45), false},
			{"Blast wall", Obscuring, 0, between(70, 95), between(12, 20), false}},
		heavy: []form{{"Container stack", Heavy, 2000, between(60, 80), between(35, 45), false},
			{"Barricade", Heavy, 0, between(70, 95), between(15, 22), false}},
		light:  []form{{"Pipe run", Light, 0, between(60, 80), between(25, 30), false}},
		middle: form{"Debris field", Light, 0, between(55, 70), between(50, 60), false},
	},
	{
		walls: []form{{"Crystal wall", Obscuring, 0, between(60, 95), between(22, 32), false}},
		heavy: []form{{"Dense growth", Heavy, 0, between(75, 105), [2]plane.Inch{}, true},
			{"Root tangle", Heavy, 0, between(70, 95), [2]plane.Inch{}, true}},
		light:  []form{{"Thin stalks", Light, 0, between(70, 90), [2]plane.Inch{}, true}},
		middle: form{"Glade stalks", Light, 0, between(45, 65), between(45, 55), false},
	},
	{
		walls: []form{{"Wall", Obscuring, 0, between(90, 120), between(15, 20), false},
			{"Coolant pit", Impassable, 0, between(50, 65), between(45, 60), false}},
		heavy: []form{{"Service platform", Heavy, 3000, between(55, 70), between(45, 55), false},
			{"Pump housing", Heavy, 0, between(50, 70), between(35, 45), false}},
		light:  []form{{"Crates", Light, 0, between(50, 60), between(35, 45), false}},
		middle: form{"Spilled cargo", Light, 0, between(45, 65), between(45, 55), false},
	},
}

// gap is the least distance between two pieces, so that a base of 60 mm can pass between any two.
const gap plane.Inch = 2500

// sketch is a board in the making: half its pieces, with the circle that each piece reserves.
type sketch struct {
	*terrain.Stream
	Board
	taken []plane.Disc
}

// drawn draws a board that usually, but not always, passes Check.
func drawn(s *terrain.Stream) Board {
	k := sketch{Stream: s, Board: Board{Slug: Random, About: "Drawn at random, the same for both sides."}}
	p := places[s.N(len(places))]
	if s.N(2) == 0 {
		middle := terrain.Table.Max.X / 2
		k.set(p.middle, plane.Disc{At: plane.Point{X: middle, Y: middle}, R: p.middle.reach()}, 6*s.N(4)/2)
	}
	grain := s.N(6) // most walls run along it or across
	k.piece(p.walls[0], grain)
	k.piece(p.walls[s.N(len(p.walls))], grain)
	k.piece(p.heavy[0], grain)
	k.piece(p.light[0], s.N(12))
	if s.N(2) == 0 && len(k.Pieces) <= 4 {
		k.piece(p.heavy[len(p.heavy)-1], grain)
	}
	return k.Board.doubled()
}

// reach returns the radius of the circle that a piece reserves.
func (f form) reach() plane.Inch {
	if f.round {
		return f.long[1] / 2
	}
	return (f.long[1] + f.wide[1]) * 3 / 8
}

// tries bounds the search for a free place; a piece without one is left out.
const tries = 60

// piece puts a piece into the half of the table south-west of the line between the Zones' other corners, if there is room.
func (k *sketch) piece(f form, grain int) {
	max := terrain.Table.Max
	box := plane.Rect{Min: plane.Point{X: 4000, Y: 4000}, Max: plane.Point{X: max.X - 4000, Y: max.Y - 4000}}
	for range tries {
		d := plane.Disc{At: k.Point(box), R: f.reach()}
		if d.At.X+d.At.Y <= max.X && terrain.Table.Holds(d) && !Zones(Corner)[0].Touches(d) && k.free(d) {
			k.set(f, d, grain+6*k.N(2))
			return
		}
	}
}

// free reports whether the circle keeps its distance from all others, from their twins and from its own twin.
func (k *sketch) free(d plane.Disc) bool {
	twin := plane.Disc{At: terrain.Turn(d.At), R: d.R}
	if !plane.Over(d, twin, gap) {
		return false
	}
	for _, o := range k.taken {
		if !plane.Over(d, o, gap) || !plane.Over(twin, o, gap) {
			return false
		}
	}
	return true
}

// set adds a piece about the middle of the circle, in a direction counted in steps of 15 degrees.
func (k *sketch) set(f form, d plane.Disc, dir int) {
	long := k.Inch(f.long[0], f.long[1])
	shape := plane.Polygon(nil)
	if f.round {
		shape = k.Blob(d.At, long/2)
	} else {
		shape = terrain.Oblong(d.At, long, k.Inch(f.wide[0], f.wide[1]), dir)
	}
	k.taken = append(k.taken, d)
	k.Pieces = append(k.Pieces, Piece{Name: f.name, Class: f.class, Climb: f.climb, Shape: shape})
}
