package advice

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/plane"
)

// Contacts: where to deploy them, and which Units to reveal.

// NearEnough is how near an enemy must be to make revealing contacts worth a thought: a move and a shot.
const NearEnough = 24 * 1000

// AnyNear reports whether an enemy is near any of the pieces, or may soon score at the own VIP while one of them could
// become its guard.
func (p *Position) AnyNear(mine []downsync.Label) bool {
	if p.Exposed(p.Seat) && slices.ContainsFunc(mine, p.mayGuard) {
		return true
	}
	return slices.ContainsFunc(mine, func(l downsync.Label) bool {
		_, b, ok := p.Base(downsync.Ref{Label: l})
		near := p.Foes(l.Seat(), b.Point)
		return ok && len(near) > 0 && plane.Dist(b.Point, near[0].Bases[0].Point) <= NearEnough
	})
}

// AsksToReveal reports whether a Taskforce of these pieces is asked what to reveal: it has a contact of a size that the Reserve has.
func (p *Position) AsksToReveal(taskforce []downsync.Label) bool {
	return slices.ContainsFunc(taskforce, func(l downsync.Label) bool {
		x, ok := p.Piece(l)
		return ok && x.IsPing() && slices.ContainsFunc(p.Reserve, func(slug string) bool { return p.Cards().Must(slug).Signature == x.Sig })
	})
}

// Reveals returns the best Unit for each contact of the question: the planned one, otherwise the fastest Unit for the contact
// nearest to where it scores. The rest of the Reserve goes to the others.
func (p *Position) Reveals() (out []downsync.Reveal) {
	left := slices.Clone(p.Reserve)
	sortBy(left, func(slug string) int { return -p.Cards().Must(slug).Spd })
	var contacts []downsync.Piece
	for _, c := range p.Menu {
		if x, ok := p.Piece(downsync.Label(c.Value("ping"))); ok && c.Verb == "reveal" {
			contacts = append(contacts, x)
		}
	}
	sortBy(contacts, func(x downsync.Piece) plane.Inch {
		return p.ScoreGap(x.Seat, plane.Disc{At: x.Bases[0].Point, R: p.Radius(x)})
	})
	sortBy(contacts, func(x downsync.Piece) int { // planned Units are not given away
		if x.Plan != "" {
			return 0
		}
		return 1
	})
	for _, x := range contacts {
		i := slices.IndexFunc(left, func(slug string) bool {
			return slug == x.Plan || x.Plan == "" && p.Cards().Must(slug).Signature == x.Sig
		})
		if i >= 0 {
			out = append(out, downsync.Reveal{Ping: x.Label, As: left[i]})
			left = slices.Delete(left, i, i+1)
		}
	}
	sortBy(out, func(r downsync.Reveal) string { return string(r.Ping) })
	return out
}

// OthersHidden reports whether a contact of the Taskforce could still be revealed after these, so that the question would come
// again.
func (p *Position) OthersHidden(all []downsync.Reveal) bool {
	if p.Ask != "reveal" {
		return false
	}
	left := slices.Clone(p.Reserve)
	for _, r := range all {
		if i := slices.Index(left, r.As); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	return slices.ContainsFunc(p.Menu, func(c game.Choice) bool {
		x, ok := p.Piece(downsync.Label(c.Value("ping")))
		return c.Verb == "reveal" && ok && !slices.ContainsFunc(all, func(r downsync.Reveal) bool { return r.Ping == x.Label }) &&
			slices.ContainsFunc(left, func(slug string) bool { return p.Cards().Must(slug).Signature == x.Sig })
	})
}

// Formation deploys all remaining contacts at the front of the zone, around the way to the enemy's VIP. It returns nil if there
// is only one contact, or no room.
func (p *Position) Formation() []downsync.Deploy {
	const abreast = 1000 // between two contacts
	var left []downsync.Label
	var taken []plane.Disc
	for _, x := range p.Pieces {
		switch {
		case x.Seat == p.Seat && len(x.Bases) == 0:
			left = append(left, x.Label)
		case x.Seat == p.Seat:
			taken = append(taken, x.Bases[0].Disc())
		}
	}
	if len(left) < 2 || len(left) > game.MostOrders {
		return nil
	}
	var places []downsync.Deploy
	for _, at := range p.front(left[0].Seat()) {
		if len(places) == len(left) {
			break
		}
		x, _ := p.Piece(left[len(places)])
		base := plane.Disc{At: at, R: p.Radius(x)}
		crowded := slices.ContainsFunc(taken, func(d plane.Disc) bool { return plane.Within(base, d, abreast) })
		if crowded || p.View.Try().Deploy(x.Label, at) != nil {
			continue
		}
		taken = append(taken, base)
		places = append(places, downsync.Deploy{Ping: x.Label, At: at})
	}
	if len(places) < len(left) {
		return nil
	}
	return places
}

// front lists points of the seat's zone, the front first, then the nearest to the way to the first goal, such as the enemy's VIP.
func (p *Position) front(seat game.Seat) (out []plane.Point) {
	const step = 1000
	zone, goal := p.Zone(seat), p.GoalsFrom(seat)[0]
	for y := zone.Min.Y + step; y < zone.Max.Y; y += 2 * step {
		for x := zone.Min.X + step; x < zone.Max.X; x += step {
			out = append(out, plane.Point{X: x, Y: y})
		}
	}
	sortBy(out, func(p plane.Point) plane.Inch { return max(p.X-goal.At.X, goal.At.X-p.X) })
	sortBy(out, func(p plane.Point) plane.Inch { return max(p.Y-goal.At.Y, goal.At.Y-p.Y) })
	return out
}
