package jagged

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/advice"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/order"
	"downsync/game/plane"
)

// controls returns the controls for the draft. A whole part of a phase is one page: the green button plays the proposal for all
// models, the other controls are for different choices.
func (c *panel) controls(d menu.Draft) []wire.Block {
	if c.Ask.Standing {
		if c.said = c.Sure(d.Choice); d.None() {
			c.said = c.v.early(c.Ask.Seat).Note()
		}
		return c.Controls(d)
	}
	switch c.Ask.Name {
	case "list":
		c.lists(d)
	case "objective":
		c.objectives(d)
	case "deploy":
		c.deploy(d)
	case "steal":
		c.yesNo(c.v.Say("Try: a Flare, %d %%", 101-rules.StealFace), c.v.Text("Keep the Flare"), wire.Secondary)
		c.staged.Status = c.v.Text("do you try to go first?")
	case "glimpse", "go", "move":
		c.moves(d)
	case "insight":
		c.insights()
	case "reinforce":
		c.reinforces(d)
	case "shoot", "melee":
		c.attacks(d)
	case "rush":
		c.rushes(d)
	case "counter":
		c.counters()
	case "reroll":
		label := c.v.Text("Roll again")
		if a := c.v.Attack; a != nil {
			label += fmt.Sprintf(" · %d %%", a.Aim.Chance())
			c.said = c.v.Say("It shows a %d, below %d.", a.Face, a.Aim.Need)
		}
		c.yesNo(label, c.v.Text("Keep the miss"), wire.Success)
	default:
		return c.Controls(d)
	}
	return c.End(d)
}

// Sure returns the confirmation question of a choice that hurts in a misclick.
func (c *panel) Sure(k order.Choice) string { return c.Game.Sure(k) }

// yesNo offers both answers to a question. A yes that nothing speaks for comes last, in gray.
func (c *panel) yesNo(yes, no string, style wire.Style) {
	switch style {
	case wire.Success:
		c.Play(c.Ask.Name+" yes", yes, style)
		c.Play(c.Ask.Name+" no", no, wire.Secondary)
	case wire.Secondary:
		c.Play(c.Ask.Name+" no", no, wire.Success)
		c.Play(c.Ask.Name+" yes", yes, style)
	default:
		c.Play(c.Ask.Name+" yes", yes, style)
		c.Play(c.Ask.Name+" no", no, wire.Success)
	}
}

// choice returns the choice of the question's menu with that verb; ok is false if there is none.
func (c *panel) choice(verb string) (order.Choice, bool) {
	i := slices.IndexFunc(c.Ask.Menu, func(k order.Choice) bool { return k.Verb == verb })
	if i < 0 {
		return order.Choice{}, false
	}
	return c.Ask.Menu[i], true
}

// lists offers the sample lists, and typing one's own.
func (c *panel) lists(d menu.Draft) {
	v := c.v
	if id := d.Value("list"); id != "" {
		c.Play(d.Partial.String(), v.Text("Bring it"), wire.Success)
		c.Flush()
	} else if len(d.Values("models")) > 0 {
		c.Play(d.Partial.String(), v.Text("Bring it"), wire.Success)
		c.Flush()
	}
	k := c.Ask.Menu[0]
	for _, l := range cards.Lists() {
		if l.Faction != v.Sides.Of(c.Ask.Seat).Faction || l.Role != roles[c.Ask.Seat-1] {
			continue
		}
		begun, name := menu.Begin(k).With("list", l.ID), l.Name
		if l.Starter && d.None() {
			c.Play(begun.Partial.String(), v.Say("Bring the list %s", name), wire.Success)
		} else {
			c.GoOn(begun, name+" …", wire.Secondary, d.Value("list") == l.ID)
		}
		f := roster{v.Forms}.ForceNamed(nil, l.ID)
		c.below = append(c.below, fmt.Sprintf("• **%s**: %s", name, f.Units))
	}
	c.Type(menu.Begin(c.Ask.Menu[len(c.Ask.Menu)-1]), v.Text("Type my own list"))
	c.staged.Status = v.Text("both choose Forces in secret")
}

// insights offers Tactical Insight, or Seer's Insight, with the roll or the attack in question.
func (c *panel) insights() {
	v, style := c.v, wire.Primary
	if o, _ := c.position().Best(); o.Order() == (rules.Insight{Yes: true}).Order() {
		style = wire.Success
	}
	if a := v.Attack; a != nil {
		c.said = v.Say("The attack shows a %d, though %d would do. With Seer's Insight it takes %d: it misses.", a.Face, a.Aim.Need, a.Aim.Need+10)
		c.yesNo(v.Text("Make it miss"), c.later(), style)
		return
	}
	c.said = v.Text("Tactical Insight rolls your Initiative again, once a battle. The second roll counts.")
	label := v.Text("Roll again")
	if chance, ok := v.Again(c.Ask.Seat); ok {
		label += fmt.Sprintf(" · %d %%", chance)
	}
	c.yesNo(label, c.later(), style)
}

