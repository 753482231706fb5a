package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/table"
)

// Call is the App at work for one reader: the user of an interaction, or the readers of a delivery. Each interaction and each
// delivery has its own Call. Its Text and Say speak the reader's language.
type Call struct {
	*App
	Interaction // zero for a delivery
	Voice
	Hall Hall // the App's, or in a lesson the lesson's

	receipt   *receipt   // of the answer; nil for a delivery
	attending *attending // the user of the interaction, in their match; nil for a delivery
}

// Voice is the language and the theme in which a reader is addressed.
type Voice struct {
	lang.Language
	Theme string // of pictures, one of Themes; "": that of the match's server
	// Plain: questions come without advice.
	Plain bool
	// Patient is set for deliveries: their pictures are drawn after those of answers, for which somebody waits.
	Patient bool
}

// In is the call for a reader with that voice.
func (c *Call) In(v Voice) *Call {
	other := *c
	v.Patient = c.Patient
	other.Voice = v
	return &other
}

// Themed is the call with the match's theme, if the reader has chosen none.
func (c *Call) Themed(m table.Meta) (*Call, error) {
	place, err := PlaceOf(m)
	if err != nil || c.Theme != "" {
		return c, err
	}
	v := c.Voice
	v.Theme = place.Theme
	return c.In(v), nil
}

// Of are the forms of a match's game, in the reader's voice.
func (c *Call) Of(m table.Meta) Forms { return c.Forms(m.Game) }

// OptionName is the name of a command, or of a command's option, in the reader's Discord.
func (v Voice) OptionName(name string) string {
	return strings.TrimPrefix(v.Text(game.Text("/"+name)), "/")
}

// Answer is a private answer in words.
func (c *Call) Answer(format game.Text, args ...any) Answer {
	return Fresh(Text(c.Say(format, args...)))
}

// Fresh is a private answer in a message of its own.
func Fresh(blocks ...Block) Answer { return Answer{Letter: &Message{Blocks: blocks}, Fresh: true} }

// Settled is a private answer that replaces the question that was pressed.
func Settled(text string, more ...Block) Answer {
	return Answer{Letter: &Message{Blocks: append([]Block{Text(text)}, more...)}}
}

// Cause names the decision that an interaction asks for, so that it is made once.
func (i Interaction) Cause() string { return "i:" + string(i.ID) }

// Seat finds the user's seat. ok is false with the answer to give: onlookers see the board.
func (c *Call) Seat(ctx context.Context, id table.ID) (game.Seat, Answer, bool) {
	seat, err := c.SeatIn(ctx, id)
	switch {
	case err != nil:
		return 0, c.Trouble(id, err), false
	case seat == 0:
		return 0, c.Onlook(ctx, id), false
	}
	return seat, Answer{}, true
}

// SeatIn returns the user's seat in the match, 0 for a spectator.
func (c *Call) SeatIn(ctx context.Context, id table.ID) (game.Seat, error) {
	seat, err := c.Hall.SeatOf(ctx, id, c.User)
	if errors.Is(err, table.ErrNoSeat) {
		return 0, nil
	}
	if err == nil {
		c.Attend(id, seat)
	}
	return seat, err
}

// Own reads the match as the user's seat sees it; ok is false for a spectator, and for who is replaced just then: the hall reads for
// nobody but the user.
func (c *Call) Own(ctx context.Context, id table.ID) (p table.Private, ok bool, err error) {
	seat, err := c.SeatIn(ctx, id)
	if err != nil || seat == 0 {
		return p, false, err
	}
	p, err = c.Hall.Private(ctx, id, seat)
	if errors.Is(err, table.ErrNoSeat) {
		return table.Private{}, false, nil
	}
	return p, err == nil, err
}

// OwnView is Own with the answer to give where ok is false: onlookers see the board.
func (c *Call) OwnView(ctx context.Context, id table.ID) (table.Private, Answer, bool) {
	p, ok, err := c.Own(ctx, id)
	switch {
	case err != nil:
		return p, c.Trouble(id, err), false
	case !ok:
		return p, c.Onlook(ctx, id), false
	}
	return p, Answer{}, true
}

// Onlook answers with the match as everybody sees it.
func (c *Call) Onlook(ctx context.Context, id table.ID) Answer {
	return c.BoardUnder(ctx, id, "You are not in this match. This is what everybody sees:", true)
}

