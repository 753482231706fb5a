package jagged

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/advice"
	"downsync/game/jagged/cards"
	"downsync/game/order"
)

// This file offers attacks: shots and strikes, as proposed or one by one.

// attacks offers an attack with all models at once, each attack alone with its number and chance, and to stop.
func (c *panel) attacks(d menu.Draft) {
	v := c.v
	all, best := c.position().Attacks()
	label, one := game.Text("Shoot with all: %d"), game.Text("Shoot one by one …")
	if c.Ask.Name == "melee" {
		label, one = "Strike with all: %d", "Strike one by one …"
	}
	style, stop := wire.Success, wire.Secondary
	if !d.None() && d.Value("target") != "" {
		c.aimed(d)
	} else {
		pays, able := false, []advice.Attack{} // attacks that can do harm
		for _, a := range best {
			c.staged.Aims = append(c.staged.Aims, v.seen(a.Aim))
			line := fmt.Sprintf("-# %s → %s: %s: %d %%", v.short(a.By), v.short(a.Target), v.sum(a.Aim), a.Chance())
			h := v.Harm(a.Aim)
			if !h.Plain {
				line += v.unhurt(h)
			}
			pays = pays || c.position().Pays(a.Aim)
			if h.Faces > 0 {
				able = append(able, a)
			}
			c.below = append(c.below, line)
		}
		c.said = c.unspent()
		if len(best) > 0 && !pays {
			style, stop = wire.Secondary, wire.Success
		}
		switch {
		case len(best) == 1:
			c.Play(c.shot(best[0].Order, style), v.attackLabel(best[0].Aim), style)
		case c.Ask.Name == "melee" && len(best) > 0:
			c.Play(c.shot(rules.StrikeAll{Best: true}.Order(), style), v.Say(label, len(best)), style)
		case len(able) == len(best) && len(best) > 0:
			c.Play(c.shot(rules.ShootAll{Best: true}.Order(), style), v.Say(label, len(best)), style)
		case len(able) > 0:
			c.Play(c.shot(rules.ShootAll{Best: true}.Order(), style), v.Say("Shoot with those who can harm: %d", len(able)), style)
		}
	}
	c.powers()
	if _, ok := c.choice("hold"); ok {
		c.Play(c.shot("done", stop), v.Text("No more shots"), stop)
		c.Play("hold", v.Text("No more shots, and no Rush"), wire.Secondary)
	} else {
		done := v.Text("No more strikes")
		if c.Ask.Name == "shoot" {
			done = v.Text("No more shots")
		}
		c.Play("done", done, stop)
	}
	c.Flush()
	if len(all) > menu.MostOptions { // one attacker after another
		c.Select(menu.Draft{}, v.Text(one), page.Each(best, func(a advice.Attack) wire.Option {
			return wire.Option{Value: "@" + string(a.By), Label: v.name(a.By), Note: wire.Clip(v.Say("best: %s", v.attackLabel(a.Aim)), maxOption)}
		}), 1, 1)
		all = slices.DeleteFunc(all, func(a advice.Attack) bool { return string(a.By) != d.Mark })
		one = "With it at …"
	}
	c.Select(menu.Draft{}, v.Text(one), page.Each(all, func(a advice.Attack) wire.Option {
		return wire.Option{Value: a.Order, Label: wire.Clip(v.attackLabel(a.Aim), maxOption), Note: wire.Clip(v.called(a.Weapon)+": "+v.sum(a.Aim), maxOption)}
	}), 1, 1)
}

// unspent says in the last Round that Flares are left, if one would help an attack, because they are useless afterwards. Earlier
// they may be kept for better uses.
func (c *panel) unspent() string {
	flares := c.v.Sides.Of(c.Ask.Seat).Flares
	helps := slices.ContainsFunc(c.Ask.Menu, func(k order.Choice) bool {
		return slices.ContainsFunc(k.Slots, func(s order.Slot) bool { return s.Name == "stabilize" })
	})
	if c.v.Round < rules.Rounds || flares == 0 || !helps {
		return ""
	}
	return c.v.Say("-# ⚡ The last Round, %d {Flare|Flares} left: choose a single attack to make it easier.", flares)
}

// shot returns the orders of a button of the Shooting Phase. The green one also holds back from Rushes if none would arrive.
func (c *panel) shot(order string, style wire.Style) string {
	if c.Ask.Name != "shoot" || style != wire.Success {
		return order
	}
	return strings.Join(c.unrushed(c.v.View, []string{order}), "; ")
}

