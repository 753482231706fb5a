package screens

import (
	"fmt"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// Gallery plays matches of two, checks the length of the text on every console, and keeps the longest console of every kind.
type Gallery struct {
	t *testing.T
	// sketch draws a console without its pictures, which take long; drawn draws all of it.
	sketch, drawn Drawn
	asks          Question
	press         Press
	best          map[string]shown
	distinct      *Distinct // of the match that is played
	// Outcomes returns the lines of the losses and points that a console should tell of; nil: its news are not checked. Told counts
	// those that consoles told.
	Outcomes func(lang.Language, table.Private) []string
	Told     int
	// Holds reports whether an order holds from now on; nil: the game has none. Standing counts the buttons that give such orders.
	Holds    func(order string) bool
	Standing int
	// Words counts the words of the English consoles.
	Words Words
}

// Question returns the question as inboxes and the first line of a message show it.
type Question func(lang.Language, table.Private, table.OpenAsk) string

// Drawn draws a seat's console in a language.
type Drawn func(lang.Language, table.Private, bot.Page) (wire.Letter, error)

// shown is a console that a player saw, to be drawn once the longest of its kind is known.
type shown struct {
	p    table.Private
	page bot.Page
	long int // in bytes
}

// NewGallery returns a gallery without consoles. sketch draws a console without pictures, asks returns the text of a question, press
// says what a choice from a list does.
func NewGallery(t *testing.T, sketch, drawn Drawn, asks Question, press Press) *Gallery {
	return &Gallery{t: t, sketch: sketch, drawn: drawn, asks: asks, press: press, best: map[string]shown{}}
}

// brief checks the length of a console's text, in every language, and returns it without pictures, in English.
func (g *Gallery) brief(kind string, p table.Private, page bot.Page) (english wire.Letter) {
	g.t.Helper()
	for _, l := range lang.All() {
		c, err := g.sketch(l, p, page)
		if err != nil {
			g.t.Fatal(err)
		}
		Brief(g.t, kind+" "+l.String(), c.Message)
		if g.Holds != nil {
			g.Standing += Standing(g.t, kind+" "+l.String(), l, c.Message, g.Holds)
		}
		if g.Outcomes != nil {
			g.Told += News(g.t, kind+" "+l.String(), c.Message, g.Outcomes(l, p))
		}
		if ask, owed := bot.OwedAsk(p); owed && page.Order == "" {
			FirstWords(g.t, kind+" "+l.String(), g.asks(l, p, ask), c.Message)
		}
		if l == lang.English {
			g.Words.Add(c.Message)
			english = c
		}
	}
	return english
}

// Keep shows a console with its clock running, and returns it without pictures.
func (g *Gallery) Keep(kind string, p table.Private, page bot.Page) wire.Message {
	g.t.Helper()
	p.Asks = append([]table.OpenAsk{}, p.Asks...)
	p.Asks[0].By = time.Unix(2e9, 0)
	c := g.brief(kind, p, page)
	if err := bottest.Sendable(c.Message); err != nil {
		g.t.Errorf("%s, %v: %v", kind, page, err)
	}
	green := 0
	for _, b := range bottest.ControlsOf(c.Message).Buttons {
		if b.Style == wire.Success {
			green++
		}
	}
	if green > 1 {
		g.t.Errorf("%s, %v: %d main buttons", kind, page, green)
	}
	g.distinct.Console(kind, p, p.Asks[0].ID, c.Message)
	if long := len(bottest.Words(c.Message)); long > g.best[kind].long {
		g.best[kind] = shown{p, page, long}
	}
	return c.Message
}

// Play hosts a match with these dice, for that many rounds of both seats. A seat that is asked something answers by turn, which
// gets a different cause each time. When nobody is asked, time passes until the open window closes.
func (g *Gallery) Play(rules game.Game, c game.Config, dice func(table.ID) game.Dice, rounds int, turn func(hall *table.Hall, p table.Private, cause string)) {
	g.t.Helper()
	clock := tabletest.NewClock()
	store := memory.New()
	g.distinct = NewDistinct(g.t, rules, store, "m", g.press)
	hall := table.New(store, clock, table.Options{Games: []game.Game{rules}, Dice: dice, Moot: true})
	if err := hall.Open(g.t.Context(), "open", "m", table.Opening{Game: rules.Card().ID, Config: c, Users: []wire.UserID{"ann", "ben"}, Place: []byte(`{"names":["Ann","Ben"]}`)}); err != nil {
		g.t.Fatal(err)
	}
	for n := range rounds {
		answered := false
		for _, seat := range []game.Seat{1, 2} {
			p, err := hall.Private(g.t.Context(), "m", seat)
			if err != nil || p.Result != nil {
				return
			}
			if len(p.Asks) > 0 && !p.Asks[0].Standing {
				turn(hall, p, fmt.Sprint(n, seat))
				answered = true
			} else {
				g.brief("waiting", p, bot.Page{})
			}
		}
		if !answered {
			g.closeWindow(hall, clock, fmt.Sprint("shown", n))
		}
	}
}

// closeWindow shows the card, with which the window's time begins, and lets that time pass.
func (g *Gallery) closeWindow(hall *table.Hall, clock *tabletest.Clock, cause string) {
	g.t.Helper()
	err := hall.Shown(g.t.Context(), cause, "m")
	if err == nil {
		clock.Advance(time.Minute) // longer than any window that a ruleset times (Ask.Lasts)
		_, err = hall.Timers().Fire(g.t.Context())
	}
	if err != nil {
		g.t.Fatal(err)
	}
}

// One checks that the longest console of each kind fits one screen of a phone in every language, and that there were consoles of
// these kinds.
func (g *Gallery) One(kinds ...string) {
	g.t.Helper()
	consoles := map[string]wire.Message{}
	for name, s := range g.best {
		for _, l := range lang.All() {
			c, err := g.drawn(l, s.p, s.page)
			if err != nil {
				g.t.Fatal(err)
			}
			consoles[name+" "+l.String()] = c.Message
		}
	}
	One(g.t, consoles, kinds...)
}
