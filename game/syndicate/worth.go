package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/syndicate/grid"
)

// This file estimates what a place and an attack are worth to a side, from the board, which everybody knows. Orders given ahead may
// ask for the best (R-P9), and the referee carries them out, so these estimates are rules: a match that is checked later must find the
// same. Package advice weighs answers with them.

// Taste holds the weights of these estimates.
type Taste struct {
	Guard   float64 // weight of damage that may be taken, relative to damage dealt
	Mercs   float64 // weight of damage to Mercenaries, relative to damage to the Operator
	Closing float64 // worth of a space nearer to the enemy Operator, down to half the weapon's range; without it both sides hide
	Mission float64 // worth of a space nearer to what the mission asks for
	Threat  float64 // weight of damage from enemies who must move first, relative to damage from where they are now
	Target  float64 // worth of having any target, whatever the damage
	Contest float64 // extra worth of damage to a unit that holds what the mission asks for
}

// These are usual weights.
const (
	MissionWeight = 0.6
	UsualGuard    = 0.45
)

// proposing is the taste of proposals to players: it goes forward, so that matches end.
var proposing = Taste{Guard: UsualGuard, Mercs: 0.6, Closing: 0.4, Mission: MissionWeight, Threat: 0.5, Target: 0.5}

// lateRounds is how many rounds before the end the trailing side begins to ignore its cover.
const lateRounds = 2

// Advisor returns the taste of the proposals to a side at this point of the match. The trailing side contests what the mission asks
// for, and in the last rounds it no longer spares itself; the leading side then guards its lead.
func (v View) Advisor(seat game.Seat) Taste { return v.board.advisor(seat) }

func (b *board) advisor(seat game.Seat) Taste {
	t := proposing
	lead, why := leading(b)
	late := b.Terms.MaxRounds > 0 && b.Round > b.Terms.MaxRounds-lateRounds
	switch {
	case lead == other(seat):
		t.Contest = 0.5
		if late {
			t.Contest, t.Guard = 1, 0.1
		}
		if late && why == "points" {
			t.Mission *= 2
		}
	case lead == seat && late:
		t.Guard *= 1.5
	}
	return t
}

// Worth returns the value of that much damage to a unit: damage that eliminates the unit counts more.
func (v View) Worth(l Label, damage float64, t Taste) float64 {
	return v.board.worth(v.board.unit(l), damage, t)
}

func (b *board) worth(u *unit, damage float64, t Taste) float64 {
	if u == nil {
		return 0
	}
	damage = min(damage, float64(u.HP))
	out := damage * (1 + damage/float64(u.HP))
	if !u.Label.Operator() {
		out *= t.Mercs
	}
	if t.Contest > 0 && (b.Terms.MissionName() == Relay || b.Terms.MissionName() == Uplink) && nearRelay(b, u.At) <= 1 {
		out *= 1 + t.Contest
	}
	return out
}

// nearRelay returns the distance of a space from the Relay.
func nearRelay(b *board, at grid.Space) int {
	edge := b.env.ground.Edge()
	near := edge
	for _, r := range grid.Relay(edge) {
		near = min(near, grid.Distance(at, r))
	}
	return near
}

// Standing returns the value of a place for a unit: the damage that it deals from there, less the damage that it takes, how near it
// is to the enemy if it reaches nobody, and what it does for the mission.
func (v View) Standing(l Label, at grid.Space, t Taste) float64 {
	seat := l.Seat()
	moved := v.Moved(l, at).board
	u := moved.unit(l)
	if u == nil {
		return 0
	}
	best, taken := 0.0, 0.0
	for _, e := range moved.enemies(seat) {
		if !u.Attacked {
			best = max(best, moved.worth(e, moved.expected(u, e), t))
		}
		if !e.Attacked {
			taken += max(moved.expected(e, u), t.Threat*moved.threat(e, u))
		}
	}
	if best > 0 {
		best += t.Target
	}
	out := best - t.Guard*moved.worth(u, taken, t)
	if e := moved.unit(operator(other(seat))); e != nil {
		out -= t.Closing * float64(max(0, grid.Distance(at, e.At)-rangeOf(moved, u)/2))
	}
	if own := moved.unit(operator(seat)); own != nil && !l.Operator() {
		out -= 0.1 * float64(max(0, grid.Distance(at, own.At)-4)) // its ability works near its Operator
	}
	return out + t.Mission*v.goal(l, at)
}

