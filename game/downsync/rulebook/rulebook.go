// Package rulebook is the reference for players of Downsync: the numbered rules and the meanings of the cards' traits.
package rulebook

import (
	"regexp"
	"strings"

	"downsync/game/book"
	"downsync/game/downsync"
	"downsync/game/downsync/cards"
)

// Book holds rules, rulings and differences between editions, and then the traits and special actions of the cards. Its Parts 4
// and 6 are not for players.
var Book = book.New(book.Source{Rules: downsync.Numbered, Skip: []string{"Part 4.", "Part 6."}, Plain: plain, More: meanings(), Also: alsoCalled, Renamed: renamed})

// renamed maps the earlier numbers of rulings that read like pieces.
var renamed = map[string]string{"A1": "S12", "A2": "S13", "A3": "S14", "A4": "S15"}

// alsoCalled maps the words on players' boards, in either language, to the book's terms.
var alsoCalled = map[string]string{
	"cover": "conceal", "contact": "ping", "contacts": "ping", "kontakt": "ping", "kontakte": "ping",
	"aktion": "action", "aktionspunkt": "ap", "aufdecken": "reveal", "aufgedeckt": "reveal", "auffrischen": "refresh", "aufstellen": "deploy", "aufstellung": "deploy",
	"angreifen": "attack", "angriff": "attack", "bewegen": "move", "bewegung": "move", "deckung": "conceal", "einheit": "unit", "gebäude": "building",
	"gegenmaßnahme": "countermeasure", "gegenmaßnahmen": "countermeasure", "gelähmt": "stun", "lähmung": "stun", "getarnt": "stealth", "tarnung": "stealth", "hinterhalt": "ambush",
	"infanterie": "infantry", "karte": "card", "kommandopunkt": "cp", "kommandopunkte": "cp", "marker": "token", "priorität": "priority", "reaktion": "reaction",
	"reaktionsgefecht": "reaction", "reaktionsfenster": "reaction", "reichweite": "range", "reserve": "reserve", "runde": "round", "scannen": "scan", "sichtlinie": "los", "siegpunkt": "victory",
	"siegpunkte": "victory", "transporter": "transport", "truppe": "force", "verdeckt": "conceal", "vernichtet": "wiped", "verstärken": "boost", "verstärkt": "boost", "wald": "forest", "wurf": "roll",
	"würfel": "dice", "zerstört": "kill", "ziehen": "move", "ziel": "target", "zug": "turn", "züge": "turn",
}

// The parts of a ruling that players do not need: its support by later texts, and the example that tests it.
var (
	section = regexp.MustCompile(` \[[^\]]*\]$`)
	support = regexp.MustCompile(` Support: .*?(?:(\bTest:|\bOption )|$)`)
	example = regexp.MustCompile(` Test: `)
	commits = regexp.MustCompile("(?:, )?`[0-9a-f]{7}`(?:/`[0-9a-f]{7}`)*(?: \\([^)]*\\))?|\\((?:`[0-9a-f]{7}`[,/ ]*)+\\)")
	reason  = regexp.MustCompile(` \*\([^)]*own judgement[^)]*\)\*`)
	empty   = regexp.MustCompile(` ?\(\s*[;,]?\s*\)`)
)

// plain returns an entry's text for players.
func plain(s string) string {
	s = section.ReplaceAllString(s, "")
	s = support.ReplaceAllString(s, " $1")
	s = example.ReplaceAllString(s, " For example: ")
	s = commits.ReplaceAllString(s, "")
	s = empty.ReplaceAllString(s, "")
	s = strings.ReplaceAll(reason.ReplaceAllString(s, ""), "*own judgement*", "ruled here")
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), " .", ".")
}

// meanings returns the traits and special actions of the cards.
func meanings() []book.Entry {
	var out []book.Entry
	for _, m := range cards.Meanings() {
		out = append(out, book.Entry{Title: m.Name, Where: kinds[m.Kind], Text: m.Text})
	}
	return out
}

var kinds = map[string]string{"unit": "a trait of Units", "weapon": "a trait of weapons", "action": "an action on cards"}
