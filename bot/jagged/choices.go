package jagged

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/order"
	"downsync/game/plane"

	rules "downsync/game/jagged"
)

// controls are the controls where the draft has come to. A whole part of a phase is one page: the green button plays the proposal for
// all models, the rest is for who wants it otherwise.
func (c *panel) controls(d menu.Draft) []bot.Block {
	if c.Ask.Standing {
		c.said = c.Sure(d.Choice)
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
		c.yesNo(c.v.Say("Try: a Flare, %d %%", 101-rules.StealFace), c.v.Text("Keep the Flare"), bot.Primary)
		c.staged.Status = c.v.Text("Steal")
	case "glimpse", "go", "move":
		c.moves(d)
	case "insight":
		c.insights()
	case "reinforce":
		c.reinforces(d)
	case "shoot", "melee":
		c.attacks(d)
	case "rush":
		c.rushes()
	case "counter":
		c.counters()
	case "reroll":
		label := c.v.Text("Roll again")
		if a := c.v.Attack; a != nil {
			label += fmt.Sprintf(" · %d %%", a.Aim.Chance())
			c.said = c.v.Say("It shows a %d, below %d.", a.Face, a.Aim.Need)
		}
		c.yesNo(label, c.v.Text("Keep the miss"), bot.Success)
	default:
		return c.Controls(d)
	}
	return c.End()
}

// Sure is the question behind a choice that hurts in a misclick.
func (c *panel) Sure(k order.Choice) string { return c.Game.Sure(k) }

// yesNo offers both answers of a question.
func (c *panel) yesNo(yes, no string, style bot.Style) {
	c.Play(c.Ask.Name+" yes", yes, style)
	c.Play(c.Ask.Name+" no", no, bot.Secondary)
}

// choice is the choice of the question's menu with that verb; ok is false if there is none.
func (c *panel) choice(verb string, given ...string) (order.Choice, bool) {
	i := slices.IndexFunc(c.Ask.Menu, func(k order.Choice) bool {
		return k.Verb == verb && (len(given) == 0 || k.Value("unit") == given[0])
	})
	if i < 0 {
		return order.Choice{}, false
	}
	return c.Ask.Menu[i], true
}

// options are those of the slot of that name in a choice.
func options(k order.Choice, name string) []string {
	for _, s := range k.Slots {
		if s.Name == name {
			return s.Options
		}
	}
	return nil
}

// lists offers the sample lists, and typing one's own.
func (c *panel) lists(d menu.Draft) {
	v := c.v
	if id := d.Value("list"); id != "" {
		c.Play(d.Partial.String(), v.Text("Bring it"), bot.Success)
		c.Flush()
	} else if len(d.Values("models")) > 0 {
		c.Play(d.Partial.String(), v.Text("Bring it"), bot.Success)
		c.Flush()
	}
	k := c.Ask.Menu[0]
	for _, l := range cards.Lists() {
		if l.Faction != v.Sides.Of(c.Ask.Seat).Faction || l.Role != roles[c.Ask.Seat-1] {
			continue
		}
		begun := menu.Begin(k).With("list", l.ID)
		if l.Starter && d.None() {
			c.Play(begun.Partial.String(), v.Say("Bring %s", l.ID), bot.Success)
		} else {
			c.GoOn(begun, l.ID, bot.Secondary, d.Value("list") == l.ID)
		}
		f := v.ForceNamed(nil, l.ID)
		c.below = append(c.below, fmt.Sprintf("• **%s**: %s", l.ID, f.Units))
	}
	c.Type(menu.Begin(c.Ask.Menu[len(c.Ask.Menu)-1]), v.Text("Type my own list"))
	c.staged.Status = v.Text("both choose Forces in secret")
}

