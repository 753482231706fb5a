package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
	"downsync/game"
	"downsync/game/table"
)

// talkative are forms that show others how much ann was asked.
type talkative struct {
	Forms
	asked int
}

func (f *talkative) Game() bot.Game {
	g := f.Forms.Game()
	in := g.In
	g.In = func(v bot.Voice) bot.Forms {
		f.Forms = f.Forms.in(v)
		all := in(v)
		all.Play, all.Inspector = f, f
		return all
	}
	return g
}

func (f *talkative) Console(p table.Private, page bot.Page) (bot.Letter, error) {
	if p.Seat == 1 {
		f.asked += len(p.Asks[len(p.Asks)-1].Menu)
	}
	return f.Forms.Console(p, page)
}

func (f *talkative) Card(p table.Public, facts []game.Fact, closed bool) (bot.Notice, error) {
	n, err := f.Forms.Card(p, facts, closed)
	n.Blocks = append([]bot.Block{bot.Text(strings.Repeat("-", 1+f.asked%101))}, n.Blocks...)
	return n, err
}

// Query lets a measurement tell it too.
func (f *talkative) Query(p table.Private, command string, options map[string]string) (bot.Letter, error) {
	l, err := f.Forms.Query(p, command, options)
	l.Blocks = append(l.Blocks, bot.Text(strings.Repeat("-", 1+f.asked%101)))
	return l, err
}

// Every planted leak is caught by the comparison of twin worlds. Pictures are slow, and compared elsewhere.
func TestPlantedLeaks(t *testing.T) {
	caught := func(name string, forms func() bottest.Offered, leak twins.Leak) {
		t.Run(name, func(t *testing.T) {
			pair := worlds.For(leak)
			one, other := playTwin(t, pair.World[0], forms(), leak), playTwin(t, pair.World[1], forms(), leak)
			if one[ben] == other[ben] {
				t.Error("the leak is not noticed")
			}
		})
	}
	for _, leak := range twins.Leaks() {
		caught(leak.Name, func() bottest.Offered { return Forms{brush: sketch{}} }, leak)
	}
	caught("a question's menu", func() bottest.Offered { return &talkative{Forms: Forms{brush: sketch{}}} }, twins.Leak{})
}
