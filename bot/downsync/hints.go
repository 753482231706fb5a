package downsync

import (
	"strings"

	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// What a question has to do with the rules, in small print, for whoever meets it for the first time.

// hints by question and the words that begin the choice which they are about, one for a question at most.
var hints = map[string]game.Text{
	"choose: first":      "-# Who deploys first also moves first. Who deploys second sees before where the enemy stands.",
	"deploy: mount":      "-# Infantry may begin inside a transport: then it comes onto the table when the transport lets it out.",
	"reveal: reveal":     "-# A contact keeps the enemy guessing, but moves only 4\" and can neither scan nor attack. A Unit moves as far as its card says (SPD), can do both, and can be attacked; contacts can only be scanned.",
	"react: react":       "-# Each Unit of the Taskforce that has just moved and each that reacts rolls a die. The highest acts first, on a tie the side whose Turn it is. Who has reacted is spent for this Round.",
	"join: join":         "-# Overwatch lets a Unit take part that is not in the Taskforce.",
	"boost: boost":       "-# Each Unit in the engagement rolls a die, and the highest acts first. A boosted one rolls one die more and keeps the best.",
	"counter: counter":   "-# KILL destroys the target. STUN leaves it with either a move or one action until it is rid of that.",
	"priority: hold":     "-# Who holds lets others with a higher die act first, and may act after them.",
	"act: act overwatch": "-# **Overwatch**: it may react in the enemy's Turns although it has acted, with one die more for who acts first.",
}

// idleHints say why there is but one answer.
var idleHints = map[string]game.Text{
	"join":    "-# You have nobody to add.",
	"boost":   "-# You have nothing to boost with.",
	"counter": "-# You have nothing left to stop it with.",
}

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
		said = append(said, v.Text("downsync.hints.cp-are"))
	}
	if a.Name == "act" && v.Acting != nil && v.Acting.Left == 0 && !v.pinged(v.Acting.Label) {
		said = append(said, v.Text("downsync.hints.costs"))
	}
	if odds, harder, ok := v.TryCounter(false); ok && offers(a.Menu, "counter cm") {
		s := v.Say("-# A CM token stops it on a %d or more: %s.", odds.Need, percent(v.Language, odds))
		if better, _, _ := v.TryCounter(true); v.CP.Of(a.Seat) > 0 {
			s += v.Say(" Boosted: %s.", percent(v.Language, better))
		}
		if harder != "" {
			s += v.Say(" The weapon makes it harder: %s.", harder)
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
	return v.Text(" You are asked all the same, so that the enemy learns nothing from it.")
}

// tokensLeft says how many tokens the base that is hit still has, as a token that fails may be followed by another.
func (v reading) tokensLeft() string {
	p, _ := v.Piece(v.Hit.Target.Label)
	b, _ := p.Base(v.Hit.Target.N)
	if b.CM == nil || b.Hardened == nil {
		return ""
	}
	return inEdition(v.Rules, v.Say(" Left: CM %d, hardened %d.", *b.CM, *b.Hardened))
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
