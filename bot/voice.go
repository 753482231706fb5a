package bot

import (
	"context"
	"encoding/json"
	"fmt"

	"downsync/bot/tongue"
	"downsync/game/table"
)

// Languages: who acts is answered in their own, a seat's direct messages are in its user's, and what everybody reads is
// in the match's, which is settled when the challenge is made. So no player's language shows to another.

// in is the same bot speaking that language, its forms included.
func (b *Bot) in(t tongue.Tongue) *Bot {
	c := *b
	c.tongue, c.Forms = t, b.Forms.In(t)
	return &c
}

// text is a text in the bot's language.
func (b *Bot) text(english string) string { return b.tongue.Text(english) }

// sayf is a text with its arguments in the bot's language.
func (b *Bot) sayf(format string, args ...any) string { return b.tongue.Say(format, args...) }

// say is a plain private answer.
func (b *Bot) say(format string, args ...any) Answer {
	return Answer{Letter: &Message{Blocks: []Block{Text(b.tongue.Say(format, args...))}}, Fresh: true}
}

// placeTongue is the language of what everybody reads of a match.
func placeTongue(m table.Meta) (tongue.Tongue, error) {
	var place Place
	if err := json.Unmarshal(m.Place, &place); err != nil {
		return tongue.English, fmt.Errorf("%w: %w", table.ErrGiveUp, err)
	}
	return tongue.Of(place.Language), nil
}

// tongueOf is the language of who acts: what they chose, else what their Discord is set to.
func (b *Bot) tongueOf(_ context.Context, i Interaction) tongue.Tongue { return tongue.Of(i.Locale) }

// userTongue is the language of a user's direct messages.
func (b *Bot) userTongue(_ context.Context, _ Snowflake) tongue.Tongue { return tongue.English }
