package downsync

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"downsync/bot/lang"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/order"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// What choices and values are called, and what matters about them.

// Placeholder is a select's. A target is asked for with what it is the target of.
func (c *layout) Placeholder(d draft, s game.Slot) string {
	switch {
	case s.Name == "target" && c.v.Acting != nil && d.Verb() == "act":
		p, _ := c.v.Piece(c.v.Acting.Label)
		return c.v.Say("%s of %s: which target?", actionName(c.v.Cards(), d.Value("use")), baseOf(p, actingBase(c.v, d)))
	case s.Max > 1 && s.Min == s.Max:
		return c.v.Say("Choose all %d", s.Max)
	case s.Max > 1:
		return c.v.Say("Choose %d to %d", max(1, s.Min), s.Max)
	case holders[s.Name] != "":
		return c.v.Text(holders[s.Name])
	}
	return c.v.Text("Choose")
}

// confirm is the label of the button that plays a staged order.
func confirm(d draft) game.Text {
	switch verb := d.Verb(); {
	case verb == rules.Onward:
		return "Move there, then end"
	case verb == "move" || verb == rules.Together || verb == "act move":
		return "Move there"
	case verb == "deploy":
		return "Deploy there"
	case verb == "reveal":
		return "Reveal it"
	case d.Has("ambush"):
		return "Reveal it in Ambush"
	case d.Value("use") == "scan":
		return "Scan"
	case verb == "act":
		return "Attack"
	}
	return "Do it"
}

// label is a choice as a player reads it.
func (c *layout) label(ch order.Choice) string {
	for _, words := range []string{menu.Opening(c.Ask.Menu, ch), ch.Words} {
		if l, ok := labels[words]; ok {
			return inEdition(c.v.Rules, c.v.Text(l))
		}
	}
	with := ""
	if by := ch.Value("by"); by != "" {
		with = " " + c.v.Say("with base %s", by)
	}
	switch {
	case ch.Verb == "mount":
		return c.v.Say("%s rides in the %s", value(c, ch.Value("unit")), value(c, ch.Value("transport")))
	case ch.Words == "done" && doneLabels[c.Ask.Name] != "":
		waiting := waiting(c)
		if s := c.v.Say("End the Turn without %s", strings.Join(waiting, ", ")); len(waiting) > 0 && utf8.RuneCountInString(s) <= longest {
			return s
		}
		return c.v.Text(doneLabels[c.Ask.Name])
	case ch.Verb == "act":
		return actionName(c.v.Cards(), ch.Value("use")) + with
	case ch.Verb == "act move":
		return c.v.Text(labels[ch.Verb]) + with
	case verbs[ch.Verb] != "" && subject(ch) != "":
		return c.v.Say(verbs[ch.Verb], pieceName(c, subject(ch)))
	}
	return ch.Words
}

// Label is a choice's label; on a button a piece goes by its own label alone where its name would not fit.
func (c *layout) Label(ch order.Choice, short bool) string {
	s := c.label(ch)
	if short && utf8.RuneCountInString(s) > longest && len(ch.Given) == 1 && verbs[ch.Verb] != "" {
		return c.v.Say(verbs[ch.Verb], subject(ch))
	}
	return s
}

// waiting are the pieces that could still be activated.
func waiting(c *layout) []string {
	var out []string
	for _, ch := range c.Ask.Menu {
		if ch.Verb == "activate" {
			out = append(out, subject(ch))
		}
	}
	return out
}

// Note is what matters about a choice: an action's figures.
func (c *layout) Note(ch order.Choice) string {
	if c.v.Acting == nil {
		return ""
	}
	p, _ := c.v.Piece(c.v.Acting.Label)
	if u, ok := c.v.Cards().Find(p.Unit); ok {
		if a, ok := u.Action(ch.Value("use")); ok {
			return actionText(c.v.Language, c.v.Cards(), a)
		}
	}
	return ""
}

// Value is a value as a player reads it, and what matters about it.
func (c *layout) Value(d draft, _ order.Slot, o string) (label, note string) {
	return value(c, o), valueNote(c, d, o)
}

// pieceName is a label with what stands behind it, as far as the reader knows.
func pieceName(c *layout, ref string) string {
	r, err := rules.ParseRef(ref)
	if err != nil {
		return ref
	}
	p, ok := c.v.Piece(r.Label)
	switch {
	case !ok:
		return ref
	case !p.IsPing():
		return ref + " " + c.v.Cards().Must(p.Unit).Name
	case p.Plan != "":
		return c.v.Say("%s (%s, plan: %s)", ref, c.v.Text(contacts[p.Sig]), c.v.Cards().Must(p.Plan).Name)
	}
	return c.v.Say("%s (%s)", ref, c.v.Text(contacts[p.Sig]))
}

