package bot

import (
	"context"
	"encoding/json"
	"time"

	"downsync/bot/wait"
	"downsync/game"
	"downsync/game/series"
	"downsync/game/table"
)

// Series is what a game says of a series of its matches. States are those that its Rules made.
type Series interface {
	SeriesPages
	Rules() series.Rules
	// Kinds are the forms in which a series may be begun, the usual one first.
	Kinds() []Choice
	// Options are further choices of who begins a series; the rules read each as name=value behind the form.
	Options() []CommandOption
	// Sides names the sides, each in at most 40 characters.
	Sides() [2]string
	// Choice names what a match may be about, in at most 60 characters; Asks asks for it, as a headline.
	Choice(choice string) string
	Asks() string
	// Settings are those of a match's challenge.
	Settings(s series.State, choice string) (json.RawMessage, error)
	// Bears says what the settings of a match change for a seat's force, a line each. code is a force under construction, or ""; of one
	// that is not for that seat nothing is said.
	Bears(settings json.RawMessage, seat game.Seat, code string) []string
}

// SeriesPages say how a series stands, and how it went.
type SeriesPages interface {
	// Standing says in a few short lines how the series stands, and what that changes in the next match.
	Standing(s series.State) string
	// Victory says how the side that has won a series did so, to stand behind "has won: "; "" where that is by its matches as such.
	Victory(s series.State) string
	// Chart is a picture of the series, with no words besides; without files if there is none.
	Chart(s series.State) (Notice, error)
	// Story says of each match that was played what it did, in a line.
	Story(l series.Log) []string
}

// SeriesMatch is a match's place in a series. It is public.
type SeriesMatch struct {
	ID     string `json:"id"`     // of the series
	N      int    `json:"n"`      // the match's number, from 1; one that was called off gives its own back
	Choice string `json:"choice"` // what it is about
	Side   int    `json:"side"`   // the side that has the first seat
}

// partOf is the name of the series that a match is of, "" of one that is gone, and what the match is about. ok is false of a match of
// no series.
func (c *Call) partOf(ctx context.Context, game string, p Place) (name, about string, ok bool) {
	f := c.Forms(game).Series
	if p.Series == nil || f == nil {
		return "", "", false
	}
	return c.SeriesName(ctx, c, p), f.Choice(p.Series.Choice), true
}

// InSeries names the series that a match is of and what the match is about, in a line; "" of one of no series.
func (c *Call) InSeries(ctx context.Context, game string, p Place) string {
	name, about, ok := c.partOf(ctx, game, p)
	switch {
	case !ok:
		return ""
	case name != "":
		about = "**" + Plain(name) + "** · " + about
	}
	return "⚔️ " + about
}

// TitleOf names a match for its thread, which shows no formatting. In a series the title begins with that and with what the match is
// about.
func (c *Call) TitleOf(ctx context.Context, m table.Public, p Place) string {
	title := c.Of(m.Meta).Title(m, p.Names)
	name, about, ok := c.partOf(ctx, m.Meta.Game, p)
	if !ok {
		return title
	}
	if name != "" {
		name += " · "
	}
	return Clip(name+about+" · "+title, 100)
}

// SeriesChallenge is what the challenge of a series' next match is made of. The user of the call makes it.
type SeriesChallenge struct {
	SeriesMatch
	Match    table.ID // the challenge's id
	Terms             // of the match
	To       UserID   // who is called to take it up
	ToName   string
	Channel  ChannelID
	Voice    Voice // of all that is public
	Headline string
	Rival    *RivalSeat     // the program plays in that seat; in the first it makes the challenge; nil: it does not play
	Also     []table.Record // saved with it
}

// CalledOff tells whether a match that is over counts for nothing in its series.
func CalledOff(why string) bool { return why == "void" || why == table.WhyIdle }

// SeriesNews is the record that says that the public card of a series is to be drawn anew.
func SeriesNews(g GuildID, id string) table.Record {
	return table.Record{Key: SeriesNewsKeys + string(g) + "/" + id, Value: []byte(NewID())}
}

// SeriesAgain is SeriesNews where there is none.
func SeriesAgain(g GuildID, id string) table.Record {
	r := SeriesNews(g, id)
	r.If = true
	return r
}

