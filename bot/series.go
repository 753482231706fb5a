package bot

import (
	"context"
	"encoding/json"
	"time"
	"unicode/utf8"

	"downsync/bot/keys"
	"downsync/bot/wait"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/series"
	"downsync/game/table"
)

// Series describes a series of a game's matches. The game's Rules made its states.
type Series interface {
	SeriesPages
	Rules() series.Rules
	// Kinds lists the forms of a series for a user to begin, the usual one first.
	Kinds() []wire.Choice
	// Options are further choices for beginning a series. The rules read each as name=value after the form.
	Options() []CommandOption
	// Sides names the sides, each in at most 40 characters.
	Sides() [2]string
	// Choice names the subject of a match in at most 60 characters. s is a state of its series; without one the name says only what
	// is so in every series. Asks returns the headline that asks for it.
	Choice(s series.State, choice string) string
	Asks() string
	// Settings returns the settings of a match's challenge.
	Settings(s series.State, choice string) (json.RawMessage, error)
	// Bears says, a line each, what the settings of a match change for a seat's force. code is a force under
	// construction, or "". For a code that does not fit the seat it says nothing.
	Bears(settings json.RawMessage, seat game.Seat, code string) []string
}

// SeriesPages describe the state and the course of a series.
type SeriesPages interface {
	// Standing describes in a few short lines the state of the series and its effects on the next match.
	Standing(s series.State) string
	// Victory says how the winning side won the series, to follow "has won: "; "" if simply by its matches.
	Victory(s series.State) string
	// Chart returns a picture of the series without words. It has no files if there is none.
	Chart(s series.State) (wire.Notice, error)
	// Story says in a line for each played match what it changed.
	Story(l series.Log) []string
}

// SeriesMatch is a match's place in a series. It is public.
type SeriesMatch struct {
	ID     string `json:"id"`     // of the series
	N      int    `json:"n"`      // the match's number, from 1; a void match frees its number
	Choice string `json:"choice"` // the subject of the match
	Side   int    `json:"side"`   // the side in the first seat
}

// partOf returns the name of the series that a match belongs to ("" if the series is gone) and the subject of the
// match. ok is false if the match belongs to none.
func (c *Call) partOf(ctx context.Context, game string, p Place) (name, about string, ok bool) {
	f := c.Forms(game).Series
	if p.Series == nil || f == nil {
		return "", "", false
	}
	return c.SeriesName(ctx, c, p), f.Choice(nil, p.Series.Choice), true
}

// InSeries names a match's series and the match's subject in a line; "" if it belongs to none.
func (c *Call) InSeries(ctx context.Context, game string, p Place) string {
	name, about, ok := c.partOf(ctx, game, p)
	switch {
	case !ok:
		return ""
	case name != "":
		about = "**" + wire.Plain(name) + "** · " + about
	}
	return "⚔️ " + about
}

// TitleOf names a match for its thread, whose title shows no formatting. In a series, the title begins with the series
// and the match's subject. A rematch has its number among the matches of its row.
func (c *Call) TitleOf(ctx context.Context, m table.Public, p Place) string {
	title := c.Of(m.Meta).Title(m, p.Names)
	if p.Again > 0 {
		number := c.Say(" · match %d", p.Again+1)
		title = wire.Clip(title, longestTitle-utf8.RuneCountInString(number)) + number
	}
	name, about, ok := c.partOf(ctx, m.Meta.Game, p)
	if !ok {
		return title
	}
	if name != "" {
		name += " · "
	}
	return wire.Clip(name+about+" · "+title, longestTitle)
}

// longestTitle bounds the name of a thread in Discord, in characters.
const longestTitle = 100

// SeriesChallenge describes the challenge for a series' next match. The call's user makes it.
type SeriesChallenge struct {
	SeriesMatch
	Match    table.ID    // the challenge's id
	Terms                // of the match
	To       wire.UserID // the user asked to accept it
	ToName   string
	Channel  wire.ChannelID
	Voice    Voice // for everything public
	Headline string
	Rival    *RivalSeat     // the program's seat; in the first seat it makes the challenge; nil: it does not play
	Also     []table.Record // to save with it
}

// CalledOff reports whether a finished match counts for nothing in its series.
func CalledOff(why string) bool { return why == "void" || why == table.WhyIdle }

// SeriesNews returns the record that asks for the public card of a series to be drawn again.
func SeriesNews(g wire.GuildID, id string) table.Record {
	return table.Record{Key: keys.SeriesNews + string(g) + "/" + id, Value: []byte(wire.NewID())}
}