// insights offers Tactical Insight, or Seer's Insight, with what it is about.
func (c *panel) insights() {
	v := c.v
	if a := v.Attack; a != nil {
		c.said = v.Say("The attack shows a %d, though %d would do. With Seer's Insight it takes %d: it misses.", a.Face, a.Aim.Need, a.Aim.Need+10)
		c.yesNo(v.Text("Make it miss"), v.Text("Keep it for later"), bot.Success)
		return
	}
	c.said = v.Text("Tactical Insight rolls your Initiative again, once a battle. The second roll counts.")
	label, style := v.Text("Roll again"), bot.Primary
	if chance, ok := v.Again(c.Ask.Seat); ok {
		if label += fmt.Sprintf(" · %d %%", chance); chance >= 50 {
			style = bot.Success
		}
	}
	c.yesNo(label, v.Text("Keep it for later"), style)
}

// attack is one that may be made, with its order.
type attack struct {
	rules.Aim
	order string
}

// possible are the attacks of the question, best first; each attacker's best stands in best.
func (c *panel) possible() (all []attack, best []attack) {
	for _, k := range c.Ask.Menu {
		if k.Verb != "shoot" && k.Verb != "strike" {
			continue
		}
		weapons := options(k, "with")
		if k.Verb == "strike" {
			weapons = []string{""}
		}
		first := len(all)
		for _, t := range options(k, "target") {
			for _, w := range weapons {
				begun := menu.Begin(k).With("target", t)
				if w != "" {
					begun = begun.With("with", w)
				}
				if a, err := c.v.Aim(rules.Label(k.Value("unit")), rules.Label(t), w, rules.Aid{}); err == nil {
					all = append(all, attack{a, begun.Partial.String()})
				}
			}
		}
		if mine := all[first:]; len(mine) > 0 {
			slices.SortStableFunc(mine, func(a, b attack) int { return a.Need - b.Need })
			best = append(best, mine[0])
		}
	}
	slices.SortStableFunc(all, func(a, b attack) int { return a.Need - b.Need })
	return all, best
}

// attacks offers to attack with all at once, every attack by itself with its number and chance, and to stop.
func (c *panel) attacks(d menu.Draft) {
	v := c.v
	all, best := c.possible()
	verb, label, one := "shoot", game.Text("Shoot with all: %d"), game.Text("Shoot one by one …")
	if c.Ask.Name == "melee" {
		verb, label, one = "strike", "Strike with all: %d", "Strike one by one …"
	}
	style, stop := bot.Success, bot.Secondary
	if !d.None() && d.Value("target") != "" {
		c.aimed(d)
	} else {
		vain := 0
		for _, a := range best {
			c.staged.Aims = append(c.staged.Aims, v.seen(a.Aim))
			line := fmt.Sprintf("-# %s → %s: %s: %d %%", v.short(a.By), v.short(a.Target), v.sum(a.Aim), a.Chance())
			if dam, w, ok := v.vain(a.Aim); ok {
				vain++
				line += v.Say(", but DAM %d is below W %d", dam, w)
			}
			c.below = append(c.below, line)
		}
		if len(best) > 0 && vain == len(best) { // only a Critical Success may help
			style, stop = bot.Secondary, bot.Success
		}
		if len(best) == 1 {
			c.Play(c.shot(best[0].order, style), v.attackLabel(best[0].Aim), style)
		} else if len(best) > 1 {
			c.Play(c.shot(verb+" all", style), v.Say(label, len(best)), style)
		}
	}
	c.pulses()
	if _, ok := c.choice("hold"); ok {
		c.Play(c.shot("done", stop), v.Text("No more shots"), stop)
		c.Play("hold", v.Text("Nor a Rush"), bot.Secondary)
	} else {
		c.Play("done", v.Text("No more strikes"), stop)
	}
	c.Flush()
	if len(all) > menu.MostOptions { // one attacker after another
		c.Select(menu.Draft{}, v.Text(one), page.Each(best, func(a attack) bot.Option {
			return bot.Option{Value: "@" + string(a.By), Label: v.name(a.By), Note: bot.Clip(v.Say("best: %s", v.attackLabel(a.Aim)), maxOption)}
		}), 1, 1)
		all = slices.DeleteFunc(all, func(a attack) bool { return string(a.By) != d.Mark })
		one = "With it at …"
	}
	c.Select(menu.Draft{}, v.Text(one), page.Each(all, func(a attack) bot.Option {
		return bot.Option{Value: a.order, Label: bot.Clip(v.attackLabel(a.Aim), maxOption), Note: bot.Clip(v.called(a.Weapon)+": "+v.sum(a.Aim), maxOption)}
	}), 1, 1)
}

