package jagged

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/jagged"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/jagged"
)

// publicly draws only what everybody sees; it leaves private pictures out.
type publicly struct{ sketch }

func (p publicly) Public(b draw.Battle, n draw.News) (render.Public, error) {
	return p.Look.Public(b, n)
}

// The thread of a whole battle is short enough to scroll through on a phone.
func TestThreadIsShort(t *testing.T) {
	forms := Forms{brush: func(l draw.Look) brush { return publicly{sketch{l}} }}
	s := bottest.NewDuel(t, lang.English, bottest.Setup{Game: rules.Rules(), Forms: forms, Dice: func(table.ID) game.Dice { return gametest.NewDice(3) }})
	s.Challenge("h-a-line", "m-d-swarm", opt("faction", "human-colonies"), opt("map", "spire-yard"))
	s.Play(s.Over, nil)
	screens.Thread(t, s, s.Public().View.(rules.View).Round, screens.MostThread)
}
