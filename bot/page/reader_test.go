package page

import (
	"testing"

	"downsync/bot"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/render"
)

// Pictures have their reader's theme, else the server's, and their language; those of deliveries wait for those of answers.
func TestReader(t *testing.T) {
	for _, x := range []struct {
		voice bot.Voice
		usual string
		theme render.Theme
	}{
		{bot.Voice{}, "", render.Display},
		{bot.Voice{}, bot.ThemeLight, render.Light},
		{bot.Voice{Theme: bot.ThemeSafe, Patient: true}, bot.ThemeLight, render.Safe},
		{bot.Voice{Language: lang.German}, bot.ThemeDark, render.Display},
	} {
		r := Reader(x.voice, x.usual)
		if r.Theme != x.theme || r.Patient != x.voice.Patient {
			t.Errorf("%+v on a server with %q: theme %q, patient %v", x.voice, x.usual, r.Theme, r.Patient)
		}
		if word := game.Text("a draw"); r.Text(word) != x.voice.Text(word) {
			t.Errorf("%+v reads %q", x.voice, r.Text(word))
		}
	}
}
