package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/syndicate/cards"
)

// Contests of Melee cards (S8).

// fight is a contest whose dice have been rolled.
type fight struct {
	Dice  [2]int      // the attacker's, the defender's
	Plus  [2]int      // modifiers added to the dice
	Again [2]bool     // rolled again
	Jams  []game.Seat // who may still force the other side to roll its die again (SP5)
}

// Contested: two units fought. If a contest's dice are rolled again, there are two of these facts.
type Contested struct {
	By     Label  `json:"by"`
	Target Label  `json:"target"`
	Card   string `json:"card"`
	Dice   [2]int `json:"dice"`            // the attacker's, the defender's
	Plus   [2]int `json:"plus"`            // ACC and the card's bonus, DOD
	Again  int    `json:"again,omitempty"` // the die that was rolled again: 1 the attacker's, 2 the defender's
}

func (Contested) Kind() string                { return "contested" }
func (f Contested) For(game.Viewer) game.Fact { return f }

func (f Contested) DiceTold() (stream game.Seat, faces []int) {
	if f.Again == 0 {
		return 0, f.Dice[:]
	}
	return 0, []int{f.Dice[f.Again-1]}
}

var _ = public[Contested](nil)

// contest rolls the contest of the card's first step (S8.1).
func contest(t tx, p playing) {
	b := &t.State().board
	by := operator(p.Seat)
	f := &fight{Plus: plusses(b, p.Seat, p.Target, p.Todo[0].Bonus)}
	f.Dice = [2]int{t.Roll(0, "contest", 6), t.Roll(0, "contest", 6)}
	if t.Failed() {
		return
	}
	t.Emit(Contested{By: by, Target: p.Target, Card: p.Card, Dice: f.Dice, Plus: f.Plus})
	for _, seat := range []game.Seat{b.Priority, other(b.Priority)} {
		enemy := by
		if seat == p.Seat {
			enemy = p.Target
		}
		if jams(b, seat, b.unit(enemy)) {
			f.Jams = append(f.Jams, seat)
		}
	}
	p.Ask, p.Fight = "", f
	set(t, p)
}

// strength returns the ACC in a contest: the printed figure and the changes that do not concern the next attack alone.
func strength(b *board, u *unit) int {
	n := printedACC(b, u)
	if u.has("suppressed") {
		n--
	}
	b.each(u, func(c change) {
		if !c.Next && c.Against == "" {
			n += c.ACC
		}
	})
	return n
}

// dodge returns the DOD in a contest, which excludes cover.
func dodge(b *board, u *unit) int { return max(0, sum(dodging(b, u))) }

// Fight describes a contest that a card begins: the modifiers of the attacker and of the defender, and the chances that the
// attacker wins and that the dice tie, without rerolls.
type Fight struct {
	Plus     [2]int
	Win, Tie float64 // of 1
}

// plusses returns the modifiers of both sides of a contest.
func plusses(b *board, seat game.Seat, target Label, bonus int) [2]int {
	return [2]int{strength(b, b.unit(operator(seat))) + bonus, dodge(b, b.unit(target))}
}

// Contest returns the contest that a card of the side begins with a unit; ok is false if the card has none, or the unit is not
// there.
func (v View) Contest(seat game.Seat, card string, target Label) (f Fight, ok bool) {
	c, known := v.Catalogue().Card(card)
	if !known || v.board.unit(operator(seat)) == nil || v.board.unit(target) == nil || target.Seat() == seat {
		return Fight{}, false
	}
	list := opening(c, func(o cards.Op) bool { return o.Op == "contest" })
	if list == nil {
		return Fight{}, false
	}
	f.Plus = plusses(v.board, seat, target, list[0].Bonus)
	for a := 1; a <= 6; a++ {
		for d := 1; d <= 6; d++ {
			switch by, against := a+f.Plus[0], d+f.Plus[1]; {
			case by > against:
				f.Win += 1.0 / 36
			case by == against:
				f.Tie += 1.0 / 36
			}
		}
	}
	return f, true
}

// fightOn asks for Signal Jams, then carries out the result of the dice.
func fightOn(t tx) {
	p := *t.State().Playing
	f := *p.Fight
	if len(f.Jams) > 0 {
		p.Ask, p.Asked = "jam", f.Jams[0]
		set(t, p)
		return
	}
	p.Fight = nil
	o := p.Todo[0]
	rest := p.done()
	switch by, against := f.Dice[0]+f.Plus[0], f.Dice[1]+f.Plus[1]; {
	case by > against:
		rest.Todo = slices.Concat([]cards.Op(o.Then), rest.Todo)
	case by == against: // R-X4: on every card
		hurt(t, operator(p.Seat), 1, "contest")
		hurt(t, p.Target, 1, "contest")
		settle(t)
	}
	if t.State().Result == nil {
		set(t, rest)
	}
}

// jamFight applies the answer to a Signal Jam in a contest.
func jamFight(t tx, seat game.Seat, jam bool) {
	p := *t.State().Playing
	f := *p.Fight
	p.Ask, f.Jams = "", f.Jams[1:]
	if jam {
		die := 0
		if seat == p.Seat {
			die = 1
		}
		use(t, seat, "signal-jam", false)
		f.Dice[die], f.Again[die] = t.Roll(0, "contest", 6), true
		if t.Failed() {
			return
		}
		t.Emit(Contested{By: operator(p.Seat), Target: p.Target, Card: p.Card, Dice: f.Dice, Plus: f.Plus, Again: die + 1})
	}
	p.Fight = &f
	set(t, p)
}
