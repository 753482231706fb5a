package books

import (
	"slices"
	"strings"

	"downsync/bot/lang"
	"downsync/game"
)

// term is a word of the game that players read on buttons and cards, with its meaning for them.
type term struct {
	word  game.Text
	alias []string // other words for it, in small letters
	means game.Text
}

// terms are shown before the rules about them, which are exact and long.
var terms = []term{
	{"Overwatch", nil, "A Unit on Overwatch may react in the enemy's Turns, even if it has been activated, and has one die more for going first. Taking it costs an action. It ends when the Unit is refreshed or acts in a fight."},
	{"Hold", []string{"holds", "holding"}, "In a fight a Unit may hold when it is its turn to act. Its die then counts 1 less, and every Unit with a higher die acts first. It may hold again, down to 1."},
	{"Boost", []string{"boosts", "boosting", "advantage"}, "1 CP adds a die to one of your rolls before it is made; the best dice count. You can boost attacks, scans, countermeasures and the rolls for going first."},
	{"Countermeasure", []string{"cm", "countermeasures"}, "A Unit that is hit may spend CM tokens. Each rolls a die and may stop the effect. They come back when the Unit is refreshed."},
	{"Hardened countermeasure", []string{"hardened"}, "It stops a hit for certain, without a die. Unlike other CM tokens it never comes back."},
	{"Command Point", []string{"cp", "command"}, "Each Round you have some Command Points. They pay for boosts, for actions that cost C, and for taking off stun. What is left at the end of the Round is lost."},
	{"Action Point", []string{"ap", "action"}, "Each base of an activated Unit has one Action Point. An action that costs A takes it: a weapon, a scan, a move, or Overwatch."},
	{"Taskforce", nil, "The pieces that a player activates in one Turn. All of them move first; then each Unit acts."},
	{"Turn", []string{"turns"}, "In a Turn one side activates a Taskforce: it moves, then it acts. Then it is the other side's Turn. A side that has nothing left to activate this Round is passed over."},
	{"Round", []string{"rounds"}, "A Round is over when every piece has been activated. Then Command Points are refilled."},
	{"Contact", []string{"ping", "pings", "contacts"}, "A piece of which only the size is known. It moves, but cannot scan or shoot. Its owner decides which Unit of that size it is when it is revealed."},
	{"Size", []string{"signature", "signatures", "small", "medium", "large"}, "Small, medium or large: all that the enemy knows of a contact. It becomes a Unit of its size."},
	{"Reserve", nil, "Your Units that have not appeared yet. When a contact of yours is revealed, you choose which of them it is."},
	{"Reaction", []string{"react", "reactions", "fight", "engagement"}, "After the moves of a Turn the other side may react. Its Units that are not activated this Round, or are on Overwatch, then act in the same fight as the Taskforce. Everybody in it rolls a die, and the highest acts first."},
	{"Priority", nil, "In a fight each Unit rolls a die. The highest acts first; on a tie the side whose Turn it is."},
	{"Refresh", []string{"refreshed"}, "At the beginning of its Turn a Taskforce is refreshed: CM tokens come back, Overwatch ends, and 1 CP takes off a Stun token."},
	{"Stun", []string{"stunned"}, "A stunned base has one move or one action only, not both, and one die less for going first. It loses the token when it has acted so, or for 1 CP when it is refreshed."},
	{"Stats", []string{"spd", "scan", "targ", "def", "rof", "stat"}, "SPD is how many inches a Unit moves. SCAN and TARG are added to its two dice when it scans or attacks; DEF is what an attack on it has to reach. ROF is how many rolls one action makes."},
}

// meaning explains a term. It returns "" if the words name none. If the query has several words, the first one decides, as in
// "stun token".
func meaning(l lang.Language, query string) string {
	query = strings.ToLower(strings.TrimSpace(query))
	first, _, _ := strings.Cut(query, " ")
	for _, asked := range []string{query, first} {
		for _, t := range terms {
			if asked == strings.ToLower(t.word.String()) || asked == strings.ToLower(l.Text(t.word)) || slices.Contains(t.alias, asked) {
				return "**" + l.Text(t.word) + "**: " + l.Text(t.means)
			}
		}
	}
	return ""
}
