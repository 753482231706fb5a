package syndicate

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/syndicate"
	draw "downsync/render/syndicate"
)

// films are the forms for what everybody may see of a match that is over.
type films struct{ Forms }

// Stills is the one way to show a step.
func (films) Stills() []bot.Choice { return nil }

// maxCaption bounds what a step of a film says, in characters.
const maxCaption = 200

// frame is a step with its caption: what happened last in it.
func (w films) frame(t table.Frame) (draw.Frame, error) {
	v, ok := t.Truth.(rules.View)
	if !ok {
		return draw.Frame{}, fmt.Errorf("a film of %T", t.Truth)
	}
	r := reading{v, w.Forms, w.look("")}
	var said []string
	for _, f := range t.Facts {
		if s := r.line(f); s != "" {
			said = append(said, unmarked.Replace(s))
		}
	}
	note := strings.Join(said[max(0, len(said)-2):], " ")
	return draw.Frame{Step: t.Step, Of: t.Of, Note: bot.Clip(note, maxCaption), Truth: v}, nil
}

// unmarked takes Discord's marks, and what a font lacks, out of a caption.
var unmarked = strings.NewReplacer("**", "", "🎲 ", "", "💥 ", "", "☠️ ", "", "(yours) ", "")

func (w films) drawn(film bot.Film, last *draw.Frame) draw.Film {
	return func(show func(draw.Frame) error) error {
		return film(func(t table.Frame) error {
			d, err := w.frame(t)
			if err != nil {
				return err
			}
			*last = d
			return show(d)
		})
	}
}

// Film is the whole match as an animation, with both hands.
func (w films) Film(film bot.Film, progress func(done, of int) error) (bot.Notice, error) {
	var last draw.Frame
	gif, err := w.look("").Replay(w.drawn(film, &last), progress)
	text := w.Say("The whole match with both hands, %d {step|steps}.", last.Of)
	return bot.Notice{Message: bot.Message{Files: []bot.File{{Name: "film.gif", Data: gif}}, Blocks: []bot.Block{bot.Text(text), bot.Picture{File: 0, Alt: text}}}}, err
}

// ContactSheet is its course on one picture.
func (w films) ContactSheet(film bot.Film) (bot.Notice, error) {
	var last draw.Frame
	png, err := w.look("").ContactSheet(w.drawn(film, &last))
	text := w.Say("The course of the match, by the number of the step, %d in all.", last.Of)
	return bot.Notice{Message: page.Picture(text, png, text)}, err
}

// Still is one step: the board, and both hands.
func (w films) Still(t table.Frame, _ string) (bot.Notice, error) {
	d, err := w.frame(t)
	if err != nil {
		return bot.Notice{}, err
	}
	png, err := w.look("").Still(d)
	v := reading{d.Truth, w.Forms, w.look("")}
	lines := v.told(t.Facts)
	text := w.Say("**Step %d of %d**: %s", t.Step, t.Of, v.round(v.Round)) + "\n" + v.teller().Newest(lines, len(lines), maxTold)
	return bot.Notice{Message: page.Picture(text, png, bot.Clip(unmarked.Replace(text), render.MaxAlt/2))}, err
}