// BoardUnder answers with the match as everybody sees it, under that head. A fresh answer is a message of its own, any other takes the
// place of the message that was pressed.
func (c *Call) BoardUnder(ctx context.Context, id table.ID, head game.Text, fresh bool) Answer {
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	if p.Result != nil {
		p.Meta = c.Named(ctx, p.Meta)
	}
	board, err := c.Of(p.Meta).Board(p)
	if err != nil {
		return c.Trouble(id, FormsFailed("board", err))
	}
	m := board.Message
	m.Blocks = append([]Block{Text(c.Text(head))}, m.Blocks...)
	m.Mention = nil
	return Answer{Letter: &m, Fresh: fresh}
}

// WithMatch finds the match that a command means: the one named, the thread's, or the user's only one that is on.
func (c *Call) WithMatch(ctx context.Context, f func(table.ID) Answer) Answer {
	return withMatch(ctx, c, f, false)
}

// WithPastMatch is WithMatch for a command about the past: where no match of the user's is on it means the latest that is over.
func (c *Call) WithPastMatch(ctx context.Context, f func(table.ID) Answer) Answer {
	return withMatch(ctx, c, f, true)
}

func withMatch(ctx context.Context, c *Call, f func(table.ID) Answer, past bool) Answer {
	if m := c.Options.Text("match"); m != "" {
		return f(table.ID(m))
	}
	id, err := c.threadMatch(ctx)
	switch {
	case err != nil:
		return c.Trouble("", err)
	case id != "":
		return f(id)
	}
	all, err := c.Hall.MatchesOf(ctx, c.User)
	live := slices.DeleteFunc(slices.Clone(all), func(s table.Seated) bool { return s.Over })
	switch {
	case err != nil:
		return c.Trouble("", err)
	case len(live) == 1:
		return f(live[0].Match)
	case len(live) > 1:
		return c.Answer("bot.which-match")
	case len(all) > 0 && past:
		id, err := latest(ctx, c, all)
		if err != nil {
			return c.Trouble("", err)
		}
		return f(id)
	case len(all) > 0:
		return c.Answer("bot.only-over")
	}
	return c.Answer("You are in no match, and no challenge is open to you. `/match challenge` starts one.")
}

// latest is the match that began last.
func latest(ctx context.Context, c *Call, all []table.Seated) (id table.ID, err error) {
	var began time.Time
	for _, s := range all {
		m, err := c.Hall.Meta(ctx, s.Match)
		if err != nil {
			return "", err
		}
		if id == "" || m.Began.After(began) {
			id, began = s.Match, m.Began
		}
	}
	return id, nil
}

// threadMatch is the match whose thread the user acts in, "" if it is nobody's thread.
func (c *Call) threadMatch(ctx context.Context) (table.ID, error) {
	raw, err := c.Records.Get(ctx, ThreadKey(c.Channel))
	return table.ID(raw), NotFound(err)
}

// Sees tells whether the user of the call sees a channel of the server that they act on. What cannot be told is not seen.
func (c *Call) Sees(ctx context.Context, channel ChannelID) bool {
	switch {
	case c.Channel == channel:
		return true
	case c.Guild == "":
		return false
	case c.May(Administrator): // who sees every channel
		return true
	}
	ok, err := c.Wire.Sees(ctx, c.Guild, c.User, c.Roles, channel)
	if err != nil {
		c.Log.Warn("who sees a channel is not known", "channel", string(channel), "error", err.Error())
	}
	return ok && err == nil
}

// ThreadKey is the key of the record that names the match of a thread.
func ThreadKey(channel ChannelID) string { return "thread/" + string(channel) }

// RoomKey is the key of the record that names the thread of a match, or the channel of one without.
func RoomKey(id table.ID) string { return "room/" + string(id) }

// InThread returns words that link to the match's thread, "" if it has none.
func (c *Call) InThread(ctx context.Context, id table.ID) string {
	raw, err := c.Records.Get(ctx, RoomKey(id))
	if err != nil {
		return ""
	}
	return c.Say(" · <#%s>", string(raw))
}

// LiveMatches returns the user's matches that are under way.
func (a *App) LiveMatches(ctx context.Context, u UserID) ([]table.Seated, error) {
	all, err := a.Hall.MatchesOf(ctx, u)
	return slices.DeleteFunc(all, func(s table.Seated) bool { return s.Over }), err
}