// SeriesNewsKeys begins the keys of these records.
const SeriesNewsKeys = "campaign.news/"

// SeriesLife is how long the challenge of a series' match waits: longer than a side may let the other wait before it has lost the series.
const SeriesLife = 28 * 24 * time.Hour

// SeriesAway is how long at a stretch a user is waited for who counts as away.
const SeriesAway = 24 * time.Hour

// OpenChallenge is how a challenge stands; the zero value is that of one that is not open.
type OpenChallenge struct {
	Open  bool
	Taken bool
	To    UserID // who is asked to take it up
	// Players are its seats' users, the challenger first; "" for nobody yet.
	Players []UserID
	Absent  []UserID // the players who have not said that they are ready; none before it is taken up
	// Wait is whom it waits for, by seat from 0: for the second to be taken, then for a player to be ready.
	Wait wait.Waiting
	// Guard is its record as it was read: who writes it with what hangs on how the challenge stands does so only as long as it stands so.
	Guard table.Record
}

// SeriesHooks are those of the room that holds series, and what it needs of the room of challenges.
type SeriesHooks struct {
	// SeriesChallenge makes a challenge that only those may take up whom SeriesTaker allows.
	SeriesChallenge func(ctx context.Context, c *Call, ch SeriesChallenge) Answer
	// SeriesTaker tells whether the user may take up the open challenge of the series' next match.
	SeriesTaker func(ctx context.Context, c *Call, g GuildID, id string, user UserID) (bool, error)
	// SeriesPlays tells whether these users, by seat, may play the series' next match for its sides. The guard is written with the match that
	// they begin, which none begins if they may not any more.
	SeriesPlays func(ctx context.Context, c *Call, g GuildID, id string, users []UserID) (guard table.Record, ok bool, err error)
	// SeriesSide tells whether the user is or was on a side of the series.
	SeriesSide func(ctx context.Context, c *Call, g GuildID, id string, user UserID) (bool, error)
	// SeriesMember reports whether the user is on that side of the series. The guard is its record as it was read.
	SeriesMember func(ctx context.Context, c *Call, g GuildID, id string, side int, user UserID) (guard table.Record, ok bool, err error)
	// SeriesBan returns the records that tell of a ban (verb "ban") or of its end ("unban") by the user of the call in each of the server's series
	// in which the banned user has a side.
	SeriesBan func(ctx context.Context, c *Call, banned UserID, verb, reason string) ([]table.Record, error)
	// ChallengeOpen tells how a challenge stands. DropChallenge takes one back; it does nothing to one that is not open.
	ChallengeOpen func(ctx context.Context, c *Call, id table.ID) (OpenChallenge, error)
	DropChallenge func(ctx context.Context, c *Call, id table.ID) error
	// LeaveChallenge takes a user out of a challenge: it is taken back if they made it, and open again if they had taken it up. It does
	// nothing if they did neither, or if the challenge is not open.
	LeaveChallenge func(ctx context.Context, c *Call, id table.ID, user UserID) error
	// CallQuiet calls whoever is waited for in a challenge and was not called for it; it does nothing if they were.
	CallQuiet func(ctx context.Context, c *Call, id table.ID) error
	// AddressChallenge asks another user to take up a challenge; it does nothing to one that is taken up or not open.
	AddressChallenge func(ctx context.Context, c *Call, id table.ID, user UserID, name string) error
	// RetitleChallenge puts another headline above a challenge; it does nothing to one that is not open.
	RetitleChallenge func(ctx context.Context, c *Call, id table.ID, headline string) error
	// SeriesChanged has the public cards drawn anew of the series that there is news of.
	SeriesChanged func()
	// SeriesName is what the series of a match is called now; "" if it is gone. A match does not keep that, as it may hold a user's name.
	SeriesName func(ctx context.Context, c *Call, p Place) string
	// SeriesTold says what a match of a series changed in it once it was counted, with a button to the series' page. ok is false where
	// that is not known.
	SeriesTold func(ctx context.Context, c *Call, p Place, id table.ID) (line string, page Button, ok bool)
	// SeriesWaiting are the series that wait for the user: on the server of the call, in direct messages on all servers.
	SeriesWaiting func(ctx context.Context, c *Call, user UserID) ([]Item, error)
}
