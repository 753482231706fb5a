package inspect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/downsync/wording"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/downsync"
)

// The past of a match: earlier moments as their reader saw them, and stills, contact sheet and film of a finished match,
// which show everything.

// Films implements bot.Films and bot.Endings: what everybody may see of a finished match.
type Films struct{ wording.Reader }

// Stills returns the ways to show a step of a finished match, the default first.
func (Films) Stills() []wire.Choice {
	return []wire.Choice{{Name: "all: the truth, and what each side saw", Value: "all"}, {Name: "truth: as it was", Value: "truth"},
		{Name: "A: as side A saw it", Value: "A"}, {Name: "B: as side B saw it", Value: "B"}}
}

// History implements bot.History: it shows past events in words and on boards.
type History struct{ wording.Reader }

// PrivateThen shows the match as the seat saw it at that moment.
func (f History) PrivateThen(p table.Private, m table.Moment) (wire.Letter, error) {
	v := wording.Read(f.Reader, p.View, p.Meta)
	return illustrated(overBoard(f.Reader, v, nil, thenText(v, m, p.Facts)))
}

// PublicThen shows the match as everybody saw it at that moment.
func (f History) PublicThen(p table.Public, m table.Moment) (wire.Notice, error) {
	v := wording.Read(f.Reader, p.View, p.Meta)
	pic, err := wording.Paint(f.Reader, v).Public(v.View, v.PublicNews(p))
	return wire.Notice{Message: wording.WithPicture(thenText(v, m, p.Facts), pic.PNG)}, err
}

// thenText says when the moment was and what had just happened. The last of facts is the last one of that moment.
func thenText(v wording.Reading, m table.Moment, facts []game.Fact) string {
	return wording.TellerOf(v).Page().Moment(m, v.Say("Round %d, Turn %d", v.Round, v.Turn), facts)
}

func frame(f wording.Reader, t table.Frame) (draw.Frame, error) {
	out := draw.Frame{Step: t.Step, Of: t.Of, Facts: t.Facts}
	if len(t.Sides) != len(out.Sides) {
		return out, fmt.Errorf("step %d has %d sides: expected %d", t.Step, len(t.Sides), len(out.Sides))
	}
	for i, v := range t.Sides {
		out.Sides[i] = v.(rules.View)
	}
	out.Truth = t.Truth.(rules.View)
	said := page.Each(t.Facts, wording.TellerOf(wording.Reading{View: out.Truth, Voice: wording.Voice{Language: f.Language}}).Shortly)
	out.Note = wire.Clip(page.Unmarked(f.Language, strings.ReplaceAll(wording.Paragraph(said...), "\n", " ")), maxCaption)
	return out, nil
}

// drawn prepares the film for drawing, and sets last to the newest step.
func (f Films) drawn(film bot.Film, last *draw.Frame) draw.Film {
	return page.Filmed(film, last, func() func(table.Frame) (draw.Frame, error) {
		return func(t table.Frame) (draw.Frame, error) { return frame(f.Reader, t) }
	})
}

// Film returns the whole match as an animation.
func (f Films) Film(film bot.Film, m table.Meta, progress func(done, of int) error) (wire.Notice, error) {
	var last draw.Frame
	gif, err := wording.MatchLook(f.Reader, m).Replay(f.drawn(film, &last), progress)
	return page.Film(gif, f.Say("downsync.film.film", last.Of), f.Say("downsync.film.film-alt", last.Of, last.Truth.Round)), err
}

// Result returns the picture of how the match ended.
func (f Films) Result(p table.Public) (wire.Notice, error) {
	v := wording.Read(f.Reader, p.View, p.Meta)
	pic, err := wording.Paint(f.Reader, v).Result(v.View, v.PublicNews(p))
	return page.Result(pic, v.Look.Alt(v.View)), err
}

// Highlights returns the best moments of the match as an animation.
func (f Films) Highlights(film bot.Film, p table.Public, progress func(done, of int) error) (wire.Notice, error) {
	v := wording.Read(f.Reader, p.View, p.Meta)
	var last draw.Frame
	gif, err := v.Look.Highlights(f.drawn(film, &last), v.View, v.PublicNews(p), progress)
	return page.Highlights(gif, v.Text("🎬 **Highlights**: reveals, hits and points, and how it ended."),
		v.Say("A short animation of the match: reveals, hits and points, and the result. %s", v.Look.Alt(v.View))), err
}

// ContactSheet returns the course of the match on one picture.
func (f Films) ContactSheet(film bot.Film, m table.Meta) (wire.Notice, error) {
	var last draw.Frame
	png, err := wording.MatchLook(f.Reader, m).ContactSheet(f.drawn(film, &last))
	text := f.Say("The course of the match, by the number of the step (%d in all): Round and Victory Points above each.", last.Of)
	return wire.Notice{Message: wording.WithPicture(text, png)}, err
}

// Still returns the picture of one step of the match.
func (f Films) Still(t table.Frame, m table.Meta, which string) (wire.Notice, error) {
	d, err := frame(f.Reader, t)
	if err != nil {
		return wire.Notice{}, err
	}
	drawn := wording.MatchLook(f.Reader, m).Still
	if i := slices.Index([]string{"truth", "A", "B"}, which); i >= 0 {
		drawn = func(d draw.Frame) ([]byte, error) { return wording.MatchLook(f.Reader, m).Board(d, i) }
	}
	png, err := drawn(d)
	v := wording.Reading{View: d.Truth, Voice: wording.Voice{Language: f.Language}}
	head := v.Say("**Step %d of %d**: Round %d, Turn %d", t.Step, t.Of, v.Round, v.Turn)
	if v.Turn == 0 {
		head = v.Say("**Step %d of %d**: set-up", t.Step, t.Of)
	}
	told := wording.TellerOf(v).Page()
	lines := told.Told(t.Facts)
	return wire.Notice{Message: wording.WithPicture(wording.Paragraph(head, told.Newest(lines, len(lines), wording.MaxTold)), png)}, err
}