// value is an option's value as a player reads it.
func value(c *layout, o string) string {
	if u, ok := c.v.Cards().Find(o); ok {
		return u.Name
	}
	if m, ok := cards.Means(o); ok {
		return c.v.Say("%s (1 CP)", m.Name)
	}
	if unit, ping, ok := strings.Cut(o, "@"); ok {
		if u, known := c.v.Cards().Find(unit); known {
			return c.v.Say("Ambush: %s out of %s", u.Name, pieceName(c, ping))
		}
	}
	switch {
	case passLabels[o] != "":
		return c.v.Text(passLabels[o])
	case o == "none":
		return c.v.Text("Nothing in particular")
	case strings.Trim(o, "0123456789,") == "":
		n := strings.Count(o, ",") + 1
		if n == 1 {
			return c.v.Say("Base %s (1 CP)", o)
		}
		return c.v.Say("Bases %s (%d CP)", strings.ReplaceAll(o, ",", ", "), n)
	}
	if _, err := rules.ParseRef(o); err != nil {
		return actionName(c.v.Cards(), o)
	}
	return pieceName(c, o)
}

// valueNote tells what matters about a value: a card's figures, a target's distance and the chance against it.
func valueNote(c *layout, d draft, o string) string {
	if u, ok := c.v.Cards().Find(o); ok {
		return stats(c.v.Language, u)
	}
	r, err := rules.ParseRef(o)
	if o == "until-change" {
		return c.v.Text("until one of them appears, is lost or stunned, or can react again or no more")
	}
	if err == nil && d.Verb() == "deploy" {
		return standsNote(c, r)
	}
	if err == nil && (d.Verb() == "declare" || d.Verb() == "join") {
		return reachNote(c, r)
	}
	if err != nil || d.Verb() != "act" || c.v.Acting == nil {
		return ""
	}
	me, _ := c.v.Piece(c.v.Acting.Label)
	it, ok := c.v.Piece(r.Label)
	if !ok {
		return ""
	}
	mine, _ := me.Base(actingBase(c.v, d))
	its, _ := it.Base(r.N)
	s := c.v.Say("%s\" away", plane.Gap(mine.Disc(), its.Disc()))
	if odds, ok := c.v.TryAct(rules.Ref{Label: me.Label, N: mine.N}, d.Value("use"), r, false); ok {
		s += c.v.Say(", needs %d on 2d6: %s", odds.Need, percent(c.v.Language, odds))
	}
	return s
}

// reachNote is how near the nearest enemy is to the Unit, and how far its weapons reach.
func reachNote(c *layout, r rules.Ref) string {
	me, ok := c.v.Piece(r.Label)
	if !ok || me.IsPing() || len(me.Bases) == 0 {
		return ""
	}
	near, gap := rules.Ref{}, plane.Inch(0)
	for _, q := range c.v.Pieces {
		for _, b := range q.Bases {
			for _, mine := range me.Bases {
				if g := plane.Gap(mine.Disc(), b.Disc()); q.Seat != me.Seat && (near == (rules.Ref{}) || g < gap) {
					near, gap = baseOf(q, b.N), g
				}
			}
		}
	}
	if near == (rules.Ref{}) {
		return ""
	}
	far := 0
	for _, a := range c.v.Cards().Must(me.Unit).Actions {
		switch {
		case a.Combat() && a.Unlimited:
			return c.v.Say("nearest enemy %s at %s\", reaches any distance", near, gap)
		case a.Combat():
			far = max(far, a.Range)
		}
	}
	return c.v.Say("nearest enemy %s at %s\", reaches %d\"", near, gap, far)
}

// chance is what a check or attack on a target has, "" for other orders; hidden tells that it depends on hidden tokens.
func chance(c *layout, d draft, boost bool) (text string, hidden bool) {
	if d.Verb() != "act" || d.Value("target") == "" || c.v.Acting == nil {
		return "", false
	}
	by := rules.Ref{Label: c.v.Acting.Label, N: actingBase(c.v, d)}
	if odds, ok := c.v.TryAct(by, d.Value("use"), rules.RefIn(d.Partial, "target"), boost); ok {
		return percent(c.v.Language, odds), odds.Low != odds.High
	}
	return "", false
}

// withChance is a button's label with the chance of what it plays.
func withChance(c *layout, label string, d draft, boost bool) string {
	if chance, _ := chance(c, d, boost); chance != "" {
		return c.v.Say("%s: %s", label, chance)
	}
	return label
}

// actingBase is the number of the base that the draft acts with, or that is in the middle of an action.
func actingBase(v reading, d draft) int {
	if d.Value("by") != "" {
		return rules.RefIn(d.Partial, "by").N
	}
	return v.Acting.By
}

func percent(t lang.Language, o rules.Odds) string {
	if o.Low == o.High {
		return fmt.Sprintf("%d%%", o.Low)
	}
	return t.Say("%d to %d%%", o.Low, o.High)
}
