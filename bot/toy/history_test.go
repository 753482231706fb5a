package toy

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/toy"
)

// Every kind of fact has its row, with its words or silent, and the rules that it cites exist.
func TestEveryFactHasWords(t *testing.T) {
	facts := page.Each(rules.Kinds(), func(kind string) game.Fact { return rules.Fact{What: kind} })
	bottest.FactRows(t, factRows, Forms{}, facts, func(number string) bool { return numbered.Numbered(number).Number != "" })
}
