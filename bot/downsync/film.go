package downsync

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/rulebook"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/render"
	draw "downsync/render/downsync"
)

// The past of a match: earlier moments as their reader saw them, and stills, contact sheet and film of a finished match,
// which show everything.

// films implements bot.Films and bot.Endings: what everybody may see of a finished match.
type films struct{ Forms }

// Stills returns the ways to show a step of a finished match, the default first.
func (films) Stills() []wire.Choice {
	return []wire.Choice{{Name: "all: the truth, and what each side saw", Value: "all"}, {Name: "truth: as it was", Value: "truth"},
		{Name: "A: as side A saw it", Value: "A"}, {Name: "B: as side B saw it", Value: "B"}}
}

// history implements bot.History: it shows past events in words and on boards.
type history struct{ Forms }

// PrivateThen shows the match as the seat saw it at that moment.
func (f history) PrivateThen(p table.Private, m table.Moment) (wire.Letter, error) {
	v := reads(f.Forms, p.View, p.Meta)
	return illustrated(overBoard(f.Forms, v, nil, thenText(v, m, p.Facts)))
}

// PublicThen shows the match as everybody saw it at that moment.
func (f history) PublicThen(p table.Public, m table.Moment) (wire.Notice, error) {
	v := reads(f.Forms, p.View, p.Meta)
	pic, err := paint(f.Forms, v).Public(v.View, v.publicNews(p))
	return wire.Notice{Message: withPicture(thenText(v, m, p.Facts), pic.PNG)}, err
}

// thenText says when the moment was and what had just happened. The last of facts is the last one of that moment.
func thenText(v reading, m table.Moment, facts []game.Fact) string {
	return of(v).page().Moment(m, v.Say("Round %d, Turn %d", v.Round, v.Turn), facts)
}

func frame(f Forms, t table.Frame) (draw.Frame, error) {
	out := draw.Frame{Step: t.Step, Of: t.Of, Facts: t.Facts}
	if len(t.Sides) != len(out.Sides) {
		return out, fmt.Errorf("step %d has %d sides: expected %d", t.Step, len(t.Sides), len(out.Sides))
	}
	for i, v := range t.Sides {
		out.Sides[i] = v.(rules.View)
	}
	out.Truth = t.Truth.(rules.View)
	said := each(t.Facts, of(reading{View: out.Truth, voice: voice{f.Language}}).shortly)
	out.Note = wire.Clip(plainly.Replace(strings.ReplaceAll(paragraph(said...), "\n", " ")), maxCaption)
	return out, nil
}

// drawn prepares the film for drawing, and sets last to the newest step.
func (f films) drawn(film bot.Film, last *draw.Frame) draw.Film {
	return page.Filmed(film, last, func() func(table.Frame) (draw.Frame, error) {
		return func(t table.Frame) (draw.Frame, error) { return frame(f.Forms, t) }
	})
}

// Film returns the whole match as an animation.
func (f films) Film(film bot.Film, m table.Meta, progress func(done, of int) error) (wire.Notice, error) {
	var last draw.Frame
	gif, err := matchLook(f.Forms, m).Replay(f.drawn(film, &last), progress)
	return page.Film(gif, f.Say("downsync.film.film", last.Of), f.Say("downsync.film.film-alt", last.Of, last.Truth.Round)), err
}

// Result returns the picture of how the match ended.
func (f films) Result(p table.Public) (wire.Notice, error) {
	v := reads(f.Forms, p.View, p.Meta)
	pic, err := paint(f.Forms, v).Result(v.View, v.publicNews(p))
	return page.Result(pic.PNG, v.look.Alt(v.View)), err
}

// Highlights returns the best moments of the match as an animation.
func (f films) Highlights(film bot.Film, p table.Public, progress func(done, of int) error) (wire.Notice, error) {
	v := reads(f.Forms, p.View, p.Meta)
	var last draw.Frame
	gif, err := v.look.Highlights(f.drawn(film, &last), v.View, v.publicNews(p), progress)
	return page.Highlights(gif, v.Text("🎬 **Highlights**: reveals, hits and points, and how it ended."),
		v.Say("A short animation of the match: reveals, hits and points, and the result. %s", v.look.Alt(v.View))), err
}

