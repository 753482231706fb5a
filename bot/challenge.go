package bot

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"downsync/bot/lang"
	"downsync/game/table"
)

const (
	// challengeLife is how long a challenge waits.
	challengeLife = 24 * time.Hour
	// mostChallenges is how many one user may have open.
	mostChallenges = 10
	// mostLive is how many matches of one user may run at once.
	mostLive = 100
)

// challenge is an open challenge: a mutable record that the match's opening uses up.
type challenge struct {
	ID       string          `json:"id"` // becomes the match's id
	From     Snowflake       `json:"from"`
	FromName string          `json:"from_name"`
	To       Snowflake       `json:"to,omitempty"` // "": anyone
	ToName   string          `json:"to_name,omitempty"`
	Settings json.RawMessage `json:"settings"`
	Force    string          `json:"force"` // the challenger's, secret
	note     string          // what its owner should know of the force that was just chosen
	Seed     string          `json:"seed,omitempty"`    // of the dice, secret; "": drawn when the match opens
	Entropy  string          `json:"entropy,omitempty"` // the challenger's part in the dice
	Timing   string          `json:"timing"`
	Pace     string          `json:"pace,omitempty"` // strict, or "": natural
	Turn     time.Duration   `json:"turn,omitempty"` // its own times, 0 for those of the clock
	React    time.Duration   `json:"react,omitempty"`
	Guild    Snowflake       `json:"guild"`
	Language string          `json:"language,omitempty"` // of all that is public
	Theme    string          `json:"theme,omitempty"`    // of its pictures
	Channel  Snowflake       `json:"channel"`
	Message  Snowflake       `json:"message"`
	Until    time.Time       `json:"until"`
	Choosing []taker         `json:"choosing,omitempty"` // who have accepted and are choosing a force, the newest last
	Taker    *taker          `json:"taker,omitempty"`    // who took it up
	Ready    [2]time.Time    `json:"ready,omitzero"`     // when either side said so
	Of       table.ID        `json:"of,omitempty"`       // the match that it is a rematch of
}

// Place is where a match is played; it is kept with the match and public.
type Place struct {
	Channel Snowflake `json:"channel"`
	Message Snowflake `json:"message"` // of the challenge; the thread hangs on it
	// Language is what everybody's cards of the match are written in, as lang.Of reads it.
	Language string `json:"language,omitempty"`
	// Theme is that of everybody's pictures of it, one of Themes; "": the first.
	Theme string   `json:"theme,omitempty"`
	Names []string `json:"names"`
	// Summary tells the terms of matches from before these were kept.
	Summary string `json:"summary,omitempty"`
	// The terms, and what else a rematch needs to know.
	Guild    Snowflake       `json:"guild,omitempty"`
	Settings json.RawMessage `json:"settings,omitempty"`
	Clock    string          `json:"clock,omitempty"`
	Pace     string          `json:"pace,omitempty"`
	Turn     time.Duration   `json:"turn,omitempty"`
	React    time.Duration   `json:"react,omitempty"`
}

// placeOf reads where a match is played.
func placeOf(m table.Meta) (place Place, err error) {
	if err := json.Unmarshal(m.Place, &place); err != nil {
		return place, fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	}
	return place, nil
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
	c, no, ok := b.readChallenge(ctx, i)
	if !ok {
		return no
	}
	card, err := b.lobbyCard(c)
	if err != nil {
		return b.trouble(table.ID(c.ID), err)
	}
	c.Message, err = b.Wire.Post(ctx, c.Channel, card, "c"+c.ID)
	switch {
	case errors.Is(err, ErrDenied), errors.Is(err, ErrGone):
		return b.say(wordNoPost)
	case err != nil:
		return b.trouble(table.ID(c.ID), err)
	}
	if err := b.keep(ctx, c); err != nil {
		b.closeLobby(ctx, c, wordLobbyWithdrawn)
		return b.trouble(table.ID(c.ID), err)
	}
	next := wordWillCall
	if !b.clocked(c) {
		next = wordWillBegin
	}
	desk := b.desk(ctx, c, i.User, b.sayf(wordChallengeSent, c.Until.Unix())+"\n"+b.text(next))
	return Answer{Letter: &desk} // in the place of the question whom to challenge
}

// readChallenge makes a challenge of the command's options. ok is false with the answer to give.
func (b *Bot) readChallenge(ctx context.Context, i Interaction) (c challenge, no Answer, ok bool) {
	opponent := Snowflake(i.Options["opponent"])
	switch {
	case i.Guild == "":
		return c, b.say(wordGuildOnly), false
	case opponent == i.User:
		return c, b.say(wordSelf), false
	case i.Bots[opponent]:
		return c, b.say(wordBot), false
	}
	if no, ok := b.mayPlay(ctx, i.Guild, i.User, opponent); !ok {
		return c, no, false
	}
	server, err := b.Server(ctx, i.Guild)
	if err != nil {
		return c, b.trouble("", err), false
	}
	if no, ok := b.permits(server, i); !ok {
		return c, no, false
	}
	at, no, ok := b.readTerms(server, i)
	if !ok {
		return c, no, false
	}
	force := i.Options["force"]
	if force == "" {
		force = b.Forms.Forces(at.settings, 1)[0].Value
	}
	if force, err = b.forceMeant(ctx, i.User, force); err != nil {
		return c, b.trouble("", err), false
	}
	note := ""
	if force, note, err = b.Forms.ReadForce(at.settings, force); err != nil {
		return c, b.say("⚠️ %s", Plain(b.lang.Error(err))), false
	}
	entropy, ok := readLuck(i)
	if !ok {
		return c, b.say(wordLongLuck, maxLuck), false
	}
	open, err := b.challenges(ctx, func(c challenge) bool { return c.From == i.User })
	switch {
	case err != nil:
		return c, b.trouble("", err), false
	case len(open) >= mostChallenges:
		return c, b.say(wordTooMany, mostChallenges), false
	}
	if a, ok := b.hasRoom(ctx, i); !ok {
		return c, a, false
	}
	voice := server.voice(i)
	return challenge{ID: newID(), From: i.User, FromName: i.Name, To: opponent, ToName: i.Names[opponent], Settings: at.settings,
		Force: force, note: note, Seed: table.NewSeed().Hex(), Entropy: entropy, Timing: at.clock, Pace: at.pace, Turn: at.turn, React: at.react,
		Guild: i.Guild, Language: voice.Language.String(), Theme: voice.Theme, Channel: i.Channel, Until: b.Clock.Now().Add(challengeLife)}, Answer{}, true
}

