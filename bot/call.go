package bot

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"downsync/bot/keys"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Call is the App working for one reader: the user of an interaction, or the readers of a delivery. Each interaction
// and each delivery has its own Call. Its Text and Say speak the reader's language.
type Call struct {
	*App
	wire.Interaction // zero for a delivery
	Voice
	Hall Hall // the App's; in a lesson, the lesson's

	receipt   *receipt   // the fate of the answer; nil for a delivery
	attending *attending // the interaction's user in their match; nil for a delivery
}

// Voice is the language and the theme for a reader.
type Voice struct {
	lang.Language
	Theme string // of pictures, one of Themes; "": the theme of the match's server
	// Plain leaves out the advice under questions.
	Plain bool
	// Patient is set for deliveries. Pictures for an answer, which somebody waits for, are drawn before theirs.
	Patient bool
}

// In returns the call with another voice.
func (c *Call) In(v Voice) *Call {
	other := *c
	v.Patient = c.Patient
	other.Voice = v
	return &other
}

// Themed returns the call with the match's theme if the reader has chosen none.
func (c *Call) Themed(m table.Meta) (*Call, error) {
	place, err := PlaceOf(m)
	if err != nil || c.Theme != "" {
		return c, err
	}
	v := c.Voice
	v.Theme = place.Theme
	return c.In(v), nil
}

// Of returns the forms of a match's game in the reader's voice.
func (c *Call) Of(m table.Meta) Forms { return c.Forms(m.Game) }

// OptionName returns the name of a command or of an option as the reader's Discord shows it.
func (v Voice) OptionName(name string) string {
	return strings.TrimPrefix(v.Text(game.Text("/"+name)), "/")
}

// Mention mentions a user of the interaction with the name that Discord sent along.
func (c *Call) Mention(u wire.UserID) string {
	if u == c.User {
		return wire.Mention(u, c.Name)
	}
	return wire.Mention(u, c.Names[u])
}

// Answer returns a private answer in words.
func (c *Call) Answer(format game.Text, args ...any) wire.Answer {
	return wire.Fresh(wire.Text(c.Say(format, args...)))
}

