package downsync

import (
	"strings"

	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// What a question has to do with the rules, in small print, for whoever meets it for the first time.

// hint says what the answers to a question lead to, or why it is asked where there is but one; "" where the question says it
// all.
func hint(v reading, a table.OpenAsk) string {
	if s, ok := idleHints[a.Name]; ok && len(a.Menu) == 1 && !menu.Picks(a.Menu[0]) {
		return v.Text(s) + askedAlike(v)
	}
	var said []string
	for about, says := range hints {
		if question, words, _ := strings.Cut(about, ": "); question == a.Name && offers(a.Menu, words) {
			said = append(said, v.Text(says))
		}
	}
	if a.Name == "designate" && v.Round == 1 {
		said = append(said, v.Text(wordCPAre))
	}
	if a.Name == "act" && v.Acting != nil && v.Acting.Left == 0 && !v.pinged(v.Acting.Label) {
		said = append(said, v.Text(wordCosts))
	}
	if odds, harder, ok := v.TryCounter(false); ok && offers(a.Menu, "counter cm") {
		s := v.Say(wordCounterOdds, odds.Need, percent(v.Language, odds))
		if better, _, _ := v.TryCounter(true); v.CP.Of(a.Seat) > 0 {
			s += v.Say(wordCounterBoost, percent(v.Language, better))
		}
		if harder != "" {
			s += v.Say(wordHarder, harder)
		}
		said = append(said, s+v.tokensLeft())
	}
	return strings.Join(said, "\n")
}

// askedAlike says why a question comes that has but one answer, where that would tell a secret.
func askedAlike(v reading) string {
	if v.Secrecy == rules.Open {
		return ""
	}
	return v.Text(wordAskedAlike)
}

// tokensLeft says how many tokens the base that is hit still has, as a token that fails may be followed by another.
func (v reading) tokensLeft() string {
	p, _ := v.Piece(v.Hit.Target.Label)
	b, _ := p.Base(v.Hit.Target.N)
	if b.CM == nil || b.Hardened == nil {
		return ""
	}
	return inEdition(v.Rules, v.Say(wordTokensLeft, *b.CM, *b.Hardened))
}

// offers tells whether an order of the menu may begin with these words.
func offers(m game.Menu, words string) bool {
	_, err := m.Read(words)
	return err == nil
}

// pinged tells whether the piece is still a contact.
func (v reading) pinged(l rules.Label) bool {
	p, ok := v.Piece(l)
	return ok && p.IsPing()
}
