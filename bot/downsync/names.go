package downsync

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// What choices and values are called, and what matters about them.

// holder is a select's placeholder. A target is asked for with what it is the target of.
func (c *desk) holder(s game.Slot, draft string) string {
	words := strings.Fields(draft)
	switch {
	case s.Name == "target" && c.v.Acting != nil && len(words) > 1 && words[0] == "act":
		p, _ := c.v.Piece(c.v.Acting.Label)
		return c.v.Say(wordTargetOf, actionName(c.v.Cards(), words[1]), baseOf(p, actingBase(c.v, words)))
	case s.Max > 1 && s.Min == s.Max:
		return c.v.Say(wordChooseAll, s.Max)
	case s.Max > 1:
		return c.v.Say(wordChooseFew, max(1, s.Min), s.Max)
	case holders[s.Name] != "":
		return holders[s.Name]
	}
	return wordChoose
}

// confirm is the label of the button that plays a staged order.
func confirm(draft string) string {
	words := append(strings.Fields(draft), "")
	switch {
	case words[0] == onward:
		return wordMoveEnd
	case words[0] == "move" || words[0] == together || words[1] == "move":
		return wordMoveThere
	case words[0] == "deploy":
		return wordDeployThere
	case words[0] == "reveal":
		return wordAsUnit
	case slices.Contains(words, "ambush"):
		return wordAmbushIt
	case words[1] == "scan":
		return wordScan
	case words[0] == "act":
		return wordAttack
	}
	return wordDoIt
}

// label is a choice's words as a player reads them.
func (c *desk) label(words string) string {
	if l, ok := labels[words]; ok {
		return inEdition(c.v.Rules, c.v.Text(l))
	}
	f := strings.Fields(words)
	if f[0] == "mount" && len(f) == 3 {
		return c.v.Say(wordRidesIn, c.value(f[1]), c.value(f[2]))
	}
	if len(f) == 1 {
		if l, ok := doneLabels[c.ask.Name]; ok && words == "done" {
			waiting := c.waiting()
			if s := c.v.Say(wordEndWithout, strings.Join(waiting, ", ")); len(waiting) > 0 && utf8.RuneCountInString(s) <= longest {
				return s
			}
			return c.v.Text(l)
		}
		return words
	}
	if f[0] == "act" {
		with := ""
		if len(f) == 4 && f[2] == "by" {
			with = " " + c.v.Say(wordWithBase, f[3])
		}
		if l, ok := labels["act "+f[1]]; ok {
			return c.v.Text(l) + with
		}
		return actionName(c.v.Cards(), f[1]) + with
	}
	if v, ok := verbs[f[0]]; ok {
		return c.v.Say(v, c.pieceName(f[1]))
	}
	return words
}

// short is a choice's label on a button: a piece goes by its own label alone where its name would not fit.
func (c *desk) short(words string) string {
	s, f := c.label(words), strings.Fields(words)
	if utf8.RuneCountInString(s) > longest && len(f) == 2 && verbs[f[0]] != "" {
		return c.v.Say(verbs[f[0]], f[1])
	}
	return s
}

// waiting are the pieces that could still be activated.
func (c *desk) waiting() []string {
	var out []string
	for _, ch := range c.ask.Menu {
		if what, ok := strings.CutPrefix(ch.Words, "activate "); ok {
			out = append(out, what)
		}
	}
	return out
}

// note is what matters about a choice: an action's figures.
func (c *desk) note(words string) string {
	f := strings.Fields(words)
	if len(f) < 2 || f[0] != "act" || c.v.Acting == nil {
		return ""
	}
	p, _ := c.v.Piece(c.v.Acting.Label)
	if u, ok := c.v.Cards().Find(p.Unit); ok {
		if a, ok := u.Action(f[1]); ok {
			return actionText(c.v.Language, a)
		}
	}
	return ""
}

// pieceName is a label with what stands behind it, as far as the reader knows.
func (c *desk) pieceName(ref string) string {
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
		return c.v.Say(wordContactPlan, ref, c.v.Text(contacts[p.Sig]), c.v.Cards().Must(p.Plan).Name)
	}
	return c.v.Say(wordContact, ref, c.v.Text(contacts[p.Sig]))
}

