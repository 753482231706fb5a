package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/syndicate/cards"
	"downsync/render"

	rules "downsync/game/syndicate"
)

// types maps the types of cards to their printed names.
var types = map[string]string{cards.Movement: "Movement", cards.Maneuver: "Maneuver", cards.Utility: "Utility", cards.Melee: "Melee"}

// Type returns the printed name of a type of cards.
func Type(id string) string { return types[id] }

// Card returns a Tactics card for drawing: name, type, and its most important figure.
func (l Look) Card(x *cards.Card, side game.Seat) render.Card {
	return render.Card{Side: render.Side(side), Name: x.Name, Kind: types[x.Type], Sign: signs[x.Type], Figure: l.Figure(x)}
}

// held returns a card with its present figure: heavy armor shortens moves, and for a contest with an adjacent unit the figure is
// the chance.
func (l Look) held(v rules.View, x *cards.Card, side game.Seat) render.Card {
	if now, printed := v.Spaces(side, x.ID); now < printed {
		short := *x
		short.Do = slices.Clone(x.Do)
		i := slices.IndexFunc(short.Do, func(o cards.Op) bool { return o.Op == "move" })
		short.Do[i].UpTo = now
		x = &short
	}
	k := l.Card(x, side)
	on, _ := v.Works(side, x.ID)
	best := -1.0
	for _, enemy := range on {
		if f, ok := v.Contest(side, x.ID, enemy); ok {
			best = max(best, f.Win)
		}
	}
	if best >= 0 {
		k.Figure = l.Text("%d%% to win", int(100*best+0.5))
	}
	return k
}

// Figure returns the most important figure of a card: how far it goes, what it adds, or its range.
func (l Look) Figure(x *cards.Card) string {
	best, rank := "", 0
	add := func(n int, said string) {
		if n > rank {
			best, rank = said, n
		}
	}
	l.figures(x.Do, x.Type == cards.Movement, add)
	return best
}

// figures calls add with the figure of each step of a card, with a rank.
func (l Look) figures(list []cards.Op, moves bool, add func(rank int, said string)) {
	for _, o := range list {
		switch o.Op {
		case "move":
			rank := 3
			if moves {
				rank = 20
			}
			add(rank, l.move(o))
		case "appear":
			add(20, l.Text("%d away", o.Within))
		case "damage":
			add(12, l.Text("%d damage", o.N))
		case "draw":
			add(10, l.Text("draw %d", o.N))
		case "contest":
			said := l.Text("a fight")
			if o.Bonus != 0 {
				said = l.Text("%+d fight", o.Bonus)
			}
			add(15, said)
		case "choose":
			add(2, l.Text("within %d", o.Within))
		case "place":
			add(9, l.Text("within %d", o.Within))
		case "status":
			add(6, meaning(o.Status))
		case "cleanse", "remove":
			add(5, l.Text("cleanse"))
		case "change":
			l.change(o.Change, add)
		case "if", "require":
			l.figures(o.Then, moves, func(rank int, said string) { add(rank-1, said) })
		}
	}
}

func (l Look) change(c cards.Change, add func(rank int, said string)) {
	for i, f := range []struct {
		n    int
		said game.Text
	}{{c.Damage, "%+d damage"}, {c.Dice, "%+d {die|dice}"}, {c.ACC, "%+d ACC"}, {c.DOD, "%+d DOD"}, {c.ARM, "%+d ARM"}, {c.AttackedACC, "%+d ACC at you"}} {
		if f.n != 0 {
			add(14-i, l.Text(f.said, f.n))
		}
	}
	switch {
	case c.Half:
		add(8, l.Text("half dice"))
	case c.First:
		add(8, l.Text("first"))
	case c.Rerolls > 0:
		add(8, l.Text("reroll %d", c.Rerolls))
	}
	if c.OnHit != "" {
		add(7, meaning(c.OnHit))
	}
}

func (l Look) move(o cards.Op) string {
	switch o.Shape {
	case "line":
		return l.Text("%d straight", o.UpTo)
	case "away":
		return l.Text("%d away", o.UpTo)
	}
	return l.Text("%d {space|spaces}", o.UpTo)
}

// meaning returns the printed name of a status.
func meaning(id string) string {
	m, _ := cards.Means(id)
	return m.Name
}

// hand returns the cards below the board: the cards played by both sides, or while none are, the cards in the viewer's hand. For a
// finished match it shows the cards played last: the cards still in hand decided nothing.
func (l Look) hand(v rules.View, chosen string) (out []render.Card) {
	held := v.Phase == rules.Planning || v.Phase == rules.Mulligans
	for i, s := range v.Sides {
		seat := game.Seat(i + 1)
		list := s.Hand
		switch n := len(s.Discards); {
		case held:
		case s.Committed != "":
			list = []string{s.Committed}
		case v.Phase == rules.Over && n > 0:
			list = s.Discards[n-1:]
		default:
			list = nil
		}
		for _, id := range list {
			x, ok := v.Catalogue().Card(id)
			if !ok || len(out) == mostCards {
				continue
			}
			k := l.held(v, x, seat)
			if k.Chosen = id == chosen; k.Chosen {
				chosen = ""
			}
			out = append(out, k)
		}
	}
	return out
}

// mostCards is the greatest number of cards in a picture.
const mostCards = 16
