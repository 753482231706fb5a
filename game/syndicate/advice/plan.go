package advice

import (
	"cmp"
	"slices"

	"downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Commits returns the cards that may be played, each with every mode of a weapon that has modes, without orders ahead.
func (p *Position) Commits() (list []syndicate.Commit) {
	for _, c := range p.Ask.Menu {
		modes := c.Options("mode")
		if len(modes) == 0 {
			modes = []string{""}
		}
		for _, id := range c.Options("card") {
			if id == "none" {
				id = ""
			}
			for _, mode := range modes {
				list = append(list, syndicate.Commit{Card: id, Mode: mode})
			}
		}
	}
	return list
}

// cards weighs the cards that may be played; modes make no difference.
func (p *Position) cards() (list []Option) {
	worth := map[string]float64{}
	for _, c := range p.Commits() {
		if _, weighed := worth[c.Card]; !weighed {
			worth[c.Card] = p.card(c.Card)
		}
		list = append(list, Option{c, worth[c.Card]})
	}
	return list
}

// Plan returns the orders of the round with a card, "" for none: where the units go, whom the card is used on, and whom to attack:
// that enemy, otherwise the one where an attack is worth most. It leaves the space for a card open, because that depends on where
// the enemy goes.
func (p *Position) Plan(card string) syndicate.Ahead {
	out, ok := p.planned[card]
	if !ok {
		out = p.Plans(card, 1)[0]
		p.planned[card] = out
	}
	return out
}

// Plans returns at most that many orders of the round with a card, at least one: for each of the best places of the Operator, the
// best first.
func (p *Position) Plans(card string, most int) []syndicate.Ahead {
	to := p.places(card)
	if len(to) == 0 {
		return []syndicate.Ahead{p.plan(card, grid.Space{})}
	}
	var out []syndicate.Ahead
	for _, at := range to[:min(most, len(to))] {
		out = append(out, p.plan(card, at))
	}
	return out
}

// places returns the spaces for the Operator with a card, and its own, the best first; none if the card does not move it.
func (p *Position) places(card string) []grid.Space {
	out, ok := p.goals[card]
	if u, on := p.Unit(p.operator()); !ok && on {
		if out = p.Goes(p.Seat, card); len(out) > 0 {
			out = p.Ranked(u.Label, append(out, u.At), p.Taste)
		}
		p.goals[card] = out
	}
	return out
}

func (p *Position) plan(card string, to grid.Space) syndicate.Ahead {
	out := syndicate.Ahead{To: to, Attack: syndicate.Best, Proposed: true}
	if on, _ := p.Works(p.Seat, card); len(on) > 0 {
		if out.On = p.victim(on); out.On.Seat() != p.Seat && p.Expected(p.operator(), out.On) > 0 {
			out.Attack = string(out.On)
		}
	}
	if u, ok := p.Unit(p.operator()); ok && (to.On() && p.holds(to) || !to.On() && p.holds(u.At)) {
		out.Attack, out.Proposed = "", false // an order to attack, or to do the rest as proposed, would lose the point
	}
	p.mercs(&out, p.Following(p.Seat, out))
	for slot, at := range map[string]*grid.Space{"first": &out.First, "second": &out.Second} {
		if p.Ask.Name == "plan" && !slices.Contains(p.Ask.Menu[0].Options(slot), at.String()) {
			*at = grid.Space{} // it may not be ordered
		}
	}
	return out
}

// victim returns the unit on which a card is worth most.
func (p *Position) victim(list []syndicate.Label) syndicate.Label {
	return slices.MaxFunc(list, func(a, b syndicate.Label) int {
		return cmp.Compare(p.Gain(p.Seat, a, p.Taste), p.Gain(p.Seat, b, p.Taste))
	})
}

// card returns the present value of a card: the place to which it brings the Operator, and what its steps do.
func (p *Position) card(id string) float64 {
	c, ok := p.Catalogue().Card(id)
	u, on := p.Unit(p.operator())
	if !ok || !on {
		return 0
	}
	if p.Fizzles(p.Seat, id) {
		return -9
	}
	at := u.At
	if to := p.places(id); len(to) > 0 {
		at = to[0]
	}
	moved := p.Moved(u.Label, at)
	w := weighing{guard: p.Taste.Guard / syndicate.UsualGuard, contest: p.Taste.Contest}
	for _, e := range p.Units {
		if e.Seat != p.Seat {
			w.shoots = max(w.shoots, moved.Expected(u.Label, e.Label))
			w.shot += moved.Expected(e.Label, u.Label)
		}
	}
	victims, spaces := p.Works(p.Seat, id)
	w.victims = float64(len(victims))
	if len(spaces) > 0 {
		for _, l := range p.Victims(p.Spots("", spaces)[0]) {
			if l.Seat() != p.Seat {
				w.victims++
			}
		}
	}
	if len(victims) > 0 {
		f, _ := p.Contest(p.Seat, id, p.victim(victims))
		w.wins, w.ties = f.Win, f.Tie
	}
	worth := p.Standing(u.Label, at, p.Taste) + w.steps(c.Do)
	if at == u.At && len(victims)+len(spaces) == 0 && !slices.ContainsFunc(c.Do, func(o cards.Op) bool { return !reaches(o) }) {
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
