package downsync

import (
	"hash/crc32"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/inspect"
	"downsync/bot/downsync/worlds"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/downsync"
)

// talkative are forms that show others how often ann was asked.
type talkative struct {
	Forms
	play
	inspect.Inspector
	asked int
}

func (f *talkative) Game() bot.Game {
	g := f.Forms.Game()
	in := g.In
	g.In = func(v bot.Voice) bot.Forms {
		all := in(v)
		f.play, f.Inspector = all.Play.(play), all.Inspector.(inspect.Inspector)
		all.Play, all.Inspector = f, f
		return all
	}
	return g
}

func (f *talkative) Console(p table.Private, page bot.Page) (wire.Letter, error) {
	if p.Seat == 1 {
		f.asked += len(p.Asks[len(p.Asks)-1].Menu)
	}
	return f.play.Console(p, page)
}

func (f *talkative) Card(p table.Public, facts []game.Fact) (wire.Notice, error) {
	n, err := f.play.Card(p, facts)
	n.Blocks = append([]wire.Block{wire.Text(strings.Repeat("-", 1+f.asked%101))}, n.Blocks...)
	return n, err
}

// Query makes a measurement reveal it too.
func (f *talkative) Query(p table.Private, command string, options map[string]string) (wire.Letter, error) {
	l, err := f.Inspector.Query(p, command, options)
	l.Blocks = append(l.Blocks, wire.Text(strings.Repeat("-", 1+f.asked%101)))
	return l, err
}

// overheard is a brush that shows everybody the trail of a secret move. The trail depends on what ann knows.
type overheard struct {
	sketch
	way *plane.Point
}

func (b overheard) Private(v rules.View, s *draw.Staged, news draw.PrivateNews) (render.Private, error) {
	p, err := b.sketch.Private(v, s, news)
	if p.Seat == 1 {
		b.way.X = plane.Inch(crc32.ChecksumIEEE(p.PNG) % 48000)
	}
	return p, err
}

func (b overheard) Public(v rules.View, _ draw.PublicNews) (render.Public, error) {
	return b.sketch.Public(v, draw.TellEverybody([]game.Fact{rules.Moved{Base: rules.Ref{Label: "A1"}, Path: []plane.Point{{}, *b.way}}}))
}

// The comparison of twin worlds catches every planted leak. Pictures are slow, and compared elsewhere.
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
	caught("a trail of a secret move", func() bottest.Offered { return Forms{brush: overheard{way: &plane.Point{}}} }, twins.Leak{})
	caught("a question's menu", func() bottest.Offered { return &talkative{Forms: Forms{brush: sketch{}}} }, twins.Leak{})
}
