package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/cards"

	rules "downsync/game/downsync"
)

// Why an action has no such target, when asked.

// maxWhy bounds the answer, in characters.
const maxWhy = 700

// whyNot offers to ask, and to have read enough.
func whyNot(c *layout, d draft) {
	if c.Ask.Name != "act" || c.v.Acting == nil {
		return
	}
	if p, ok := c.v.Piece(c.v.Acting.Label); !ok || p.IsPing() {
		return
	}
	if d.Mark != why {
		c.GoOn(draft{Mark: why}, c.v.Text("What is not possible, and why?"), bot.Secondary, false)
	}
}

// denials tell of each action of the acting base which targets it has not, and why: they are out of its reach, or it is not in
// the menu though they are not, as nothing is left to pay for it.
func denials(v reading, menu game.Menu) string {
	if v.Acting == nil {
		return ""
	}
	by := rules.Ref{Label: v.Acting.Label, N: v.Acting.By}
	if p, ok := v.Piece(by.Label); ok && by.N == 0 && len(p.Bases) > 0 {
		by.N = p.Bases[0].N
	}
	byAction := map[string][]string{}
	var order []string
	for _, d := range v.Denied(by) {
		if byAction[d.Action] == nil {
			order = append(order, d.Action)
		}
		byAction[d.Action] = append(byAction[d.Action], bot.Refused(v.Language, d.Why))
	}
	lines := []string{v.Text("**Not possible now:**")}
	for _, a := range unpaid(v, menu, byAction) {
		lines = append(lines, v.Say("• **%s**: it costs %s, and that is spent.", a.Name, a.Cost))
	}
	for _, action := range order {
		lines = append(lines, fmt.Sprintf("• **%s**: %s", action, strings.Join(byAction[action], " ")))
	}
	if len(lines) == 1 {
		lines = append(lines, v.Text("Its checks and attacks reach every enemy that they are meant for."))
	}
	return strings.Join(lines, "\n")
}

// unpaid are the checks and attacks of the acting Unit that the menu leaves out although they have targets that are not denied.
func unpaid(v reading, menu game.Menu, denied map[string][]string) []cards.Action {
	p, ok := v.Piece(v.Acting.Label)
	if !ok || p.IsPing() || v.Acting.Left > 0 {
		return nil
	}
	pings, units := 0, 0
	for _, q := range v.Pieces {
		switch {
		case q.Seat == p.Seat:
		case q.IsPing():
			pings++
		default:
			units += len(q.Bases)
		}
	}
	var out []cards.Action
	for _, a := range v.Cards().Must(p.Unit).Actions {
		there := units
		if a.Effect == cards.Scan {
			there = pings
		}
		if a.Effect != cards.Special && !offers(menu, "act "+a.ID) && len(denied[a.Name]) < there {
			out = append(out, a)
		}
	}
	return out
}