// Sealed checks the opened forces against their commitments (S9), and returns the lines that let anybody repeat the check.
func (f History) Sealed(told []game.Fact) ([]string, error) {
	var seals []string
	for _, fact := range told {
		switch fact := fact.(type) {
		case rules.Began:
			for n, hash := range fact.Rosters {
				seals = append(seals, f.Say("-# The force of %s is sealed as `%s`", bot.SideName(game.Seat(n+1)), hash))
			}
		case rules.RostersOpened:
			for n := range seals {
				seals[n] += f.Say(", its salt is `%s`", fact.Salts[n])
			}
		}
	}
	_, err := rules.CheckRosters(told)
	return seals, err
}

// The log and its ruling cards: each event with its dice, modifiers and rules, as its reader was told it.

// Log words facts with their rules. A fact without words is "".
func (f History) Log(v game.View, m table.Meta, facts []game.Fact) []string {
	return wording.TellerOf(wording.Read(f.Reader, v, m)).Page().Log(facts)
}

// Plainly is Log without the rules.
func (f History) Plainly(v game.View, m table.Meta, facts []game.Fact) []string {
	return wording.TellerOf(wording.Read(f.Reader, v, m)).Page().Plainly(facts)
}

// Ruling explains the nth public fact on the board of that moment.
func (f History) Ruling(before, after table.Public, n int) (wire.Notice, error) {
	r := ruling(f.Reader, before.View, after.View, after.Meta, after.Facts, n, game.Number{Event: n})
	pic, err := wording.Paint(f.Reader, r.view).Measured(r.view.View, r.line)
	return wire.Notice{Message: wording.WithPicture(r.text, pic.PNG)}, err
}

// RulingOwn explains the nth fact that the seat was told, on the seat's own board of that moment.
func (f History) RulingOwn(before, after table.Private, n int) (wire.Letter, error) {
	r := ruling(f.Reader, before.View, after.View, after.Meta, after.Facts, n, after.Numbers[n-1])
	var staged *draw.Staged
	if r.line != nil {
		staged = &draw.Staged{Line: r.line}
	}
	return illustrated(overBoard(f.Reader, r.view, staged, r.text))
}

type ruled struct {
	view wording.Reading
	line *draw.Line // nil: nothing to measure
	text string
}

// ruling explains the nth fact, which has that number in its reader's log. It measures on the board before the step, because the step may have destroyed the target.
func ruling(f wording.Reader, before, after game.View, m table.Meta, facts []game.Fact, n int, number game.Number) ruled {
	fact := facts[n-1]
	r := ruled{view: wording.Read(f, after, m)}
	w := wording.TellerOf(r.view)
	head := w.Say("**Event %s**", number)
	round, turn := wording.MomentOf(facts[:n])
	if _, began := wording.MomentOf(facts); began == 0 { // the facts do not reach back to the first Turn
		round, turn = r.view.Round, r.view.Turn
	}
	if turn > 0 {
		head = w.Say("**Event %s**, Round %d, Turn %d", number, round, turn)
	}
	parts := []string{head, cmp.Or(w.Line(fact), w.Text("Nothing that the log tells in words.")), w.Page().Dice(facts, n, " "), w.Sources(fact)}
	if by, to, ok := ends(fact); ok && before != nil {
		old := wording.Read(f, before, m)
		from, err := old.Spots(by.String())
		at, err2 := old.Spots(to.String())
		if err == nil && err2 == nil { // both stood on that board
			text, line := distance(old, old.Measure(from, at))
			r.view, r.line = old, &line
			parts = append(parts, text)
		}
	}
	if moved, ok := fact.(rules.Moved); ok {
		parts = append(parts, w.Say("The way led from %s to %s and was %s\" long.", moved.Path[0], moved.Path[len(moved.Path)-1], plane.Path(moved.Path).Length()))
	}
	r.text = wire.Clip(wording.Paragraph(append(parts, w.RulesOf(fact))...), wording.MaxTold)
	return r
}

// ends returns the two pieces of a roll: the one that rolled and its target.
func ends(f game.Fact) (by, to rules.Ref, ok bool) {
	switch f := f.(type) {
	case rules.AttackRolled:
		return f.By, f.Target, true
	case rules.ScanRolled:
		return f.By, f.Target, true
	}
	return by, to, false
}

// Disclosed shows a referee what was disclosed: the board, and the last facts that its viewer was told.
func (f History) Disclosed(o table.Opened, m table.Meta) (wire.Message, error) {
	v := wording.Read(f.Reader, o.View, m)
	png, err := render.Draw(v.Look.Scene(v.View, nil))
	told := wording.TellerOf(v).Page()
	text := told.Newest(told.Told(o.Facts), mostLooked, wording.MaxTold-200)
	return page.Picture(cmp.Or(text, v.Text("Nothing that the log tells in words.")), png, v.Look.Alt(v.View)), err
}
