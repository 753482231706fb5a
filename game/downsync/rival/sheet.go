package rival

import (
	"cmp"
	"math"
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// sheet is a position as the script reads it: who stands where, what each piece is worth, and where the sides score.
type sheet struct {
	v     downsync.View
	me    game.Seat
	taste taste
	// goals are where the seat scores, homes where the other side does. In edition 4.2 both are the same two places.
	goals, homes []plane.Disc
	mine, theirs []unit     // pieces on the table
	block        plane.Inch // how near a Unit keeps the other side from scoring
	rounds       bool       // points are scored at the end of a Round alone (edition 4.2)
}

// unit is a piece on the table.
type unit struct {
	downsync.Piece
	card  *cards.Unit // nil for a contact
	worth float64     // of what is left of it
	spd   float64     // inches
}

// read makes the sheet of what the seat sees.
func read(v downsync.View, me game.Seat, t taste) *sheet {
	s := &sheet{v: v, me: me, taste: t, block: plane.In(4)}
	g := v.Goals()
	s.goals, s.homes = g[2-me:3-me], g[me-1:me]
	if v.Rules == downsync.Edition42 {
		s.goals, s.homes, s.block, s.rounds = g[:], g[:], plane.In(6), true
	}
	for _, p := range v.Pieces {
		if len(p.Bases) == 0 {
			continue
		}
		if u := s.unit(p); p.Seat == me {
			s.mine = append(s.mine, u)
		} else {
			s.theirs = append(s.theirs, u)
		}
	}
	return s
}

func (s *sheet) unit(p downsync.Piece) unit {
	u := unit{Piece: p, worth: pingWorth, spd: cards.PingSpd}
	if !p.IsPing() {
		u.card = s.v.Cards().Must(p.Unit)
		u.worth, u.spd = worth(u.card)*float64(len(p.Bases))/float64(u.card.Bases()), float64(u.card.Spd)
	}
	return u
}

// pingWorth is what a contact is worth: the Unit that it will be.
const pingWorth = 1

// worth is what a Unit is worth, in Units of middling worth.
func worth(u *cards.Unit) float64 {
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

// ref names the base as orders do: without a number where the piece has but one.
func (u unit) ref(b downsync.Base) downsync.Ref {
	if u.card == nil || u.card.Bases() == 1 {
		return downsync.Ref{Label: u.Label}
	}
	return downsync.Ref{Label: u.Label, N: b.N}
}

// stunned tells whether some base has a Stun Token.
func (u unit) stunned() bool {
	return slices.ContainsFunc(u.Bases, func(b downsync.Base) bool { return b.Stun })
}

func (s *sheet) own(l downsync.Label) (unit, bool) {
	i := slices.IndexFunc(s.mine, func(u unit) bool { return u.Label == l })
	if i < 0 {
		return unit{}, false
	}
	return s.mine[i], true
}

// gap is how far the nearest base is from the place, in inches.
func gap(u unit, d plane.Disc) float64 {
	best := math.Inf(1)
	for _, b := range u.Bases {
		best = min(best, inches(plane.Gap(b.Disc(), d)))
	}
	return best
}

func inches(l plane.Inch) float64 { return float64(l) / 1000 }

// atGoal tells whether the Unit would score at the place: more than half of its bases are near enough.
func atGoal(u unit, d plane.Disc) bool {
	n := 0
	for _, b := range u.Bases {
		if plane.Within(b.Disc(), d, downsync.ScoreRange) {
			n++
		}
	}
	return u.card != nil && 2*n > len(u.Bases)
}

// blocks counts the Units but those left out that keep the other side from scoring at the place.
func (s *sheet) blocks(us []unit, d plane.Disc, but downsync.Label) int {
	n := 0
	for _, u := range us {
		if u.card != nil && u.Label != but && gap(u, d) <= inches(s.block) {
			n++
		}
	}
	return n
}

// scorers counts the Units but those left out that score at the place.
func scorers(us []unit, d plane.Disc, but downsync.Label) int {
	n := 0
	for _, u := range us {
		if u.Label != but && atGoal(u, d) {
			n++
		}
	}
	return n
}

// turns is how many activations a piece of that speed needs for the way to the place's rim.
func turns(far, spd float64) float64 { return max(0, far-inches(downsync.ScoreRange)) / max(1, 2*spd) }

// near is how good it is to be so many activations from where one wants to be: 1 there, less with each.
func near(turns float64) float64 { return 1 / (1 + turns*turns/2 + turns/2) }

// danger is how near the other side's Units are to scoring at the place, each as near counts it.
func (s *sheet) danger(d plane.Disc) float64 {
	sum := 0.0
	for _, e := range s.theirs {
		n := near(turns(gap(e, d), e.spd))
		if e.card == nil {
			n *= 0.6
		}
		sum += n
	}
	return sum
}

// standing is the value of the piece's standing where the unit's bases lie: on the way to score, in the way of the other side.
func (s *sheet) standing(u unit) float64 {
	best := 0.0
	for _, g := range s.goals {
		x := s.taste.progress * near(turns(gap(u, g), u.spd))
		if u.card == nil {
			x *= 0.7
		}
		if atGoal(u, g) {
			x += s.scoring(u, g)
		}
		best = max(best, x)
	}
	guard := 0.0
	for _, h := range s.homes {
		if s.rounds {
			continue
		}
		have, need := float64(s.blocks(s.mine, h, u.Label)), s.danger(h)
		want := max(0, min(1, need-have))
		far := max(0, gap(u, h)-inches(s.block))
		x := s.taste.guard * want * near(far/max(1, 2*u.spd))
		if far == 0 && u.card != nil {
			x += s.taste.guard * max(0, min(1, float64(scorers(s.theirs, h, ""))-have))
		}
		guard = max(guard, x)
	}
	return max(best, guard) + 0.3*min(best, guard)
}

// scoring is what the Unit adds at the goal: points at the end of each own Turn, as long as nobody is in the way.
func (s *sheet) scoring(u unit, g plane.Disc) float64 {
	others, against := scorers(s.mine, g, u.Label), s.blocks(s.theirs, g, "")
	if others+1 > against {
		return s.taste.score
	}
	return 0.4 * s.taste.score
}

// moved is the unit with its base, or all of them, shifted so that the first stands at the point.
func (u unit) moved(b downsync.Base, to plane.Point) unit {
	dx, dy := to.X-b.X, to.Y-b.Y
	u.Bases = slices.Clone(u.Bases)
	for i := range u.Bases {
		u.Bases[i].X += dx
		u.Bases[i].Y += dy
	}
	return u
}

// matters is how much harm to the enemy's Unit counts, besides what it is worth: it scores, or is about to; it is in the way of
// scoring; it has still to act.
func (s *sheet) matters(e unit) float64 {
	m := 1.0
	for _, h := range s.homes {
		switch n := near(turns(gap(e, h), e.spd)); {
		case atGoal(e, h):
			m += 1.5 + float64(btoi(s.taste.veteran))
		default:
			m += 0.6 * n
		}
	}
	for _, g := range s.goals {
		if gap(e, g) <= inches(s.block) && !s.rounds {
			m += 0.5 + 0.5*float64(min(1, scorers(s.mine, g, "")))
		}
	}
	if !e.Activated {
		m += 0.2
	}
	return m
}

// shot is a check or attack with what may be expected of it.
type shot struct {
	by, target downsync.Ref
	action     cards.Action
	chance     float64 // of the effect, once
	value      float64
	need       int
}

// shots are those that the piece's base could make in the view, if it had an action; the best first. The view may have the piece
// standing elsewhere.
func (s *sheet) shots(v downsync.View, u unit, b downsync.Base) []shot {
	if u.card == nil {
		return nil
	}
	var out []shot
	by := u.ref(b)
	for _, a := range u.card.Actions {
		if _, clustered := a.Trait("clustered"); clustered || a.Effect == cards.Special {
			continue
		}
		for _, e := range s.theirs {
			if (e.card == nil) == a.Combat() {
				continue
			}
			if x, ok := s.shot(v, u, b, by, a, e); ok {
				out = append(out, x)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b shot) int { return cmp.Compare(b.value, a.value) })
	return out
}

// shot is that of the base on the nearest base of the enemy's.
func (s *sheet) shot(v downsync.View, u unit, b downsync.Base, by downsync.Ref, a cards.Action, e unit) (shot, bool) {
	best, at := math.Inf(1), downsync.Base{}
	for _, eb := range e.Bases {
		if far := inches(plane.Gap(b.Disc(), eb.Disc())); !eb.Stealth && far < best && far >= float64(a.MinRange) {
			best, at = far, eb
		}
	}
	if at.N == 0 || !a.Unlimited && best > float64(a.Range) {
		return shot{}, false
	}
	x := shot{by: by, target: e.ref(at), action: a}
	if a.Effect == cards.Scan {
		o, ok := v.Try().Act(by, a.ID, x.target, false)
		x.need, x.chance = o.Need, float64(o.Low)/100
		x.value = s.taste.scan * hit(x.chance, a.ROF)
		return x, ok && x.chance > 0
	}
	o, ok := v.Try().Kill(by, a.ID, x.target)
	if !ok {
		return x, false
	}
	x.need, x.chance = o.Need, float64(o.Low+o.High)/200
	share := e.worth / float64(len(e.Bases))
	if a.Effect == cards.Stun {
		share *= 0.5
		if at.Stun {
			share = 0
		}
	}
	x.value = s.taste.attack * s.matters(e) * share * hit(x.chance, a.ROF)
	if s.taste.novice && x.value > 0 {
		x.value = s.taste.attack * 0.5 / (1 + best/12)
	}
	return x, x.value > 0
}

// hit is the chance that one of n comes off.
func hit(chance float64, n int) float64 { return 1 - math.Pow(1-chance, float64(n)) }

// threat is what the unit may lose where its base stands in the view, to enemies who can shoot at it from where they are.
func (s *sheet) threat(v downsync.View, u unit, b downsync.Base) float64 {
	if u.card == nil || b.Stealth {
		return 0
	}
	safe := 1.0
	for _, e := range s.theirs {
		if e.card == nil {
			continue
		}
		weight := 1.0
		if e.Activated && !e.MayWatch {
			weight = 0.35
		}
		worst := 0.0
		for _, a := range e.card.Actions {
			far := inches(plane.Gap(e.Bases[0].Disc(), b.Disc()))
			if !a.Combat() || !a.Unlimited && far > float64(a.Range) || far < float64(a.MinRange) {
				continue
			}
			if o, ok := v.Try().Kill(downsync.Ref{Label: e.Label, N: e.Bases[0].N}, a.ID, u.ref(b)); ok {
				p := hit(float64(o.Low+o.High)/200, a.ROF)
				if a.Effect == cards.Stun {
					p *= 0.4
				}
				worst = max(worst, p)
			}
		}
		safe *= 1 - weight*worst
	}
	return (1 - safe) * u.worth / float64(len(u.Bases))
}
