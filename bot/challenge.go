package bot

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"downsync/game/table"
)

// challengeLife is how long a challenge waits.
const challengeLife = 24 * time.Hour

// challenge is an open challenge: a mutable record that the match's opening uses up.
type challenge struct {
	ID       string          `json:"id"` // becomes the match's id
	From     Snowflake       `json:"from"`
	FromName string          `json:"from_name"`
	To       Snowflake       `json:"to,omitempty"` // "": anyone
	ToName   string          `json:"to_name,omitempty"`
	Settings json.RawMessage `json:"settings"`
	Summary  string          `json:"summary"`
	Force    string          `json:"force"`
	Timing   string          `json:"timing"`
	Channel  Snowflake       `json:"channel"`
	Message  Snowflake       `json:"message"`
	Until    time.Time       `json:"until"`
}

// Place is where a match is played; it is kept with the match and public.
type Place struct {
	Channel Snowflake `json:"channel"`
	Message Snowflake `json:"message"` // of the challenge; the thread hangs on it
	Names   []string  `json:"names"`
	Summary string    `json:"summary"`
}

func challengeKey(id string) string { return "challenge/" + id }

// newID is a random id of 8 letters and digits without those that look alike.
func newID() string {
	const alphabet = "abcdefghjkmnpqrstuvwxyz23456789a" // 32 of them, so that a byte picks evenly
	raw := make([]byte, 8)
	_, _ = rand.Read(raw) // documented never to fail
	for i := range raw {
		raw[i] = alphabet[raw[i]%32]
	}
	return string(raw)
}

// challengeCmd is /match challenge.
func (b *Bot) challengeCmd(ctx context.Context, i Interaction) Answer {
	if i.Guild == "" {
		return say(wordGuildOnly)
	}
	opponent := Snowflake(i.Options["opponent"])
	if opponent == i.User {
		return say(wordSelf)
	}
	settings, summary, err := b.Forms.Settings(i.Options)
	if err != nil {
		return say("⚠️ %s", err)
	}
	timing := i.Options["clock"]
	if timing == "" {
		timing = b.Default
	}
	if _, ok := b.Timings[timing]; !ok {
		return say("⚠️ There is no clock %q.", timing)
	}
	c := challenge{ID: newID(), From: i.User, FromName: i.Name, To: opponent, ToName: i.Names[opponent], Settings: settings,
		Summary: summary + " · " + timing, Force: i.Options["force"], Timing: timing, Channel: i.Channel, Until: b.Clock.Now().Add(challengeLife)}
	forces := b.Forms.Forces(settings, "")
	if c.Force == "" {
		c.Force = forces[0].Value
	}
	if !offered(forces, c.Force) {
		return say("⚠️ There is no force %q for this size.", c.Force)
	}
	c.Message, err = b.Wire.Post(ctx, i.Channel, c.lobby(), "c"+c.ID)
	switch {
	case errors.Is(err, ErrDenied):
		return say(wordNoPost)
	case err != nil:
		return b.trouble(table.ID(c.ID), err)
	}
	if err := b.keep(ctx, c); err != nil {
		return b.trouble(table.ID(c.ID), err)
	}
	return say(wordChallengeSent)
}

func offered(forces []Option, value string) bool {
	for _, f := range forces {
		if f.Value == value {
			return true
		}
	}
	return false
}

func (b *Bot) keep(ctx context.Context, c challenge) error {
	raw, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return b.Records.Put(ctx, table.Record{Key: challengeKey(c.ID), Value: raw})
}

// lobby is the public card of an open challenge.
func (c challenge) lobby() Message {
	to, mention := wordAnyone, []Snowflake(nil)
	if c.To != "" {
		to, mention = "<@"+string(c.To)+">", []Snowflake{c.To}
	}
	return Message{Mention: mention, Blocks: []Block{Box{Accent: 0x35d0ff, Blocks: []Block{
		Text(fmt.Sprintf(wordLobby, c.FromName, to, c.Summary, c.Until.Unix())),
		Row{{ID: idAccept + "|" + c.ID, Label: wordAccept, Style: Success}, {ID: idDecline + "|" + c.ID, Label: wordDecline}},
	}}}}
}