// later returns the label of the button that saves a rule that can be used once. In the last Round there is no later.
func (c *panel) later() string {
	if c.v.Round == rules.Rounds {
		return c.v.Text("Do not use it")
	}
	return c.v.Text("Keep it for later")
}

// rushes offers all likely Rushes at once, each alone with its gap, die and chance, and to stop.
func (c *panel) rushes(d menu.Draft) {
	v := c.v
	aim, err := v.Rush(rules.Label(d.Choice.Value("unit")), rules.Label(d.Value("target")))
	chosen := !d.None() && err == nil
	if chosen {
		strike, does, _ := v.striking(aim)
		c.staged.Around = []string{string(aim.By), string(aim.Target)}
		c.said = v.Say("**%s** at **%s**, %s\" away: %s.", v.name(aim.By), v.name(aim.Target), rounded(aim.Gap), v.rushNote(aim)) + "\n-# " + strike + " · " + does + v.answered(aim)
		c.Play(rules.Rush{Unit: aim.By, Target: aim.Target}.Order(), wire.Clip(v.Say("Rush %s", fmt.Sprintf("%s → %s · %s", aim.By, aim.Target, v.die(aim))), maxOption), wire.Success)
	}
	var all []wire.Option
	good, later := c.position().RushesNow()
	for _, k := range c.Ask.Menu {
		if k.Verb != "rush" {
			continue
		}
		for _, t := range k.Options("target") {
			r, err := v.Rush(rules.Label(k.Value("unit")), rules.Label(t))
			if err != nil {
				continue
			}
			line := rules.Rush{Unit: r.By, Target: r.Target}.Order()
			strike, does, _ := v.striking(r)
			label := fmt.Sprintf("%s → %s · %s", v.short(r.By), v.short(r.Target), v.die(r))
			if r.Need <= 6 {
				label += " · " + strike
				c.below = append(c.below, "-# "+label+" · "+does+v.answered(r))
			}
			all = append(all, wire.Option{Value: line, Label: wire.Clip(label, maxOption), Note: wire.Clip(fmt.Sprintf("%s\", %s · %s", rounded(r.Gap), v.rushNote(r), does), maxOption)})
		}
	}
	arrives := len(c.below) > 0
	rushers := slices.DeleteFunc(slices.Clone(c.Ask.Menu), func(k order.Choice) bool { return k.Verb != "rush" })
	switch {
	case chosen:
		c.Play("done", v.Text("No Rush"), wire.Secondary)
	case len(good) > 0:
		orders := page.Each(good, func(r rules.RushAim) string { return rules.Rush{Unit: r.By, Target: r.Target}.Order() })
		label := v.Say("Rush: %s", strings.Join(page.Each(good, func(r rules.RushAim) string { return fmt.Sprintf("%s %d %%", r.By, chanceOf(r)) }), ", "))
		if len(good) == 1 {
			strike, _, _ := v.striking(good[0])
			label = v.Say("Rush %s", fmt.Sprintf("%s → %s · %d %% · %s", good[0].By, good[0].Target, chanceOf(good[0]), strike))
		}
		switch {
		case len(later) > 0:
			c.below = append([]string{"-# " + v.Say("Asked again after that, as the others may be in the way: %s.", strings.Join(page.Each(later, func(l rules.Label) string { return string(l) }), ", "))}, c.below...)
		case len(good) < len(rushers): // another model could rush, so the part does not end by itself
			orders = append(orders, "done")
		}
		c.Play(strings.Join(orders, "; "), label, wire.Success)
		c.Play("done", v.Text("No Rush"), wire.Secondary)
	default:
		c.Play("done", v.Text("No Rush"), wire.Success)
	}
	if !arrives {
		if !chosen {
			c.said = v.Text("jagged.short-rush")
		}
		c.skip(rules.SkipFar, "No Rush; ask only when one can arrive")
	}
	c.Flush()
	c.Select(menu.Draft{}, v.Text("Rush one by one …"), all, 1, 1)
}

// die returns the roll that a Rush needs, with its chance.
func (v reading) die(r rules.RushAim) string {
	switch {
	case r.Need > 6 && r.Gap <= r.Base+plane.In(6): // near enough, but blocked, or on another level
		return v.Text("no straight way there")
	case r.Need > 6:
		return v.Text("out of reach")
	case r.Need <= 1:
		return "100 %"
	}
	return v.Say("D6 ≥ %d: %d %%", r.Need, chanceOf(r))
}

