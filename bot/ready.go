package bot

import (
	"context"
	"errors"
	"strings"
	"time"

	"downsync/bot/lang"
	"downsync/game/table"
)

// The ready check: a match with clocks begins when both sides have said that they are there, so that nobody's clock is set
// going while they sleep. Who took the challenge up has just been there; who made it presses Ready. Where the clocks
// are short a Ready stands for some minutes only.

const (
	idReady = "ready" // ready|challenge

	// readyStands is how long a Ready stands in a match whose clocks are shorter than longClock.
	readyStands = 10 * time.Minute
	longClock   = 2 * time.Hour
)

// taker is who took a challenge up, with their force, which is secret; "" while they choose it.
type taker struct {
	User  Snowflake `json:"user"`
	Name  string    `json:"name"`
	Force string    `json:"force"`
	// Entropy is their part in the dice.
	Entropy string `json:"entropy,omitempty"`
}

// side is 0 for who made the challenge, 1 for who took it up, -1 for others.
func (c challenge) side(u Snowflake) int {
	switch {
	case u == c.From:
		return 0
	case c.Taker != nil && u == c.Taker.User:
		return 1
	}
	return -1
}

func (c challenge) names() []string { return []string{c.FromName, c.Taker.Name} }

func (c challenge) users() []Snowflake { return []Snowflake{c.From, c.Taker.User} }

// clocked tells whether somebody's time would run in the challenge's match.
func (b *Bot) clocked(c challenge) bool { return len(b.Timings[c.Timing].Clocks) > 0 }

// ready tells whether the side is ready at that time.
func (b *Bot) ready(c challenge, side int, now time.Time) bool {
	said := c.Ready[side]
	if said.IsZero() {
		return false
	}
	for _, d := range b.Timings[c.Timing].Clocks {
		if d > 0 && d < longClock && now.Sub(said) > readyStands {
			return false
		}
	}
	return true
}

// takeUp notes who takes the challenge up, and asks both to be ready; without clocks the match begins.
func (b *Bot) takeUp(ctx context.Context, i Interaction, c challenge, force string) Answer {
	t := taker{User: i.User, Name: i.Name, Force: force}
	if n := c.chooser(i.User); n >= 0 {
		t.Entropy = c.Choosing[n].Entropy
	}
	if !b.clocked(c) {
		c.Taker = &t
		return b.begin(ctx, i, c)
	}
	now := b.Clock.Now()
	var taken bool
	next, err := b.changeChallenge(ctx, c.ID, func(x *challenge) {
		if taken = x.Taker != nil && x.Taker.User != i.User; taken {
			return
		}
		x.Taker, x.Choosing, x.Ready, x.Until = &t, nil, [2]time.Time{1: now}, now.Add(challengeLife)
	})
	switch {
	case errors.Is(err, table.ErrNoMatch):
		return b.tooLate(ctx, i, table.ID(c.ID))
	case err != nil:
		return b.trouble(table.ID(c.ID), err)
	case taken:
		return b.say(wordTaken)
	}
	_ = b.callReady(ctx, next, next.From) // it was logged, and the old card does as well
	next.note = c.note
	desk := b.desk(ctx, next, i.User, b.sayf(wordTookUp, Plain(next.FromName)))
	return Answer{Letter: &desk} // in the place of the choice of a force
}

// changeChallenge changes an open challenge; table.ErrNoMatch if it is no more.
func (b *Bot) changeChallenge(ctx context.Context, id string, do func(*challenge)) (challenge, error) {
	b.lobbies.Lock()
	defer b.lobbies.Unlock()
	c, err := b.openChallenge(ctx, id)
	if err != nil {
		return c, err
	}
	do(&c)
	return c, b.keep(ctx, c)
}

