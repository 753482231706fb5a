package advice

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/plane"
)

// Moves that a VIP makes more urgent than a shot: a Unit that scores by its Move Action, and one that guards the own VIP
// (R25.4).

// ToScoring returns the Move Action with which a Unit of one base reaches a place where it scores; ok is false if there is none.
func (p *Position) ToScoring(l downsync.Label) (s Step, ok bool) {
	x, b, ok := p.Base(downsync.Ref{Label: l})
	if !ok || x.IsPing() || len(x.Bases) != 1 {
		return s, false
	}
	gap, spd := p.ScoreGap(x.Seat, b.Disc()), p.Spd(x)
	reach := p.Mission().ScoreRange
	if gap <= reach || gap-reach > spd {
		return s, false
	}
	m := Move{Ref: downsync.Ref{Label: l}, Last: true}
	for _, g := range p.GoalsFrom(x.Seat) {
		if !g.Scores(x.Seat) {
			continue
		}
		off := g.R + reach - 100 + b.R // a little less than the range, as lengths are rounded
		for _, at := range roundAbout(g.At, b.Point, off, plane.Dist(g.At, b.Point)) {
			scores := plane.Dist(b.Point, at) <= spd && p.ScoreGap(x.Seat, plane.Disc{At: at, R: b.R}) <= reach
			if scores && p.free(plane.Disc{At: at, R: b.R}, b.Point) && m.Possible(p.View, at) {
				return Step{Ref: m.Ref, To: at}, true
			}
		}
	}
	return s, false
}

// Blocking counts the seat's Units that block the other side at the goal.
func (p *Position) Blocking(seat game.Seat, goal downsync.Goal) int {
	return len(p.Own(seat, func(x downsync.Piece) bool {
		return !x.IsPing() && slices.ContainsFunc(x.Bases, func(b downsync.Base) bool { return plane.Gap(b.Disc(), goal.Disc) <= p.Mission().BlockRange })
	}))
}

// here returns how many of the asked seat's Units score at their present places.
func (p *Position) here() int {
	return len(p.Own(p.Seat, func(x downsync.Piece) bool { _, ok := p.Scoring(x.Label); return ok }))
}

// Lacking returns how many more Units it takes for a point at the enemy's VIP if coming Units still come there; 0 if there are
// enough.
func (p *Position) Lacking(vip downsync.Goal, coming int) int {
	return max(0, p.Blocking(3-p.Seat, vip)+1-p.here()-coming)
}

// TooFew returns how many more Units it takes for a point if some of the asked seat's Units are at the enemy's VIP; 0 if there
// are enough of them, or none, or the mission has no VIPs.
func (p *Position) TooFew() int {
	vip, ok := p.VIP(3 - p.Seat)
	if !ok || p.here() == 0 {
		return 0
	}
	return p.Lacking(vip, 0)
}

// ScoringNow returns the first Move Action by which one of the Units scores at the enemy's VIP when the Turn ends, to be made
// before anything else; ok is false if none does.
func (p *Position) ScoringNow(units []downsync.Label) (s Step, ok bool) {
	vip, there := p.VIP(3 - p.Seat)
	if p.Guided || !there || !p.Mission().EachTurn {
		return s, false
	}
	var all []Step
	for _, l := range units {
		if s, ok := p.ToScoring(l); ok && p.CanWatch(l) { // it has an Action Point
			all = append(all, s)
		}
	}
	if len(all) == 0 || p.Lacking(vip, len(all)) > 0 {
		return s, false
	}
	return all[0], true
}

// Scorer is a Unit that may soon score.
type Scorer struct {
	Unit downsync.Label
	Gap  plane.Inch // to the place at which it scores
}

// MayScore returns the Units that could be moved now to where they would score a point. Buttons for shots and Overwatch propose
// no such move.
func (p *Position) MayScore() (out []Scorer) {
	var mine []downsync.Label
	switch {
	case p.Ask == "next" || p.Ask == "priority":
		mine = those(p.Activatable(), p.CanWatch) // the pieces with an Action Point
	case p.acts():
		mine = []downsync.Label{p.Acting.Label}
	}
	reach := p.Mission().ScoreRange
	for _, l := range mine {
		x, _ := p.Piece(l)
		gap, ok := p.ToScore(l)
		_, gets := p.ToScoring(l) // terrain or other bases may prevent it; for several bases this is not known
		if ok && gap > reach && gap-reach <= p.Spd(x) && (gets || len(x.Bases) > 1) && p.wouldScore(x) {
			out = append(out, Scorer{l, gap})
		}
	}
	return out
}

