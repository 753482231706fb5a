package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/order"
)

// The Melee Phase (J11) has four parts: the models that rushed, of the Attacker and then of the Defender, then all other models, of
// the player with Initiative and then of the other (J11.3).

// strikesFirst returns the side whose models strike first of those that rushed (JQ33).
func (b *board) strikesFirst() game.Seat {
	if b.Terms.rev().attackerStrikes {
		return 1
	}
	return b.Initiative
}

// charging reports whether it is a part of models that rushed.
func (b *board) charging() bool { return len(b.Left) > 2 }

// whyNoStrike returns the reason that a model may not strike at all, nil if it may (J11.2).
func (by attacker) whyNoStrike() error {
	switch {
	case by.m.Struck:
		return refuse("acted", "%s has made its melee attack", by.m.Label)
	case by.m.Disengaged:
		return refuse("disengaged", "%s has disengaged; it cannot attack in melee this Round", by.m.Label)
	case by.m.Rushed && !by.m.Charged:
		return refuse("failed-rush", "%s has failed a Rush; it cannot attack in melee this Round", by.m.Label)
	case by.b.barred(by.m, true):
		return refuse("forbidden", "an effect forbids %s to attack in melee this Round", by.m.Label)
	case by.m.Charged != by.b.charging():
		return refuse("acted", "%s does not attack in this part of Melee", by.m.Label)
	}
	return nil
}

// strikers returns the models of a side that can strike in this part.
func (p player) strikers() []*model {
	return slices.DeleteFunc(p.b.side(p.seat), func(m *model) bool { return p.b.attacker(m).whyNoStrike() != nil || !p.b.engaged(m) })
}

// chooses reports whether a side has a choice in this part of Melee: a target, a Stabilizer, or, with the option melee ask, whether
// to attack at all. Otherwise a strike with one target is rolled automatically.
func (p player) chooses() bool {
	return slices.ContainsFunc(p.strikers(), func(m *model) bool {
		return p.b.Terms.Melee == "ask" || len(p.b.opponents(m)) > 1 || p.b.attacker(m).stabilizer() != ""
	})
}

func menuMelee(b *board, seat game.Seat) game.Menu {
	var out game.Menu
	for _, m := range b.player(seat).strikers() {
		enemies := b.opponents(m)
		slots := append([]order.Slot{slotTarget.Of(labels(enemies)...)}, b.attacker(m).aidSlots(enemies, cards.FindWeapon(m.unit().Melee))...)
		out = append(out, offer("strike", []string{string(m.Label)}, slots...))
	}
	return append(out, offer("strike all", nil), offer("strike best", nil), offer("done", nil))
}

func checkMelee(b *board, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done, StrikeAll:
		return nil
	case Strike:
		m, err := b.player(seat).own(o.Unit)
		if err == nil {
			err = b.attacker(m).whyNoStrike()
		}
		if err != nil {
			return err
		}
		e, err := b.player(seat).enemy(o.Target)
		switch {
		case err != nil:
			return err
		case !b.engages(m, e):
			return refuse("out-of-range", "%s is not within 1\" of %s", e.Label, m.Label)
		}
		return b.attacker(m).checkAid(e, cards.FindWeapon(m.unit().Melee), o.Aid)
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

// fight makes the next model of the part strike at its easiest target.
func fight(t tx) {
	b := &t.State().board
	ms := b.player(b.Left[0]).strikers()
	if len(ms) == 0 {
		next(t)
		return
	}
	w := cards.FindWeapon(ms[0].unit().Melee)
	if b.Best {
		declare(t, ms[0], b.onTable(b.worthiest(b.attacker(ms[0]).strikes()).Target), w, Aid{})
		return
	}
	declare(t, ms[0], b.attacker(ms[0]).easiest(b.opponents(ms[0]), w), w, Aid{})
}

// strikes returns the melee attacks that a model can make.
func (by attacker) strikes() (out []Aim) {
	for _, e := range by.b.opponents(by.m) {
		out = append(out, by.aim(e, cards.FindWeapon(by.m.unit().Melee), "", false))
	}
	return out
}
