package downsync

import (
	"errors"
	"strings"

	"downsync/bot"
	"downsync/bot/tongue"
	"downsync/game"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// Questions, what happens if they are not answered, and refusals, in words.

// privateAsk is the question with what it is about.
func privateAsk(v reading, a table.OpenAsk) string {
	switch {
	case a.Name == "act" && v.Acting != nil:
		p, _ := v.Piece(v.Acting.Label)
		switch {
		case p.IsPing():
			return v.Say(wordOncePing, p.Label)
		case v.Acting.Left > 0:
			return v.Say(wordNextTarget, p.Label, v.Acting.Left, actionName(v.Cards(), v.Acting.Action))
		}
		return v.Say(wordWhatDoes, p.Label) + "\n" + inEdition(v.Rules, cardText(v.Tongue, v.Cards(), p.Unit))
	case a.Name == "counter" && v.Hit != nil:
		return v.Say(wordIsHit, name(v, v.Hit.Target),
			strings.ToUpper(string(v.Hit.Effect)), name(v, v.Hit.By), actionName(v.Cards(), v.Hit.Action))
	case a.Name == "recover" && v.Acting != nil:
		r := rules.Ref{Label: v.Acting.Label, N: v.Acting.Recovering}
		return v.Say(wordRecover, name(v, r))
	case a.Name == "identify" && len(v.Identifying) > 0:
		return v.Say(wordWhichUnit, list(v.Identifying))
	case a.Name == "declare" && v.Engagement != nil:
		return v.Say(wordWhoReacts, v.Engagement.Free)
	}
	return v.Text(asks[a.Name])
}

// name is a piece with its card's name.
func name(v reading, r rules.Ref) string {
	if p, ok := v.Piece(r.Label); ok && !p.IsPing() {
		return r.String() + " " + v.Cards().Must(p.Unit).Name
	}
	return r.String()
}

// byDefault says what happens when the time runs out: the default order, in words.
func byDefault(v reading, a table.OpenAsk) string {
	order := a.Default.Order()
	if s, ok := lapses[a.Name+": "+order]; ok {
		return v.Text(s)
	}
	if s, ok := lapses[order]; ok {
		return v.Text(s)
	}
	verb, rest, _ := strings.Cut(order, " ")
	if s, ok := lapses[verb+" …"]; ok {
		return v.Say(s, draftText(v, rest))
	}
	return "`" + bot.Clip(order, 80) + "`"
}

// Refused is the sentence for a refusal.
func (f Forms) Refused(no *game.Refusal) string { return refusal(f.tongue, no) }

// refusal: the rules' text says what was wrong and what was expected; the rule's number follows.
func refusal(t tongue.Tongue, err error) string {
	var no *game.Refusal
	if !errors.As(err, &no) || no.Error() == "" {
		return t.Text(wordImpossible)
	}
	s := capital(strings.TrimSuffix(t.Retell(no), ".")) + "."
	if no.Rule != "" {
		s += " (" + no.Rule + ")"
	}
	return bot.Plain(strings.ReplaceAll(bot.Clip(s, 600), "`", "'")) // it quotes what was typed
}