// acts reports whether the acting piece has a Move Action.
func (p *Position) acts() bool {
	return p.Ask == "act" && p.Acting != nil && slices.ContainsFunc(p.Menu, func(c game.Choice) bool { return c.Verb == "act move" })
}

// wouldScore reports whether the Unit would score a point at the nearest place where its side scores, while all others stay in
// place.
func (p *Position) wouldScore(x downsync.Piece) bool {
	from := x.Bases[0].Point
	goals := those(p.GoalsFrom(x.Seat), func(g downsync.Goal) bool { return g.Scores(x.Seat) })
	if len(goals) == 0 {
		return false
	}
	sortBy(goals, func(g downsync.Goal) plane.Inch { return plane.Dist(from, g.At) })
	f, ok := p.Standing(downsync.Ref{Label: x.Label}, p.Beside(x, goals[0].At, from)).Scoring(x.Label)
	return ok && f.VP > 0
}

// mostWait is how far from the reach of a Unit on Overwatch an enemy may be.
const mostWait = 8 * 1000

// MovingOn returns the Move Actions of Units of one base each that score by it, or whose Overwatch no enemy would come near.
func (p *Position) MovingOn(units []downsync.Label) (out []Step) {
	if p.Guided {
		return nil
	}
	guards := p.Keepers()
	on := &Position{View: p.View}
	for _, l := range units {
		x, b, ok := on.Base(downsync.Ref{Label: l})
		if !ok || x.IsPing() || len(x.Bases) != 1 || slices.Contains(guards, l) {
			continue
		}
		s, ok := on.ToScoring(l)
		if !ok {
			s, ok = on.nearer(x, b)
		}
		if ok {
			out = append(out, s)
			on = &Position{View: on.Standing(s.Ref, s.To)}
		}
	}
	return out
}

// nearer returns the Move Action of a Unit of one base towards where it scores, if no enemy would come near its Overwatch; ok
// is false if it should stay.
func (p *Position) nearer(x downsync.Piece, b downsync.Base) (s Step, ok bool) {
	here, reach := p.ScoreGap(x.Seat, plane.Disc{At: b.Point, R: b.R}), p.Mission().ScoreRange
	m := Move{Ref: downsync.Ref{Label: x.Label}, Last: true}
	at, _, ok := p.Furthest(m, x, b.Point, p.Headings(x, b.Point)[0].Goal(b.Point), p.Spd(x), 500)
	if here <= reach || !ok || plane.Dist(b.Point, at) < leastFar {
		return s, false
	}
	_, gap, far, near := p.NearestTo(x.Label)
	waits := near && (far == 0 || gap <= plane.In(far)+mostWait)
	there := p.ScoreGap(x.Seat, plane.Disc{At: at, R: b.R})
	if there > reach && (waits || there >= here) {
		return s, false
	}
	return Step{Ref: m.Ref, To: at}, true
}

// NearestTo returns the enemy base nearest to the Unit, and the reach of the Unit's weapons in inches; far is 0 for any
// distance. ok is false if there is no enemy, or no Unit.
func (p *Position) NearestTo(l downsync.Label) (near downsync.Ref, gap plane.Inch, far int, ok bool) {
	me, ok := p.Piece(l)
	if !ok || me.IsPing() || len(me.Bases) == 0 {
		return near, gap, far, false
	}
	for _, q := range p.Pieces {
		for _, b := range q.Bases {
			for _, mine := range me.Bases {
				if g := plane.Gap(mine.Disc(), b.Disc()); q.Seat != me.Seat && (near == (downsync.Ref{}) || g < gap) {
					near, gap = q.Ref(b.N), g
				}
			}
		}
	}
	for _, a := range p.Cards().Must(me.Unit).Actions {
		switch {
		case a.Combat() && a.Unlimited:
			return near, gap, 0, near.Label != ""
		case a.Combat():
			far = max(far, a.Range)
		}
	}
	return near, gap, far, near.Label != ""
}
