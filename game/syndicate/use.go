package syndicate

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// The answer to "use" chooses the unit or space that a card's step, or a weapon, works on.

// visible reports whether a card of the side can choose the enemy, which must not be Hidden and more than 4 spaces away.
func visible(b *board, seat game.Seat, e *unit) bool {
	return !e.has("hidden") || grid.Distance(b.unit(operator(seat)).At, e.At) <= hiddenFrom
}

// hiddenFrom is the distance within which a Hidden unit can be chosen.
const hiddenFrom = 4

// choices returns the possible answers to the question of the card's first step, as the words after the verb's mark.
func choices(b *board, p playing) []string {
	u := b.unit(operator(p.Seat))
	var out []string
	switch o := p.Todo[0]; {
	case o.Op == "cleanse":
		return negatives(b.unit(operator(p.Seat)))
	case o.Op == "place":
		return spaces(sites(b, p.Seat, o.Object, o.Within))
	case o.Op == "contest":
		for _, e := range b.enemies(p.Seat) {
			if grid.Distance(e.At, u.At) == 1 {
				out = append(out, string(e.Label))
			}
		}
	case o.Who == "space":
		return spaces(b.env.ground.Near(u.At, o.Within))
	case o.Who == "friend":
		for _, f := range b.side(p.Seat) {
			if grid.Distance(f.At, u.At) <= o.Within {
				out = append(out, string(f.Label))
			}
		}
	default:
		for _, e := range b.enemies(p.Seat) {
			if grid.Distance(e.At, u.At) <= o.Within && visible(b, p.Seat, e) {
				out = append(out, string(e.Label))
			}
		}
	}
	return out
}

// onSpace reports whether the question of a step is about a space.
func onSpace(o cards.Op) bool { return o.Op == "place" || o.Op == "choose" && o.Who == "space" }

func menuUse(s *state, _ game.Seat) game.Menu {
	if a := s.Attack; a != nil {
		return game.Menu{offer("use", nil, slotOn.Of(chained(&s.board)...))}
	}
	p := *s.Playing
	list := choices(&s.board, p)
	switch o := p.Todo[0]; {
	case o.Op == "cleanse":
		return game.Menu{offer("lose", nil, slotStatus.Of(list...))}
	case onSpace(o):
		return game.Menu{offer("use", nil, slotAt.Of(list...))}
	}
	return game.Menu{offer("use", nil, slotOn.Of(list...))}
}

// fallbackUse returns the nearest unit, the own Operator first; for a space, the one with the most enemies and the fewest friends
// around it.
func fallbackUse(s *state, _ game.Seat) game.Reply {
	b := &s.board
	if b.Attack != nil {
		return Use{On: Label(chained(b)[0])}
	}
	p := *b.Playing
	list := choices(b, p)
	switch o := p.Todo[0]; {
	case o.Op == "cleanse":
		return loseStatus{list[0]}
	case onSpace(o):
		return Use{At: fullest(b, p.Seat, list)}
	}
	u := b.unit(operator(p.Seat))
	best := slices.MinFunc(list, func(x, y string) int {
		return grid.Distance(b.unit(Label(x)).At, u.At) - grid.Distance(b.unit(Label(y)).At, u.At)
	})
	return Use{On: Label(best)}
}

// fullest returns the space with the most enemies and the fewest friends in and around it, the nearest among equals.
func fullest(b *board, seat game.Seat, list []string) grid.Space {
	worth := func(word string) int {
		at, _ := grid.Parse(word) // the list was made from spaces
		n := -grid.Distance(at, b.unit(operator(seat)).At)
		for _, u := range b.Units {
			if u.At.On() && grid.Distance(u.At, at) <= 1 {
				if u.Label.Seat() == seat {
					n -= 100
				} else {
					n += 100
				}
			}
		}
		return n
	}
	at, _ := grid.Parse(slices.MaxFunc(list, func(x, y string) int { return worth(x) - worth(y) }))
	return at
}

func checkUse(s *state, _ game.Seat, r game.Reply) error {
	b := &s.board
	if b.Attack != nil {
		if o, ok := r.(Use); ok && slices.Contains(chained(b), string(o.On)) {
			return nil
		}
		return notNow(r, "use on and an enemy near the target")
	}
	list := choices(b, *b.Playing)
	switch step := b.Playing.Todo[0]; o := r.(type) {
	case loseStatus:
		if step.Op != "cleanse" {
			break
		}
		if !slices.Contains(list, o.Status) {
			return refuse("no-status", "your Operator is not %s", o.Status)
		}
		return nil
	case Use:
		switch {
		case step.Op == "cleanse" || onSpace(step) != (o.On == ""):
		case o.On != "" && slices.Contains(list, string(o.On)), o.On == "" && slices.Contains(list, o.At.String()):
			return nil
		case o.On != "":
			return refuse("no-target", "the card cannot choose %s: expected one of %s", o.On, strings.Join(list, ", "))
		default:
			return refuse("no-target", "the card cannot choose %s: it is too far away, or something is in it", o.At.String())
		}
	}
	switch step := b.Playing.Todo[0]; {
	case step.Op == "cleanse":
		return notNow(r, "lose and a status")
	case onSpace(step):
		return notNow(r, "use at and a space")
	}
	return notNow(r, "use on and a unit")
}

// Chosen: the player of a card, or the attacker, chose a unit or a space for it. From names the card or the weapon's trait.
type Chosen struct {
	Seat game.Seat  `json:"seat"`
	From string     `json:"from"`
	Unit Label      `json:"unit,omitempty"`
	At   grid.Space `json:"at,omitzero"`
}

func (Chosen) Kind() string                { return "chosen" }
func (f Chosen) For(game.Viewer) game.Fact { return f }

var _ = public[Chosen](nil)

func answerUse(t tx, seat game.Seat, r game.Reply) {
	s := t.State()
	if s.Attack != nil {
		chain(t, r.(Use).On)
		return
	}
	p := *s.Playing
	step := p.Todo[0]
	if o, ok := r.(loseStatus); ok {
		lose(t, operator(seat), []string{o.Status}, p.Card)
		set(t, p.done())
		return
	}
	o := r.(Use)
	t.Emit(Chosen{Seat: seat, From: p.Card, Unit: o.On, At: o.At})
	switch step.Op {
	case "place":
		place(t, seat, step.Object, o.At, p.Card)
		set(t, p.done())
	case "contest":
		p.Target = o.On
		contest(t, p)
	default:
		p.Target, p.Space = o.On, o.At
		set(t, p.done())
	}
}