// closed is the card of a challenge that came to nothing.
func closedLobby(format, name string) Message {
	return Message{Blocks: []Block{Box{Accent: 0x55606b, Blocks: []Block{Text(fmt.Sprintf(format, name))}}}}
}

// openChallenge reads a challenge that is still open.
func (b *Bot) openChallenge(ctx context.Context, id string) (challenge, error) {
	var c challenge
	raw, err := b.Records.Get(ctx, challengeKey(id))
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err == nil && b.Clock.Now().After(c.Until) {
		err = table.ErrNoMatch
	}
	return c, err
}

// lobby handles the buttons of a challenge.
func (b *Bot) lobby(ctx context.Context, i Interaction, kind, id string) Answer {
	c, err := b.openChallenge(ctx, id)
	switch {
	case errors.Is(err, table.ErrNoMatch):
		return say(wordChallengeGone)
	case err != nil:
		return b.trouble(table.ID(id), err)
	case kind == idDecline:
		return b.decline(ctx, i, c)
	}
	if a, ok := c.mayAccept(i); !ok {
		return a
	}
	if kind == idAccept {
		return Answer{Fresh: true, Letter: &Message{Blocks: []Block{Text(wordPickForce),
			Select{ID: idForce + "|" + c.ID, Placeholder: wordForceHolder, Options: b.Forms.Forces(c.Settings, c.Force)}}}}
	}
	if len(i.Values) != 1 || !offered(b.Forms.Forces(c.Settings, c.Force), i.Values[0]) {
		return say(wordOldButton)
	}
	return b.begin(ctx, i, c, i.Values[0])
}

// mayAccept tells whether the user may accept; if not, what to tell them.
func (c challenge) mayAccept(i Interaction) (Answer, bool) {
	switch {
	case i.User == c.From:
		return say(wordOwnChallenge), false
	case c.To != "" && i.User != c.To:
		return say(wordNotForYou), false
	}
	return Answer{}, true
}

func (b *Bot) decline(ctx context.Context, i Interaction, c challenge) Answer {
	word, told := wordLobbyDeclined, wordDeclined
	switch {
	case i.User == c.From:
		word, told = wordLobbyWithdrawn, wordWithdrawn
	case c.To != i.User:
		return say(wordNotForYou)
	}
	if err := b.Records.Put(ctx, table.Record{Key: challengeKey(c.ID)}); err != nil {
		return b.trouble(table.ID(c.ID), err)
	}
	if err := b.Wire.Edit(ctx, c.Channel, c.Message, closedLobby(word, c.FromName)); err != nil && !errors.Is(err, ErrGone) {
		b.Log.Warn("lobby not updated", "match", c.ID, "error", err.Error())
	}
	return say("%s", told)
}

// begin opens the match: one commit that uses the challenge up.
func (b *Bot) begin(ctx context.Context, i Interaction, c challenge, force string) Answer {
	conf, err := b.Forms.Config(c.Settings, []string{c.Force, force})
	if err != nil {
		return b.trouble(table.ID(c.ID), err)
	}
	place, err := json.Marshal(Place{Channel: c.Channel, Message: c.Message, Names: []string{c.FromName, i.Name}, Summary: c.Summary})
	if err != nil {
		return b.trouble(table.ID(c.ID), err)
	}
	err = b.Hall.Open(ctx, "i:"+string(i.ID), table.ID(c.ID), table.Opening{Game: b.Forms.Game(), Config: conf,
		Users: []table.User{table.User(c.From), table.User(i.User)}, Timing: b.Timings[c.Timing], Place: place},
		table.Record{Key: challengeKey(c.ID)})
	if err != nil && !errors.Is(err, table.ErrConflict) { // a conflict: accepted a moment ago, perhaps by a double click
		return b.trouble(table.ID(c.ID), err)
	}
	if err != nil {
		return b.view(ctx, i, table.ID(c.ID))
	}
	return say(wordBegins)
}
