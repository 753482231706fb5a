package lobby

import (
	"encoding/json"
	"time"

	"downsync/bot"
	"downsync/bot/wait"
	"downsync/bot/wire"
	"downsync/game/table"
)

// olderKeys begins the keys of challenges from before there were tables. They are read as tables, and stored as tables
// at their first change. A host that runs the older program finds none of the new keys, so it cannot overwrite a table.
const olderKeys = "challenge/"

// olderChallenge is such a record: a challenge from one user to another.
type olderChallenge struct {
	ID       string           `json:"id"`
	From     wire.UserID      `json:"from"`
	FromName string           `json:"from_name"`
	To       wire.UserID      `json:"to"` // "": anyone
	ToName   string           `json:"to_name"`
	Settings json.RawMessage  `json:"settings"`
	Force    string           `json:"force"` // the challenger's
	Seed     string           `json:"seed"`
	Entropy  string           `json:"entropy"` // the challenger's
	Timing   string           `json:"timing"`
	AsksWhen bool             `json:"asks_when"`
	Pace     string           `json:"pace"`
	Turn     time.Duration    `json:"turn"`
	React    time.Duration    `json:"react"`
	Guild    wire.GuildID     `json:"guild"`
	Language string           `json:"language"`
	Theme    string           `json:"theme"`
	Game     string           `json:"game"`
	Channel  wire.ChannelID   `json:"channel"`
	Message  wire.MessageID   `json:"message"`
	Until    time.Time        `json:"until"`
	Choosing []Seat           `json:"choosing"`
	Taker    *Seat            `json:"taker"`
	Ready    [2]time.Time     `json:"ready"`   // when each side said so
	Since    time.Time        `json:"since"`   // since when one of them waits for the other
	Let      [2]time.Duration `json:"let"`     // how long each side had kept the other waiting before that
	Quiet    time.Time        `json:"quiet"`   // since when somebody is waited for without having been notified
	Calling  time.Time        `json:"calling"` // when a host began to notify them late
	Rung     time.Time        `json:"rung"`    // when they were notified late
	Called   time.Time        `json:"called"`  // the last message of a side that was notified again afterwards
	Callers  []caller         `json:"callers"`
	Away     []wire.UserID    `json:"away"`
	Of       table.ID         `json:"of"`
	Rival    *bot.RivalSeat   `json:"rival"` // how the program plays, in the seat named here
	Hints    bool             `json:"hints"`
	Written  []written        `json:"written"`
	Series   *bot.SeriesMatch `json:"series"`
	Headline string           `json:"headline"`
	bot.Skipped
}

// table converts the challenge into a table of two seats.
func (x olderChallenge) table() Table {
	t := Table{ID: x.ID, Host: x.From, Banned: x.Away, Choosing: x.Choosing, Game: x.Game, Settings: x.Settings, Clock: x.Timing, AsksWhen: x.AsksWhen,
		Pace: x.Pace, Turn: x.Turn, React: x.React, Hints: x.Hints, Seed: x.Seed, Guild: x.Guild, Channel: x.Channel, Message: x.Message,
		Language: x.Language, Theme: x.Theme, Headline: x.Headline, Until: x.Until, Callers: x.Callers, Written: x.Written, Of: x.Of, Series: x.Series, Skipped: x.Skipped}
	if x.To != "" {
		t.Invited = []Guest{{User: x.To, Name: x.ToName}}
	}
	t.Seats = []Seat{{User: x.From, Name: x.FromName, Force: x.Force, Entropy: x.Entropy}, {}}
	if x.Taker != nil {
		t.Seats[1] = *x.Taker
	}
	if x.Rival != nil {
		t.Seats[x.Rival.Seat-1].Rival = x.Rival
	}
	for n := range t.Seats {
		t.Seats[n].Ready = x.Ready[n]
		if x.Ready[n].Equal(x.Called) {
			t.Seats[n].Recalled = x.Called
		}
	}
	t.Wait = x.wait()
	return t
}

// wait returns the challenge's wait. Until somebody accepts, it waits for its second seat: since its beginning, less
// the time for which its challenger kept the other side waiting.
func (x olderChallenge) wait() wait.Waiting {
	w := wait.Waiting{Unnotified: x.Quiet, Notifying: x.Calling, Notified: x.Rung}
	if x.Taker == nil {
		if x.Series != nil {
			w.For, w.Since, w.Used = []int{1}, x.Until.Add(-bot.SeriesLife).Add(x.Let[0]), []time.Duration{x.Let[0]}
		}
		return w
	}
	since, late := x.Ready[1], 0
	if x.Ready[0].After(x.Ready[1]) {
		since, late = x.Ready[0], 1
	}
	if !x.Since.IsZero() {
		since = x.Since
	}
	if !since.IsZero() {
		w.For, w.Since = []int{late}, since
	}
	if x.Let != [2]time.Duration{} {
		w.Used = x.Let[:]
	}
	return w
}