// Seat returns the user's seat. For an onlooker it refuses with the board that everybody sees.
func (c *Call) Seat(ctx context.Context, id table.ID) (game.Seat, error) {
	seat, err := c.SeatIn(ctx, id)
	if err == nil && seat == 0 {
		err = Refuse(c.Onlook(ctx, id))
	}
	return seat, err
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

// Own returns the match as the user's seat sees it. ok is false for a spectator, and for a player who is being
// replaced: the hall reads for the user alone.
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

// OwnView is Own, but refuses an onlooker with the board that everybody sees.
func (c *Call) OwnView(ctx context.Context, id table.ID) (table.Private, error) {
	p, ok, err := c.Own(ctx, id)
	if err == nil && !ok {
		err = Refuse(c.Onlook(ctx, id))
	}
	return p, err
}

// Onlook answers with the public view of the match, and says whether the user has left the match to the program.
func (c *Call) Onlook(ctx context.Context, id table.ID) wire.Answer {
	p, err := c.Hall.Public(ctx, id)
	if err != nil {
		return c.Trouble(id, err)
	}
	head := game.Text("You are not in this match. Everybody sees this:")
	switch left := p.Meta.LeftBy(c.User); {
	case left != 0 && p.Result == nil:
		head = "You no longer play in this match; the bot plays on in your place. Everybody sees this:"
	case left != 0:
		head = "You left this match, and the bot played on in your place. Everybody sees this:"
	}
	return c.BoardUnder(ctx, id, head, true)
}

// AsLeft returns the match as the user saw it when they left it to the program; ok is false if they have not. news is how many facts
// everybody had been told by then.
func (c *Call) AsLeft(ctx context.Context, id table.ID) (p table.Private, news int, ok bool, err error) {
	now, err := c.Hall.Public(ctx, id)
	if err != nil {
		return p, 0, false, err
	}
	seat := now.Meta.LeftBy(c.User)
	if seat == 0 {
		return p, 0, false, nil
	}
	if p, _, err = c.Hall.PrivateAt(ctx, id, seat, table.AtLeaving()); err != nil {
		return p, 0, false, err
	}
	then, _ := game.DepartureOf(now.Facts, seat)
	own, _ := game.DepartureOf(p.Facts, seat)
	return p, then.Fact + len(p.Facts) - own.Fact, true, nil // a ruling by which they left is told after it
}

// BoardUnder answers with the public view of the match, under the given heading. A fresh answer is a new message;
// otherwise the answer replaces the message with the pressed control.
func (c *Call) BoardUnder(ctx context.Context, id table.ID, head game.Text, fresh bool) wire.Answer {
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
	m.Blocks = append([]wire.Block{wire.Text(c.Text(head))}, m.Blocks...)
	m.Mention = nil
	return wire.Answer{Letter: &m, Fresh: fresh}
}

// WithMatch finds the match that a command means: the named one, the thread's, or the user's only running match.
func (c *Call) WithMatch(ctx context.Context, f func(table.ID) wire.Answer) wire.Answer {
	return withMatch(ctx, c, f, false)
}

// WithPastMatch is WithMatch for commands about the past: if the user has no running match, it means their latest
// finished one.
func (c *Call) WithPastMatch(ctx context.Context, f func(table.ID) wire.Answer) wire.Answer {
	return withMatch(ctx, c, f, true)
}

func withMatch(ctx context.Context, c *Call, f func(table.ID) wire.Answer, past bool) wire.Answer {
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
	return c.Answer("You are in no match, and no challenge is open to you. `/play` starts one.")
}

// latest returns the match that began last.
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

// threadMatch returns the match whose thread the user acts in, "" in any other channel.
func (c *Call) threadMatch(ctx context.Context) (table.ID, error) {
	raw, err := c.Records.Get(ctx, keys.Thread(c.Channel))
	return table.ID(raw), NotFound(err)
}

// Sees reports whether the user can see a channel of the server where they act. If Discord does not answer, it reports
// false.
func (c *Call) Sees(ctx context.Context, channel wire.ChannelID) bool {
	switch {
	case c.Channel == channel:
		return true
	case c.Guild == "":
		return false
	case c.May(wire.Administrator): // an administrator sees every channel
		return true
	}
	ok, err := c.Wire.Sees(ctx, c.Guild, c.User, c.Roles, channel)
	if err != nil {
		c.Log.Warn("who sees a channel is not known", "channel", string(channel), "error", err.Error())
	}
	return ok && err == nil
}

// InThread returns words that link to the match's thread, "" if it has none.
func (c *Call) InThread(ctx context.Context, id table.ID) string {
	raw, err := c.Records.Get(ctx, keys.Room(id))
	if err != nil {
		return ""
	}
	return c.Say(" · <#%s>", string(raw))
}

// LiveMatches returns the user's running matches.
func (a *App) LiveMatches(ctx context.Context, u wire.UserID) ([]table.Seated, error) {
	all, err := a.Hall.MatchesOf(ctx, u)
	return slices.DeleteFunc(all, func(s table.Seated) bool { return s.Over }), err
}

// OwedAsk returns the question that the seat must answer; ok is false if there is none.
func OwedAsk(p table.Private) (a table.OpenAsk, ok bool) {
	i := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return !a.Standing })
	if i < 0 {
		return a, false
	}
	return p.Asks[i], true
}

// Owed returns the id of that question, "" if there is none.
func Owed(p table.Private) string {
	a, _ := OwedAsk(p)
	return a.ID
}

// Cannot answers with the reason why a question has no answer.
func (c *Call) Cannot(err error) wire.Answer {
	var no *game.Refusal
	if errors.As(err, &no) {
		return c.Answer("⚠️ %s", RefusalText(c.Language, no))
	}
	return c.Answer("⚠️ %s", said(c.Language.Error(err)))
}

// Refused is an error that holds the answer for a user whose request cannot be carried out. Trouble returns that
// answer.
type Refused struct{ Answer wire.Answer }

func (Refused) Error() string { return "refused" }

// Refuse returns an error with that answer.
func Refuse(a wire.Answer) error { return Refused{a} }

// Refuse returns an error with an answer in these words.
func (c *Call) Refuse(text game.Text, args ...any) error { return Refused{c.Answer(text, args...)} }

// RefusalText returns the sentence for a refusal: what was wrong, what was expected, and the rule's number.
func RefusalText(l lang.Language, err error) string {
	var no *game.Refusal
	if !errors.As(err, &no) || no.Error() == "" {
		return l.Text("That is not possible.")
	}
	s := wire.Capital(strings.TrimSuffix(l.Retell(no), ".")) + "."
	if no.Rule != "" {
		s += " (" + no.Rule + ")"
	}
	return said(s)
}

// longWord matches a run that is too long to be a word.
var longWord = regexp.MustCompile(`(\S{100})\S+`)

// words cuts each word of the text to at most 100 characters, for quoting typed text.
func words(s string) string { return longWord.ReplaceAllString(s, "$1…") }

// said returns a sentence that quotes typed text. Its words are short enough to read, and its formatting has no effect.
func said(s string) string { return wire.Plain(strings.ReplaceAll(wire.Clip(words(s), 600), "`", "'")) }