// value is an option's value as a player reads it.
func (c *desk) value(o string) string {
	if u, ok := c.v.Cards().Find(o); ok {
		return u.Name
	}
	if m, ok := cards.Means(o); ok {
		return c.v.Say(wordForOneCP, m.Name)
	}
	if unit, ping, ok := strings.Cut(o, "@"); ok {
		if u, known := c.v.Cards().Find(unit); known {
			return c.v.Say(wordAmbushOut, u.Name, c.pieceName(ping))
		}
	}
	switch {
	case passLabels[o] != "":
		return c.v.Text(passLabels[o])
	case o == "none":
		return c.v.Text(wordNoPlan)
	case strings.Trim(o, "0123456789,") == "":
		n := strings.Count(o, ",") + 1
		if n == 1 {
			return c.v.Say(wordBaseCP, o)
		}
		return c.v.Say(wordBasesCP, strings.ReplaceAll(o, ",", ", "), n)
	}
	if _, err := rules.ParseRef(o); err != nil {
		return actionName(c.v.Cards(), o)
	}
	return c.pieceName(o)
}

// valueNote tells what matters about a value: a card's figures, a target's distance and the chance against it.
func (c *desk) valueNote(draft, o string) string {
	if u, ok := c.v.Cards().Find(o); ok {
		return stats(c.v.Language, u)
	}
	f := strings.Fields(draft)
	r, err := rules.ParseRef(o)
	if o == "until-change" {
		return c.v.Text(wordPassUntil)
	}
	if err == nil && draft == "deploy" {
		return c.standsNote(r)
	}
	if err == nil && len(f) > 0 && (f[0] == "declare" || f[0] == "join") {
		return c.reachNote(r)
	}
	if err != nil || len(f) < 2 || f[0] != "act" || c.v.Acting == nil {
		return ""
	}
	me, _ := c.v.Piece(c.v.Acting.Label)
	it, ok := c.v.Piece(r.Label)
	if !ok {
		return ""
	}
	mine, _ := me.Base(actingBase(c.v, f))
	its, _ := it.Base(r.N)
	s := c.v.Say(wordAway, plane.Gap(mine.Disc(), its.Disc()))
	if odds, ok := c.v.TryAct(rules.Ref{Label: me.Label, N: mine.N}, f[1], r, false); ok {
		s += c.v.Say(wordNeeds, odds.Need, percent(c.v.Language, odds))
	}
	return s
}

// reachNote is how near the nearest enemy is to the Unit, and how far its weapons reach.
func (c *desk) reachNote(r rules.Ref) string {
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
			return c.v.Say(wordFarthest, near, gap)
		case a.Combat():
			far = max(far, a.Range)
		}
	}
	return c.v.Say(wordNearest, near, gap, far)
}

// chance is what a check or attack on a target has, "" for other orders; hidden tells that it depends on hidden tokens.
func (c *desk) chance(draft string, boost bool) (text string, hidden bool) {
	at, ok := read(c.ask.Menu, draft)
	words := strings.Fields(draft)
	if !ok || len(words) < 3 || words[0] != "act" || c.v.Acting == nil {
		return "", false
	}
	for _, g := range at.Given() {
		if r, err := rules.ParseRef(g.Values[0]); g.Slot.Name == "target" && err == nil {
			by := rules.Ref{Label: c.v.Acting.Label, N: actingBase(c.v, strings.Fields(at.Choice.Words))}
			if odds, ok := c.v.TryAct(by, words[1], r, boost); ok {
				return percent(c.v.Language, odds), odds.Low != odds.High
			}
		}
	}
	return "", false
}

// withChance is a button's label with the chance of what it plays.
func (c *desk) withChance(label, draft string, boost bool) string {
	if chance, _ := c.chance(draft, boost); chance != "" {
		return c.v.Say(wordChances, label, chance)
	}
	return label
}

// actingBase is the number of the base that the draft acts with, or that is in the middle of an action.
func actingBase(v reading, words []string) int {
	if len(words) == 4 && words[2] == "by" {
		if r, err := rules.ParseRef(words[3]); err == nil {
			return r.N
		}
	}
	return v.Acting.By
}

func percent(t lang.Language, o rules.Odds) string {
	if o.Low == o.High {
		return fmt.Sprintf("%d%%", o.Low)
	}
	return t.Say(wordPercents, o.Low, o.High)
}
