package jagged

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/order"
	"downsync/game/plane"
)

// The Shooting Phase (J9).

// shoots tells whether a side has something to do in Shooting.
func (b *board) shoots(seat game.Seat) bool {
	for _, m := range b.side(seat) {
		if b.shooter(m) {
			return true
		}
	}
	_, targets := b.pulser(seat)
	return len(targets) > 0
}

// aidSlots are the slots of a Stabilizer, if one can help the model against those enemies.
func (b *board) aidSlots(m *model, enemies []*model, ws ...*cards.Weapon) []order.Slot {
	switch b.stabilizer(m) {
	case "warp-stabilize":
		return []order.Slot{slotAid}
	case "psionic-stabilize":
		var parts []string
		for _, e := range enemies {
			for _, w := range ws {
				for _, p := range b.aim(m, e, w, "", false).removable() {
					if !slices.Contains(parts, p) {
						parts = append(parts, p)
					}
				}
			}
		}
		if len(parts) > 0 {
			return []order.Slot{slotPart.Of(parts...)}
		}
	}
	return nil
}

func menuShoot(b *board, seat game.Seat) game.Menu {
	var out game.Menu
	for _, m := range b.shooters(seat) {
		var enemies []*model
		var ws []*cards.Weapon
		var ids []string
		for _, w := range b.rangedOf(m) {
			found := b.targets(m, w)
			for _, e := range found {
				if !slices.Contains(enemies, e) {
					enemies = append(enemies, e)
				}
			}
			if len(found) > 0 {
				ws, ids = append(ws, w), append(ids, w.ID)
			}
		}
		slots := append([]order.Slot{slotTarget.Of(labels(enemies)...), slotWith.Of(ids...)}, b.aidSlots(m, enemies, ws...)...)
		out = append(out, offer("shoot", []string{string(m.Label)}, slots...))
	}
	if len(out) > 0 {
		out = append(out, offer("shoot all", nil), offer("shoot best", nil))
	}
	out = append(out, b.pulseChoices(seat)...)
	return slices.Concat(out, game.Menu{offer("done", nil)}, b.holdChoices(seat), b.skipChoices(seat, SkipReinforcements, SkipFar, SkipTargets))
}

// armed is the weapon that an order names, or the model's first that reaches the target.
func (b *board) armed(m *model, e *model, id string) *cards.Weapon {
	ws := b.rangedOf(m)
	for _, w := range ws {
		if w.ID == id || id == "" && plane.Within(m.disc(), e.disc(), plane.In(w.Range)) {
			return w
		}
	}
	if id == "" && len(ws) > 0 {
		return ws[0]
	}
	return nil
}

// whyNotTarget says why a model cannot shoot that enemy with that weapon (J9.1).
func (b *board) whyNotTarget(m, e *model, w *cards.Weapon) error {
	switch {
	case !plane.Within(m.disc(), e.disc(), plane.In(w.Range)):
		return refuse("out-of-range", "%s is %s\" away; %s reaches %d\"", e.Label, plane.Gap(m.disc(), e.disc()).String(), w.Name, w.Range)
	case !b.sees(m, e):
		return refuse("no-sight", "%s does not see %s", m.Label, e.Label)
	}
	return nil
}

// checkAid says why nobody can stabilize that attack (J14.1, J14.12).
func (b *board) checkAid(m, e *model, w *cards.Weapon, o Aid) error {
	if !o.Stabilize {
		return nil
	}
	switch rule := b.stabilizer(m); {
	case b.Sides[m.seat()-1].Flares < 1:
		return refuse("no-flare", "a Stabilizer costs a Flare, and none is left")
	case rule == "":
		return refuse("stabilize", "no ally of %s can make its attack easier", m.Label)
	case rule == "warp-stabilize" && o.Part != "":
		return refuse("stabilize", "Warp Stabilize names no modifier; it takes 10 off")
	case rule == "psionic-stabilize" && !slices.Contains(b.aim(m, e, w, "", false).removable(), o.Part):
		return refuse("stabilize", "say a modifier that makes this attack harder, like stabilize cover")
	}
	return nil
}

func checkShoot(b *board, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done, ShootAll:
		return nil
	case Hold:
		return b.checkHold(seat, o)
	case Skip:
		return b.checkSkip(seat, o, SkipReinforcements, SkipFar, SkipTargets)
	case Pulse:
		return b.checkPulse(seat, o)
	case Shoot:
		m, err := b.own(seat, o.Unit)
		if err != nil {
			return err
		}
		if err := b.whyNoShot(m); err != nil {
			return err
		}
		e, err := b.enemy(seat, o.Target)
		if err != nil {
			return err
		}
		w := b.armed(m, e, o.With)
		if w == nil {
			return refuse("no-weapon", "%s has no such weapon to shoot or throw", m.Label)
		}
		if err := b.whyNotTarget(m, e, w); err != nil {
			return err
		}
		return b.checkAid(m, e, w, o.Aid)
	}
	return notNow(r, "shoot, pulse, done or hold")
}

func answerShoot(t tx, seat game.Seat, r game.Reply) {
	b := &t.State().board
	switch o := r.(type) {
	case Done:
		next(t)
	case Hold:
		hold(t, seat, o)
	case Skip:
		t.Emit(QuestionSkipped{seat, o.What, o.Off})
	case ShootAll:
		turn(t, func(c *cursor) { c.All, c.Best = true, o.Best })
	case Pulse:
		pulse(t, seat, o)
	case Shoot:
		m, e := b.onTable(o.Unit), b.onTable(o.Target)
		declare(t, m, e, b.armed(m, e, o.With), o.Aid)
	}
}

// fire has the next model shoot at its easiest target, or where it harms most.
func fire(t tx) {
	b := &t.State().board
	ms := b.shooters(b.Left[0])
	if b.Best {
		ms = slices.DeleteFunc(ms, func(m *model) bool { return b.harm(b.worthiest(b.shots(m))).Faces == 0 })
	}
	if len(ms) == 0 {
		next(t)
		return
	}
	best := slices.MinFunc(b.shots(ms[0]), func(x, y Aim) int { return cmp.Compare(x.Need, y.Need) })
	if b.Best {
		best = b.worthiest(b.shots(ms[0]))
	}
	declare(t, ms[0], b.onTable(best.Target), cards.FindWeapon(best.Weapon), Aid{})
}

// shots are the ranged attacks that a model can make, weapon by weapon.
func (b *board) shots(m *model) (out []Aim) {
	for _, w := range b.rangedOf(m) {
		for _, e := range b.targets(m, w) {
			out = append(out, b.aim(m, e, w, "", false))
		}
	}
	return out
}

// easiest is the enemy that a model hits most easily with a weapon: the lowest threshold, of equals the fewest Wounds, then the label
// (JQ58).
func (b *board) easiest(m *model, enemies []*model, w *cards.Weapon) *model {
	return slices.MinFunc(enemies, func(x, y *model) int {
		return cmp.Or(cmp.Compare(b.aim(m, x, w, "", false).Need, b.aim(m, y, w, "", false).Need), cmp.Compare(x.Wounds, y.Wounds))
	})
}
