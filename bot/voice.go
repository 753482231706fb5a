package bot

import (
	"cmp"
	"context"

	"downsync/bot/lang"
	"downsync/bot/wire"
)

// An answer is in the language of the user who acts, and a direct message in its reader's language. Public messages of
// a match are in the match's language, which the challenge settles. So nobody learns another player's language.

// Voice returns the voice of a match's public messages.
func (p Place) Voice() Voice { return Voice{Language: lang.Of(p.Language), Theme: p.Theme} }

// languages returns the codes of the available languages.
func languages() []string {
	var out []string
	for _, t := range lang.All() {
		out = append(out, t.String())
	}
	return out
}

// Voice returns the user's voice: in the language that they chose, otherwise in the language of their Discord.
func (p Prefs) Voice(locale string) Voice {
	return Voice{Language: lang.Of(cmp.Or(p.Language, locale)), Theme: p.Theme, Plain: p.Advice == AdviceOff}
}

// actorVoice returns the voice of the user who acts. If the language of their Discord has changed, it saves that for
// their direct messages.
func (c *Call) actorVoice(ctx context.Context) Voice {
	p, err := c.Prefs(ctx, c.User)
	if err == nil && c.Kind != wire.Complete && lang.Of(p.Discord) != lang.Of(c.Locale) {
		p, err = c.ChangePrefs(ctx, c.User, func(p *Prefs) { p.Discord = lang.Of(c.Locale).String() })
	}
	if err != nil { // the answer goes out all the same
		c.Log.Warn("language not kept", "error", err.Error())
	}
	return p.Voice(c.Locale)
}

// UserVoice returns the voice of a user's direct messages.
func (a *App) UserVoice(ctx context.Context, u wire.UserID) (Voice, error) {
	p, err := a.Prefs(ctx, u)
	return p.Voice(p.Discord), err
}

// Voice returns the voice of the server's public messages.
func (s Server) Voice(i wire.Interaction) Voice {
	return Voice{Language: lang.Of(cmp.Or(s.Language, i.GuildLocale)), Theme: s.Theme}
}
