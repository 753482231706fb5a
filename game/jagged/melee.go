package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/order"
)

// The Melee Phase (J11). It has four parts: those who rushed, of the player with Initiative and of the other, then everybody else
// (J11.3).

// charging tells whether the part is of those who rushed.
func (b *board) charging() bool { return len(b.Left) > 2 }

// whyNoStrike says why a model may not strike at all, nil if it may (J11.2).
func (b *board) whyNoStrike(m *model) error {
	switch {
	case m.Struck:
		return refuse("acted", "%s has made its melee attack", m.Label)
	case m.Disengaged:
		return refuse("disengaged", "%s has disengaged; it cannot attack in melee this Round", m.Label)
	case m.Rushed && !m.Charged:
		return refuse("failed-rush", "%s has failed a Rush; it cannot attack in melee this Round", m.Label)
	case b.barred(m, true):
		return refuse("forbidden", "an effect forbids %s to attack in melee this Round", m.Label)
	case m.Charged != b.charging():
		return refuse("acted", "%s does not attack in this part of Melee", m.Label)
	}
	return nil
}

// strikers are the models of a side that can strike in this part.
func (b *board) strikers(seat game.Seat) []*model {
	return slices.DeleteFunc(b.side(seat), func(m *model) bool { return b.whyNoStrike(m) != nil || !b.engaged(m) })
}

// chooses tells whether a side has something to choose in this part of Melee: a target, a Stabilizer, or, with the option melee ask,
// whether to attack at all. A strike with one target rolls by itself otherwise.
func (b *board) chooses(seat game.Seat) bool {
	return slices.ContainsFunc(b.strikers(seat), func(m *model) bool {
		return b.Terms.Melee == "ask" || len(b.opponents(m)) > 1 || b.stabilizer(m) != ""
	})
}

func menuMelee(b *board, seat game.Seat) game.Menu {
	var out game.Menu
	for _, m := range b.strikers(seat) {
		enemies := b.opponents(m)
		slots := append([]order.Slot{slotTarget.Of(labels(enemies)...)}, b.aidSlots(m, enemies, cards.FindWeapon(m.unit().Melee))...)
		out = append(out, offer("strike", []string{string(m.Label)}, slots...))
	}
	return append(out, offer("strike all", nil), offer("strike best", nil), offer("done", nil))
}

func checkMelee(b *board, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done, StrikeAll:
		return nil
	case Strike:
		m, err := b.own(seat, o.Unit)
		if err == nil {
			err = b.whyNoStrike(m)
		}
		if err != nil {
			return err
		}
		e, err := b.enemy(seat, o.Target)
		switch {
		case err != nil:
			return err
		case !b.engages(m, e):
			return refuse("out-of-range", "%s is not within 1\" of %s", e.Label, m.Label)
		}
		return b.checkAid(m, e, cards.FindWeapon(m.unit().Melee), o.Aid)
	}
	return notNow(r, "strike or done")
}

func answerMelee(t tx, _ game.Seat, r game.Reply) {
	b := &t.State().board
	switch o := r.(type) {
	case Done:
		next(t)
	case StrikeAll:
		turn(t, func(c *cursor) { c.All, c.Best = true, o.Best })
	case Strike:
		m := b.onTable(o.Unit)
		declare(t, m, b.onTable(o.Target), cards.FindWeapon(m.unit().Melee), o.Aid)
	}
}

// fight has the next model of the part strike at its easiest target.
func fight(t tx) {
	b := &t.State().board
	ms := b.strikers(b.Left[0])
	if len(ms) == 0 {
		next(t)
		return
	}
	w := cards.FindWeapon(ms[0].unit().Melee)
	if b.Best {
		declare(t, ms[0], b.onTable(b.worthiest(b.strikes(ms[0])).Target), w, Aid{})
		return
	}
	declare(t, ms[0], b.easiest(ms[0], b.opponents(ms[0]), w), w, Aid{})
}

// strikes are the melee attacks that a model can make.
func (b *board) strikes(m *model) (out []Aim) {
	for _, e := range b.opponents(m) {
		out = append(out, b.aim(m, e, cards.FindWeapon(m.unit().Melee), "", false))
	}
	return out
}