// shot is what a button of the Shooting Phase plays. The green one also holds back from Rushes where none would arrive.
func (c *panel) shot(order string, style bot.Style) string {
	if c.Ask.Name != "shoot" || style != bot.Success {
		return order
	}
	return strings.Join(c.unrushed(c.v, []string{order}), "; ")
}

// vain tells whether a hit takes no Wound, but for what a Critical Success adds: its DAM is below the target's W (J12.1, JQ53).
func (v reading) vain(a rules.Aim) (dam, w int, ok bool) {
	weapon := cards.FindWeapon(a.Weapon)
	m, found := v.Model(a.Target)
	if !found || weapon == nil {
		return 0, 0, false
	}
	return weapon.DAM, m.W, weapon.DAM < m.W && v.View.Terms().Options.Wounds != "combined"
}

// attackLabel says an attack on a button: who, whom, the number to reach and the chance.
func (v reading) attackLabel(a rules.Aim) string {
	label := func(by, target string) string {
		return fmt.Sprintf("%s → %s · %d+ · %d %%", by, target, a.Need, a.Chance())
	}
	if named := label(v.short(a.By), v.short(a.Target)); utf8.RuneCountInString(named) <= phoneButton {
		return named
	}
	return label(string(a.By), string(a.Target))
}

// phoneButton is how many characters of a button a phone shows for certain.
const phoneButton = 34

// aimed offers the attack that was chosen, with a Stabilizer and without.
func (c *panel) aimed(d menu.Draft) {
	v := c.v
	by, target, weapon := rules.Label(d.Choice.Value("unit")), rules.Label(d.Value("target")), d.Value("with")
	a, err := v.Aim(by, target, weapon, rules.Aid{})
	if err != nil {
		c.said = bot.Refused(v.Language, err)
		return
	}
	c.said = v.aim(a)
	if w := cards.FindWeapon(a.Weapon); w != nil {
		if m, ok := v.Model(target); ok {
			c.said += "\n-# " + v.Say("DAM %d against W %s; the target has %d of %d {Wound|Wounds}.", w.DAM, v.loweredW(target, m.W), m.Wounds, m.Max)
		}
		if _, _, ok := v.vain(a); ok {
			c.said += "\n-# ⚠️ " + v.Text("Such a hit takes no Wound; only a Critical Success may.")
		}
	}
	c.staged.Aims = append(c.staged.Aims, v.seen(a))
	c.staged.Chosen = string(by)
	line := d.Partial.String()
	c.Play(line, v.attackLabel(a), bot.Success)
	i := slices.IndexFunc(d.Choice.Slots, func(s order.Slot) bool { return s.Name == "stabilize" })
	if i < 0 {
		return
	}
	if s := d.Choice.Slots[i]; s.IsFlag() {
		if b, err := v.Aim(by, target, weapon, rules.Aid{Stabilize: true}); err == nil {
			c.Play(line+" stabilize", v.Say("Stabilize, a Flare: %d %%", b.Chance()), bot.Primary)
		}
	} else {
		for _, part := range s.Options {
			if b, err := v.Aim(by, target, weapon, rules.Aid{Stabilize: true, Part: part}); err == nil && b.Left == part {
				c.Play(line+" stabilize "+part, v.Say("Without %s, a Flare: %d %%", v.called(part), b.Chance()), bot.Primary)
			}
		}
	}
	c.Flush()
}

