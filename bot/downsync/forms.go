// Package downsync is what the bot says of a Downsync match and how it asks: options into settings, views and facts
// into words and controls. It sees a match only as its readers do and knows no rules but what-ifs of a view.
package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// Forms are Downsync's forms. The zero value is ready.
type Forms struct {
	// Own are the server's own cards, beside the printed ones.
	Own []*cards.Unit
	// brush draws; nil: render/downsync. Tests that look at words alone have their own.
	brush brush
	// lang is the language they speak, theme what their pictures look like, one of bot.Themes; "": as the match's server has it.
	lang  lang.Language
	theme string
}

// Game is Downsync as the bot offers it.
func (f Forms) Game() bot.Game {
	return bot.Game{ID: gameID, Name: "Downsync", First: true, In: func(v bot.Voice) bot.Forms {
		f := f.in(v)
		return bot.Forms{About: about(f), Lobby: f, Roster: f, Play: f, History: f, Builder: f, Films: f, Lessons: f, Inspector: f, Library: f}
	}}
}

// gameID is the ruleset's id.
const gameID = "downsync"

// in are the forms for a reader.
func (f Forms) in(v bot.Voice) Forms {
	f.lang, f.theme = v.Language, v.Theme
	return f
}

// brush makes pictures of views.
type brush interface {
	Public(rules.View) (render.Public, error)
	Private(rules.View, *draw.Staged) (render.Private, error)
	Preview(rules.View) (render.Public, error)
	PublicSheet(rules.View) (render.Public, error)
	PublicDice(facts []game.Fact, most int) (render.Public, error)
	PrivateDice(seat game.Seat, facts []game.Fact, most int) (render.Private, error)
}

// paint is what draws for the reader.
func paint(f Forms, v reading) brush {
	if f.brush == nil {
		return v.look
	}
	return f.brush
}

// themes are render's names of the bot's.
var themes = map[string]render.Theme{bot.ThemeDark: render.Display, bot.ThemeLight: render.Light, bot.ThemeSafe: render.Safe}

// look is how pictures look to a reader who chose no theme where that one is usual.
func look(f Forms, usual string) draw.Look {
	return draw.Look{Reader: render.Reader{Theme: themes[or(f.theme, usual)], Say: f.lang.Say}}
}

// about is what the game says of itself.
func about(f Forms) bot.About {
	return bot.About{Name: "Downsync", Goal: f.lang.Text("downsync.goal"), Order: "move A2 to 12.5,30", Concede: rules.Concede{}.Order(),
		Conceded:  "concession",
		ListHow:   f.lang.Text("Units, with commas between them"),
		RulingHow: "token A3.1 stun on · place A3.1 at 12,30 · points 1 vp 2 · remove A3.1 · return A3 at 12,30",
		LearnDone: f.lang.Text("You have seen all phases of a Turn. `/rules` explains any word, and `/unit` any card.")}
}

// unitList names Units, those that come several times once: "2 Virago, Widow Scout".
func unitList(cat *cards.Catalogue, slugs []string) string {
	var order []string
	count := map[string]int{}
	for _, slug := range slugs {
		if count[slug]++; count[slug] == 1 {
			order = append(order, slug)
		}
	}
	var names []string
	for _, slug := range order {
		name := cat.Must(slug).Name
		if n := count[slug]; n > 1 {
			name = fmt.Sprintf("%d %s", n, name)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// reading is a view, the language in which it is told, and how it is drawn: v.Text and v.Say speak it.
type reading struct {
	rules.View
	lang.Language
	look draw.Look
}

// reads is the Downsync view of a match, for the forms' reader.
func reads(f Forms, v game.View, m table.Meta) reading {
	place, _ := bot.PlaceOf(m) // a place that cannot be read has no theme; what needs more of it says so
	return reading{v.(rules.View), f.lang, look(f, place.Theme)}
}

// Turn numbers the cards: 0 is set-up, then one a Taskforce Activation.
func (Forms) Turn(p table.Public) int { return p.View.(rules.View).Turn }

// Split counts the facts before the first of a later turn. The beginning of a Round belongs to its first turn.
func (Forms) Split(facts []game.Fact, turn int) int {
	for i, f := range facts {
		if t, ok := f.(rules.TurnBegan); !ok || t.Turn <= turn {
			continue
		}
		if i > 0 {
			if _, ok := facts[i-1].(rules.RoundBegan); ok {
				i--
			}
		}
		return i
	}
	return len(facts)
}

// maxTitle is how long a thread's name may be, maxOption an option's text, in characters.
const maxTitle = 100

// Title names the match for its thread.
func (f Forms) Title(_ table.Public, names []string) string {
	return bot.Clip(f.lang.Say("Downsync: %s – %s", bot.Clip(names[0], 35), bot.Clip(names[1], 35)), maxTitle)
}
