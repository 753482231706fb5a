package page

import (
	"cmp"
	"fmt"

	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
	"downsync/render"
)

// Reading is one position of a match for one reader.
type Reading interface {
	// Teller puts facts into words for the reader.
	Teller() Teller
	// When names the position's time in the match, such as its round.
	When() string
	// Ruling returns the text of a ruling card about the nth fact, from 1: the fact, what contributed to it, and its rules.
	Ruling(facts []game.Fact, n int, number game.Number) string
	// ShownBefore reports whether the fact is drawn on the board as it was before, as an attack is.
	ShownBefore(game.Fact) bool
	// Public draws the board for everybody, Private for the reader's seat, with the news of the facts or with a mark for one fact (nil: none).
	Public(marked game.Fact, news []game.Fact) (render.Public, error)
	Private(marked game.Fact, news []game.Fact) (render.Private, error)
	// Opened draws what a referee opened. It draws any view, so nobody else may see the picture.
	Opened(news []game.Fact) ([]byte, error)
	// Alt describes the board, with the news of the facts.
	Alt(news []game.Fact) string
}

// Past shows past events of a match in words and on boards. A game's bot.History embeds it and adds Sealed.
type Past struct {
	Read func(v game.View, m table.Meta) Reading
}

// wordless replaces facts without words.
const wordless game.Text = "Nothing that the log tells in words."

// longestTold is the greatest length of a ruling card, in characters.
const longestTold = 2400

// Log puts facts into words with their rules.
func (s Past) Log(v game.View, m table.Meta, facts []game.Fact) []string {
	return s.Read(v, m).Teller().Log(facts)
}

// Plainly is Log without the rules.
func (s Past) Plainly(v game.View, m table.Meta, facts []game.Fact) []string {
	return s.Read(v, m).Teller().Plainly(facts)
}

// Ruling returns the card of the nth public fact.
func (s Past) Ruling(before, after table.Public, n int) (wire.Notice, error) {
	f := after.Facts[n-1]
	now, at := s.ruled(before.View, after.View, after.Meta, f)
	pic, err := at.Public(f, nil)
	return wire.Notice{Message: Picture(wire.Clip(now.Ruling(after.Facts, n, game.Number{Event: n}), longestTold), pic.PNG, at.Alt(nil))}, err
}

// ruled returns the readings that explain a fact and that show its board.
func (s Past) ruled(before, after game.View, m table.Meta, f game.Fact) (now, shown Reading) {
	now = s.Read(after, m)
	if before != nil && now.ShownBefore(f) {
		return now, s.Read(before, m)
	}
	return now, now
}

// RulingOwn returns the card of the nth fact told to the seat, on the seat's board.
func (s Past) RulingOwn(before, after table.Private, n int) (wire.Letter, error) {
	f := after.Facts[n-1]
	now, at := s.ruled(before.View, after.View, after.Meta, f)
	pic, err := at.Private(f, nil)
	return own(after.Seat, pic, wire.Clip(now.Ruling(after.Facts, n, after.Numbers[n-1]), longestTold), at.Alt(nil), err)
}

// Disclosed shows what a referee opened.
func (s Past) Disclosed(o table.Opened, m table.Meta) (wire.Message, error) {
	at := s.Read(o.View, m)
	png, err := at.Opened(o.Facts)
	t := at.Teller()
	lines := t.Told(o.Facts)
	return Picture(cmp.Or(t.Newest(lines, len(lines), longestTold-200), t.Lang.Text(wordless)), png, at.Alt(o.Facts)), err
}

// PrivateThen returns the match as a seat saw it at a past moment.
func (s Past) PrivateThen(p table.Private, m table.Moment) (wire.Letter, error) {
	at := s.Read(p.View, p.Meta)
	pic, err := at.Private(nil, p.Facts)
	return own(p.Seat, pic, then(at, m, p.Facts), at.Alt(p.Facts), err)
}

// PublicThen returns the match as everybody saw it then.
func (s Past) PublicThen(p table.Public, m table.Moment) (wire.Notice, error) {
	at := s.Read(p.View, p.Meta)
	pic, err := at.Public(nil, p.Facts)
	return wire.Notice{Message: Picture(then(at, m, p.Facts), pic.PNG, at.Alt(p.Facts))}, err
}

// own returns a seat's letter with its picture. It returns an error if the picture belongs to another seat.
func own(seat game.Seat, pic render.Private, text, alt string, err error) (wire.Letter, error) {
	if err == nil && pic.Seat != seat {
		err = fmt.Errorf("a picture of seat %d for seat %d", pic.Seat, seat)
	}
	return wire.Letter{Seat: seat, Message: Picture(text, pic.PNG, alt)}, err
}

func then(at Reading, m table.Moment, facts []game.Fact) string {
	return wire.Clip(at.Teller().Moment(m, at.When(), facts), wire.LongestText)
}
