package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"

	rules "downsync/game/downsync"
)

// Why an action has no such target, when asked.

// why stands for a draft in which that is asked.
const why = "@why"

// maxWhy bounds the answer, in characters.
const maxWhy = 700

func isWhy(draft string) bool { return draft == why }

// whyNot offers to ask, and to have read enough.
func (c *desk) whyNot(draft string) {
	if c.ask.Name != "act" || c.v.Acting == nil {
		return
	}
	if p, ok := c.v.Piece(c.v.Acting.Label); !ok || p.IsPing() {
		return
	}
	if !isWhy(draft) {
		c.button(bot.ControlDraft, why, c.v.Text(wordWhyNot), bot.Secondary)
	}
}

// denials tell of each action of the acting base which targets it has not, and why.
func denials(v reading) string {
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
		byAction[d.Action] = append(byAction[d.Action], refusal(v.Tongue, d.Why))
	}
	lines := []string{v.Text(wordDenied)}
	for _, action := range order {
		lines = append(lines, fmt.Sprintf("• **%s**: %s", action, strings.Join(byAction[action], " ")))
	}
	if len(order) == 0 {
		lines = append(lines, v.Text(wordNoneDenied))
	}
	return strings.Join(lines, "\n")
}
