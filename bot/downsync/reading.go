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

// What a reader sees of a match, and how it is said and drawn for them.

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

// Forms are Downsync's forms for one reader. The zero value is ready. What the bot asks of a game is answered by a type for each: a lobby
// for bot.Lobby, a roster for bot.Roster and so on.
type Forms struct {
	bot.Voice
	// Own are the server's own cards, beside the printed ones.
	Own []*cards.Unit
	// brush draws; nil: render/downsync. Tests that look at words alone have their own.
	brush brush
}

// gameID is the ruleset's id.
const gameID = "downsync"

// brush makes pictures of views.
type brush interface {
	Public(rules.View, draw.PublicNews) (render.Public, error)
	Private(rules.View, *draw.Staged, draw.PrivateNews) (render.Private, error)
	Result(rules.View, draw.PublicNews) (render.Public, error)
	Preview(rules.View) (render.Public, error)
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
	return reading{v.(rules.View), voice{f.Language}, matchLook(f, m)}
}

// matchLook returns the style of the reader's pictures of a match.
func matchLook(f Forms, m table.Meta) draw.Look {
	place, _ := bot.PlaceOf(m) // a place that cannot be read has no theme; what needs more of it says so
	drawn := look(f, place.Theme)
	drawn.Server = place.Server
	copy(drawn.Names[:], place.Names)
	return drawn
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

// opens tells of a fact that it only begins a Turn.
func opens(f game.Fact) bool {
	switch f.(type) {
	case rules.TurnBegan, rules.RoundBegan, rules.Designated, rules.PhaseBegan, rules.Refreshed:
		return true
	}
	return false
}

// turnBegan is where the newest Turn begins.
func turnBegan(facts []game.Fact) int {
	for i, f := range slices.Backward(facts) {
		if f.Kind() == (rules.TurnBegan{}).Kind() {
			return i
		}
	}
	return 0
}

// moving tells of a fact that it is a move of a Move phase.
func moving(f game.Fact) bool {
	m, ok := f.(rules.Moved)
	return ok && !m.Action
}

func ofTurn(facts []game.Fact) []game.Fact { return facts[turnBegan(facts):] }
