package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// The past of a match: a moment of it as its reader saw it then; and of a match that is over, stills, the contact sheet and
// the film, which show what nobody saw.

// Ways to show a step of a match that is over: all sides on one picture, or one of them.
const (
	stillAll   = "all"
	stillTruth = "truth"
	stillA     = "A"
	stillB     = "B"
)

// Stills are the ways to show a step of a match that is over, the usual one first.
func (Forms) Stills() []bot.Choice {
	return []bot.Choice{{Name: "all: the truth, and what each side saw", Value: stillAll}, {Name: "truth: as it was", Value: stillTruth},
		{Name: "A: as side A saw it", Value: stillA}, {Name: "B: as side B saw it", Value: stillB}}
}

// PrivateThen is the match as it stood for the seat.
func (f Forms) PrivateThen(p table.Private, m table.Moment) (bot.Letter, error) {
	v := reads(f, p.View, p.Meta)
	return f.pictured(v, p.Seat, nil, thenText(v, m, p.Facts))
}

// PublicThen is the match as it stood for everybody.
func (f Forms) PublicThen(p table.Public, m table.Moment) (bot.Notice, error) {
	v := reads(f, p.View, p.Meta)
	pic, err := paint(f, v).Public(v.View)
	return bot.Notice{Message: withPicture(thenText(v, m, p.Facts), pic.PNG)}, err
}

// thenText says when the moment was and what had just happened; facts are all until then.
func thenText(v reading, m table.Moment, facts []game.Fact) string {
	return of(v).page().Moment(m, v.Say("Round %d, Turn %d", v.Round, v.Turn), facts)
}

// frame is a step as it is drawn.
func frame(f Forms, t table.Frame) (draw.Frame, error) {
	out := draw.Frame{Step: t.Step, Of: t.Of}
	if len(t.Sides) != len(out.Sides) {
		return out, fmt.Errorf("step %d has %d sides: expected %d", t.Step, len(t.Sides), len(out.Sides))
	}
	for i, v := range t.Sides {
		out.Sides[i] = v.(rules.View)
	}
	out.Truth = t.Truth.(rules.View)
	out.Note = of(reading{View: out.Truth, Language: f.lang}).caption(t.Facts)
	return out, nil
}

// drawn is the film as it is drawn. last is given the newest step.
func (f Forms) drawn(film bot.Film, last *draw.Frame) draw.Film {
	return func(show func(draw.Frame) error) error {
		return film(func(t table.Frame) error {
			d, err := frame(f, t)
			if err != nil {
				return err
			}
			*last = d
			return show(d)
		})
	}
}

// Film is the whole match as an animation.
func (f Forms) Film(film bot.Film, progress func(done, of int) error) (bot.Notice, error) {
	var last draw.Frame
	gif, err := look(f, "").Replay(f.drawn(film, &last), progress)
	if err != nil {
		return bot.Notice{}, err
	}
	text := f.lang.Say("downsync.film.film", last.Of)
	return bot.Notice{Message: bot.Message{Files: []bot.File{{Name: "film.gif", Data: gif}},
			Blocks: []bot.Block{bot.Text(text),
				bot.Picture{File: 0, Alt: f.lang.Say("downsync.film.film-alt", last.Of, last.Truth.Round)}}}},
		nil
}

// ContactSheet is the course of the match on one picture.
func (f Forms) ContactSheet(film bot.Film) (bot.Notice, error) {
	var last draw.Frame
	png, err := look(f, "").ContactSheet(f.drawn(film, &last))
	if err != nil {
		return bot.Notice{}, err
	}
	return bot.Notice{Message: withPicture(f.lang.Say("The course of the match, by the number of the step (%d in all): Round and Victory Points above each.", last.Of), png)}, nil
}

// Still is a step of the match.
func (f Forms) Still(t table.Frame, which string) (bot.Notice, error) {
	d, err := frame(f, t)
	if err != nil {
		return bot.Notice{}, err
	}
	l := look(f, "")
	var png []byte
	switch which {
	case stillTruth:
		png, err = l.Board(d, 0)
	case stillA:
		png, err = l.Board(d, 1)
	case stillB:
		png, err = l.Board(d, 2)
	default:
		png, err = l.Still(d)
	}
	if err != nil {
		return bot.Notice{}, err
	}
	v := reading{View: d.Truth, Language: f.lang}
	text := v.Say("**Step %d of %d**: Round %d, Turn %d", t.Step, t.Of, v.Round, v.Turn)
	if v.Turn == 0 {
		text = v.Say("**Step %d of %d**: set-up", t.Step, t.Of)
	}
	lines := of(v).page().Told(t.Facts)
	text += "\n" + of(v).page().Newest(lines, len(lines), maxTold)
	return bot.Notice{Message: withPicture(text, png)}, nil
}

// maxCaption is more than has room below a board, in characters.
const maxCaption = 200

// caption says what happened in a step, plainly and shortly, the most important last.
func (w teller) caption(facts []game.Fact) string {
	var said []string
	for _, f := range facts {
		if s := w.shortly(f); s != "" {
			said = append(said, s)
		}
	}
	return bot.Clip(plainly.Replace(strings.Join(said, " ")), maxCaption)
}

// shortly leaves the dice of a roll out.
func (w teller) shortly(f game.Fact) string {
	switch f := f.(type) {
	case rules.AttackRolled:
		return w.Say("%s fires at %s: %d against %d, %s.", f.By, f.Target, f.Total, f.Need, w.Text(word(f.Hit, "hit", "miss")))
	case rules.ScanRolled:
		return w.Say("%s scans %s: %d against %d, %s.", f.By, f.Target, f.Total, f.Need, w.Text(word(f.Hit, "found", "nothing")))
	case rules.PriorityRolled:
		return w.Say("Priority of %s: %d.", f.Unit, f.Die)
	case rules.RostersOpened:
		return ""
	}
	return w.line(f)
}

// plainly takes Discord's formatting away, and what a line tells its owner alone.
var plainly = strings.NewReplacer("**", "", "~~", "", "`", "", "🎲 ", "", "(yours) ", "")