// OwedAsk is the question that the seat must answer; ok is false if there is none.
func OwedAsk(p table.Private) (a table.OpenAsk, ok bool) {
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return !a.Standing })
	if i < 0 {
		return a, false
	}
	return p.Asks[i], true
}

// Owed is the id of that question, "" if there is none.
func Owed(p table.Private) string {
	a, _ := OwedAsk(p)
	return a.ID
}

// Cannot answers why a question has no answer.
func (c *Call) Cannot(err error) Answer {
	var no *game.Refusal
	if errors.As(err, &no) {
		return c.Answer("⚠️ %s", RefusalText(c.Language, no))
	}
	return c.Answer("⚠️ %s", said(c.Language.Error(err)))
}

// Refused is an error that carries the answer to the user of the call: what they asked for cannot be done. Trouble returns that answer.
type Refused struct{ Answer Answer }

func (Refused) Error() string { return "refused" }

// Refuse is an error with that answer.
func Refuse(a Answer) error { return Refused{a} }

// Refuse is an error with an answer of these words.
func (c *Call) Refuse(text game.Text, args ...any) error { return Refused{c.Answer(text, args...)} }

// RefusalText is the sentence for a refusal: what was wrong and what was expected, with the rule's number.
func RefusalText(l lang.Language, err error) string {
	var no *game.Refusal
	if !errors.As(err, &no) || no.Error() == "" {
		return l.Text("That is not possible.")
	}
	s := Capital(strings.TrimSuffix(l.Retell(no), ".")) + "."
	if no.Rule != "" {
		s += " (" + no.Rule + ")"
	}
	return said(s)
}

// said is a sentence that quotes what was typed: its words are short enough to be read, and do nothing.
func said(s string) string { return Plain(strings.ReplaceAll(Clip(Words(s), 600), "`", "'")) }

// failed is an error of a game's forms. It is logged by its type alone, as its text may quote what is secret.
type failed struct {
	doing string
	error
}

func (f failed) Error() string { return fmt.Sprintf("forms: %s: %T", f.doing, f.error) }

func (f failed) Unwrap() error { return f.error }

// FormsFailed wraps an error of a game's forms so that no log quotes it.
func FormsFailed(doing string, err error) error { return failed{doing, err} }

// Trouble logs a fault with the match's id and answers the player with a sentence that quotes nothing.
func (c *Call) Trouble(id table.ID, err error) Answer {
	var refused Refused
	if errors.As(err, &refused) {
		return refused.Answer
	}
	if errors.Is(err, table.ErrNoMatch) {
		return c.Answer("There is no such match. `/match list` shows yours.")
	}
	if errors.Is(err, table.ErrNoSeat) { // their seat was given away just then
		return c.Answer("You do not play in that match any more.")
	}
	c.Log.Error("request failed", "match", id, "error", err.Error())
	if errors.Is(err, table.ErrFrozen) || errors.Is(err, table.ErrDamaged) {
		return c.Answer("This match met a fault and is held as it was; nothing is lost, and the operator has been told.")
	}
	return c.Answer("That did not work just now. The match is safe; please try again in a moment.")
}

// Misdirected returns an error if the user does not hold the seat that a private message was written for. Senders of private
// messages check it although no correct path can fail it.
func Misdirected(l Letter, p table.Private, to UserID) error {
	if l.Seat != p.Seat || p.User() != to {
		return fmt.Errorf("a private message for seat %d on its way to that of seat %d", l.Seat, p.Seat)
	}
	return nil
}

// GoneUser begins the id of a seat's former user who has had their data removed. No Discord id begins so.
const GoneUser = "gone."

// IsGone tells whether the user has had their data removed.
func IsGone(u UserID) bool { return strings.HasPrefix(string(u), GoneUser) }

// MostLooked bounds how many of a user's matches one answer reads.
const MostLooked = 200

// ScoreOf is a side's score in a result: the share of the others that it ranks before, where equals count a half. Of two sides the winner has
// 1, the loser 0, and each half of a draw.
func ScoreOf(r game.Result, side int) float64 {
	score := 0.0
	for n, rank := range r.Rank {
		switch {
		case n == side:
		case r.Rank[side] < rank:
			score++
		case r.Rank[side] == rank:
			score += 0.5
		}
	}
	return score / float64(len(r.Rank)-1)
}
