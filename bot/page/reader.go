package page

import (
	"cmp"

	"downsync/bot"
	"downsync/render"
)

var themes = map[string]render.Theme{bot.ThemeDark: render.Display, bot.ThemeLight: render.Light, bot.ThemeSafe: render.Safe}

// Reader is for whom pictures are drawn: somebody with that voice, who if they chose no theme see that of their server.
func Reader(v bot.Voice, usual string) render.Reader {
	return render.Reader{Theme: themes[cmp.Or(v.Theme, usual)], Say: v.Say, Patient: v.Patient}
}
