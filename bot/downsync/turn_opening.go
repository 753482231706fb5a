package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// The beginning of a Turn in one press: the Taskforce, the reveals, and the move that would be proposed next. The board shows
// that move already with the question before it.

// advance is the move that would be proposed after the current question.
type advance struct {
	moves *layout // the layout of the Move phase
	draft draft
	label string // the heading of the move
}

// advancing returns the move that follows if nothing is revealed. It returns nil if another question comes before it, or if
// an enemy is so near that the player should think about what to reveal.
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
		taskforce = page.Each(s.Options, func(o string) rules.Label { return rules.Label(o) })
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

// orders returns the orders that play the advance after the given ones, "" if they are too many.
func (a *advance) orders(before ...string) string {
	all := append(before, orders(a.moves, a.draft)...)
	if done := (rules.Done{}).Order(); all[len(all)-1] != done { // pieces without a way stay
		all = append(all, done)
	}
	if len(all) > bot.MostOrders {
		return ""
	}
	return strings.Join(all, "; ")
}

// onset says what the main button does at the beginning of a Turn.
func (c *layout) onset() string {
	if a := c.advancing(); a != nil {
		return c.proposedAs(a.label, a.moves)
	}
	if c.Ask.Name == "designate" || c.guided || !c.pos.AnyNear(c.v.Taskforce) {
		return ""
	}
	named := page.Each(c.pos.Reveals(), func(r rules.Reveal) string { return c.v.Say("%s as %s", r.Ping, value(c, r.As)) })
	return c.v.When(len(named) > 0, "Proposed: **%s**.", strings.Join(named, ", "))
}

// proposedAs says what the main button does, and which Units stay to guard the own VIP. The button names a Unit sent to guard
// it, and the question names a piece that is the only one that may move.
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

// ahead returns the move that the main button makes, with the layout that it belongs to.
func (c *layout) ahead() (*layout, draft) {
	if c.Ask.Name == "designate" || c.Ask.Name == "reveal" {
		if a := c.advancing(); a != nil {
			return a.moves, a.draft
		}
		return c, draft{}
	}
	if len(c.going) > 0 { // the main button makes these moves
		return c, draft{}
	}
	d, _ := proposal(c)
	return c, d
}

// playAdvance adds the main button that plays the advance. ok is false if there is no advance, or it takes too many orders.
func (c *layout) playAdvance(label string, before ...string) (ok bool) {
	a := c.advancing()
	if a == nil {
		return false
	}
	all := a.orders(before...)
	if all != "" {
		c.Play(all, label, wire.Primary)
	}
	return all != ""
}

// designating offers to activate every piece that may act, and to move them too if no question comes between. Otherwise it
// offers to activate them all.
func designating(c *layout) {
	s := c.Ask.Menu[0].Slots[0]
	if s.Max < len(s.Options) || forced(c, s) {
		return
	}
	all, n := menu.Begin(c.Ask.Menu[0]).With(s.Name, s.Options...).String(), len(s.Options)
	mine := page.Each(s.Options, func(o string) rules.Label { return rules.Label(o) })
	style, asks := wire.Primary, c.pos.AsksToReveal(mine)
	before, moves := []string{all}, c.sending(c.v.Say("Activate all %d and move them there", n), "Activate and move all %d, %s guards", n)
	if asks {
		before = append(before, rules.Done{}.Order())
		moves = c.sending(c.v.Say("Activate and move all %d, reveal none", n), "Reveal none, move all %d, %s guards", n)
	}
	if c.playAdvance(moves, before...) {
		style = wire.Secondary
	}
	alone := c.v.Say("Activate all %d", n)
	switch {
	case style == wire.Primary && asks && !c.pos.AnyNear(mine):
		c.Play(strings.Join(before, "; "), c.v.Say("Activate all %d, reveal none", n), style)
		style, alone = wire.Secondary, c.v.Say("Activate all %d, ask what to reveal", n)
	case style == wire.Secondary && asks:
		alone = c.v.Say("Activate all %d, ask what to reveal", n)
	case style == wire.Secondary:
		alone = c.v.Say("Activate all %d, ask how to move", n)
	}
	c.Play(all, alone, style)
}

// sending returns the label of the button that plays the advance of n pieces: the given label, or the text about guarding if
// the advance sends a sentry.
func (c *layout) sending(label string, guarding game.Text, n int) string {
	if a := c.advancing(); a != nil && a.moves.pos.Sentry() != nil {
		return c.v.Say(guarding, n, a.moves.pos.Sentry().Ref.Label)
	}
	return label
}

// unveiling offers to reveal none and to move while the enemy is far away. Otherwise it offers to reveal every contact for
// which the Reserve has a Unit.
func unveiling(c *layout) {
	if c.guided {
		return
	}
	label := c.sending(c.v.Text("Reveal none and move them there"), "Reveal none, move all %d, %s guards", len(c.v.Taskforce))
	if c.playAdvance(label, rules.Done{}.Order()) || !c.pos.AnyNear(c.v.Taskforce) {
		return
	}
	if all := c.pos.Reveals(); len(all) > 0 {
		lines := page.Each(all, rules.Reveal.Order)
		if c.pos.OthersHidden(all) {
			lines = append(lines, rules.Done{}.Order())
		}
		named := strings.Join(page.Each(all, func(r rules.Reveal) string { return string(r.Ping) }), ", ")
		c.Play(strings.Join(lines, "; "), c.fitting(c.v.Say("Reveal %s as proposed", named), c.v.Say("Reveal all %d as proposed", len(all))), wire.Primary)
	}
}
