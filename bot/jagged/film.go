package jagged

import (
	"fmt"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	rules "downsync/game/jagged"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/jagged"
)

// films provides the forms that everybody may see of a finished match.
type films struct{ Forms }

// Result returns the picture of the end of the battle.
func (w films) Result(p table.Public) (wire.Notice, error) {
	v := w.reads(p.View, p.Meta)
	pic, err := v.paint().Result(v.View, p.Facts)
	return page.Result(pic, v.draw.Alt(v.battle())), err
}

// Highlights returns the best of the battle as an animation.
func (w films) Highlights(film bot.Film, p table.Public, progress func(done, of int) error) (wire.Notice, error) {
	v := w.reads(p.View, p.Meta)
	var last draw.Frame
	gif, err := v.draw.Highlights(w.drawn(film, &last), v.View, p.Facts, progress)
	return page.Highlights(gif, v.Text("🎬 **Highlights**: hits, Objectives taken, and how it ended."),
		v.Say("A short animation of the battle: hits, Objectives taken, and the result. %s", v.draw.Alt(v.battle()))), err
}

// Stills returns the one way to show a step.
func (films) Stills() []wire.Choice { return nil }

// frame returns a step with its caption, the latest event in it. course has received the steps before it.
func (w films) frame(t table.Frame, course *draw.Course) (draw.Frame, error) {
	v, ok := t.Truth.(rules.View)
	if !ok {
		return draw.Frame{}, fmt.Errorf("a film of %T", t.Truth)
	}
	return draw.Frame{Step: t.Step, Of: t.Of, Note: reading{v, w.Forms, w.look("")}.Teller().Caption(t.Facts), Truth: v, News: course.Next(t.Facts)}, nil
}

func (w films) drawn(film bot.Film, last *draw.Frame) draw.Film {
	return page.Filmed(film, last, func() func(table.Frame) (draw.Frame, error) {
		var course draw.Course
		return func(t table.Frame) (draw.Frame, error) { return w.frame(t, &course) }
	})
}

// Film returns the whole battle as an animation.
func (w films) Film(film bot.Film, m table.Meta, progress func(done, of int) error) (wire.Notice, error) {
	var last draw.Frame
	gif, err := w.matchLook(m).Replay(w.drawn(film, &last), progress)
	text := w.Say("The whole battle, %d {step|steps}.", last.Of)
	return page.Film(gif, text, text), err
}

// ContactSheet returns the course of the battle on one picture.
func (w films) ContactSheet(film bot.Film, m table.Meta) (wire.Notice, error) {
	var last draw.Frame
	png, err := w.matchLook(m).ContactSheet(w.drawn(film, &last))
	text := w.Say("The course of the battle, by the number of the step, %d in all.", last.Of)
	return wire.Notice{Message: page.Picture(text, png, text)}, err
}

// Still returns one step: the board.
func (w films) Still(t table.Frame, m table.Meta, _ string) (wire.Notice, error) {
	v, ok := t.Truth.(rules.View)
	if !ok {
		return wire.Notice{}, fmt.Errorf("a still of %T", t.Truth)
	}
	d, err := w.frame(t, draw.CourseAt(v))
	if err != nil {
		return wire.Notice{}, err
	}
	png, err := w.matchLook(m).Still(d)
	r := reading{v, w.Forms, w.look("")}
	lines := r.Teller().Told(t.Facts)
	text := w.Say("**Step %d of %d**: %s", t.Step, t.Of, r.round(v.Round)) + "\n" + r.Teller().Newest(lines, len(lines), maxTold)
	return wire.Notice{Message: page.Picture(text, png, wire.Clip(page.Unmarked(w.Language, text), render.MaxAlt/2))}, err
}