func (b *Bot) keep(ctx context.Context, c challenge) error {
	raw, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return b.Records.Put(ctx, table.Record{Key: challengeKey(c.ID), Value: raw})
}

// lobbyCard is the public card of an open challenge, in the challenge's language.
func (b *Bot) lobbyCard(c challenge) (Message, error) {
	b = b.in(Voice{Language: lang.Of(c.Language), Theme: c.Theme})
	to, mention := b.text(wordAnyone), []Snowflake(nil)
	if c.To != "" {
		to, mention = "<@"+string(c.To)+">", []Snowflake{c.To}
	}
	row := Row{{ID: idAccept + "|" + c.ID, Label: b.text(wordAccept), Style: Success}}
	if c.To != "" { // nobody declines for everybody
		row = append(row, Button{ID: idDecline + "|" + c.ID, Label: b.text(wordDecline)})
	}
	state := b.sayf(wordLobbyUntil, c.Until.Unix())
	if len(c.Choosing) > 0 {
		var names []string
		for _, x := range c.Choosing {
			names = append(names, "**"+Plain(x.Name)+"**")
		}
		state = b.sayf(wordLobbyChoosing, strings.Join(names, ", ")) + " " + state
	}
	m, err := b.startCard(c, b.sayf(wordLobby, Plain(c.FromName), to, b.Forms.About().Name, b.explain(c.terms()), state), row)
	m.Mention = mention
	return m, err
}

// startCard is the public card of a match that is to begin: some text, the commitment of its dice, its ground, buttons.
func (b *Bot) startCard(c challenge, text string, row Row) (Message, error) {
	if seed, err := c.seedOf(); err == nil && c.Seed != "" {
		text += "\n" + b.sealed(seed.Commitment())
		row = append(row, b.sealButton(table.ID(c.ID), seed.Commitment()))
	}
	preview, err := b.Forms.Preview(c.Settings)
	if err != nil {
		return Message{}, formsFailed("preview", err)
	}
	blocks := append(append([]Block{Text(text)}, preview.Blocks...), row)
	return Message{Files: preview.Files, Blocks: []Block{Box{Accent: 0x35d0ff, Blocks: blocks}}}, nil
}

// closeLobby shows on a challenge's card that nothing came of it. The card is not worth a failure: its buttons tell
// the same.
func (b *Bot) closeLobby(ctx context.Context, c challenge, format string) {
	text := lang.Of(c.Language).Say(format, Plain(c.FromName))
	m := Message{Blocks: []Block{Box{Accent: 0x55606b, Blocks: []Block{Text(text)}}}}
	if err := b.Wire.Edit(ctx, c.Channel, c.Message, m); err != nil && !errors.Is(err, ErrGone) {
		b.Log.Warn("lobby not updated", "match", c.ID, "error", err.Error())
	}
}

// challenges are the open challenges that fit. Those whose time has run out are cleared away on the way.
func (b *Bot) challenges(ctx context.Context, fits func(challenge) bool) ([]challenge, error) {
	const page = 200
	var out []challenge
	for after := ""; ; {
		rs, err := b.Records.List(ctx, challengeKey(""), after, page)
		if err != nil {
			return nil, err
		}
		for _, r := range rs {
			var c challenge
			switch err := json.Unmarshal(r.Value, &c); {
			case err != nil:
				b.Log.Error("challenge unreadable", "key", r.Key, "error", fmt.Sprintf("%T", err))
			case b.expired(c):
				if err := b.expire(ctx, c); err != nil {
					return nil, err
				}
			case fits(c):
				out = append(out, c)
			}
		}
		if len(rs) < page {
			return out, nil
		}
		after = rs[len(rs)-1].Key
	}
}

func (b *Bot) expired(c challenge) bool { return b.Clock.Now().After(c.Until) }

func (b *Bot) expire(ctx context.Context, c challenge) error {
	if err := b.Records.Put(ctx, table.Record{Key: challengeKey(c.ID)}); err != nil {
		return err
	}
	b.closeLobby(ctx, c, wordLobbyExpired)
	return nil
}

// openChallenge reads a challenge that is still open; else table.ErrNoMatch.
func (b *Bot) openChallenge(ctx context.Context, id string) (challenge, error) {
	var c challenge
	raw, err := b.Records.Get(ctx, challengeKey(id))
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err == nil && b.expired(c) {
		err = errors.Join(table.ErrNoMatch, b.expire(ctx, c))
	}
	return c, err
}

// hasRoom tells whether the user may begin another match; if not, what to tell them.
func (b *Bot) hasRoom(ctx context.Context, i Interaction) (Answer, bool) {
	live, err := b.liveMatches(ctx, i.User)
	switch {
	case err != nil:
		return b.trouble("", err), false
	case len(live) >= mostLive:
		return b.say(wordTooManyMatches, mostLive), false
	}
	return Answer{}, true
}