// unhurt says, for an attack whose plain hit takes no Wound, what could still do harm: its DAM is below the target's W (J12.1,
// JQ53).
func (v reading) unhurt(h rules.Harm) string {
	if h.Faces == 0 {
		return v.Say(", but DAM %d is below W %d: it harms nothing, not even by a Critical Success", h.DAM, h.W)
	}
	return v.Say(", but DAM %d is below W %d: only a Critical Success harms, %d %%", h.DAM, h.W, h.Faces)
}

// attackLabel returns a button's label for an attack: attacker, target, the number to reach and the chance.
func (v reading) attackLabel(a rules.Aim) string {
	label := func(by, target string) string {
		return fmt.Sprintf("%s → %s · %d+ · %d %%", by, target, a.Need, a.Chance())
	}
	if named := label(v.short(a.By), v.short(a.Target)); utf8.RuneCountInString(named) <= phoneButton {
		return named
	}
	return label(string(a.By), string(a.Target))
}

// phoneButton is how many characters of a button any phone shows.
const phoneButton = 34

// aimed offers the chosen attack, with a Stabilizer and without.
func (c *panel) aimed(d menu.Draft) {
	v := c.v
	by, target, weapon := rules.Label(d.Choice.Value("unit")), rules.Label(d.Value("target")), d.Value("with")
	a, err := v.Aim(by, target, weapon, rules.Aid{})
	if err != nil {
		c.said = bot.RefusalText(v.Language, err)
		return
	}
	c.said = v.aim(a)
	if w := cards.FindWeapon(a.Weapon); w != nil {
		if m, ok := v.Model(target); ok {
			c.said += "\n-# " + v.Say("DAM %d against W %s; the target has %d of %d {Wound|Wounds}.", w.DAM, v.loweredW(target, m.W), m.Wounds, m.Max)
		}
		switch h := v.Harm(a); {
		case h.Plain:
		case h.Faces > 0:
			c.said += "\n-# ⚠️ " + v.Text("Such a hit takes no Wound; only a Critical Success may.")
		default:
			c.said += "\n-# ⚠️ " + v.Text("Such a hit takes no Wound, not even with a Critical Success.")
		}
	}
	c.staged.Aims = append(c.staged.Aims, v.seen(a))
	c.staged.Chosen = string(by)
	line := d.Partial.String()
	aids := v.aids(d, a)
	plain, aided := wire.Success, wire.Primary
	if v.Round == rules.Rounds && len(aids) > 0 { // a Flare is useless afterwards
		plain, aided = wire.Secondary, wire.Success
	}
	c.Play(line, v.attackLabel(a), plain)
	for _, aid := range aids {
		c.Play(line+" "+aid.order, aid.label, aided)
		aided = wire.Primary
	}
	c.Flush()
}

// aid is a Stabilizer for an attack, with its words.
type aid struct{ order, label string }

// aids returns the Stabilizers that make an attack likelier to hit, the best first.
func (v reading) aids(d menu.Draft, a rules.Aim) []aid {
	return page.Each(advice.Stabilizers(v.View, d.Choice, d.Value("with"), a), func(s advice.Stabilizer) aid {
		if s.Part == "" {
			return aid{"stabilize", v.Say("Stabilize, a Flare: %d %%", s.Chance)}
		}
		return aid{"stabilize " + s.Part, v.Say("Without %s, a Flare: %d %%", v.called(s.Part), s.Chance)}
	})
}

// powers offers Warp Pulse, and Psionic Stabilize against lasting effects, if they can be used.
func (c *panel) powers() {
	for _, k := range c.Ask.Menu {
		if k.Verb != "stabilize" {
			continue
		}
		for _, kind := range k.Options("effect") {
			unit := rules.Label(k.Value("unit"))
			order := rules.Stabilize{Unit: unit, Effect: kind}.Order()
			c.Play(order, c.v.Say("Stabilize %s, a Flare: %s", c.v.short(unit), c.v.Text(restored[kind])), wire.Secondary)
		}
	}
	if k, ok := c.choice("pulse"); ok {
		for _, t := range k.Options("target") {
			c.Play("pulse "+t, c.v.Say("Warp Pulse on %s", c.v.short(rules.Label(t))), wire.Secondary)
		}
		c.below = append(c.below, "-# "+c.v.Text("jagged.warp-pulse"))
	}
}

// restored names what Psionic Stabilize restores, by the kind of the effect that it ends.
var restored = map[string]game.Text{cards.Threshold: "SR", cards.Evade: "Evade", cards.Movement: "Movement"}
