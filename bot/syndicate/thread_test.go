package syndicate

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/syndicate"
)

// publicly draws only what everybody sees; it leaves private pictures out.
type publicly struct{ sketch }

func (p publicly) Public(v rules.View, n draw.News) (render.Public, error) {
	return p.Look.Public(v, n)
}

// The thread of a finished match of nine rounds is short enough to scroll through on a phone.
func TestThreadIsShort(t *testing.T) {
	forms := Forms{brush: func(l draw.Look) brush { return publicly{sketch{l}} }}
	s := bottest.NewDuel(t, lang.English, bottest.Setup{Game: rules.Rules(), Forms: forms, Dice: func(table.ID) game.Dice { return gametest.NewDice(3) }})
	s.Challenge("razor-starter", "velocity-starter")
	s.Play(func() bool { return s.Over() || s.Public().View.(rules.View).Round == 9 }, nil)
	if !s.Over() {
		s.Concede(bottest.Ben)
	}
	screens.Thread(t, s, s.Public().View.(rules.View).Round, screens.MostThread)
}
