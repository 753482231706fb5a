package advice

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/plane"
)

// A Unit may be moved in its formation: the player says where its first base ends, and the others move in parallel. This is
// played as a move for each base, the foremost first, so that no base blocks another.

// Step is one base's part of a move.
type Step struct {
	Ref downsync.Ref
	To  plane.Point
	Via []plane.Point
}

// Activation returns the orders of an activation that is only this step, which is all that a contact can do.
func (s Step) Activation() []string {
	return []string{downsync.Activate{Piece: s.Ref.Label}.Order(), downsync.ActMove{To: s.To, Via: s.Via}.Order(), downsync.End{}.Order()}
}

// Labels returns the pieces that the steps move, each once.
func Labels(all []Step) (out []downsync.Label) {
	for _, s := range all {
		if !slices.Contains(out, s.Ref.Label) {
			out = append(out, s.Ref.Label)
		}
	}
	return out
}

// Move moves, places or deploys bases of one piece.
type Move struct {
	Ref    downsync.Ref
	Deploy bool
	Sprint bool // its bases are placed, all at once
	Last   bool // the Unit's bases must be in coherency after it
	To     plane.Point
	Via    []plane.Point
	Has    bool           // To is set
	All    []downsync.Ref // the bases that move together; none: only Ref
	Spots  []plane.Point  // where a sprint puts them
}

// MoveOf returns a move of all bases of a piece that have not moved.
func MoveOf(menu game.Menu, l downsync.Label) Move {
	all := downsync.MovableBases(menu, l)
	m := Move{Ref: all[0], Last: true}
	if len(all) > 1 {
		m.All = all
	}
	return m
}

// Steps returns the moves of single bases if the first base ends there, the foremost first.
func (m Move) Steps(v downsync.View, to plane.Point) []Step {
	if len(m.All) == 0 {
		return []Step{{m.Ref, to, m.Via}}
	}
	p, first, ok := v.Base(m.Ref)
	if !ok {
		return nil
	}
	dx, dy := to.X-first.X, to.Y-first.Y
	var out []Step
	for n, r := range m.All {
		b, _ := p.Base(r.N)
		at := plane.Point{X: b.X + dx, Y: b.Y + dy}
		if len(m.Spots) == len(m.All) { // each base has its own place
			at = plane.Point{X: m.Spots[n].X + to.X - m.Spots[0].X, Y: m.Spots[n].Y + to.Y - m.Spots[0].Y}
		}
		out = append(out, Step{r, at, nil})
	}
	if m.Sprint {
		return out // in the bases' order, all at once
	}
	sortBy(out, func(s Step) int64 {
		b, _ := p.Base(s.Ref.N)
		return -int64(b.X)*int64(dx) - int64(b.Y)*int64(dy)
	})
	return out
}

// Places returns the places of the bases if the first one ends there.
func (m Move) Places(v downsync.View, to plane.Point) (out []plane.Point) {
	for _, s := range m.Steps(v, to) {
		out = append(out, s.To)
	}
	return out
}

// Reach returns how far the middle of the base may go.
func (m Move) Reach(v downsync.View) plane.Inch {
	p, _ := v.Piece(m.Ref.Label)
	if m.Sprint { // from edge to edge
		return v.Spd(p) + 2*v.Radius(p)
	}
	return v.Spd(p)
}

// Try returns how much of its allowance the move would leave, in hundredths of an inch, or why it is not possible, as its owner
// can know.
func (m Move) Try(v downsync.View, to plane.Point) (left plane.Inch, err error) {
	switch {
	case m.Deploy:
		return 0, v.Try().Deploy(m.Ref.Label, to)
	case m.Sprint:
		return 0, v.Try().Sprint(m.Ref.Label, m.Places(v, to))
	case len(m.All) > 0:
		left, err = m.tryTogether(v, to)
	default:
		if left, err = v.Try().Move(m.Ref, to, m.Via); err == nil && m.Last {
			err = v.Try().Together(m.Ref, to)
		}
	}
	return left - left%10, err // thousandths do not matter
}

// tryTogether tries one base after another, with the bases before it in their new places.
func (m Move) tryTogether(v downsync.View, to plane.Point) (left plane.Inch, err error) {
	all := m.Steps(v, to)
	for i, s := range all {
		rest, err := v.Try().Move(s.Ref, s.To, nil)
		if err == nil && i == len(all)-1 {
			err = v.Try().Together(s.Ref, s.To)
		}
		if err != nil {
			return 0, err
		}
		if i == 0 || rest < left {
			left = rest
		}
		v = v.Standing(s.Ref, s.To)
	}
	return left, nil
}

// Possible reports whether the move may end there, with its owner's knowledge.
func (m Move) Possible(v downsync.View, to plane.Point) bool {
	_, err := m.Try(v, to)
	return err == nil
}

// Barred returns why the move goes no farther in the same direction although it has that much left. It returns nil if the move
// reaches its limit, or is not straight.
func (m Move) Barred(v downsync.View, from plane.Point, left plane.Inch) error {
	const farther = 500
	far := plane.Dist(from, m.To)
	if left < farther || far == 0 || len(m.Via) > 0 || m.Sprint || m.Deploy {
		return nil
	}
	next := plane.Point{X: m.To.X + (m.To.X-from.X)*farther/far, Y: m.To.Y + (m.To.Y-from.Y)*farther/far}
	_, err := m.Try(v, next)
	return err
}

// Finds returns the enemy Pings that the move would reveal (R16.2), with its owner's knowledge.
func (m Move) Finds(v downsync.View) (out []downsync.Label) {
	if m.Sprint { // a sprint is no move
		return nil
	}
	for _, s := range m.Steps(v, m.To) {
		for _, l := range v.Finds(s.Ref, s.To) {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}