// SeriesAgain is SeriesNews unless the record already exists.
func SeriesAgain(g wire.GuildID, id string) table.Record {
	r := SeriesNews(g, id)
	r.If = true
	return r
}

// SeriesLife is how long the challenge for a series' match stays open: longer than a side may keep the other waiting
// before it loses the series.
const SeriesLife = 28 * 24 * time.Hour

// SeriesAway is how long a user must be waited for at a stretch to count as away.
const SeriesAway = 24 * time.Hour

// OpenChallenge is the state of a challenge; the zero value is a challenge that is not open.
type OpenChallenge struct {
	Open  bool
	Taken bool
	To    wire.UserID // the user asked to accept it
	// Players are the users of its seats, the challenger first; "" for an empty seat.
	Players []wire.UserID
	Absent  []wire.UserID // the players who are not ready yet; empty before it is accepted
	// Wait records, by seat from 0, whom it waits for: first for the second seat to be taken, then for a player to be
	// ready.
	Wait wait.Waiting
	// Guard is its record as read. Writing it with a decision that depends on the challenge's state makes the write
	// fail if that state has changed.
	Guard table.Record
}

// SeriesHooks are the hooks of the room that holds series, and those that it needs from the room of challenges.
type SeriesHooks struct {
	// SeriesChallenge makes a challenge that only users allowed by SeriesTaker may accept.
	SeriesChallenge func(ctx context.Context, c *Call, ch SeriesChallenge) wire.Answer
	// SeriesTaker reports whether the user may accept the open challenge for the series' next match.
	SeriesTaker func(ctx context.Context, c *Call, g wire.GuildID, id string, user wire.UserID) (bool, error)
	// SeriesPlays reports whether these users, by seat, may play the series' next match for its sides. The guard is
	// written with the match, so that none begins if they no longer may.
	SeriesPlays func(ctx context.Context, c *Call, g wire.GuildID, id string, users []wire.UserID) (guard table.Record, ok bool, err error)
	// SeriesSide reports whether the user is or was on a side of the series.
	SeriesSide func(ctx context.Context, c *Call, g wire.GuildID, id string, user wire.UserID) (bool, error)
	// SeriesMember reports whether the user is on that side of the series. The guard is its record as read.
	SeriesMember func(ctx context.Context, c *Call, g wire.GuildID, id string, side int, user wire.UserID) (guard table.Record, ok bool, err error)
	// SeriesBan returns the records that announce a ban (verb "ban") or its end ("unban") by the call's user in each of
	// the server's series in which the banned user has a side.
	SeriesBan func(ctx context.Context, c *Call, banned wire.UserID, verb, reason string) ([]table.Record, error)
	// ChallengeOpen returns the state of a challenge. DropChallenge withdraws one; it does nothing if the challenge is
	// not open.
	ChallengeOpen func(ctx context.Context, c *Call, id table.ID) (OpenChallenge, error)
	DropChallenge func(ctx context.Context, c *Call, id table.ID) error
	// LeaveChallenge takes a user out of a challenge. If they made it, it is withdrawn; if they had accepted it, it is
	// open again. If they did neither, or the challenge is not open, it does nothing.
	LeaveChallenge func(ctx context.Context, c *Call, id table.ID, user wire.UserID) error
	// CallQuiet notifies the user that a challenge waits for, unless they were already notified about it.
	CallQuiet func(ctx context.Context, c *Call, id table.ID) error
	// AddressChallenge asks another user to accept a challenge. It does nothing if the challenge is accepted or not
	// open.
	AddressChallenge func(ctx context.Context, c *Call, id table.ID, user wire.UserID, name string) error
	// RetitleChallenge changes a challenge's headline. It does nothing if the challenge is not open.
	RetitleChallenge func(ctx context.Context, c *Call, id table.ID, headline string) error
	// SeriesChanged draws the public cards again of the series that have news.
	SeriesChanged func()
	// SeriesName returns the current name of a match's series; "" if it is gone. The match does not store it, because
	// it may contain a user's name.
	SeriesName func(ctx context.Context, c *Call, p Place) string
	// SeriesTold says what a match of a series changed in it once it was counted, with a button to the series' page. ok
	// is false if that is not known.
	SeriesTold func(ctx context.Context, c *Call, p Place, id table.ID) (line string, page wire.Button, ok bool)
	// SeriesWaiting returns the series that wait for the user: on the call's server, or in direct messages on all
	// servers.
	SeriesWaiting func(ctx context.Context, c *Call, user wire.UserID) ([]Item, error)
}
