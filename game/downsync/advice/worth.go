package advice

import (
	"cmp"
	"math"
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// The worth of pieces, places and shots. The rival plays by it; its styles and strengths are weights.

// Taste holds the weights of a style, and what a strength leaves out or adds.
type Taste struct {
	Progress float64 // being near to where one's own side scores
	Guard    float64 // blocking the other side
	Score    float64 // being where points are scored
	Threat   float64 // possible losses to the enemies' fire
	Attack   float64 // harm done
	Scan     float64 // finding out what a contact is
	// Novice shoots at near targets.
	Novice bool
	// Veteran considers places all around, besides those on the way to something, and gives scorers more weight.
	Veteran bool
}

// Weighing holds the pieces that a seat sees with the worth of each, the places where the sides score, and the taste.
type Weighing struct {
	View  downsync.View
	Seat  game.Seat
	Taste Taste
	// Goals are the places where the seat scores, Homes those where the other side does. A Control Objective is both.
	Goals, Homes []plane.Disc
	Guarded      []plane.Disc // of Homes, those where only the other side scores: the own VIP
	Mine, Theirs []Unit       // pieces on the table
	Reach        plane.Inch   // the distance within which a Unit scores
	Block        plane.Inch   // the distance within which a Unit keeps the other side from scoring
}

// Unit is a piece on the table.
type Unit struct {
	downsync.Piece
	Card  *cards.Unit // nil for a contact
	Worth float64     // of its remaining bases
	Spd   float64     // inches
}

// Weigh returns the worth of everything the seat sees.
func Weigh(v downsync.View, seat game.Seat, t Taste) *Weighing {
	s := &Weighing{View: v, Seat: seat, Taste: t, Reach: v.Mission().ScoreRange, Block: v.Mission().BlockRange}
	for _, g := range v.Goals() {
		if g.Scores(seat) {
			s.Goals = append(s.Goals, g.Disc)
		} else {
			s.Guarded = append(s.Guarded, g.Disc)
		}
		if g.Scores(3 - seat) {
			s.Homes = append(s.Homes, g.Disc)
		}
	}
	for _, p := range v.Pieces {
		if len(p.Bases) == 0 {
			continue
		}
		if u := s.unit(p); p.Seat == seat {
			s.Mine = append(s.Mine, u)
		} else {
			s.Theirs = append(s.Theirs, u)
		}
	}
	return s
}

func (s *Weighing) unit(p downsync.Piece) Unit {
	u := Unit{Piece: p, Worth: pingWorth, Spd: cards.PingSpd}
	if !p.IsPing() {
		u.Card = s.View.Cards().Must(p.Unit)
		u.Worth, u.Spd = Worth(u.Card)*float64(len(p.Bases))/float64(u.Card.Bases()), float64(u.Card.Spd)
	}
	return u
}

// pingWorth is the worth of a contact, which will be an average Unit.
const pingWorth = 1

// Worth returns the worth of a Unit; an average Unit is worth 1.
func Worth(u *cards.Unit) float64 {
	w := 0.7 + 0.08*float64(u.CMStat()+2*u.Hardened)
	best := 0.0
	for _, a := range u.Actions {
		if a.Combat() {
			best = max(best, 0.1*float64(a.ROF)+0.01*float64(min(24, max(a.Range, 24*btoi(a.Unlimited)))))
		}
	}
	if u.PackagedWith != "" {
		w -= 0.2
	}
	return w + best
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Name names the base as orders do: without a number if the piece has only one.
func (u Unit) Name(b downsync.Base) downsync.Ref {
	if u.Card == nil || u.Card.Bases() == 1 {
		return downsync.Ref{Label: u.Label}
	}
	return downsync.Ref{Label: u.Label, N: b.N}
}

// Stunned reports whether some base has a Stun Token.
func (u Unit) Stunned() bool {
	return slices.ContainsFunc(u.Bases, func(b downsync.Base) bool { return b.Stun })
}

// Own returns the seat's piece with that label; ok is false if it is not on the table.
func (s *Weighing) Own(l downsync.Label) (Unit, bool) {
	i := slices.IndexFunc(s.Mine, func(u Unit) bool { return u.Label == l })
	if i < 0 {
		return Unit{}, false
	}
	return s.Mine[i], true
}

// Gap returns the distance of the nearest base from the place, in inches.
func Gap(u Unit, d plane.Disc) float64 {
	best := math.Inf(1)
	for _, b := range u.Bases {
		best = min(best, inches(plane.Gap(b.Disc(), d)))
	}
	return best
}

// inches returns the length in inches.
func inches(l plane.Inch) float64 { return float64(l) / 1000 }

// atGoal reports whether the Unit would score at the place: more than half of its bases are near enough.
func (s *Weighing) atGoal(u Unit, d plane.Disc) bool {
	n := 0
	for _, b := range u.Bases {
		if plane.Within(b.Disc(), d, s.Reach) {
			n++
		}
	}
	return u.Card != nil && 2*n > len(u.Bases)
}

// blocks returns how many Units, except those left out, keep the other side from scoring at the place.
func (s *Weighing) blocks(us []Unit, d plane.Disc, but downsync.Label) int {
	n := 0
	for _, u := range us {
		if u.Card != nil && u.Label != but && Gap(u, d) <= inches(s.Block) {
			n++
		}
	}
	return n
}

// ScorersAt returns how many Units, except those left out, score at the place.
func (s *Weighing) ScorersAt(us []Unit, d plane.Disc, but downsync.Label) int {
	n := 0
	for _, u := range us {
		if u.Label != but && s.atGoal(u, d) {
			n++
		}
	}
	return n
}

// turns returns how many activations a piece of that speed needs to reach the place's rim.
func (s *Weighing) turns(far, spd float64) float64 {
	return max(0, far-inches(s.Reach)) / max(1, 2*spd)
}

// near returns the value of being that many activations from a wanted place: 1 there, less with each.
func near(turns float64) float64 { return 1 / (1 + turns*turns/2 + turns/2) }

// Danger returns how near the other side's Units are to scoring at the place, summed as near values them.
func (s *Weighing) Danger(d plane.Disc) float64 {
	sum := 0.0
	for _, e := range s.Theirs {
		n := near(s.turns(Gap(e, d), e.Spd))
		if e.Card == nil {
			n *= 0.6
		}
		sum += n
	}
	return sum
}

// Standing returns the value of the piece's present place: on the way to score, or in the way of the other side.
func (s *Weighing) Standing(u Unit) float64 {
	best := 0.0
	for _, g := range s.Goals {
		x := s.Taste.Progress * near(s.turns(Gap(u, g), u.Spd))
		if u.Card == nil {
			x *= 0.7
		}
		if s.atGoal(u, g) {
			x += s.scoringAt(u, g)
		}
		best = max(best, x)
	}
	guard := 0.0
	for _, h := range s.Guarded {
		have, need := float64(s.blocks(s.Mine, h, u.Label)), s.Danger(h)
		want := max(0, min(1, need-have))
		far := max(0, Gap(u, h)-inches(s.Block))
		x := s.Taste.Guard * want * near(far/max(1, 2*u.Spd))
		if far == 0 && u.Card != nil {
			x += s.Taste.Guard * max(0, min(1, float64(s.ScorersAt(s.Theirs, h, ""))-have))
		}
		guard = max(guard, x)
	}
	return max(best, guard) + 0.3*min(best, guard)
}

// scoringAt returns the worth of the Unit at the goal: points at the end of each own Turn, as long as no enemy blocks them.
func (s *Weighing) scoringAt(u Unit, g plane.Disc) float64 {
	others, against := s.ScorersAt(s.Mine, g, u.Label), s.blocks(s.Theirs, g, "")
	if others+1 > against {
		return s.Taste.Score
	}
	return 0.4 * s.Taste.Score
}

// Moved returns the unit with all its bases shifted so that the base is at the point.
func (u Unit) Moved(b downsync.Base, to plane.Point) Unit {
	dx, dy := to.X-b.X, to.Y-b.Y
	u.Bases = slices.Clone(u.Bases)
	for i := range u.Bases {
		u.Bases[i].X += dx
		u.Bases[i].Y += dy
	}
	return u
}

// matters returns how much harm to the enemy's Unit counts besides the Unit's worth: more if it scores or is about to, blocks
// our scoring, or has still to act.
func (s *Weighing) matters(e Unit) float64 {
	m := 1.0
	for _, h := range s.Homes {
		switch n := near(s.turns(Gap(e, h), e.Spd)); {
		case s.atGoal(e, h):
			m += 1.5 + float64(btoi(s.Taste.Veteran))
		default:
			m += 0.6 * n
		}
	}
	for _, g := range s.Goals {
		if Gap(e, g) <= inches(s.Block) && !slices.Contains(s.Homes, g) {
			m += 0.5 + 0.5*float64(min(1, s.ScorersAt(s.Mine, g, "")))
		}
	}
	if !e.Activated {
		m += 0.2
	}
	return m
}

// Shot is a check or attack with its expected result.
type Shot struct {
	By, Target downsync.Ref
	Action     cards.Action
	Chance     float64 // of the effect, once
	Value      float64
	Need       int
}

// Shots returns the shots that the piece's base could make in the view, if it had an action; the best first. The piece may be
// elsewhere in the view.
func (s *Weighing) Shots(v downsync.View, u Unit, b downsync.Base) []Shot {
	if u.Card == nil {
		return nil
	}
	var out []Shot
	by := u.Name(b)
	for _, a := range u.Card.Actions {
		if _, clustered := a.Trait("clustered"); clustered || a.Effect == cards.Special {
			continue
		}
		for _, e := range s.Theirs {
			if (e.Card == nil) == a.Combat() {
				continue
			}
			if x, ok := s.Shot(v, u, b, by, a, e); ok {
				out = append(out, x)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Shot) int { return cmp.Compare(b.Value, a.Value) })
	return out
}

// Shot returns the base's shot at the nearest base of the enemy unit.
func (s *Weighing) Shot(v downsync.View, u Unit, b downsync.Base, by downsync.Ref, a cards.Action, e Unit) (Shot, bool) {
	best, at := math.Inf(1), downsync.Base{}
	for _, eb := range e.Bases {
		if far := inches(plane.Gap(b.Disc(), eb.Disc())); !eb.Stealth && far < best && far >= float64(a.MinRange) {
			best, at = far, eb
		}
	}
	if at.N == 0 || !a.Unlimited && best > float64(a.Range) {
		return Shot{}, false
	}
	x := Shot{By: by, Target: e.Name(at), Action: a}
	if a.Effect == cards.Scan {
		o, ok := v.Try().Act(by, a.ID, x.Target, false)
		x.Need, x.Chance = o.Need, float64(o.Low)/100
		x.Value = s.Taste.Scan * Hit(x.Chance, a.ROF)
		return x, ok && x.Chance > 0
	}
	o, ok := v.Try().Kill(by, a.ID, x.Target)
	if !ok {
		return x, false
	}
	x.Need, x.Chance = o.Need, float64(o.Low+o.High)/200
	share := e.Worth / float64(len(e.Bases))
	if a.Effect == cards.Stun {
		share *= 0.5
		if at.Stun {
			share = 0
		}
	}
	x.Value = s.Taste.Attack * s.matters(e) * share * Hit(x.Chance, a.ROF)
	if s.Taste.Novice && x.Value > 0 {
		x.Value = s.Taste.Attack * 0.5 / (1 + best/12)
	}
	return x, x.Value > 0
}

// Hit returns the chance that at least one of n attacks takes effect, if each has that chance.
func Hit(chance float64, n int) float64 { return 1 - math.Pow(1-chance, float64(n)) }

// Threat returns the worth that the unit may lose at its place in the view, to enemies who can shoot at it from their places.
func (s *Weighing) Threat(v downsync.View, u Unit, b downsync.Base) float64 {
	if u.Card == nil || b.Stealth {
		return 0
	}
	safe := 1.0
	for _, e := range s.Theirs {
		if e.Card == nil {
			continue
		}
		weight := 1.0
		if e.Activated && !e.MayWatch {
			weight = 0.35
		}
		worst := 0.0
		for _, a := range e.Card.Actions {
			far := inches(plane.Gap(e.Bases[0].Disc(), b.Disc()))
			if !a.Combat() || !a.Unlimited && far > float64(a.Range) || far < float64(a.MinRange) {
				continue
			}
			if o, ok := v.Try().Kill(downsync.Ref{Label: e.Label, N: e.Bases[0].N}, a.ID, u.Name(b)); ok {
				p := Hit(float64(o.Low+o.High)/200, a.ROF)
				if a.Effect == cards.Stun {
					p *= 0.4
				}
				worst = max(worst, p)
			}
		}
		safe *= 1 - weight*worst
	}
	return (1 - safe) * u.Worth / float64(len(u.Bases))
}

// Places returns the places where a move of the base may end, ignoring obstacles: its present place, places towards where it
// wants to be, and places from which it can shoot.
func (s *Weighing) Places(u Unit, b downsync.Base) []plane.Point {
	out := []plane.Point{b.Point}
	add := func(to plane.Point, far float64) {
		if at, ok := s.towards(u, b, to, far); ok && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	for _, g := range s.Goals {
		add(g.At, u.Spd)
	}
	for _, h := range s.Guarded {
		if s.Danger(h) > 0.3 {
			add(h.At, u.Spd)
		}
	}
	if e, far, ok := s.prey(u, b); ok {
		add(e.Bases[0].Point, min(u.Spd, far))
	}
	const ways = 12
	for i := range 2 * ways { // to half the distance and to all of it
		if !s.Taste.Veteran {
			break
		}
		angle, l := (float64(i/2)+0.5)*2*math.Pi/ways, 1000*u.Spd/float64(1+i%2)-2
		at := plane.Point{X: b.X + plane.Inch(l*math.Cos(angle)), Y: b.Y + plane.Inch(l*math.Sin(angle))}
		if _, err := s.View.Try().Move(u.Name(b), at, nil); err == nil && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// prey returns the nearest enemy Unit, and the distance until the best weapon reaches it.
func (s *Weighing) prey(u Unit, b downsync.Base) (e Unit, far float64, ok bool) {
	if u.Card == nil {
		return e, 0, false
	}
	best := math.Inf(1)
	reach := 0.0
	for _, a := range u.Card.Actions {
		if a.Combat() {
			reach = max(reach, float64(a.Range))
		}
	}
	for _, x := range s.Theirs {
		if d := inches(plane.Gap(b.Disc(), x.Bases[0].Disc())); x.Card != nil && !x.Bases[0].Stealth && d < best {
			best, e, ok = d, x, true
		}
	}
	far = best - min(reach, 16)
	return e, far, ok && far > 0.5
}

// bends lists how far to the side a move may begin, in radians, the straight one first.
var bends = []float64{0, 0.5, -0.5, 1, -1}

// towards returns the end of the base's move to the place, in the first direction that is free.
func (s *Weighing) towards(u Unit, b downsync.Base, to plane.Point, far float64) (plane.Point, bool) {
	dx, dy := float64(to.X-b.X), float64(to.Y-b.Y)
	whole := math.Hypot(dx, dy)
	if whole < 300 {
		return b.Point, false
	}
	angle := math.Atan2(dy, dx)
	for _, bend := range bends {
		for _, less := range []float64{0, 2} {
			l := min(whole, 1000*(far-less)-2)
			if l < 500 {
				continue
			}
			at := plane.Point{X: b.X + plane.Inch(l*math.Cos(angle+bend)), Y: b.Y + plane.Inch(l*math.Sin(angle+bend))}
			if _, err := s.View.Try().Move(u.Name(b), at, nil); err == nil {
				return at, true
			}
		}
	}
	return s.View.Try().Nearest(u.Name(b), to)
}

// Nearer returns the value of being one move nearer to where the unit wants to be, in a straight line.
func (s *Weighing) Nearer(u Unit) float64 {
	best := s.Standing(u)
	for _, list := range [2][]plane.Disc{s.Goals, s.Homes} {
		for _, g := range list {
			b := u.Bases[0]
			dx, dy := float64(g.At.X-b.X), float64(g.At.Y-b.Y)
			whole := math.Hypot(dx, dy)
			l := min(whole, 1000*u.Spd)
			if whole > 300 {
				best = max(best, s.Standing(u.Moved(b, plane.Point{X: b.X + plane.Inch(dx*l/whole), Y: b.Y + plane.Inch(dy*l/whole)})))
			}
		}
	}
	return best
}

// With returns the view with the unit in its imagined place.
func (s *Weighing) With(u Unit) downsync.View { return s.View.Replacing(u.Piece) }