// strides is how far an enemy is expected to move before it attacks.
const strides = 2

// threat returns the average damage that an enemy does to a unit after moving to where it has a line; 0 if that is too far.
func (b *board) threat(e, u *unit) float64 {
	if t := distance(e, u); t > rangeOf(b, e)+strides || e.Moved > 0 || !e.Label.Operator() && b.merc(e.Label).Planted {
		return 0
	}
	return b.average(e, u)
}

// goal rates how near a space is to what the mission asks for: 0 at best, less the farther away.
func (v View) goal(l Label, at grid.Space) float64 {
	edge := v.Terrain().Edge()
	switch v.Mission {
	case Relay, Uplink:
		near := nearRelay(v.board, at)
		if near <= 1 {
			return 0
		}
		return -1 - float64(near) // only being there counts
	case Extract:
		near := grid.Distance(at, grid.Terminal(edge, int(other(l.Seat()))))
		switch {
		case v.HoldsFire():
			return -0.5 * float64(max(0, near-1))
		case near > 1:
			return -1 - float64(near)
		}
	}
	return 0
}

// Counts reports whether a unit in the space counts for the mission: at the Relay, or at a terminal.
func (v View) Counts(at grid.Space) bool {
	edge := v.Terrain().Edge()
	switch v.Mission {
	case Relay, Uplink:
		return nearRelay(v.board, at) <= 1
	case Extract:
		return grid.Distance(at, grid.Terminal(edge, 1)) <= 1 || grid.Distance(at, grid.Terminal(edge, 2)) <= 1
	}
	return false
}

// AtRelay returns how many units of each side are in or beside the Relay.
func (v View) AtRelay() [2]int { return v.board.atRelay() }

// AtTerminals returns how many units of each side are in or beside the other side's terminal.
func (v View) AtTerminals() [2]int { return [2]int{v.board.atTerminal(2)[0], v.board.atTerminal(1)[1]} }

// Disputed reports whether both sides could score if the round ended now, so that the HP lost decide (R-V3, R-V5).
func (v View) Disputed() bool { return v.Losses && v.board.claims(v.Mission) == [2]bool{true, true} }

// Ranked returns the spaces in order of their value to the unit, the best first, without duplicates.
func (v View) Ranked(l Label, list []grid.Space, t Taste) []grid.Space {
	return ranked(list, func(at grid.Space) float64 { return v.Standing(l, at, t) })
}

// ranked returns the list in order of worth, the best first, without duplicates.
func ranked[T comparable](list []T, worth func(T) float64) []T {
	values := make(map[T]float64, len(list))
	var out []T
	for _, x := range list {
		if _, seen := values[x]; !seen {
			values[x] = worth(x)
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(x, y T) int {
		switch {
		case values[x] > values[y]:
			return -1
		case values[x] < values[y]:
			return 1
		}
		return 0
	})
	return out
}

// Victims returns the units in a space and around it.
func (v View) Victims(at grid.Space) (out []Label) {
	for _, u := range v.Units {
		if u.At.On() && grid.Distance(u.At, at) <= 1 {
			out = append(out, u.Label)
		}
	}
	return out
}

// Gain returns the value of using a card of a side on a unit. A unit that the side's Operator can also attack is preferred, and
// among these the one where the attack is worth most.
func (v View) Gain(seat game.Seat, l Label, t Taste) float64 {
	damage := 0.0
	if l.Seat() != seat {
		damage = v.Expected(operator(seat), l)
	}
	return v.Worth(l, 1+damage, t) + 2*float64(one(damage > 0))
}

// Leading returns the side that would win if the last round ended now (S11.3), and the reason: "points", "health" or "mercenaries";
// 0 and "even" if nothing separates them.
func (v View) Leading() (seat game.Seat, why string) { return leading(v.board) }
