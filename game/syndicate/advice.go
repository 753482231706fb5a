package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// What a place, an attack and a card are worth, as far as a side can tell: from the board, which everybody knows, and its own hand. The
// ranking proposes a round to a player, carries out the order to attack where it is worth most, and is how the rival judges.

// Taste are the weights of what is weighed.
type Taste struct {
	Guard   float64 // of the damage that may be taken, against that which is dealt
	Mercs   float64 // of damage at Mercenaries, against that at the Operator
	Closing float64 // of a space nearer to the enemy Operator, as far as half the weapon's range; without it both sides hide
	Mission float64 // of a space nearer to what the mission asks for
	Threat  float64 // of damage that enemies may do who have to move for it, against what they can do where they stand
	Target  float64 // of having somebody to attack, whatever the damage
	Contest float64 // of damage at a unit that holds what the mission asks for, besides
}

// MissionWeight is the usual weight of the mission.
const MissionWeight = 0.6

// proposing is the taste of what is proposed to players: it goes forward, so that matches end.
var proposing = Taste{Guard: 0.45, Mercs: 0.6, Closing: 0.4, Mission: MissionWeight, Threat: 0.5, Target: 0.5}

// lateRounds are how many rounds before the end the side that trails forgets its cover.
const lateRounds = 2

// Advisor is the taste of what is proposed to a side as the match stands. The side that trails contests what the mission asks for, and
// in the last rounds it no longer spares itself; the side that leads then guards what it has.
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

// Worth is what so much damage at a unit counts: what takes it off the board counts more.
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

// nearRelay is how far a space is from the Relay.
func nearRelay(b *board, at grid.Space) int {
	edge := b.env.ground.Edge()
	near := edge
	for _, r := range grid.Relay(edge) {
		near = min(near, grid.Distance(at, r))
	}
	return near
}

// Standing is what a unit's place is worth: the damage that it does from there, less what is done to it, how near it is to the enemy if it
// reaches nobody, and what it does for the mission.
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

// strides is how far an enemy is thought to go before it attacks.
const strides = 2

// threat is the damage that an enemy does to a unit on average if it goes where it has a line; 0 if that is too far.
func (b *board) threat(e, u *unit) float64 {
	if t := distance(e, u); t > rangeOf(b, e)+strides || e.Moved > 0 || !e.Label.Operator() && b.merc(e.Label).Planted {
		return 0
	}
	return b.average(e, u)
}

// goal is how near a space is to what the mission asks for, not above 0.
func (v View) goal(l Label, at grid.Space) float64 {
	edge := v.Terrain().Edge()
	switch v.Mission {
	case Relay, Uplink:
		near := nearRelay(v.board, at)
		if near <= 1 {
			return 0
		}
		return -1 - float64(near) // to stand there is what counts
	case Extract:
		return -0.5 * float64(max(0, grid.Distance(at, grid.Terminal(edge, int(other(l.Seat()))))-1))
	}
	return 0
}

// Counts tells whether a unit in the space counts for the mission: at the Relay, or at a terminal.
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

// AtRelay is how many units of each side stand in or beside the Relay.
func (v View) AtRelay() [2]int { return v.board.atRelay() }

// Ranked are the spaces by what they are worth to the unit, the best first.
func (v View) Ranked(l Label, list []grid.Space) []grid.Space {
	t := v.Advisor(l.Seat())
	return ranked(list, func(at grid.Space) float64 { return v.Standing(l, at, t) })
}

// ranked is the list by its worth, the best first, and each once.
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

// Blasts are the spaces by whom a card around them would hit, the best first: enemies count, friends count against it more.
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

// Spots are the spaces for an object, the best first: Smoke hides who stands around it, a Drone and a Beacon are for the enemy, others
// stand beside the own Operator.
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

// Victims are the units in a space and around it.
func (v View) Victims(at grid.Space) (out []Label) {
	for _, u := range v.Units {
		if u.At.On() && grid.Distance(u.At, at) <= 1 {
			out = append(out, u.Label)
		}
	}
	return out
}

// Advice is what is proposed to a side for the round with a card of its hand: where its units go, whom the card is used on, and to attack
// that enemy, else where an attack is worth most. A space for a card is left open, as it hangs on where the enemy goes.
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

// victim is the unit on which a card does most for the side: one that its Operator can attack besides, of several the one where that is
// worth most.
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

// Advised is the card that is proposed to a side whose hand the viewer sees, with the mode of a Hydra; of equals the one drawn first.
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

// cardWorth is what a card is worth now: the place to which it brings the Operator, and what its steps do.
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

// wasted is what a card loses by which nothing would come, as much as the draw of another card is worth.
const wasted = 0.3

// reaches tells whether a step needs somebody or a space in reach.
func reaches(o cards.Op) bool {
	return slices.Contains([]string{"move", "appear", "choose", "place", "contest", "push", "require"}, o.Op)
}

// weighing is what the worth of a card's steps hangs on.
type weighing struct {
	shoots, shot   float64 // damage that the Operator expects to deal and to take
	victims        float64 // how many enemies can be reached
	wins, ties     float64 // chances of the card's contest
	guard, contest float64 // how much the side minds damage, and wants the enemy off the mission: 1 and 0 usually
}

// steps is about what a card's steps do besides its move.
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

// Leading is the side that would win if the last round ended now (S11.3), and by what: "points", "health" or "mercenaries"; 0 and "even"
// if nothing tells them apart.
func (v View) Leading() (seat game.Seat, why string) { return leading(v.board) }
