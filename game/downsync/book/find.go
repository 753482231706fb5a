package book

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"downsync/game/spell"
)

// MaxQuery bounds what is looked for, in characters; the rest of it is ignored.
const MaxQuery = 60

// Find gives the entries that a question of a few words is about, the best first: the one of that number or name, then
// those that have every word in the title, then in the heading or the text. Words that occur nowhere are taken for their
// nearest that does; meant is then the question as it was understood, "" otherwise.
func Find(query string) (found []Entry, meant string) {
	if r := []rune(query); len(r) > MaxQuery {
		query = string(r[:MaxQuery])
	}
	words := split(query)
	for i, w := range words {
		words[i] = strings.Trim(w, ".-")
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	if len(words) == 0 {
		return nil, ""
	}
	if found = ranked(query, words); len(found) > 0 {
		return found, ""
	}
	for i, w := range words {
		if vocabulary[w] {
			continue
		}
		near, _, ok := spell.Near(w, known)
		if !ok {
			return nil, ""
		}
		words[i] = near
	}
	meant = strings.Join(words, " ")
	return ranked(meant, words), meant
}

// ranked are the entries that hold all words.
func ranked(query string, words []string) []Entry {
	type hit struct {
		e     Entry
		score int
	}
	var hits []hit
	for _, e := range entries {
		if s := score(e, strings.ToLower(strings.TrimSpace(query)), words); s > 0 {
			hits = append(hits, hit{e, s})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	var out []Entry
	for _, h := range hits {
		out = append(out, h.e)
	}
	return out
}

// score is 0 where a word is missing.
func score(e Entry, query string, words []string) int {
	if query == strings.ToLower(e.Name()) {
		return 1000
	}
	if e.Number != "" && strings.HasPrefix(strings.ToLower(e.Number), query+".") {
		return 500 // a chapter by its number
	}
	title, where, text := split(e.Title), split(e.Where), split(e.Text)
	sum := 0
	for _, w := range words {
		switch {
		case begins(title, w):
			sum += 20
		case begins(where, w) && len(title) == 0:
			sum += 20 // a rule's title is its chapter's
		case begins(where, w):
			sum += 5
		case begins(text, w):
			sum += 3
		default:
			return 0
		}
	}
	return sum
}

// begins tells whether one of the words begins with w, or with what the book calls it.
func begins(words []string, w string) bool {
	printed, known := alsoCalled[w]
	return slices.ContainsFunc(words, func(x string) bool { return strings.HasPrefix(x, w) || known && strings.HasPrefix(x, printed) })
}

// alsoCalled are the book's terms for what players read otherwise on their boards, in either language.
var alsoCalled = map[string]string{
	"contact": "ping", "contacts": "ping", "kontakt": "ping", "kontakte": "ping",
	"aktion": "action", "aktionspunkt": "ap", "aufdecken": "reveal", "aufgedeckt": "reveal", "auffrischen": "refresh", "aufstellen": "deploy", "aufstellung": "deploy",
	"angreifen": "attack", "angriff": "attack", "bewegen": "move", "bewegung": "move", "deckung": "conceal", "einheit": "unit", "gebäude": "building",
	"gegenmaßnahme": "countermeasure", "gegenmaßnahmen": "countermeasure", "gelähmt": "stun", "lähmung": "stun", "getarnt": "stealth", "tarnung": "stealth", "hinterhalt": "ambush",
	"infanterie": "infantry", "karte": "card", "kommandopunkt": "cp", "kommandopunkte": "cp", "marker": "token", "priorität": "priority", "reaktion": "reaction",
	"reaktionsgefecht": "reaction", "reaktionsfenster": "reaction", "reichweite": "range", "reserve": "reserve", "runde": "round", "scannen": "scan", "sichtlinie": "los", "siegpunkt": "victory",
	"siegpunkte": "victory", "transporter": "transport", "truppe": "force", "verdeckt": "conceal", "vernichtet": "wiped", "verstärken": "boost", "verstärkt": "boost", "wald": "forest", "wurf": "roll",
	"würfel": "dice", "zerstört": "kill", "ziehen": "move", "ziel": "target", "zug": "turn", "züge": "turn",
}

func split(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '-' })
}

// known are the words that occur, in order.
var vocabulary, known = collect()

func collect() (map[string]bool, []string) {
	set := map[string]bool{}
	var list []string
	for _, e := range entries {
		for _, w := range split(e.Name() + " " + e.Title + " " + e.Where + " " + e.Text) {
			w = strings.Trim(w, ".-")
			if len(w) > 2 && !set[w] {
				set[w] = true
				list = append(list, w)
			}
		}
	}
	slices.Sort(list)
	return set, list
}