// callReady posts the ready card, which calls whoever has still to press it, closes the card before it, and writes to them.
// Where it cannot be posted the old card takes its place, which calls nobody; the error tells why.
func (b *Bot) callReady(ctx context.Context, c challenge, call Snowflake) error {
	m, err := b.readyCard(c)
	if err != nil {
		return err
	}
	m.Mention = []Snowflake{call}
	id, err := b.Wire.Post(ctx, c.Channel, m, newID())
	if err == nil {
		_, err = b.changeChallenge(ctx, c.ID, func(x *challenge) { x.Message = id })
	}
	if err != nil {
		b.Log.Warn("ready card not posted", "match", c.ID, "error", err.Error())
		b.redraw(ctx, c)
		return err
	}
	if c.Message != "" {
		b.closeLobby(ctx, c, wordLobbyTaken)
	}
	b.writeReady(ctx, c, call)
	return nil
}

// redraw brings a challenge's card up to date. It is not worth a failure: its buttons tell the same.
func (b *Bot) redraw(ctx context.Context, c challenge) {
	if c.Message == "" {
		return
	}
	m, err := b.lobbyCard(c)
	if c.Taker != nil {
		m, err = b.readyCard(c)
	}
	if err == nil {
		err = b.Wire.Edit(ctx, c.Channel, c.Message, m)
	}
	if err != nil && !errors.Is(err, ErrGone) {
		b.Log.Warn("lobby not updated", "match", c.ID, "error", err.Error())
	}
}

// readyCard is the public card on which both sides say that they are there, in the challenge's language.
func (b *Bot) readyCard(c challenge) (Message, error) {
	b = b.in(Voice{Language: lang.Of(c.Language), Theme: c.Theme})
	now := b.Clock.Now()
	lines := []string{b.sayf(wordReadyCard, Plain(c.FromName), Plain(c.Taker.Name), b.summary(c.terms()))}
	for side, user := range c.users() {
		state := b.text(wordIsNotReady)
		if b.ready(c, side, now) {
			state = b.text(wordIsReady)
		}
		lines = append(lines, b.sayf(wordReadyLine, user, state))
	}
	lines = append(lines, b.sayf(wordReadyUntil, c.Until.Unix()))
	return b.startCard(c, strings.Join(lines, "\n"), Row{{ID: idReady + "|" + c.ID, Label: b.text(wordReady), Style: Success},
		{ID: idChange + "|" + c.ID, Label: b.text(wordChangeForce)}, {ID: idDecline + "|" + c.ID, Label: b.text(wordCallOff)}})
}

// sayReady notes that the user is there. When both are, the match begins.
func (b *Bot) sayReady(ctx context.Context, i Interaction, c challenge) Answer {
	side := c.side(i.User)
	switch {
	case side < 0:
		return b.say(wordNotForYou)
	case c.Taker == nil:
		return b.say(wordOwnChallenge)
	}
	now := b.Clock.Now()
	c, err := b.changeChallenge(ctx, c.ID, func(x *challenge) { x.Ready[side] = now })
	switch {
	case errors.Is(err, table.ErrNoMatch):
		return b.tooLate(ctx, i, table.ID(c.ID))
	case err != nil:
		return b.trouble(table.ID(c.ID), err)
	case c.Taker == nil:
		return b.say(wordChallengeGone)
	case b.ready(c, 1-side, now):
		return b.begin(ctx, i, c)
	}
	other := c.names()[1-side]
	if c.Ready[1-side].IsZero() {
		b.redraw(ctx, c)
	} else { // they were there, and waited too long
		_ = b.callReady(ctx, c, c.users()[1-side]) // it was logged, and the old card does as well
	}
	desk := b.desk(ctx, c, i.User, b.sayf(wordYouAreReady, Plain(other)))
	return Answer{Letter: &desk}
}

// backOut gives a challenge back that the user had taken up: to anyone if it was for anyone.
func (b *Bot) backOut(ctx context.Context, i Interaction, c challenge) Answer {
	c, err := b.changeChallenge(ctx, c.ID, func(x *challenge) {
		if x.side(i.User) == 1 {
			x.Taker, x.Ready = nil, [2]time.Time{}
		}
	})
	switch {
	case errors.Is(err, table.ErrNoMatch):
		return b.tooLate(ctx, i, table.ID(c.ID))
	case err != nil:
		return b.trouble(table.ID(c.ID), err)
	}
	b.redraw(ctx, c)
	return b.say(wordBackedOut)
}
