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

// A reader's view of a match, and how it is said and drawn for them.

// Limits of texts in characters. They keep each message under Discord's 4,000.
const (
	maxTold  = 2600 // the facts on one card
	maxBoard = 3900 // the board in words
	maxHead  = 500  // of a console: its head, …
	maxNote  = 1000 // … a note or a lesson's step, …
	maxNews  = 900  // … what happened, …
	maxAsk   = 900  // … the question, …
	maxWhy   = 700  // … why something is not possible, …
	maxMore  = 1500 // … and the text that a phone has no room for

	maxRule    = 320 // a rule on a ruling card
	maxCaption = 200 // a step of a film, more than fits
	maxUnits   = 600 // the Units of a force
	maxTitle   = 100 // a thread's name
	maxOption  = menu.LongestOption
	longest    = menu.LongestButton
)

// Limits of lists.
const (
	most                    = menu.MostOptions
	recent, recentLines     = 24, 6 // a console's news: its facts, and its lines
	cardRolls, consoleRolls = 4, 3  // rolls drawn as dice on a card, on a console
	mostLooked              = 30    // facts beside the board that a referee looks at
	mostWhole, mostListed   = 8, 24 // rules: entries shown whole at once, and entries on a page
	mostSeen                = 3     // enemies named that see a place
)

// Forms are Downsync's forms for one reader. The zero value is ready for use. Each interface of bot.Forms has a type that
// implements it: lobby implements bot.Lobby, roster implements bot.Roster, and so on.
type Forms struct {
	bot.Voice
	// Own are the server's own cards, in addition to the printed ones.
	Own []*cards.Unit
	// brush draws pictures; nil means render/downsync. Tests that only read words set their own.
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

// look returns the style of the reader's pictures. usual is the theme for readers who chose none.
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

// reading is a view with the reader's language, in which v.Text and v.Say speak, and the style of the reader's pictures.
type reading struct {
	rules.View
	voice
	look draw.Look
}

// reads returns the match's view as a reading for the reader.
func reads(f Forms, v game.View, m table.Meta) reading {
	return reading{v.(rules.View), voice{f.Language}, matchLook(f, m)}
}

// matchLook returns the style of the reader's pictures of a match.
func matchLook(f Forms, m table.Meta) draw.Look {
	place, _ := bot.PlaceOf(m) // an unreadable place has no theme; code that needs more of it reports the error
	drawn := look(f, place.Theme)
	drawn.Server = place.Server
	copy(drawn.Names[:], place.Names)
	return drawn
}

// publicNews returns the recent events of a match for pictures that everybody sees.
func (v reading) publicNews(p table.Public) draw.PublicNews {
	return draw.TellEverybody(standing(p.Facts))
}

// privateNews returns the recent events of a match for the seat's own pictures.
func (v reading) privateNews(p table.Private) draw.PrivateNews {
	told := standing(p.Facts)
	news := draw.TellSeat(p.Seat, told)
	if v.untouched(told) && !v.designated() {
		return news.Unread()
	}
	return news
}

// untouched reports whether the seat's own Turn has only just begun.
func (v reading) untouched(told []game.Fact) bool {
	return v.Active == v.Viewer.Seat() && !slices.ContainsFunc(told[turnBegan(told):], func(f game.Fact) bool { return !opens(f) })
}

// designated reports whether the Taskforce was chosen. If only one was possible, nobody was asked.
func (v reading) designated() bool {
	idle := func(seat game.Seat) []rules.Label {
		return v.Own(seat, func(p rules.Piece) bool { return !p.Activated && !slices.Contains(v.Taskforce, p.Label) })
	}
	return v.Phase != rules.Designating && (len(idle(v.Active)) > 0 || len(v.Taskforce) > 1 && len(idle(3-v.Active)) > 0)
}

// opens reports whether the fact only begins a Turn.
func opens(f game.Fact) bool {
	switch f.(type) {
	case rules.TurnBegan, rules.RoundBegan, rules.Designated, rules.PhaseBegan, rules.Refreshed:
		return true
	}
	return false
}

// turnBegan returns the index of the fact that begins the newest Turn.
func turnBegan(facts []game.Fact) int {
	for i, f := range slices.Backward(facts) {
		if f.Kind() == (rules.TurnBegan{}).Kind() {
			return i
		}
	}
	return 0
}

// moving reports whether the fact is a move of a Move phase.
func moving(f game.Fact) bool {
	m, ok := f.(rules.Moved)
	return ok && !m.Action
}

func ofTurn(facts []game.Fact) []game.Fact { return facts[turnBegan(facts):] }
