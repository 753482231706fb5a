// Package jagged holds the bot's words and questions for a battle of Jagged Shards. It turns options into settings, and views and
// facts into words and controls. It sees a battle only as its readers do.
package jagged

import (
	"cmp"
	"strings"

	"downsync/bot"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/jagged"
)

// Forms holds the game's forms for one reader, and the words that they share. The zero value is ready. One type answers each part
// of bot.Forms: a lobby for bot.Lobby, a roster for bot.Roster and so on.
type Forms struct {
	bot.Voice
	// brush draws; nil: render/jagged. Tests that only check words have their own.
	brush func(draw.Look) brush
}

// brush makes pictures of battles.
type brush interface {
	Public(draw.Battle, draw.News) (render.Public, error)
	Measured(draw.Battle, *draw.Staged) (render.Public, error)
	Private(draw.Battle, *draw.Staged, draw.News) (render.Private, error)
	Result(rules.View, []game.Fact) (render.Public, error)
}

func (v reading) paint() brush {
	if v.brush == nil {
		return v.draw
	}
	return v.brush(v.draw)
}

// Game returns Jagged Shards as the bot offers it.
func (f Forms) Game() bot.Game {
	return bot.Game{ID: rules.Rules().Card().ID, Name: "Jagged Shards", In: func(v bot.Voice) bot.Forms {
		w := Forms{v, f.brush}
		return bot.Forms{About: w.about(), Lobby: lobby{w}, Roster: roster{w}, Play: play{w}, History: w.history(), Builder: builder{w}, Films: films{w}, Endings: films{w},
			Lessons: lessons{w}, Inspector: inspector{w}, Library: library{w}, Series: war{w}}
	}}
}

func (w Forms) about() bot.About {
	return bot.About{Name: "Jagged Shards", Goal: w.Text("jagged.goal"), Order: "move A1 to 12,14", Concede: rules.Concede{}.Order(), Conceded: "concession",
		LearnDone: w.Text("You have fought two Rounds. `/card` shows every unit, and `/rules` explains any word."),
		ListHow:   w.Text("Units, with commas between them"), RulingHow: "wounds B1 2 · place A1 at 5,7 · flares 1 2 · vp 2 3 · owner 2 1 · clear A1"}
}

// Limits of texts in characters, so that each message stays under Discord's 4,000.
const (
	maxTold = 2400 // the events on one card
	maxNote = 900  // of a console: a note, …
	maxNews = 600  // … the events, …
	maxAsk  = 900  // … the question, …
	maxRows = 1000 // … and the figures, line by line

	recentLines = 5
	recentFacts = 120
	maxLine     = 300 // characters of one line of news
	maxOption   = wire.LongestChoice
)

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

func (v reading) battle() draw.Battle { return v.draw.Battle(v.View) }

// coloured returns the seat whose colour is on the edge of a seat's pages: the seat that its faction has when the Human Colonies
// attack, as on boards.
func (v reading) coloured(s game.Seat) game.Seat {
	if s != 0 && v.Attacker == cards.Martians {
		return 3 - s
	}
	return s
}

// unitOf returns the unit of a label, nil if it is unknown: from the model on the table, otherwise from the side's list and its
// Reinforcements.
func (v reading) unitOf(l rules.Label) *cards.Unit {
	if m, ok := v.Model(l); ok {
		return cards.FindUnit(m.Unit)
	}
	if l.Seat() == 0 {
		return nil
	}
	n := 0
	for _, c := range string(l)[1:] {
		n = 10*n + int(c-'0')
	}
	side := v.Sides.Of(l.Seat())
	switch listed := len(side.List); {
	case n >= 1 && n <= listed:
		return cards.FindUnit(side.List[n-1].Unit)
	case n > listed && n <= listed+len(side.Called):
		return cards.FindUnit(side.Called[n-listed-1])
	}
	return nil
}

// name returns a model with its unit's name: "A1 Colonist Rifleman".
func (v reading) name(l rules.Label) string {
	if u := v.unitOf(l); u != nil {
		return string(l) + " " + u.Name
	}
	return string(l)
}

// short returns the same with only the last word of the name, for buttons: "A1 Rifleman".
func (v reading) short(l rules.Label) string {
	if u := v.unitOf(l); u != nil {
		return string(l) + " " + u.Name[strings.LastIndexByte(u.Name, ' ')+1:]
	}
	return string(l)
}

// parts names the parts of a threshold other than weapons, special rules and Positions.
var parts = map[string]game.Text{"evade": "EV", "cover": "Cover", "warp-stabilize": "Stabilize", "specialist-aura": "Aura"}

// called returns the name of a weapon, a unit, a special rule, a Position or another part of a threshold.
func (w Forms) called(id string) string {
	if said, ok := parts[id]; ok {
		return w.Text(said)
	}
	if x := cards.FindWeapon(id); x != nil {
		return x.Name
	}
	if x := cards.FindRule(id); x != nil {
		return x.Name
	}
	if x := cards.FindUnit(id); x != nil {
		return x.Name
	}
	if x := cards.FindPosition(id); x != nil {
		return x.Name
	}
	return id
}

// rounded returns a distance for readers, to the tenth of an inch. /measure shows it exactly.
func rounded(l plane.Inch) plane.Inch { return (l + 50) / 100 * 100 }

// roundedAt returns a place for readers, rounded in the same way.
func roundedAt(p plane.Point) plane.Point { return plane.Point{X: rounded(p.X), Y: rounded(p.Y)} }
