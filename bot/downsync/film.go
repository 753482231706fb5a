package downsync

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// The past of a match: a moment of it as its reader saw it then; and of a match that is over, stills, the contact sheet and
// the film, which show what nobody saw.

// Stills are the ways to show a step of a match that is over, the usual one first.
func (Forms) Stills() []bot.Choice {
	return []bot.Choice{{Name: "all: the truth, and what each side saw", Value: "all"}, {Name: "truth: as it was", Value: "truth"},
		{Name: "A: as side A saw it", Value: "A"}, {Name: "B: as side B saw it", Value: "B"}}
}

// PrivateThen is the match as it stood for the seat.
func (f Forms) PrivateThen(p table.Private, m table.Moment) (bot.Letter, error) {
	v := reads(f, p.View, p.Meta)
	return illustrated(overBoard(f, v, nil, thenText(v, m, p.Facts)))
}

// PublicThen is the match as it stood for everybody.
func (f Forms) PublicThen(p table.Public, m table.Moment) (bot.Notice, error) {
	v := reads(f, p.View, p.Meta)
	pic, err := paint(f, v).Public(v.View)
	return bot.Notice{Message: withPicture(thenText(v, m, p.Facts), pic.PNG)}, err
}

// thenText says when the moment was and what had just happened. facts ends with it.
func thenText(v reading, m table.Moment, facts []game.Fact) string {
	head := v.Say("**Step %d** of what you saw: Round %d, Turn %d, <t:%d:f>", m.Step, v.Round, v.Turn, m.At.Unix())
	return paragraph(head, of(v).latest(facts[m.First-1:m.Last]))
}

// frame prepares a step for drawing.
func frame(f Forms, t table.Frame) (draw.Frame, error) {
	out := draw.Frame{Step: t.Step, Of: t.Of}
	if len(t.Sides) != len(out.Sides) {
		return out, fmt.Errorf("step %d has %d sides: expected %d", t.Step, len(t.Sides), len(out.Sides))
	}
	for i, v := range t.Sides {
		out.Sides[i] = v.(rules.View)
	}
	out.Truth = t.Truth.(rules.View)
	out.Note = of(reading{View: out.Truth, voice: voice{f.lang}}).caption(t.Facts)
	return out, nil
}

// drawn prepares the film for drawing, and sets last to the newest step.
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
	var m message
	m.say(f.lang.Say("downsync.film.film", last.Of), maxTold)
	m.show(m.attach("film.gif", gif), f.lang.Say("downsync.film.film-alt", last.Of, last.Truth.Round))
	return bot.Notice{Message: m.Message}, nil
}

// ContactSheet is the course of the match on one picture.
func (f Forms) ContactSheet(film bot.Film) (bot.Notice, error) {
	var last draw.Frame
	png, err := look(f, "").ContactSheet(f.drawn(film, &last))
	text := f.lang.Say("The course of the match, by the number of the step (%d in all): Round and Victory Points above each.", last.Of)
	return bot.Notice{Message: withPicture(text, png)}, err
}

// Still is a step of the match.
func (f Forms) Still(t table.Frame, which string) (bot.Notice, error) {
	d, err := frame(f, t)
	if err != nil {
		return bot.Notice{}, err
	}
	drawn := look(f, "").Still
	if i := slices.Index([]string{"truth", "A", "B"}, which); i >= 0 {
		drawn = func(d draw.Frame) ([]byte, error) { return look(f, "").Board(d, i) }
	}
	png, err := drawn(d)
	v := reading{View: d.Truth, voice: voice{f.lang}}
	head := v.Say("**Step %d of %d**: Round %d, Turn %d", t.Step, t.Of, v.Round, v.Turn)
	if v.Turn == 0 {
		head = v.Say("**Step %d of %d**: set-up", t.Step, t.Of)
	}
	return bot.Notice{Message: withPicture(paragraph(head, of(v).latest(t.Facts)), png)}, err
}

// maxCaption is more than has room below a board, in characters.
const maxCaption = 200

// caption says shortly what happened in a step.
func (w teller) caption(facts []game.Fact) string {
	said := strings.ReplaceAll(paragraph(each(facts, w.shortly)...), "\n", " ")
	return bot.Clip(plainly.Replace(said), maxCaption)
}

// shortly leaves out the dice of a roll.
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

// Matches in a line: for lists of what waits, and of results.

// Question is what is asked, in a few words.
func (f Forms) Question(_ table.Private, a table.OpenAsk) string {
	return f.lang.Text(asks[a.Name])
}

// Outcome is how a match that is over ended, in one line.
func (f Forms) Outcome(p table.Public) string {
	place, err := placeOf(p.Meta)
	if err != nil || p.Result == nil {
		return ""
	}
	return strings.TrimSuffix(bot.Clip(outcome(f.lang, *p.Result, place.Names), maxOption), ".")
}

// Played returns the forces of a finished match.
func (Forms) Played(p table.Public) ([]string, bool) {
	f, ok := rostersIn(p.Facts)
	if !ok {
		return nil, false
	}
	return each(f.Forces[:], func(force []string) string { return strings.Join(force, ",") }), true
}

// rostersIn returns the opening of the forces, if they are open.
func rostersIn(facts []game.Fact) (f rules.RostersOpened, ok bool) {
	for _, fact := range facts {
		if f, ok = fact.(rules.RostersOpened); ok {
			return f, true
		}
	}
	return f, false
}

// Factions returns the faction of each opened force; "mixed" for several.
func (f Forms) Factions(p table.Public) []string {
	cat := reads(f, p.View, p.Meta).Cards()
	opened, ok := rostersIn(p.Facts)
	if !ok {
		return nil
	}
	return each(opened.Forces[:], func(force []string) string {
		names := withNew(nil, each(force, func(slug string) string {
			faction := cat.Must(slug).Faction
			return cmp.Or(string(factionNames[faction]), faction)
		})...)
		switch len(names) {
		case 0:
			return ""
		case 1:
			return names[0]
		}
		return "mixed"
	})
}

// Sealed checks the opened forces against their commitments (S9), and returns what anybody needs to check them again.
func (f Forms) Sealed(told []game.Fact) ([]string, error) {
	var seals []string
	for _, fact := range told {
		switch fact := fact.(type) {
		case rules.Began:
			for n, hash := range fact.Rosters {
				seals = append(seals, f.lang.Say("-# The force of %s is sealed as `%s`", letter(game.Seat(n+1)), hash))
			}
		case rules.RostersOpened:
			for n := range seals {
				seals[n] += f.lang.Say(", its salt is `%s`", fact.Salts[n])
			}
		}
	}
	_, err := rules.CheckRosters(told)
	return seals, err
}