// ContactSheet returns the course of the match on one picture.
func (f films) ContactSheet(film bot.Film, m table.Meta) (wire.Notice, error) {
	var last draw.Frame
	png, err := matchLook(f.Forms, m).ContactSheet(f.drawn(film, &last))
	text := f.Say("The course of the match, by the number of the step (%d in all): Round and Victory Points above each.", last.Of)
	return wire.Notice{Message: withPicture(text, png)}, err
}

// Still returns the picture of one step of the match.
func (f films) Still(t table.Frame, m table.Meta, which string) (wire.Notice, error) {
	d, err := frame(f.Forms, t)
	if err != nil {
		return wire.Notice{}, err
	}
	drawn := matchLook(f.Forms, m).Still
	if i := slices.Index([]string{"truth", "A", "B"}, which); i >= 0 {
		drawn = func(d draw.Frame) ([]byte, error) { return matchLook(f.Forms, m).Board(d, i) }
	}
	png, err := drawn(d)
	v := reading{View: d.Truth, voice: voice{f.Language}}
	head := v.Say("**Step %d of %d**: Round %d, Turn %d", t.Step, t.Of, v.Round, v.Turn)
	if v.Turn == 0 {
		head = v.Say("**Step %d of %d**: set-up", t.Step, t.Of)
	}
	told := of(v).page()
	lines := told.Told(t.Facts)
	return wire.Notice{Message: withPicture(paragraph(head, told.Newest(lines, len(lines), maxTold)), png)}, err
}

// shortly words a fact for a film: rolls without their dice.
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

// plainly removes Discord's formatting, and the mark of lines that only their owner reads.
var plainly = strings.NewReplacer("**", "", "~~", "", "`", "", "🎲 ", "", "(only you see this) ", "")

// One line about a match, for lists of waiting questions and of results.

// Question returns the first line of the console's question. Onlookers see no menu, so they read the general question.
func (f play) Question(p table.Private, a table.OpenAsk) string {
	v := reads(f.Forms, p.View, p.Meta)
	if len(a.Menu) == 0 {
		return v.generalAsk(a.Name)
	}
	asked, _, _ := strings.Cut(privateAsk(v, withShortcuts(v, a), draft{}), "\n")
	return page.Unbold(asked)
}

// Outcome says in one line how a finished match ended, "" for any other match.
func (f play) Outcome(p table.Public) string {
	place, err := bot.PlaceOf(p.Meta)
	if err != nil || p.Result == nil {
		return ""
	}
	return strings.TrimSuffix(wire.Clip(outcome(f.Language, *p.Result, place.Names), maxOption), ".")
}

// Played returns the forces of a finished match.
func (roster) Played(p table.Public) ([]string, bool) {
	f, ok := rostersIn(p.Facts)
	if !ok {
		return nil, false
	}
	return each(f.Forces[:], func(force []string) string { return strings.Join(force, ",") }), true
}

// rostersIn returns the fact that opened the forces. ok is false if they are still sealed.
func rostersIn(facts []game.Fact) (f rules.RostersOpened, ok bool) {
	for _, fact := range facts {
		if f, ok = fact.(rules.RostersOpened); ok {
			return f, true
		}
	}
	return f, false
}

