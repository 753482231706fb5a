package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// The beginning of a Turn in one press: who acts, what is revealed, and the move that would be proposed next. The board shows that
// move with the question before it.

// advance is the move that would be proposed after the question at hand.
type advance struct {
	moves *layout // of the Move phase
	draft draft
	label string // where they go
}

// advancing is the move that follows if nothing is revealed; nil where another question comes before it, or where an enemy is near
// enough to think about what to reveal.
func (c *layout) advancing() *advance {
	if !c.thought {
		c.thought, c.next = true, think(c)
	}
	return c.next
}

func think(c *layout) *advance {
	taskforce := c.v.Taskforce
	if c.Ask.Name == "designate" {
		s := c.Ask.Menu[0].Slots[0]
		if s.Max < len(s.Options) {
			return nil
		}
		taskforce = each(s.Options, func(o string) rules.Label { return rules.Label(o) })
	}
	if c.guided || c.pos.AsksToReveal(taskforce) && c.pos.AnyNear(taskforce) {
		return nil
	}
	view, moves, ok := c.v.Advancing(taskforce)
	if !ok {
		return nil
	}
	v := c.v
	v.View = view
	sub := newLayout(c.p, v, withShortcuts(v, table.OpenAsk{Ask: game.Ask{Name: "move", Seat: c.Ask.Seat, Menu: moves}}))
	d, label := proposal(sub)
	if label == "" {
		return nil
	}
	return &advance{sub, d, label}
}

// orders are what the advance is played as after those.
func (a *advance) orders(before ...string) string {
	all := append(before, orders(a.moves, a.draft)...)
	if done := (rules.Done{}).Order(); all[len(all)-1] != done { // who has no way stays
		all = append(all, done)
	}
	if len(all) > bot.MostOrders {
		return ""
	}
	return strings.Join(all, "; ")
}

// onset says what the main button stands for at the beginning of a Turn.
func (c *layout) onset() string {
	if a := c.advancing(); a != nil {
		return c.proposedAs(a.label, a.moves)
	}
	if c.Ask.Name == "designate" || c.guided || !c.pos.AnyNear(c.v.Taskforce) {
		return ""
	}
	named := each(c.pos.Reveals(), func(r rules.Reveal) string { return c.v.Say("%s as %s", r.Ping, value(c, r.As)) })
	return c.v.when(len(named) > 0, "Proposed: **%s**.", strings.Join(named, ", "))
}

// proposedAs says what the main button does, and who stays to guard. Who is sent to guard is named by the button, and the only one that may
// move by the question.
func (c *layout) proposedAs(label string, moves *layout) string {
	all, stays := rules.Movable(moves.Ask.Menu), ""
	if c.Ask.Name == "move" && len(all) == 1 {
		return c.v.Text("Proposed: as the board shows.")
	}
	for _, l := range moves.pos.Keepers() {
		if slices.Contains(all, l) {
			stays += " " + c.v.Say("%s stays and guards your VIP.", l)
		}
	}
	return c.v.Say("Proposed: **%s**, as the board shows.", label) + stays
}

// ahead is the move that the main button makes, with the layout that knows it.
func (c *layout) ahead() (*layout, draft) {
	if c.Ask.Name == "designate" || c.Ask.Name == "reveal" {
		if a := c.advancing(); a != nil {
			return a.moves, a.draft
		}
		return c, draft{}
	}
	if len(c.going) > 0 { // the main button moves those
		return c, draft{}
	}
	d, _ := proposal(c)
	return c, d
}

// playAdvance adds the main button of the advance; ok is false if it stands for too many orders.
func (c *layout) playAdvance(label string, before ...string) (ok bool) {
	a := c.advancing()
	if a == nil {
		return false
	}
	all := a.orders(before...)
	if all != "" {
		c.Play(all, label, bot.Primary)
	}
	return all != ""
}

// designating offers to activate all that may be and to move them, where nothing is asked between, else to activate all.
func designating(c *layout) {
	s := c.Ask.Menu[0].Slots[0]
	if s.Max < len(s.Options) || forced(c, s) {
		return
	}
	all, n := menu.Begin(c.Ask.Menu[0]).With(s.Name, s.Options...).String(), len(s.Options)
	mine := each(s.Options, func(o string) rules.Label { return rules.Label(o) })
	style, asks := bot.Primary, c.pos.AsksToReveal(mine)
	before, moves := []string{all}, c.sending(c.v.Say("Activate all %d and move them there", n), "Activate and move all %d, %s guards", n)
	if asks {
		before = append(before, rules.Done{}.Order())
		moves = c.sending(c.v.Say("Activate and move all %d, reveal none", n), "Reveal none, move all %d, %s guards", n)
	}
	if c.playAdvance(moves, before...) {
		style = bot.Secondary
	}
	alone := c.v.Say("Activate all %d", n)
	switch {
	case style == bot.Primary && asks && !c.pos.AnyNear(mine):
		c.Play(strings.Join(before, "; "), c.v.Say("Activate all %d, reveal none", n), style)
		style, alone = bot.Secondary, c.v.Say("Activate all %d, ask what to reveal", n)
	case style == bot.Secondary && asks:
		alone = c.v.Say("Activate all %d, ask what to reveal", n)
	case style == bot.Secondary:
		alone = c.v.Say("Activate all %d, ask how to move", n)
	}
	c.Play(all, alone, style)
}

// sending labels the main button of the advance of so many pieces: as it is given, or by the text where it sends a sentry.
func (c *layout) sending(label string, guarding game.Text, n int) string {
	if a := c.advancing(); a != nil && a.moves.pos.Sentry() != nil {
		return c.v.Say(guarding, n, a.moves.pos.Sentry().Ref.Label)
	}
	return label
}

// unveiling offers to reveal none and to move, far from the enemy, else all that the Reserve has a Unit for.
func unveiling(c *layout) {
	if c.guided {
		return
	}
	label := c.sending(c.v.Text("Reveal none and move them there"), "Reveal none, move all %d, %s guards", len(c.v.Taskforce))
	if c.playAdvance(label, rules.Done{}.Order()) || !c.pos.AnyNear(c.v.Taskforce) {
		return
	}
	if all := c.pos.Reveals(); len(all) > 0 {
		lines := each(all, rules.Reveal.Order)
		if c.pos.OthersHidden(all) {
			lines = append(lines, rules.Done{}.Order())
		}
		named := strings.Join(each(all, func(r rules.Reveal) string { return string(r.Ping) }), ", ")
		c.Play(strings.Join(lines, "; "), c.fitting(c.v.Say("Reveal %s as proposed", named), c.v.Say("Reveal all %d as proposed", len(all))), bot.Primary)
	}
}