// failed is an error of a game's forms. The log shows only its type, because its text may quote secrets.
type failed struct {
	doing string
	error
}

func (f failed) Error() string { return fmt.Sprintf("forms: %s: %T", f.doing, f.error) }

func (f failed) Unwrap() error { return f.error }

// FormsFailed wraps an error of a game's forms so that no log quotes it.
func FormsFailed(doing string, err error) error { return failed{doing, err} }

// Trouble logs a fault with the match's id and answers the player with a sentence that quotes nothing.
func (c *Call) Trouble(id table.ID, err error) wire.Answer {
	var refused Refused
	if errors.As(err, &refused) {
		return refused.Answer
	}
	if text := c.ReachedText(err); text != "" {
		return wire.Fresh(wire.Text(text))
	}
	if errors.Is(err, table.ErrNoMatch) {
		if c.receipt != nil {
			c.receipt.gone.Store(true)
		}
		return c.Answer("There is no such match. `/match list` shows yours.")
	}
	if errors.Is(err, table.ErrNoSeat) { // their seat has just been given away
		return c.Answer("You no longer play in that match.")
	}
	if errors.Is(err, table.ErrNewer) {
		c.Log.Warn("request for a match of a newer program", "match", id, "error", err.Error())
		return c.Answer("A newer version of me began this match. It goes on as soon as I am updated.")
	}
	c.Log.Error("request failed", "match", id, "error", err.Error())
	if errors.Is(err, table.ErrFrozen) || errors.Is(err, table.ErrDamaged) {
		return c.Answer("This match met a fault and is on hold; nothing is lost, and the operator has been told.")
	}
	return c.Answer("That did not work just now. The match is safe; please try again in a moment.")
}

// goneMatch is told to somebody who pressed a control of a match that the store does not hold.
const goneMatch game.Text = "match.gone"

// Gone answers a press on a message about something that the store no longer holds, as after an older backup was restored. The message
// keeps no controls and says what happened, whoever sees it.
func (c *Call) Gone(ctx context.Context, text game.Text) wire.Answer {
	if !c.Private && slices.Contains(c.Controls, c.CustomID) && !c.receipt.closed.Load() {
		s, err := c.Server(ctx, c.Guild)
		if err == nil {
			m := wire.Message{Blocks: []wire.Block{wire.Box{Accent: closedAccent, Blocks: []wire.Block{wire.Text(ServerVoice(s, c.Interaction).Say(text))}}}}
			err = c.Wire.Edit(ctx, c.Channel, c.Message, m)
		}
		if err != nil && !errors.Is(err, wire.ErrGone) {
			c.Log.Warn("message about what is gone not closed", "channel", c.Channel, "error", err.Error())
		}
	}
	a := wire.Settled(c.Say(text))
	a.Fresh = !c.Private
	return a
}

// NoteClosed notes that a message was closed, so that Gone leaves it to its own words.
func (c *Call) NoteClosed(m wire.MessageID) {
	if c.receipt != nil && m == c.Message {
		c.receipt.closed.Store(true)
	}
}

// closedAccent is the colour of a closed card.
const closedAccent = 0x55606b

// GoneUser begins the id of a seat's former user whose data was removed. No Discord id begins with it.
const GoneUser = "gone."

// IsGone reports whether the user's data was removed.
func IsGone(u wire.UserID) bool { return strings.HasPrefix(string(u), GoneUser) }

// MostLooked bounds how many of a user's matches one answer reads.
const MostLooked = 200

// ScoreOf returns a side's score in a result: the share of the other sides that it ranks ahead of, counting an equal
// side as a half. Between two sides, the winner scores 1, the loser 0, and each side of a draw a half.
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

// mostTargets bounds how many ids in the controls of a message are looked up.
const mostTargets = 5

// TargetMatch returns the match that the message of a context menu is about, by its controls or by its thread; "" if it is not a message of the bot
// about a match.
func (c *Call) TargetMatch(ctx context.Context) (table.ID, error) {
	if c.Target.User != c.Self {
		return "", nil
	}
	var ids []table.ID
	for _, control := range c.Target.Controls {
		parts := strings.Split(strings.TrimPrefix(control, "more|"), "|")
		if len(parts) < 2 || slices.Contains(ids, table.ID(parts[1])) || len(ids) == mostTargets {
			continue
		}
		id := table.ID(parts[1])
		ids = append(ids, id)
		switch _, err := c.Hall.Meta(ctx, id); {
		case err == nil:
			return id, nil
		case !errors.Is(err, table.ErrNoMatch):
			return "", err
		}
	}
	return c.threadMatch(ctx)
}
