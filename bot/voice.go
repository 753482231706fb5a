package bot

import (
	"cmp"
	"context"

	"downsync/bot/lang"
)

// Languages: who acts is answered in their own, a seat's direct messages are in its user's, and what everybody reads is
// in the match's, which is settled when the challenge is made. So no player's language shows to another.

// Voice is that of what everybody reads of a match.
func (p Place) Voice() Voice { return Voice{Language: lang.Of(p.Language), Theme: p.Theme} }

// languages are the codes of the languages to choose from.
func languages() []string {
	var out []string
	for _, t := range lang.All() {
		out = append(out, t.String())
	}
	return out
}

// Voice is the user's: the language they chose, else that of their Discord.
func (p Prefs) Voice(locale string) Voice {
	return Voice{Language: lang.Of(cmp.Or(p.Language, locale)), Theme: p.Theme}
}

// actorVoice is that of the user who acts. The language of their Discord is kept where it has changed, for their direct messages.
func (c *Call) actorVoice(ctx context.Context) Voice {
	p, err := c.Prefs(ctx, c.User)
	if err == nil && c.Kind != Complete && lang.Of(p.Discord) != lang.Of(c.Locale) {
		p, err = c.ChangePrefs(ctx, c.User, func(p *Prefs) { p.Discord = lang.Of(c.Locale).String() })
	}
	if err != nil { // no reason not to answer
		c.Log.Warn("language not kept", "error", err.Error())
	}
	return p.Voice(c.Locale)
}

// UserVoice is that of a user's direct messages.
func (a *App) UserVoice(ctx context.Context, u Snowflake) (Voice, error) {
	p, err := a.Prefs(ctx, u)
	return p.Voice(p.Discord), err
}

// Voice is that of what everybody reads on the server.
func (s Server) Voice(i Interaction) Voice {
	return Voice{Language: lang.Of(cmp.Or(s.Language, i.GuildLocale)), Theme: s.Theme}
}
