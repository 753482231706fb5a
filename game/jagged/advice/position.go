package advice

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/order"
	"downsync/game/plane"
)

// Taste holds the weights of a style, and what a strength leaves out.
type Taste struct {
	Guard  float64 // what may be done to a model, relative to what it may do
	Goal   float64 // an Objective, in Force Rating
	Charge float64 // what a model does in melee
	// Novice goes straight ahead, shoots at the nearest target, and uses neither Stabilizer nor Warp Pulse.
	Novice bool
}

// Usual is the taste of proposals to players, and of the careful style.
var Usual = Taste{Guard: 0.5, Goal: 4, Charge: 1}

// Option is an answer with its estimated worth, in Force Rating.
type Option struct {
	Reply game.Reply
	Value float64
}

// Position is a question of a battle as its seat sees it.
type Position struct {
	jagged.View
	Seat  game.Seat // the seat that is asked
	Ask   string    // the question's name
	Menu  game.Menu
	Taste Taste

	own, foes []jagged.Model // both sides' models on the table
	prizes    []prize        // the Objectives
}

// Read returns the question of a view, with the weights of a taste.
func Read(v jagged.View, a game.Ask, t Taste) *Position {
	p := &Position{View: v, Seat: a.Seat, Ask: a.Name, Menu: a.WithMenu().Menu, Taste: t}
	for _, m := range v.Models {
		switch {
		case m.At == nil:
		case m.Seat == a.Seat:
			p.own = append(p.own, m)
		default:
			p.foes = append(p.foes, m)
		}
	}
	p.prizes = p.valued()
	return p
}

// Options returns answers to the question with their worth, in the order of the menu. Some may be refused. It returns none for a
// question in which one answer is as good as another.
func (p *Position) Options() []Option {
	if weigh := questions[p.Ask]; weigh != nil {
		return weigh(p)
	}
	return nil
}

// Best returns the answer that is worth most; ok is false if none is weighed.
func (p *Position) Best() (r game.Reply, ok bool) {
	list := p.Options()
	if len(list) == 0 {
		return nil, false
	}
	return best(list).Reply, true
}

// best returns the option with the most worth, the first among equals. The list is not empty.
func best(list []Option) Option {
	return slices.MaxFunc(list, func(a, b Option) int {
		switch {
		case a.Value > b.Value:
			return 1
		case a.Value < b.Value:
			return -1
		}
		return 0
	})
}

// questions maps each question to the function that weighs its answers.
var questions = map[string]func(*Position) []Option{
	"objective": (*Position).marks, "deploy": (*Position).deploys, "glimpse": (*Position).glimpses, "insight": (*Position).insights,
	"reinforce": (*Position).calls, "move": (*Position).moves, "go": (*Position).goes, "shoot": (*Position).shots, "rush": (*Position).rushes,
	"counter": (*Position).counters, "melee": (*Position).strikes,
}

func disc(m jagged.Model) plane.Disc { return plane.Disc{At: *m.At, R: m.Radius} }

// inches returns a length in inches.
func inches(l plane.Inch) float64 { return float64(l) / float64(plane.In(1)) }

// price returns the value of that many Wounds of a model: its remaining Wounds share all of its Force Rating.
func price(m jagged.Model, wounds float64) float64 {
	return float64(cards.FindUnit(m.Unit).FR) * min(1, wounds/float64(m.Wounds))
}

// weapons returns the weapons with which a model shoots or throws.
func weapons(m jagged.Model) []*cards.Weapon {
	var out []*cards.Weapon
	for _, id := range []string{cards.FindUnit(m.Unit).Ranged, m.Grenade} {
		if w := cards.FindWeapon(id); w != nil {
			out = append(out, w)
		}
	}
	return out
}

// has reports whether a choice has that slot.
func has(c order.Choice, slot string) bool {
	return slices.ContainsFunc(c.Slots, func(s order.Slot) bool { return s.Name == slot })
}
