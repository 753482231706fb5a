package downsync

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/lang"
	rules "downsync/game/downsync"
	"downsync/render"
	draw "downsync/render/downsync"
)

// publicly draws only what everybody sees; it leaves private pictures blank.
type publicly struct{ blank }

func (publicly) Public(v rules.View, news draw.PublicNews) (render.Public, error) {
	return draw.Look{}.Public(v, news)
}

// The thread of a finished match of nine Turns is short enough to scroll through on a phone.
func TestThreadIsShort(t *testing.T) {
	s := bottest.NewDuel(t, lang.English, bottest.Setup{Game: rules.Rules(), Forms: Forms{brush: publicly{}}, Dice: seededDice(1)})
	s.Challenge("republic-starter", "republic-starter")
	s.Play(func() bool { return s.Over() || s.Public().View.(rules.View).Turn == 9 }, nil)
	s.Concede(bottest.Ben)
	screens.Thread(t, s, 9, screens.MostThread)
}

// BenchmarkReplayStep measures the answer to a press on the replay of a whole match.
func BenchmarkReplayStep(b *testing.B) {
	s := bottest.NewDuel(b, lang.English, bottest.Setup{Game: rules.Rules(), Forms: Forms{brush: blank{}}, Dice: seededDice(1)})
	s.Challenge("republic-starter", "republic-starter")
	s.Play(s.Over, nil)
	s.In(bottest.Eve, "match replay")
	for b.Loop() {
		m := s.Newest(bottest.Eve)
		for _, x := range bottest.ControlsOf(m.Message).Buttons {
			if x.Label == "◀" {
				s.Press(bottest.Eve, m, x.ID)
			}
		}
	}
}