// pulses offers Warp Pulse, where it can be used.
func (c *panel) pulses() {
	if k, ok := c.choice("pulse"); ok {
		for _, t := range options(k, "target") {
			c.Play("pulse "+t, c.v.Say("Warp Pulse on %s", c.v.short(rules.Label(t))), bot.Secondary)
		}
	}
}

// likely is the highest face that a Rush may need and still be proposed: 4 succeeds in half of all rolls.
const likely = 4

// rushes offers all Rushes that are likely to succeed at once, each by itself with its gap, die and chance, and to stop.
func (c *panel) rushes() {
	v := c.v
	var all []bot.Option
	var good, names []string
	single := "" // the label of the only good one
	for _, k := range c.Ask.Menu {
		if k.Verb != "rush" {
			continue
		}
		targets := options(k, "target")
		for i, t := range targets {
			r, err := v.Rush(rules.Label(k.Value("unit")), rules.Label(t))
			if err != nil {
				continue
			}
			line := rules.Rush{Unit: r.By, Target: r.Target}.Order()
			if i == 0 && r.Need <= likely {
				good, names = append(good, line), append(names, fmt.Sprintf("%s %d %%", r.By, chanceOf(r)))
			}
			strike, does := v.striking(r)
			label := fmt.Sprintf("%s → %s · %s", v.short(r.By), v.short(r.Target), v.die(r))
			if r.Need <= 6 {
				label += " · " + strike
				c.below = append(c.below, "-# "+label+" · "+does+v.answered(r))
			}
			all = append(all, bot.Option{Value: line, Label: bot.Clip(label, maxOption), Note: bot.Clip(fmt.Sprintf("%s\", %s · %s", rounded(r.Gap), v.rushNote(r), does), maxOption)})
			if i == 0 && r.Need <= likely {
				single = fmt.Sprintf("%s → %s · %d %% · %s", r.By, r.Target, chanceOf(r), strike)
			}
		}
	}
	arrives := len(c.below) > 0
	rushers := slices.DeleteFunc(slices.Clone(c.Ask.Menu), func(k order.Choice) bool { return k.Verb != "rush" })
	if len(good) > 0 {
		if len(good) < len(rushers) { // somebody could rush on, so that the part does not end by itself
			good = append(good, "done")
		}
		label := v.Say("Rush: %s", strings.Join(names, ", "))
		if len(names) == 1 {
			label = v.Say("Rush %s", single)
		}
		c.Play(strings.Join(good, "; "), label, bot.Success)
		c.Play("done", v.Text("No Rush"), bot.Secondary)
	} else {
		c.Play("done", v.Text("No Rush"), bot.Success)
	}
	if !arrives {
		c.skip(rules.SkipFar, "No Rush, nor ask if none can arrive")
	}
	c.Flush()
	c.Select(menu.Draft{}, v.Text("Rush one by one …"), all, 1, 1)
}

// die is what a Rush must roll, with its chance.
func (v reading) die(r rules.RushAim) string {
	switch {
	case r.Need > 6:
		return v.Text("out of reach")
	case r.Need <= 1:
		return "100 %"
	}
	return v.Say("D6 ≥ %d: %d %%", r.Need, chanceOf(r))
}

// chanceOf is in how many of a hundred times a Rush arrives.
func chanceOf(r rules.RushAim) int { return min(6, max(0, 7-r.Need)) * 100 / 6 }

