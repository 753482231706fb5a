package bot

import (
	"context"
	"errors"
	"strings"

	"downsync/bot/lang"
	"downsync/game/table"
)

// Languages: who acts is answered in their own, a seat's direct messages are in its user's, and what everybody reads is
// in the match's, which is settled when the challenge is made. So no player's language shows to another.

// Voice is how a reader is spoken to, and what theme of pictures they chose; "": that of the match's server.
type Voice struct {
	lang.Language
	Theme string
}

// in is the same bot speaking that language, its forms included.
func (b *Bot) in(v Voice) *Bot {
	c := *b
	c.lang, c.theme, c.Forms = v.Language, v.Theme, b.Forms.In(v)
	return &c
}

// at is the same bot with the match's theme, if who reads has chosen none.
func (b *Bot) at(m table.Meta) (*Bot, error) {
	place, err := placeOf(m)
	if err != nil || b.theme != "" {
		return b, err
	}
	return b.in(Voice{Language: b.lang, Theme: place.Theme}), nil
}

// text is a text in the bot's language.
func (b *Bot) text(english string) string { return b.lang.Text(english) }

// sayf is a text with its arguments in the bot's language.
func (b *Bot) sayf(format string, args ...any) string { return b.lang.Say(format, args...) }

// optionName is what the reader's Discord calls a command or an option of one.
func (b *Bot) optionName(name string) string { return strings.TrimPrefix(b.text("/"+name), "/") }

// say is a plain private answer.
func (b *Bot) say(format string, args ...any) Answer {
	return Answer{Letter: &Message{Blocks: []Block{Text(b.lang.Say(format, args...))}}, Fresh: true}
}

// voice is that of what everybody reads of a match.
func (p Place) voice() Voice { return Voice{Language: lang.Of(p.Language), Theme: p.Theme} }

// languages are the codes of the languages to choose from.
func languages() []string {
	var out []string
	for _, t := range lang.All() {
		out = append(out, t.String())
	}
	return out
}

// voice is the user's: the language they chose, else that of their Discord.
func (p Prefs) voice(locale string) Voice {
	return Voice{Language: lang.Of(or(p.Language, locale)), Theme: p.Theme}
}

// voiceOf is that of who acts. That of their Discord is kept where it has changed, for their direct messages.
func (b *Bot) voiceOf(ctx context.Context, i Interaction) Voice {
	p, err := b.Prefs(ctx, i.User)
	if err == nil && i.Kind != Complete && lang.Of(p.Discord) != lang.Of(i.Locale) {
		p, err = b.changePrefs(ctx, i.User, func(p *Prefs) { p.Discord = lang.Of(i.Locale).String() })
	}
	if err != nil { // no reason not to answer
		b.Log.Warn("language not kept", "error", err.Error())
	}
	return p.voice(i.Locale)
}

// userVoice is that of a user's direct messages.
func (b *Bot) userVoice(ctx context.Context, u Snowflake) (Voice, error) {
	p, err := b.Prefs(ctx, u)
	return p.voice(p.Discord), err
}

// write sends a user a direct message, composed in their voice, that nothing hangs on: it says what stands elsewhere too, so a
// failure is only worth a line in the log. The nonce begins with kind.
func (b *Bot) write(ctx context.Context, u Snowflake, kind string, compose func(*Bot) Message) {
	v, err := b.userVoice(ctx, u)
	if err == nil {
		b = b.in(v)
		var channel Snowflake
		if channel, err = b.Wire.DM(ctx, u); err == nil {
			_, err = b.Wire.Post(ctx, channel, compose(b), kind+newID())
		}
	}
	if err != nil && !errors.Is(err, ErrClosedDM) {
		b.Log.Warn("direct message not written", "kind", kind, "error", err.Error())
	}
}

// voice is that of what everybody reads on the server.
func (s Server) voice(i Interaction) Voice {
	return Voice{Language: lang.Of(or(s.Language, i.GuildLocale)), Theme: s.Theme}
}
