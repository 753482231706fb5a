package toy

import (
	"fmt"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game/table"
	rules "downsync/game/toy"
	draw "downsync/render/toy"
)

// films provides the pictures of how a match ended.
type films struct{ Forms }

// Result returns the picture of the result.
func (w films) Result(p table.Public) (wire.Notice, error) {
	v, l := p.View.(rules.View), w.matchLook(p.Meta)
	pic, err := l.Result(v, p.Result, p.Facts)
	return page.Result(pic, l.Alt(v, nil)), err
}

// Highlights returns the best of the match as an animation.
func (w films) Highlights(film bot.Film, p table.Public, progress func(done, of int) error) (wire.Notice, error) {
	v, l := p.View.(rules.View), w.matchLook(p.Meta)
	var last draw.Frame
	gif, err := l.Highlights(page.Filmed(film, &last, func() func(table.Frame) (draw.Frame, error) { return w.frame }), v, p.Result, p.Facts, progress)
	return page.Highlights(gif, w.Text("🎬 **Highlights**: bids, points, who went out, and how it ended."),
		w.Say("A short animation of the match: bids, points, who went out, and the result. %s", l.Alt(v, nil))), err
}

// frame returns a step with its caption, the latest event in it.
func (w films) frame(t table.Frame) (draw.Frame, error) {
	v, ok := t.Truth.(rules.View)
	if !ok {
		return draw.Frame{}, fmt.Errorf("a film of %T", t.Truth)
	}
	return draw.Frame{Step: t.Step, Of: t.Of, Note: reading{words: w.Forms}.Teller().Caption(t.Facts), Facts: t.Facts, Truth: v}, nil
}
