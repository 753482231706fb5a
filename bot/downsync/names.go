package downsync

import (
	"fmt"
	"strings"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/plane"

	rules "downsync/game/downsync"
)

// What choices and values are called, and what matters about them.

// holder is a select's placeholder.
func holder(s game.Slot) string {
	switch {
	case s.Max > 1 && s.Min == s.Max:
		return fmt.Sprintf("Choose all %d", s.Max)
	case s.Max > 1:
		return fmt.Sprintf("Choose %d to %d", max(1, s.Min), s.Max)
	case holders[s.Name] != "":
		return holders[s.Name]
	}
	return "Choose"
}

// confirm is the label of the button that plays a staged order.
func confirm(draft string) string {
	words := append(strings.Fields(draft), "")
	switch {
	case words[0] == "move" || words[1] == "move":
		return "Move there"
	case words[0] == "deploy":
		return "Deploy there"
	case words[0] == "reveal":
		return wordAsUnit
	case words[1] == "scan":
		return "Scan"
	case words[0] == "act":
		return "Attack"
	}
	return wordDoIt
}

// label is a choice's words as a player reads them.
func (c *desk) label(words string) string {
	if l, ok := labels[words]; ok {
		return inEdition(c.v.Rules, l)
	}
	f := strings.Fields(words)
	if f[0] == "mount" && len(f) == 3 {
		return fmt.Sprintf("%s rides in the %s", c.value(f[1]), c.value(f[2]))
	}
	if len(f) == 1 {
		if l, ok := doneLabels[c.ask.Name]; ok && words == "done" {
			return l
		}
		return words
	}
	if f[0] == "act" {
		with := ""
		if len(f) == 4 && f[2] == "by" {
			with = " with base " + f[3]
		}
		if l, ok := labels["act "+f[1]]; ok {
			return l + with
		}
		return actionName(c.v.Cards(), f[1]) + with
	}
	if v, ok := verbs[f[0]]; ok {
		return v + " " + c.pieceName(f[1])
	}
	return words
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
			return actionText(a)
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
		return fmt.Sprintf("%s (%s contact, plan: %s)", ref, p.Sig, c.v.Cards().Must(p.Plan).Name)
	}
	return fmt.Sprintf("%s (%s contact)", ref, p.Sig)
}

// passLabels say for how long reaction windows are passed.
var passLabels = map[string]string{"turn": "This Turn", "round": "This Round", "until-change": "Until my Units change"}

// value is an option's value as a player reads it.
func (c *desk) value(o string) string {
	if u, ok := c.v.Cards().Find(o); ok {
		return u.Name
	}
	if m, ok := cards.Means(o); ok {
		return m.Name + " (1 CP)"
	}
	if unit, ping, ok := strings.Cut(o, "@"); ok {
		if u, known := c.v.Cards().Find(unit); known {
			return fmt.Sprintf("Ambush: %s out of %s", u.Name, c.pieceName(ping))
		}
	}
	switch {
	case passLabels[o] != "":
		return passLabels[o]
	case o == "none":
		return "Nothing in particular"
	case strings.Trim(o, "0123456789,") == "":
		n := strings.Count(o, ",") + 1
		if n == 1 {
			return fmt.Sprintf("Base %s (1 CP)", o)
		}
		return fmt.Sprintf("Bases %s (%d CP)", strings.ReplaceAll(o, ",", ", "), n)
	}
	return c.pieceName(o)
}

// valueNote tells what matters about a value: a card's figures, a target's distance and the chance against it.
func (c *desk) valueNote(draft, o string) string {
	if u, ok := c.v.Cards().Find(o); ok {
		return stats(u)
	}
	f := strings.Fields(draft)
	r, err := rules.ParseRef(o)
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
	s := fmt.Sprintf(wordAway, plane.Gap(mine.Disc(), its.Disc()))
	if odds, ok := c.v.TryAct(rules.Ref{Label: me.Label, N: mine.N}, f[1], r, false); ok {
		s += fmt.Sprintf(wordNeeds, odds.Need, percent(odds))
	}
	return s
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

func percent(o rules.Odds) string {
	if o.Low == o.High {
		return fmt.Sprintf("%d%%", o.Low)
	}
	return fmt.Sprintf("%d to %d%%", o.Low, o.High)
}