// Factions returns the faction of each opened force, "mixed" for a force of several.
func (f roster) Factions(p table.Public) []string {
	cat := reads(f.Forms, p.View, p.Meta).Cards()
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

// Sealed checks the opened forces against their commitments (S9), and returns the lines that let anybody repeat the check.
func (f history) Sealed(told []game.Fact) ([]string, error) {
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
func (f history) Log(v game.View, m table.Meta, facts []game.Fact) []string {
	return of(reads(f.Forms, v, m)).page().Log(facts)
}

// Plainly is Log without the rules.
func (f history) Plainly(v game.View, m table.Meta, facts []game.Fact) []string {
	return of(reads(f.Forms, v, m)).page().Plainly(facts)
}

// Ruling explains the nth public fact on the board of that moment.
func (f history) Ruling(before, after table.Public, n int) (wire.Notice, error) {
	r := ruling(f.Forms, before.View, after.View, after.Meta, after.Facts, n)
	pic, err := paint(f.Forms, r.view).Public(r.view.View, draw.PublicNews{})
	return wire.Notice{Message: withPicture(r.text, pic.PNG)}, err
}

// RulingOwn explains the nth fact that the seat was told, on the seat's own board of that moment.
func (f history) RulingOwn(before, after table.Private, n int) (wire.Letter, error) {
	r := ruling(f.Forms, before.View, after.View, after.Meta, after.Facts, n)
	return illustrated(overBoard(f.Forms, r.view, r.staged, r.text))
}

// momentOf returns the Round and the Turn in which the last of the facts happened.
func momentOf(facts []game.Fact) (round, turn int) {
	for _, f := range facts {
		switch f := f.(type) {
		case rules.RoundBegan:
			round = f.Round
		case rules.TurnBegan:
			turn = f.Turn
		}
	}
	return round, turn
}

type ruled struct {
	view   reading
	staged *draw.Staged
	text   string
}

// ruling explains a fact. It measures on the board before the step, because the step may have destroyed the target.
func ruling(f Forms, before, after game.View, m table.Meta, facts []game.Fact, n int) ruled {
	fact := facts[n-1]
	r := ruled{view: reads(f, after, m)}
	w := of(r.view)
	head := w.Say("**Event %d**", n)
	round, turn := momentOf(facts[:n])
	if _, began := momentOf(facts); began == 0 { // the facts do not reach back to the first Turn
		round, turn = r.view.Round, r.view.Turn
	}
	if turn > 0 {
		head = w.Say("**Event %d**, Round %d, Turn %d", n, round, turn)
	}
	parts := []string{head, cmp.Or(w.line(fact), w.Text("Nothing that the log tells in words.")), w.page().Dice(facts, n, " "), w.sources(fact)}
	if by, to, ok := ends(fact); ok && before != nil {
		old := reads(f, before, m)
		from, err := old.Spots(by.String())
		at, err2 := old.Spots(to.String())
		if err == nil && err2 == nil { // both stood on that board
			text, line := old.distance(old.Measure(from, at))
			r.view, r.staged = old, &draw.Staged{Line: &line}
			parts = append(parts, text)
		}
	}
	if moved, ok := fact.(rules.Moved); ok {
		parts = append(parts, w.Say("The way led from %s to %s and was %s\" long.", moved.Path[0], moved.Path[len(moved.Path)-1], plane.Path(moved.Path).Length()))
	}
	r.text = wire.Clip(paragraph(append(parts, w.rulesOf(fact))...), maxTold)
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

// sources lists where each modifier came from.
func (w teller) sources(f game.Fact) string {
	var mods, against []rules.Mod
	switch f := f.(type) {
	case rules.AttackRolled:
		mods, against = f.Mods, f.Against
	case rules.ScanRolled:
		mods, against = f.Mods, f.Against
	case rules.PriorityRolled:
		mods = f.Mods
	case rules.CounterChecked:
		mods = f.Mods
	}
	source := func(format game.Text) func(rules.Mod) string {
		return func(m rules.Mod) string {
			return w.Say(format, m.By, w.Text(m.Why), cmp.Or(m.Rule, w.Text("on a card")))
		}
	}
	return paragraph(append(each(mods, source("• %+d %s on the roll (%s)")), each(against, source("• %+d %s on the number to reach (%s)"))...)...)
}

// rulesOf quotes the rules that the fact follows from.
func (w teller) rulesOf(f game.Fact) string {
	lines := each(factRows.Cites(w, f), func(number string) string {
		e := rulebook.Book.Numbered(number)
		text := wire.Clip(strings.TrimSpace(e.Title+" "+inShort(w.Language, e)), maxRule)
		return fmt.Sprintf("-# **%s** (%s) %s", number, w.Text(game.Text(e.Where)), text)
	})
	if len(lines) == 0 {
		return ""
	}
	return paragraph(append(lines, page.InEnglish(w.Language))...)
}

// Disclosed shows a referee what was disclosed: the board, and the last facts that its viewer was told.
func (f history) Disclosed(o table.Opened, m table.Meta) (wire.Message, error) {
	v := reads(f.Forms, o.View, m)
	png, err := render.Draw(v.look.Scene(v.View, nil))
	told := of(v).page()
	text := told.Newest(told.Told(o.Facts), mostLooked, maxTold-200)
	return page.Picture(cmp.Or(text, v.Text("Nothing that the log tells in words.")), png, v.look.Alt(v.View)), err
}
