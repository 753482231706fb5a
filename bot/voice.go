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

// languages are the codes of the languages to choose from.
func languages() []string {
	var out []string
	for _, t := range tongue.All() {
		out = append(out, t.String())
	}
	return out
}

// tongue is the user's language: what they chose, else that of their Discord.
func (p Prefs) tongue(locale string) tongue.Tongue { return tongue.Of(or(p.Language, locale)) }

// tongueOf is the language of who acts. That of their Discord is kept where it has changed, for their direct messages.
func (b *Bot) tongueOf(ctx context.Context, i Interaction) tongue.Tongue {
	p, err := b.Prefs(ctx, i.User)
	if err == nil && i.Kind != Complete && tongue.Of(p.Discord) != tongue.Of(i.Locale) {
		p, err = b.changePrefs(ctx, i.User, func(p *Prefs) { p.Discord = tongue.Of(i.Locale).String() })
	}
	if err != nil { // no reason not to answer
		b.Log.Warn("language not kept", "error", err.Error())
	}
	return p.tongue(i.Locale)
}

// userTongue is the language of a user's direct messages.
func (b *Bot) userTongue(ctx context.Context, u Snowflake) (tongue.Tongue, error) {
	p, err := b.Prefs(ctx, u)
	return p.tongue(p.Discord), err
}

// tongue is the language of what everybody reads on the server.
func (s Server) tongue(i Interaction) tongue.Tongue { return tongue.Of(or(s.Language, i.GuildLocale)) }
