// Package syndicate holds the bot's words and questions for a match of Syndicate Protocol: 2095. It turns options into settings,
// and views and facts into words and controls. It sees a match only as its readers do.
package syndicate

import (
	"cmp"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/syndicate"
)

// Forms holds the game's forms for one reader, and the words that they share. The zero value is ready. One type answers each part
// of bot.Forms: a lobby for bot.Lobby, a roster for bot.Roster and so on.
type Forms struct {
	bot.Voice
	// Own holds the printed cards with the server's own; nil: it has none.
	Own *cards.Catalogue
	// brush draws; nil: render/syndicate. Tests that only check words have their own.
	brush func(draw.Look) brush
}

// brush makes pictures of views.
type brush interface {
	Public(rules.View, draw.News) (render.Public, error)
	Measured(rules.View, *draw.Staged) (render.Public, error)
	Private(rules.View, *draw.Staged, draw.News) (render.Private, error)
	Result(rules.View, []game.Fact) (render.Public, error)
}

func (v reading) paint() brush {
	if v.brush == nil {
		return v.draw
	}
	return v.brush(v.draw)
}

// Game returns Syndicate Protocol as the bot offers it.
func (f Forms) Game() bot.Game {
	return bot.Game{ID: rules.Rules().Card().ID, Name: "Syndicate Protocol: 2095", In: func(v bot.Voice) bot.Forms {
		w := Forms{v, f.Own, f.brush}
		return bot.Forms{About: w.about(), Lobby: lobby{w}, Roster: roster{w}, Play: play{w}, History: w.history(), Builder: builder{w}, Films: films{w}, Endings: films{w},
			Lessons: lessons{w}, Inspector: inspector{w}, Library: library{w}}
	}}
}

func (w Forms) about() bot.About {
	return bot.About{Name: "Syndicate Protocol: 2095", Goal: w.Text("syndicate.goal"), Order: "move to 5,7", Concede: rules.Concede{}.Order(), Conceded: "concession",
		LearnDone:  w.Text("You have played two rounds. `/card` explains every card, and `/rules` any word."),
		ChangeHow:  w.Text("Cards with numbers, like 4 dash, 0 vault"),
		Windowless: true, // S7.5
		RulingHow:  "hp B1 7 · place A at 5,7 · status B marked on · points 1 2"}
}

// Limits of texts in characters, so that each message stays under Discord's 4,000.
const (
	maxTold  = 2400 // the events on one card
	maxNote  = 900  // of a console: a note, …
	maxNews  = 900  // … the events, …
	maxAsk   = 900  // … the question, …
	maxCards = 1300 // … and the texts of cards

	recentLines = 4
	resultLines = 12 // of a finished round
	recentFacts = 40
	maxOption   = wire.LongestChoice
)

// cat returns the cards that a squad may use here: the printed ones, and the server's own.
func (w Forms) cat() *cards.Catalogue {
	if w.Own == nil {
		return cards.Printed()
	}
	return w.Own
}

// squads returns the maker and reader of squads, with the cards that they may use here.
func (w Forms) squads() squads { return squads{w.cat()} }

// look returns the look of pictures for the reader; usual is the theme for readers who chose none.
func (w Forms) look(usual string) draw.Look {
	return draw.Look{Reader: render.NewReader(cmp.Or(w.Theme, usual), w.Say, w.Patient)}
}

// reading is a view in its reader's language, with the look of its pictures.
type reading struct {
	rules.View
	Forms
	draw draw.Look
}

// reads returns the view of a match for the reader.
func (w Forms) reads(v game.View, m table.Meta) reading {
	return reading{v.(rules.View), w, w.matchLook(m)}
}

// matchLook returns the look of a match's pictures for the reader.
func (w Forms) matchLook(m table.Meta) draw.Look {
	place, _ := bot.PlaceOf(m) // an unreadable place has no theme; code that needs more of it reports the error
	l := w.look(place.Theme)
	l.Server = place.Server
	copy(l.Names[:], place.Names)
	return l
}

// name returns a unit with its printed name: "A1 Brick".
func (v reading) name(l rules.Label) string {
	if len(v.Units) > 0 || v.Round > 0 {
		if _, name := v.Printed(l); name != "" {
			return string(l) + " " + name
		}
	}
	return string(l)
}

// sources names causes other than a card, an ability or a status.
var sources = map[string]game.Text{"printed": "printed", "cover": "cover", "armor": "armor", "weapon": "weapon", "mercs": "Mercenary Movement", "push": "a Push",
	"contest": "a tied fight", "hazard": "a hazard", "attack": "its own attack", "start": "the start", "mulligan": "a mulligan", "reload": "Reload",
	"encumbered": "Encumbered"}

// called returns the name of a card, a weapon's trait, an ability, a status or an object.
func (v reading) called(id string) string {
	if v.Round > 0 || len(v.Units) > 0 {
		if x, ok := v.Catalogue().Card(id); ok {
			return x.Name
		}
	}
	return v.named(id)
}

// named is called without a match's own cards.
func (w Forms) named(id string) string {
	if m, ok := cards.Means(id); ok {
		return m.Name
	}
	if x, ok := w.cat().Card(id); ok {
		return x.Name
	}
	if said, ok := sources[id]; ok {
		return w.Text(said)
	}
	return id
}
