package advice

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/plane"
)

// Position is a question of a match as its seat sees it. With nothing but the View set it asks nothing, but can still measure.
// It finds slow results only once, so a Position must not change after its first use, and is for one goroutine.
type Position struct {
	downsync.View
	Seat game.Seat   // the seat that is asked; 0: none
	Ask  string      // the question's name
	Menu game.Menu   // with the shortcuts of View.WithShortcuts
	Told []game.Fact // what the seat was told
	// Guided: a lesson says what to do, so advice proposes nothing.
	Guided bool

	volleys []Volley // of the running activation; nil: not yet found
	posted  bool     // the sentry has been looked for
	sentry  *Sentry
	marches map[March][]Step
}

// March sends everyone that may move towards a goal, named like Heading.Word, with a greatest distance.
type March struct {
	Goal string
	Upto plane.Inch
}

// Sentry is a Unit that is moved to guard the own VIP.
type Sentry struct {
	Move
	There bool // it guards after this move; otherwise after its Move Action too
}

// Volley is the shots of one piece, one for each of its bases.
type Volley struct {
	Piece downsync.Label
	Shots []downsync.Shot
	harm  float64
}

// Foes returns the other side's pieces on the table, the nearest to the point first.
func (p *Position) Foes(seat game.Seat, from plane.Point) []downsync.Piece {
	out := those(p.Pieces, func(q downsync.Piece) bool { return q.Seat != seat && len(q.Bases) > 0 })
	sortBy(out, func(q downsync.Piece) plane.Inch { return plane.Dist(from, q.Bases[0].Point) })
	return out
}

// ScoreGap returns the distance of one of the seat's bases from the nearest place at which it scores.
func (p *Position) ScoreGap(seat game.Seat, d plane.Disc) plane.Inch {
	gap := plane.MaxInch
	for _, g := range p.Goals() {
		if g.Scores(seat) {
			gap = min(gap, plane.Gap(d, g.Disc))
		}
	}
	return gap
}

// Activatable returns the pieces that the menu lets activate.
func (p *Position) Activatable() (out []downsync.Label) {
	for _, c := range p.Menu {
		if c.Verb == "activate" || c.Verb == downsync.Onward {
			out = append(out, downsync.Label(c.Given[0].Values[0]))
		}
	}
	return out
}

// Sent reports whether the menu sends on contacts that have already moved.
func Sent(menu game.Menu) bool {
	return slices.ContainsFunc(menu, func(c game.Choice) bool { return c.Verb == downsync.Onward })
}
