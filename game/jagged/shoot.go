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

// shoots reports whether a side can do anything in Shooting.
func (p player) shoots() bool {
	for _, m := range p.b.side(p.seat) {
		if p.b.attacker(m).shoots() {
			return true
		}
	}
	return len(p.powerChoices()) > 0
}

// aidSlots returns the slots of a Stabilizer, if one can help the model against those enemies.
func (by attacker) aidSlots(enemies []*model, ws ...*cards.Weapon) []order.Slot {
	switch by.stabilizer() {
	case "warp-stabilize":
		return []order.Slot{slotAid}
	case "psionic-stabilize":
		var parts []string
		for _, e := range enemies {
			for _, w := range ws {
				for _, p := range by.aim(e, w, "", false).removable() {
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
	for _, m := range b.player(seat).shooters() {
		var enemies []*model
		var ws []*cards.Weapon
		var ids []string
		for _, w := range b.attacker(m).ranged() {
			found := b.attacker(m).targets(w)
			for _, e := range found {
				if !slices.Contains(enemies, e) {
					enemies = append(enemies, e)
				}
			}
			if len(found) > 0 {
				ws, ids = append(ws, w), append(ids, w.ID)
			}
		}
		slots := append([]order.Slot{slotTarget.Of(labels(enemies)...), slotWith.Of(ids...)}, b.attacker(m).aidSlots(enemies, ws...)...)
		out = append(out, offer("shoot", []string{string(m.Label)}, slots...))
	}
	if len(out) > 0 {
		out = append(out, offer("shoot all", nil), offer("shoot best", nil))
	}
	out = append(out, b.player(seat).powerChoices()...)
	return slices.Concat(out, game.Menu{offer("done", nil)}, b.player(seat).holdChoices(), b.player(seat).skipChoices(SkipReinforcements, SkipFar, SkipTargets))
}

// armed returns the weapon that an order names, or the model's first that reaches the target.
func (by attacker) armed(e *model, id string) *cards.Weapon {
	ws := by.ranged()
	for _, w := range ws {
		if w.ID == id || id == "" && plane.Within(by.m.disc(), e.disc(), plane.In(w.Range)) {
			return w
		}
	}
	if id == "" && len(ws) > 0 {
		return ws[0]
	}
	return nil
}

// whyNotTarget returns the reason that a model cannot shoot that enemy with that weapon (J9.1).
func (by attacker) whyNotTarget(e *model, w *cards.Weapon) error {
	switch {
	case !plane.Within(by.m.disc(), e.disc(), plane.In(w.Range)):
		return refuse("out-of-range", "%s is %s\" away; %s reaches %d\"", e.Label, plane.Gap(by.m.disc(), e.disc()), w.Name, w.Range)
	case !by.b.sees(by.m, e):
		return refuse("no-sight", "%s does not see %s", by.m.Label, e.Label)
	}
	return nil
}

// checkAid returns the reason that the attack cannot be stabilized so (J14.1, J14.12).
func (by attacker) checkAid(e *model, w *cards.Weapon, o Aid) error {
	if !o.Stabilize {
		return nil
	}
	switch rule := by.stabilizer(); {
	case by.b.Sides[by.m.seat()-1].Flares < 1:
		return refuse("no-flare", "a Stabilizer costs a Flare, and none is left")
	case rule == "":
		return refuse("stabilize", "no ally of %s can make its attack easier", by.m.Label)
	case rule == "warp-stabilize" && o.Part != "":
		return refuse("stabilize", "Warp Stabilize names no modifier; it takes 10 off")
	case rule == "psionic-stabilize" && !slices.Contains(by.aim(e, w, "", false).removable(), o.Part):
		return refuse("stabilize", "say a modifier that makes this attack harder, like stabilize cover")
	}
	return nil
}

func checkShoot(b *board, seat game.Seat, r game.Reply) error {
	switch o := r.(type) {
	case Done, ShootAll:
		return nil
	case Hold:
		return b.player(seat).checkHold()
	case Skip:
		return b.player(seat).checkSkip(o, SkipReinforcements, SkipFar, SkipTargets)
	case Pulse:
		return b.player(seat).checkPulse(o)
	case Stabilize:
		return b.player(seat).checkStabilize(o)
	case Shoot:
		m, err := b.player(seat).own(o.Unit)
		if err != nil {
			return err
		}
		if err := b.attacker(m).whyNoShot(); err != nil {
			return err
		}
		e, err := b.player(seat).enemy(o.Target)
		if err != nil {
			return err
		}
		w := b.attacker(m).armed(e, o.With)
		if w == nil {
			return refuse("no-weapon", "%s has no such weapon to shoot or throw", m.Label)
		}
		if err := b.attacker(m).whyNotTarget(e, w); err != nil {
			return err
		}
		return b.attacker(m).checkAid(e, w, o.Aid)
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
	case Stabilize:
		stabilize(t, o)
	case Shoot:
		m, e := b.onTable(o.Unit), b.onTable(o.Target)
		declare(t, m, e, b.attacker(m).armed(e, o.With), o.Aid)
	}
}

// fire makes the next model shoot at its easiest target, or at the one that it harms most.
func fire(t tx) {
	b := &t.State().board
	ms := b.player(b.Left[0]).shooters()
	if b.Best {
		ms = slices.DeleteFunc(ms, func(m *model) bool { return b.harm(b.worthiest(b.attacker(m).shots())).Faces == 0 })
	}
	if len(ms) == 0 {
		next(t)
		return
	}
	best := slices.MinFunc(b.attacker(ms[0]).shots(), func(x, y Aim) int {
		if !b.Terms.rev().fewestWounds {
			return cmp.Compare(x.Need, y.Need)
		}
		return cmp.Or(cmp.Compare(x.Need, y.Need), cmp.Compare(b.onTable(x.Target).Wounds, b.onTable(y.Target).Wounds))
	})
	if b.Best {
		best = b.worthiest(b.attacker(ms[0]).shots())
	}
	declare(t, ms[0], b.onTable(best.Target), cards.FindWeapon(best.Weapon), Aid{})
}

// shots returns the possible ranged attacks of a model, weapon by weapon.
func (by attacker) shots() (out []Aim) {
	for _, w := range by.ranged() {
		for _, e := range by.targets(w) {
			out = append(out, by.aim(e, w, "", false))
		}
	}
	return out
}

// easiest returns the enemy that a model hits most easily with a weapon: the lowest threshold, among equals the fewest Wounds, then
// the label (JQ58).
func (by attacker) easiest(enemies []*model, w *cards.Weapon) *model {
	return slices.MinFunc(enemies, func(x, y *model) int {
		return cmp.Or(cmp.Compare(by.aim(x, w, "", false).Need, by.aim(y, w, "", false).Need), cmp.Compare(x.Wounds, y.Wounds))
	})
}
