package wording

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/downsync"
)

// A reader's view of a match, and how it is said and drawn for them.

// Limits of texts in characters. They keep each message under Discord's 4,000.
const (
	MaxTold = 2600 // the facts on one card
	MaxNews = 900  // what happened, on a console
	maxRule = 320  // a rule on a ruling card
)

// Reader is who reads: their language, theme and server. Each interface of bot.Forms has a type that embeds it and implements
// the interface: lobby implements bot.Lobby, roster implements bot.Roster, and so on. The zero value is ready for use.
type Reader struct {
	bot.Voice
	// Own are the server's own cards, in addition to the printed ones.
	Own []*cards.Unit
	// Brush draws pictures; nil means render/downsync. Tests that only read words set their own.
	Brush Brush
}

// GameID is the ruleset's id.
const GameID = "downsync"

// Brush makes pictures of views.
type Brush interface {
	Public(rules.View, draw.PublicNews) (render.Public, error)
	Measured(rules.View, *draw.Line) (render.Public, error)
	Private(rules.View, *draw.Staged, draw.PrivateNews) (render.Private, error)
	Result(rules.View, draw.PublicNews) (render.Public, error)
	Preview(rules.View) (render.Public, error)
	PublicDice(facts []game.Fact, most int) (render.Public, error)
	PrivateDice(seat game.Seat, facts []game.Fact, most int) (render.Private, error)
}

func Paint(f Reader, v Reading) Brush {
	if f.Brush == nil {
		return v.Look
	}
	return f.Brush
}

// Look returns the style of the reader's pictures. usual is the theme for readers who chose none.
func Look(f Reader, usual string) draw.Look {
	return draw.Look{Reader: render.NewReader(cmp.Or(f.Theme, usual), f.Say, f.Patient)}
}

// UnitList names Units and counts equal ones: "2 Virago, Widow Scout".
func UnitList(cat *cards.Catalogue, slugs []string) string {
	count := map[string]int{}
	for _, slug := range slugs {
		count[slug]++
	}
	return strings.Join(page.Each(WithNew(nil, slugs...), func(slug string) string {
		if n := count[slug]; n > 1 {
			return fmt.Sprintf("%d %s", n, cat.Must(slug).Name)
		}
		return cat.Must(slug).Name
	}), ", ")
}

// Reading is a view with the reader's language, in which v.Text and v.Say speak, and the style of the reader's pictures.
type Reading struct {
	rules.View
	Voice
	Look draw.Look
}

// Read returns the match's view as a reading for the reader.
func Read(f Reader, v game.View, m table.Meta) Reading {
	return Reading{v.(rules.View), Voice{f.Language}, MatchLook(f, m)}
}

// MatchLook returns the style of the reader's pictures of a match.
func MatchLook(f Reader, m table.Meta) draw.Look {
	place, _ := bot.PlaceOf(m) // an unreadable place has no theme; code that needs more of it reports the error
	drawn := Look(f, place.Theme)
	drawn.Server = place.Server
	copy(drawn.Names[:], place.Names)
	return drawn
}

// PublicNews returns the recent events of a match for pictures that everybody sees.
func (v Reading) PublicNews(p table.Public) draw.PublicNews {
	return draw.TellEverybody(Standing(p.Facts))
}

// PrivateNews returns the recent events of a match for the seat's own pictures.
func (v Reading) PrivateNews(p table.Private) draw.PrivateNews {
	told := Standing(p.Facts)
	news := draw.TellSeat(p.Seat, told)
	if v.Untouched(told) && !v.designated() {
		return news.Unread()
	}
	return news
}

// Untouched reports whether the seat's own Turn has only just begun.
func (v Reading) Untouched(told []game.Fact) bool {
	return v.Active == v.Viewer.Seat() && !slices.ContainsFunc(told[TurnBegan(told):], func(f game.Fact) bool { return !opens(f) })
}

// designated reports whether the Taskforce was chosen. If only one was possible, nobody was asked.
func (v Reading) designated() bool {
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

// TurnBegan returns the index of the fact that begins the newest Turn.
func TurnBegan(facts []game.Fact) int {
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

func OfTurn(facts []game.Fact) []game.Fact { return facts[TurnBegan(facts):] }

func InWords(text string) wire.Message { return wire.Message{Blocks: []wire.Block{wire.Text(text)}} }

// WithPicture shows a text with a picture of the same content.
func WithPicture(text string, png []byte) wire.Message {
	return page.Picture(text, png, Unmarked(text))
}

var marks = strings.NewReplacer("-# ", "", "### ", "", "## ", "", "**", "", "• ", "")

// Unmarked returns a text without Discord's marks, for a picture's description.
func Unmarked(text string) string {
	text = stamps.ReplaceAllStringFunc(text, func(s string) string {
		seconds, _ := strconv.ParseInt(stamps.FindStringSubmatch(s)[1], 10, 64)
		return time.Unix(seconds, 0).UTC().Format("2006-01-02 15:04 UTC")
	})
	return wire.Clip(marks.Replace(text), draw.MaxAlt)
}

// stamps matches Discord's timestamps, which only messages show as times.
var stamps = regexp.MustCompile(`<t:(\d+)(?::\w)?>`)

// Standing removes the facts that were taken back. It says so once, after the last fact before them.
func Standing(facts []game.Fact) []game.Fact {
	if !slices.ContainsFunc(facts, tookBack) {
		return slices.Clip(facts)
	}
	var out []game.Fact
	said := false
	for _, f := range slices.Backward(facts) {
		if _, void := f.(game.Void); void || tookBack(f) && said {
			continue
		}
		said = said || tookBack(f)
		out = append(out, f)
	}
	slices.Reverse(out)
	return out
}

func tookBack(f game.Fact) bool { _, is := f.(game.TookBack); return is }

// Name returns a piece's label, followed by the card's name if the piece is revealed.
func Name(v Reading, r rules.Ref) string {
	if p, ok := v.Piece(r.Label); ok && !p.IsPing() {
		return r.String() + " " + v.Cards().Must(p.Unit).Name
	}
	return r.String()
}