// striking says the strike that follows a Rush, from where the bases touch: its chance, and the Wounds that may be expected of it once it
// has arrived (J11.4, J12.1).
func (v reading) striking(r rules.RushAim) (chance, does string) {
	m, _ := v.Model(r.By)
	e, _ := v.Model(r.Target)
	if far := plane.Dist(*m.At, *e.At); far > m.Radius+e.Radius {
		v.View = v.Standing(r.By, onWay(*m.At, *e.At, far-m.Radius-e.Radius, far))
	}
	u := cards.FindUnit(m.Unit)
	a, _ := v.Aim(r.By, r.Target, u.Melee, rules.Aid{}) // that it is out of reach yet does not matter
	w := cards.FindWeapon(u.Melee)
	chance = v.Say("strike %d %%", a.Chance()) + added(a.Parts)
	if dam, need, vain := v.vain(a); vain {
		return chance, v.Say("DAM %d is below W %d", dam, need)
	}
	return chance, v.Say("DAM %d against W %s: 0.%02d Wounds a strike", w.DAM, v.loweredW(e.Label, e.W), min(99, a.Chance()))
}

// onWay is the point at that step of a way of length far. It rounds towards the start.
func onWay(from, to plane.Point, step, far plane.Inch) plane.Point {
	scaled := func(d plane.Inch) plane.Inch { return plane.Inch(int64(d) * int64(step) / int64(far)) }
	return plane.Point{X: from.X + scaled(to.X-from.X), Y: from.Y + scaled(to.Y-from.Y)}
}

// answered says who may counter-charge a Rush that arrives (J14.8).
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
	v := c.v
	if r, ok := v.Counter(); ok {
		style := bot.Primary
		if r.Need <= likely {
			style = bot.Success
		}
		c.staged.Around = []string{string(r.By), string(r.Target)}
		c.said = v.Say("%s rushed. %s is %s\" away: %s.", v.name(r.Target), v.name(r.By), rounded(r.Gap), v.rushNote(r))
		c.Play(rules.Counter{Unit: r.By}.Order(), v.Say("Counter-Charge · %s", v.die(r)), style)
	}
	c.Play(rules.Counter{}.Order(), v.Text("Stay"), bot.Secondary)
}

// choices are the game's words for the choices of its menus.
type choices struct{ c *panel }

// labels are the choices with nothing to pick, by their verb.
var labels = map[string]game.Text{"next": "Next", "stay": "Stay", "done": "Done", "hold": "Done, and no Rush", "draw": "Offer a draw", "concede": "Concede", "board": "Choose the board", "move": "Move",
	"sprint": "Sprint", "disengage": "Disengage", "glimpse none": "Nobody moves", "glimpse": "Future Glimpse"}

func (w choices) Label(k order.Choice, _ bool) string {
	said := w.c.v.Text(labels[cmp.Or(k.Verb, k.Words)])
	if l := k.Value("unit"); l != "" {
		said += " " + w.c.v.short(rules.Label(l))
	}
	return said
}

func (choices) Note(order.Choice) string { return "" }

// Value is a value of a slot: a board with what it is like, a model with its name.
func (w choices) Value(_ menu.Draft, s order.Slot, value string) (label, note string) {
	if s.Name == "board" {
		b, _ := boards.Find(value)
		return b.Name, w.c.v.Text(b.About)
	}
	return w.c.v.name(rules.Label(value)), ""
}

func (w choices) Placeholder(d menu.Draft, _ order.Slot) string { return w.Label(d.Choice, false) }

// Sure asks before a match is given up.
func (w choices) Sure(k order.Choice) string {
	if k.Verb == "concede" {
		return w.c.v.Text("**Concede?** The battle ends, and you have lost.")
	}
	return ""
}

func (w choices) Staged(d menu.Draft) bool {
	switch d.Verb() {
	case "list", "objective", "deploy", "move", "glimpse", "reinforce", "shoot", "strike":
		return true
	}
	return w.Sure(d.Choice) != ""
}

func (choices) Style(order.Choice) bot.Style { return bot.Secondary }

func (w choices) Played(d menu.Draft) (orders, label string) {
	return d.Partial.String(), w.Label(d.Choice, true)
}

func (choices) Apart(order.Choice) bool { return false }

func (choices) Offer(menu.Draft, order.Slot) bool { return false }
