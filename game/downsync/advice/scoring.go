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
	if gap <= downsync.ScoreRange || gap-downsync.ScoreRange > spd {
		return s, false
	}
	m := Move{Ref: downsync.Ref{Label: l}, Last: true}
	goals := p.Goals()
	for _, vip := range []plane.Disc{goals[2-x.Seat], goals[x.Seat-1]} {
		off := vip.R + downsync.ScoreRange - 100 + b.R // a little less than the range, as lengths are rounded
		for _, at := range roundAbout(vip.At, b.Point, off, plane.Dist(vip.At, b.Point)) {
			scores := plane.Dist(b.Point, at) <= spd && p.ScoreGap(x.Seat, plane.Disc{At: at, R: b.R}) <= downsync.ScoreRange
			if scores && p.free(plane.Disc{At: at, R: b.R}, b.Point) && m.Possible(p.View, at) {
				return Step{Ref: m.Ref, To: at}, true
			}
		}
		if p.Rules != downsync.Edition42 { // the other VIP is its own
			break
		}
	}
	return s, false
}

// Around counts the seat's Units that have a base within that range of the goal, which is an index of View.Goals.
func (p *Position) Around(seat game.Seat, goal int, within plane.Inch) int {
	return len(p.Own(seat, func(x downsync.Piece) bool {
		return !x.IsPing() && slices.ContainsFunc(x.Bases, func(b downsync.Base) bool { return plane.Gap(b.Disc(), p.Goals()[goal]) <= within })
	}))
}

// here returns how many of the asked seat's Units score at their present places.
func (p *Position) here() int {
	return len(p.Own(p.Seat, func(x downsync.Piece) bool { _, ok := p.Scoring(x.Label); return ok }))
}

// Lacking returns how many more Units it takes for a point at the enemy's VIP if coming Units still come there; 0 if there are
// enough.
func (p *Position) Lacking(coming int) int {
	theirs := p.Around(3-p.Seat, int(2-p.Seat), p.BlockRange())
	return max(0, theirs+1-p.here()-coming)
}

// TooFew returns how many more Units it takes for a point if some of the asked seat's Units are at the enemy's VIP; 0 if there
// are enough of them, or none.
func (p *Position) TooFew() int {
	if p.Rules == downsync.Edition42 || p.here() == 0 {
		return 0
	}
	return p.Lacking(0)
}

// ScoringNow returns the first Move Action by which one of the Units scores, to be made before anything else; ok is false if
// none does.
func (p *Position) ScoringNow(units []downsync.Label) (s Step, ok bool) {
	if p.Guided || p.Rules == downsync.Edition42 {
		return s, false
	}
	var all []Step
	for _, l := range units {
		if s, ok := p.ToScoring(l); ok && p.CanWatch(l) { // it has an Action Point
			all = append(all, s)
		}
	}
	if len(all) == 0 || p.Lacking(len(all)) > 0 {
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
	for _, l := range mine {
		x, _ := p.Piece(l)
		gap, ok := p.ToScore(l)
		_, gets := p.ToScoring(l) // terrain or other bases may prevent it; for several bases this is not known
		if ok && gap > downsync.ScoreRange && gap-downsync.ScoreRange <= p.Spd(x) && (gets || len(x.Bases) > 1) && p.wouldScore(x) {
			out = append(out, Scorer{l, gap})
		}
	}
	return out
}

// acts reports whether the acting piece has a Move Action.
func (p *Position) acts() bool {
	return p.Ask == "act" && p.Acting != nil && slices.ContainsFunc(p.Menu, func(c game.Choice) bool { return c.Verb == "act move" })
}

// wouldScore reports whether the Unit would score a point at its side's scoring place, the nearer of two such places, while all
// others stay in place.
func (p *Position) wouldScore(x downsync.Piece) bool {
	from, goals := x.Bases[0].Point, p.Goals()
	goal := goals[2-x.Seat].At
	if p.Rules == downsync.Edition42 && plane.Dist(from, goals[x.Seat-1].At) < plane.Dist(from, goal) {
		goal = goals[x.Seat-1].At
	}
	f, ok := p.Standing(downsync.Ref{Label: x.Label}, p.Beside(x, goal, from)).Scoring(x.Label)
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
	here := p.ScoreGap(x.Seat, plane.Disc{At: b.Point, R: b.R})
	m := Move{Ref: downsync.Ref{Label: x.Label}, Last: true}
	at, _, ok := p.Furthest(m, x, b.Point, p.Headings(x, b.Point)[0].Goal(b.Point), p.Spd(x), 500)
	if here <= downsync.ScoreRange || !ok || plane.Dist(b.Point, at) < LeastFar {
		return s, false
	}
	_, gap, far, near := p.NearestTo(x.Label)
	waits := near && (far == 0 || gap <= plane.In(far)+mostWait)
	there := p.ScoreGap(x.Seat, plane.Disc{At: at, R: b.R})
	if there > downsync.ScoreRange && (waits || there >= here) {
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