// chanceOf returns the percentage with which a Rush arrives.
func chanceOf(r rules.RushAim) int { return min(6, max(0, 7-r.Need)) * 100 / 6 }

// striking describes the strike after a Rush, from where the bases touch: its chance, and the expected Wounds once it has arrived
// (J11.4, J12.1).
func (v reading) striking(r rules.RushAim) (chance, does string, harms bool) {
	e, _ := v.Model(r.Target)
	a := advice.StrikeAfter(v.View, r)
	w := cards.FindWeapon(a.Weapon)
	chance = v.Say("strike %d %%", a.Chance()) + added(a.Parts)
	h := v.Harm(a)
	if !h.Plain {
		return chance, v.Say("DAM %d is below W %d", h.DAM, h.W), false
	}
	return chance, v.Say("DAM %d against W %s: 0.%02d Wounds a strike", w.DAM, v.loweredW(e.Label, e.W), min(99, a.Chance())), true
}

// answered names the enemy that may counter-charge a Rush that arrives (J14.8).
func (v reading) answered(r rules.RushAim) string {
	if r.Counter == "" {
		return ""
	}
	return " · " + v.Say("⚠️ %s may counter-charge", v.short(r.Counter))
}

func (v reading) rushNote(r rules.RushAim) string {
	said := v.Say("%s\" and a D6", r.Base)
	if r.Halved {
		said += ", " + v.Text("halved by Heavy Terrain")
	}
	return said
}

// counters offers a Counter-Charge, with its gap, die and chance.
func (c *panel) counters() {
	v, stay := c.v, wire.Success
	if r, ok := v.Counter(); ok {
		style := wire.Secondary
		strike, does, harms := v.striking(r)
		if o, _ := c.position().Best(); o.Order() == (rules.Counter{Unit: r.By}).Order() {
			style, stay = wire.Success, wire.Secondary
		}
		c.staged.Around = []string{string(r.By), string(r.Target)}
		c.said = v.Say("%s rushed. %s is %s\" away: %s.", v.name(r.Target), v.name(r.By), rounded(r.Gap), v.rushNote(r)) + "\n-# " + strike + " · " + does
		if !harms {
			c.said += "\n-# ⚠️ " + v.Text("Such a hit takes no Wound; only a Critical Success may.")
		}
		c.Play(rules.Counter{Unit: r.By}.Order(), v.Say("Counter-Charge · %s", v.die(r)), style)
	}
	c.Play(rules.Counter{}.Order(), v.Text("Stay"), stay)
}

// choices provides the game's words for the choices of its menus.
type choices struct{ c *panel }

// labels names the choices with nothing to pick, by their verb.
var labels = map[string]game.Text{"next": "Next", "stay": "Stay", "done": "Done", "hold": "Done, and no Rush", "concede": "Concede", "board": "Choose the board", "move": "Move",
	"sprint": "Sprint", "disengage": "Disengage", "glimpse none": "Nobody moves", "glimpse": "Future Glimpse"}

func (w choices) Label(k order.Choice, _ bool) string {
	if k.Verb == "draw" {
		return w.c.v.Text(w.c.v.early(w.c.Ask.Seat).Draw())
	}
	said := w.c.v.Text(labels[cmp.Or(k.Verb, k.Words)])
	if l := k.Value("unit"); l != "" {
		said += " " + w.c.v.short(rules.Label(l))
	}
	return said
}

// Value returns a value of a slot in words: a board with its character, a model with its name.
func (w choices) Value(_ menu.Draft, s order.Slot, value string) (label, note string) {
	if s.Name == "board" {
		b, _ := boards.Find(value)
		return b.Name, w.c.v.Text(b.About)
	}
	return w.c.v.name(rules.Label(value)), ""
}

// Sure asks for confirmation before a match is given up.
func (w choices) Sure(k order.Choice) string {
	switch k.Verb {
	case "concede":
		return w.c.v.Text("**Concede?** The battle ends, and you have lost.")
	case "draw":
		return w.c.v.early(w.c.Ask.Seat).Sure()
	}
	return ""
}

func (w choices) Staged(d menu.Draft) bool {
	switch d.Verb() {
	case "list", "objective", "deploy", "move", "glimpse", "reinforce", "shoot", "strike", "rush":
		return true
	}
	return w.Sure(d.Choice) != ""
}

func (choices) Style(order.Choice) wire.Style { return wire.Secondary }
