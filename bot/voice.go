package bot

import (
	"cmp"
	"context"

	"downsync/bot/lang"
	"downsync/bot/prefs"
	"downsync/bot/wire"
)

// An answer is in the language of the user who acts, and a direct message in its reader's language. Public messages of
// a match are in the match's language, which the challenge settles. So nobody learns another player's language.

// Voice returns the voice of a match's public messages.
func (p Place) Voice() Voice { return Voice{Language: lang.Of(p.Language), Theme: p.Theme} }

// UserVoice returns the user's voice: in the language that they chose, otherwise in the language of their Discord.
func UserVoice(p prefs.User, locale string) Voice {
	return Voice{Language: lang.Of(cmp.Or(p.Language, locale)), Theme: p.Theme, Plain: p.Advice == prefs.AdviceOff}
}

// actorVoice returns the voice of the user who acts. If the language of their Discord has changed, it saves that for
// their direct messages.
func (c *Call) actorVoice(ctx context.Context) Voice {
	p, err := c.Prefs(ctx, c.User)
	if err == nil && c.Kind != wire.Complete && lang.Of(p.Discord) != lang.Of(c.Locale) {
		p, err = c.ChangePrefs(ctx, c.User, func(p *prefs.User) { p.Discord = lang.Of(c.Locale).String() })
	}
	if err != nil { // the answer goes out all the same
		c.Log.Warn("language not kept", "error", err.Error())
	}
	return UserVoice(p, c.Locale)
}

// UserVoice returns the voice of a user's direct messages.
func (a *App) UserVoice(ctx context.Context, u wire.UserID) (Voice, error) {
	p, err := a.Prefs(ctx, u)
	return UserVoice(p, p.Discord), err
}

// ServerVoice returns the voice of the server's public messages.
func ServerVoice(s prefs.Server, i wire.Interaction) Voice {
	return Voice{Language: lang.Of(cmp.Or(s.Language, i.GuildLocale)), Theme: s.Theme}
}

// Prefs reads the user's choices; the zero value if they made none.
func (a *App) Prefs(ctx context.Context, u wire.UserID) (p prefs.User, err error) {
	err = a.Read(ctx, prefs.UserKey(u), &p)
	return p, err
}

// ChangePrefs applies a change to the user's Prefs, writes them if they differ, and returns them.
func (a *App) ChangePrefs(ctx context.Context, u wire.UserID, change func(*prefs.User)) (prefs.User, error) {
	return Change(ctx, a, prefs.UserKey(u), func(p *prefs.User) error { change(p); return nil })
}

// Server reads the server's set-up; the zero value if there is none, and in a DM.
func (a *App) Server(ctx context.Context, g wire.GuildID) (s prefs.Server, err error) {
	if g == "" {
		return s, nil
	}
	err = a.Read(ctx, prefs.ServerKey(g), &s)
	return s, err
}
