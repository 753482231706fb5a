package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// This file estimates what a place, an attack and a card are worth to a side, from the board, which everybody knows, and the side's
// own hand. The ranking proposes a round to a player, carries out the order to attack where it is worth most, and guides the rival.

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

// MissionWeight is the usual weight of the mission.
const MissionWeight = 0.6

// proposing is the taste of proposals to players: it goes forward, so that matches end.
var proposing = Taste{Guard: 0.45, Mercs: 0.6, Closing: 0.4, Mission: MissionWeight, Threat: 0.5, Target: 0.5}

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
		return -0.5 * float64(max(0, grid.Distance(at, grid.Terminal(edge, int(other(l.Seat()))))-1))
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

// Ranked returns the spaces in order of their value to the unit, the best first.
func (v View) Ranked(l Label, list []grid.Space) []grid.Space {
	t := v.Advisor(l.Seat())
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

// Blasts returns the spaces in the order in which a card would hit best around them: enemies count for a space, friends count more
// against it.
func (v View) Blasts(seat game.Seat, list []grid.Space) []grid.Space {
	return ranked(list, func(at grid.Space) float64 {
		n := 0.0
		for _, u := range v.Units {
			if !u.At.On() || grid.Distance(u.At, at) > 1 {
				continue
			}
			switch {
			case u.Seat == seat:
				n -= 3
			case u.Label.Operator():
				n += 2.5
			default:
				n += 2
			}
		}
		return n
	})
}

// Spots returns the spaces for an object, the best first: Smoke hides the units around it, a Drone and a Beacon go near the enemy,
// other objects beside the side's own Operator.
func (v View) Spots(seat game.Seat, object string, list []grid.Space) []grid.Space {
	switch own := v.board.unit(operator(seat)); {
	case object == "" || object == "drone" || object == "shock-beacon" || own == nil:
		return v.Blasts(seat, list)
	case object == "smoke":
		return v.Blasts(other(seat), list)
	default:
		return ranked(list, func(at grid.Space) float64 { return -float64(grid.Distance(at, own.At)) })
	}
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

// Advice returns the proposal to a side for the round, given a card of its hand: where its units go, whom the card is used on, and
// whom to attack: that enemy, otherwise the one where an attack is worth most. It leaves the space for a card open, because that
// depends on where the enemy goes.
func (v View) Advice(seat game.Seat, card string) Ahead {
	p := Ahead{Attack: Best, Proposed: true}
	moved := v
	if u := v.board.unit(operator(seat)); u != nil {
		if to := v.Goes(seat, card); len(to) > 0 {
			p.To = v.Ranked(u.Label, append(to, u.At))[0]
			moved = v.Moved(u.Label, p.To)
		}
	}
	if on, _ := v.Works(seat, card); len(on) > 0 {
		if p.On = v.victim(seat, on); p.On.Seat() != seat && v.Expected(operator(seat), p.On) > 0 {
			p.Attack = string(p.On)
		}
	}
	for i, to := range []*grid.Space{&p.First, &p.Second} {
		l := labels[seat-1][i+1]
		m := v.board.unit(l)
		if m == nil || !m.At.On() || m.Acted || m.has("immobilized") {
			continue
		}
		*to = moved.Ranked(l, append(moved.Reach(l, 0), m.At))[0]
		moved = moved.Moved(l, *to)
	}
	return p
}

// victim returns the unit on which a card does most for the side. It prefers a unit that its Operator can also attack, and among
// these the one where the attack is worth most.
func (v View) victim(seat game.Seat, list []Label) Label {
	t := v.Advisor(seat)
	return ranked(list, func(l Label) float64 {
		damage := 0.0
		if l.Seat() != seat {
			damage = v.Expected(operator(seat), l)
		}
		return v.Worth(l, 1+damage, t) + 2*float64(one(damage > 0))
	})[0]
}

// Advised returns the card proposed to a side whose hand the viewer sees, with the mode of a Hydra. Among equals it takes the card
// drawn first.
func (v View) Advised(seat game.Seat) Commit {
	hand := slices.DeleteFunc(slices.Clone(v.Sides.Of(seat).Hand), func(id string) bool {
		c, ok := v.Catalogue().Card(id)
		return !ok || v.board.encumbered(seat) && c.Advanced()
	})
	out := Commit{}
	if len(hand) > 0 {
		out.Card = ranked(hand, func(id string) float64 { return v.cardWorth(seat, id) })[0]
		out.Ahead = v.Advice(seat, out.Card)
	}
	if v.board.kit(seat).weapon.Trait == modal {
		out.Mode = modes[0]
	}
	return out
}

// cardWorth returns the present value of a card: the place to which it brings the Operator, and what its steps do.
func (v View) cardWorth(seat game.Seat, id string) float64 {
	b, c := v.board, v.board.card(id)
	u := b.unit(operator(seat))
	if u == nil {
		return 0
	}
	if fizzles(b, seat, c) != "" {
		return -9
	}
	at := u.At
	if to := v.Goes(seat, id); len(to) > 0 {
		at = v.Ranked(u.Label, append(to, at))[0]
	}
	moved, t := v.Moved(u.Label, at), v.Advisor(seat)
	w := weighing{guard: t.Guard / proposing.Guard, contest: t.Contest}
	for _, e := range b.enemies(seat) {
		w.shoots = max(w.shoots, moved.Expected(u.Label, e.Label))
		w.shot += moved.Expected(e.Label, u.Label)
	}
	on, spaces := v.Works(seat, id)
	w.victims = float64(len(on))
	if len(spaces) > 0 {
		for _, l := range v.Victims(v.Blasts(seat, spaces)[0]) {
			w.victims += float64(one(l.Seat() != seat))
		}
	}
	if len(on) > 0 {
		f, _ := v.Contest(seat, id, v.victim(seat, on))
		w.wins, w.ties = f.Win, f.Tie
	}
	worth := v.Standing(u.Label, at, t) + w.steps(c.Do)
	if at == u.At && len(on)+len(spaces) == 0 && !slices.ContainsFunc(c.Do, func(o cards.Op) bool { return !reaches(o) }) {
		worth -= wasted
	}
	return worth
}

// wasted is the value that a card loses if it would have no effect, the same as the value of drawing another card.
const wasted = 0.3

// reaches reports whether a step needs a unit or a space in reach.
func reaches(o cards.Op) bool {
	return slices.Contains([]string{"move", "appear", "choose", "place", "contest", "push", "require"}, o.Op)
}

// weighing holds what the worth of a card's steps depends on.
type weighing struct {
	shoots, shot   float64 // damage that the Operator expects to deal and to take
	victims        float64 // how many enemies are in reach
	wins, ties     float64 // chances of the card's contest
	guard, contest float64 // how much the side minds damage, and how much it wants the enemy off the mission; usually 1 and 0
}

// steps returns a rough value of a card's steps apart from its move.
func (w weighing) steps(list []cards.Op) (out float64) {
	for _, o := range list {
		self := o.Who == "self"
		switch o.Op {
		case "change":
			if self && w.shoots > 0 {
				out += 0.3*float64(o.Dice+o.ACC) + 0.5*float64(o.Damage-o.SelfDamage)
			}
			if self && w.shot > 0 {
				out += w.guard * 0.3 * float64(o.DOD+o.ARM-o.AttackedACC)
			}
		case "status":
			switch {
			case self && (o.Status == "overwatch" || o.Status == "focused"):
				out += min(w.shoots, 0.5)
			case self:
				out += w.guard * min(0.4*w.shot, 0.5)
			default:
				out += 0.3 * min(w.victims, 2)
			}
		case "damage":
			if !self {
				out += float64(o.N) * min(w.victims, 2)
			}
		case "push":
			out += (0.2 + w.contest) * min(w.victims, 1)
		case "contest":
			then := weighing{victims: 1, guard: w.guard, contest: w.contest}
			out += w.wins*(0.3+then.steps(o.Then)) - w.guard*0.5*w.ties
		case "draw":
			out += 0.3 * float64(o.N)
		}
	}
	return out
}

// Leading returns the side that would win if the last round ended now (S11.3), and the reason: "points", "health" or "mercenaries";
// 0 and "even" if nothing separates them.
func (v View) Leading() (seat game.Seat, why string) { return leading(v.board) }
