package downsync

import (
	"testing"

	"downsync/bot"
	"downsync/bot/downsync/forces"
	"downsync/bot/lang"
	"downsync/bot/prefs"
)

// Each reader's forms keep their voice, also while forms of the same game are made for other readers.
func TestVoicesStayApart(t *testing.T) {
	in := Forms{}.Game().In
	german := in(bot.Voice{Language: lang.Of("de"), Patient: true})
	done := make(chan bool)
	go func() { in(bot.Voice{Theme: prefs.ThemeLight}); done <- true }()
	in(bot.Voice{Theme: prefs.ThemeSafe})
	<-done
	if f := german.Play.(play).Reader; f.Language != lang.Of("de") || f.Theme != "" || !f.Patient {
		t.Errorf("forms in German have become %+v", f.Voice)
	}
	if f := german.Lobby.(forces.Lobby).Reader; f.Language != lang.Of("de") {
		t.Errorf("the lobby has become %+v", f.Voice)
	}
}
