// Package downsync is what the bot says of a Downsync match and how it asks: options into settings, views and facts
// into words and controls. It sees a match only as its readers do and knows no rules but what-ifs of a view.
package downsync

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// Forms are Downsync's forms for one reader. The zero value is ready. What the bot asks of a game is answered by a type for each: a lobby
// for bot.Lobby, a roster for bot.Roster and so on.
type Forms struct {
	bot.Voice
	// Own are the server's own cards, beside the printed ones.
	Own []*cards.Unit
	// brush draws; nil: render/downsync. Tests that look at words alone have their own.
	brush brush
}

// Game is Downsync as the bot offers it.
func (f Forms) Game() bot.Game {
	return bot.Game{ID: gameID, Name: "Downsync", First: true, In: func(v bot.Voice) bot.Forms {
		f := f // which other readers' forms are made of, too
		f.Voice = v
		return bot.Forms{About: about(f), Lobby: lobby{f}, Roster: roster{f}, Play: play{f}, Advisor: adviser{f}, Shorthand: shorthand{f}, History: history{f}, Builder: builder{f},
			Films: films{f}, Endings: films{f}, Lessons: lessons{f}, Inspector: inspector{f}, Library: library{f}}
	}}
}

// Bounds of texts in characters, so that each message stays under Discord's 4,000.
const (
	maxTold  = 2600 // what is told on one card
	maxBoard = 3900 // the board in words
	maxHead  = 500  // of a console: its head, …
	maxNote  = 1000 // … a note or a lesson's step, …
	maxNews  = 900  // … what happened, …
	maxAsk   = 900  // … the question, …
	maxWhy   = 700  // … why something is not possible, …
	maxMore  = 1500 // … and what a phone has no room for

	maxRule    = 320 // a rule on a ruling card
	maxCaption = 200 // a step of a film, more than there is room for
	maxUnits   = 600 // the Units of a force
	maxTitle   = 100 // a thread's name
	maxOption  = menu.LongestOption
	longest    = menu.LongestButton
)

// Bounds of lists.
const (
	most                    = menu.MostOptions
	recent, recentLines     = 24, 6 // a console's news: its facts, and their lines
	cardRolls, consoleRolls = 4, 3  // rolls shown as dice on a card, on a console
	mostLooked              = 30    // facts that a referee's look shows beside the board
	mostWhole, mostListed   = 8, 24 // rules: entries shown whole at once, and on a page
	mostSeen                = 3     // enemies named that see a place
)

// gameID is the ruleset's id.
const gameID = "downsync"

// brush makes pictures of views.
type brush interface {
	Public(rules.View, draw.PublicNews) (render.Public, error)
	Private(rules.View, *draw.Staged, draw.PrivateNews) (render.Private, error)
	Result(rules.View, draw.PublicNews) (render.Public, error)
	Preview(rules.View) (render.Public, error)
	PublicSheet(rules.View) (render.Public, error)
	PublicDice(facts []game.Fact, most int) (render.Public, error)
	PrivateDice(seat game.Seat, facts []game.Fact, most int) (render.Private, error)
}

func paint(f Forms, v reading) brush {
	if f.brush == nil {
		return v.look
	}
	return f.brush
}

// look returns the style of the reader's pictures; usual is the theme for readers who chose none.
func look(f Forms, usual string) draw.Look {
	return draw.Look{Reader: render.NewReader(cmp.Or(f.Theme, usual), f.Say, f.Patient)}
}

// about is what the game says of itself.
func about(f Forms) bot.About {
	return bot.About{Name: "Downsync", Goal: f.Text("downsync.goal"), Signs: f.Text("downsync.signs"), Order: "move A2 to 12.5,30", Concede: rules.Concede{}.Order(),
		Conceded:  "concession",
		ListHow:   f.Text("Units, with commas between them"),
		RulingHow: "token A3.1 stun on · place A3.1 at 12,30 · points 1 vp 2 · remove A3.1 · return A3 at 12,30",
		LearnDone: f.Text("You have seen all phases of a Turn. `/rules` explains any word, and `/unit` any card.")}
}

// unitList names Units and counts equal ones: "2 Virago, Widow Scout".
func unitList(cat *cards.Catalogue, slugs []string) string {
	count := map[string]int{}
	for _, slug := range slugs {
		count[slug]++
	}
	return strings.Join(each(withNew(nil, slugs...), func(slug string) string {
		if n := count[slug]; n > 1 {
			return fmt.Sprintf("%d %s", n, cat.Must(slug).Name)
		}
		return cat.Must(slug).Name
	}), ", ")
}

// reading is a view, the language in which it is told, and how it is drawn: v.Text and v.Say speak it.
type reading struct {
	rules.View
	voice
	look draw.Look
}

// reads returns the Downsync view of a match for the reader.
func reads(f Forms, v game.View, m table.Meta) reading {
	place, _ := bot.PlaceOf(m) // a place that cannot be read has no theme; what needs more of it says so
	drawn := look(f, place.Theme)
	copy(drawn.Names[:], place.Names)
	return reading{v.(rules.View), voice{f.Language}, drawn}
}

// publicNews is what happened of late in a match, for pictures that everybody sees.
func (v reading) publicNews(p table.Public) draw.PublicNews {
	return draw.TellEverybody(standing(p.Facts))
}

// privateNews is the same for the seat's own pictures.
func (v reading) privateNews(p table.Private) draw.PrivateNews {
	told := standing(p.Facts)
	news := draw.TellSeat(p.Seat, told)
	if v.untouched(told) && !v.designated() {
		return news.Unread()
	}
	return news
}

// untouched reports whether the seat's own Turn has only begun.
func (v reading) untouched(told []game.Fact) bool {
	return v.Active == v.Viewer.Seat() && !slices.ContainsFunc(told[turnBegan(told):], func(f game.Fact) bool { return !opens(f) })
}

// designated reports whether the Taskforce was chosen: where it was the only one possible, nobody was asked.
func (v reading) designated() bool {
	idle := func(seat game.Seat) []rules.Label {
		return v.Own(seat, func(p rules.Piece) bool { return !p.Activated && !slices.Contains(v.Taskforce, p.Label) })
	}
	return v.Phase != rules.Designating && (len(idle(v.Active)) > 0 || len(v.Taskforce) > 1 && len(idle(3-v.Active)) > 0)
}

// Turn numbers the cards: 0 is set-up, then one a Taskforce Activation.
func (play) Turn(p table.Public) int { return p.View.(rules.View).Turn }

// Split counts the facts before the first of a later turn. The beginning of a Round belongs to its first turn.
func (play) Split(facts []game.Fact, turn int) int {
	i := slices.IndexFunc(facts, func(f game.Fact) bool {
		t, ok := f.(rules.TurnBegan)
		return ok && t.Turn > turn
	})
	if i < 0 {
		return len(facts)
	}
	if i > 0 && facts[i-1].Kind() == (rules.RoundBegan{}).Kind() {
		i--
	}
	return i
}

// Title names the match for its thread.
func (f play) Title(_ table.Public, names []string) string {
	return bot.Clip(f.Say("Downsync: %s – %s", bot.Clip(names[0], 35), bot.Clip(names[1], 35)), maxTitle)
}
