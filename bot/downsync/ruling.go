package downsync

import (
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/bot/page"
	"downsync/game"
	"downsync/game/downsync/rulebook"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// The log and its ruling cards: what was done, with which dice and modifiers, by which rule, each as its reader was told it.

// Log says facts in words with their rules, one a fact; "" for what needs no words.
func (f Forms) Log(v game.View, m table.Meta, facts []game.Fact) []string {
	return of(reads(f, v, m)).page().Log(facts)
}

// Ruling is the card of the nth fact that everybody was told, with the board of then.
func (f Forms) Ruling(before, after table.Public, n int) (bot.Notice, error) {
	r := ruling(f, before.View, after.View, after.Meta, after.Facts, n)
	pic, err := paint(f, r.view).Public(r.view.View)
	if err != nil {
		return bot.Notice{}, err
	}
	return bot.Notice{Message: withPicture(r.text, pic.PNG)}, nil
}

// RulingOwn is the card of the nth fact that the seat was told, with its own board of then.
func (f Forms) RulingOwn(before, after table.Private, n int) (bot.Letter, error) {
	r := ruling(f, before.View, after.View, after.Meta, after.Facts, n)
	return f.pictured(r.view, after.Seat, r.staged, r.text)
}

// ruled is a ruling card's content.
type ruled struct {
	view   reading
	staged *draw.Staged
	text   string
}

// ruling works a card out. What hangs on where pieces stood is measured on the board before the step: a target that it
// destroyed still stood there.
func ruling(f Forms, before, after game.View, m table.Meta, facts []game.Fact, n int) ruled {
	fact := facts[n-1]
	r := ruled{view: reads(f, after, m)}
	w := of(r.view)
	head := w.Say("**Event %d**", n)
	if r.view.Turn > 0 {
		head = w.Say("**Event %d**, Round %d, Turn %d", n, r.view.Round, r.view.Turn)
	}
	parts := []string{head, or(w.line(fact), w.Text("Nothing that the log tells in words.")), w.diceNumbers(facts, n), w.sources(fact)}
	if by, to, ok := ends(fact); ok && before != nil {
		old := reads(f, before, m)
		if text, line, ok := old.between(by, to); ok {
			r.view, r.staged = old, &draw.Staged{Line: &line}
			parts = append(parts, text)
		}
	}
	if moved, ok := fact.(rules.Moved); ok {
		parts = append(parts, w.Say("The way was %s\" long.", plane.Path(moved.Path).Length()))
	}
	parts = append(parts, w.rulesOf(fact))
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	r.text = bot.Clip(strings.Join(said, "\n"), maxTold)
	return r
}

// ends are the two pieces of a fact that something was measured for.
func ends(f game.Fact) (by, to rules.Ref, ok bool) {
	switch f := f.(type) {
	case rules.AttackRolled:
		return f.By, f.Target, true
	case rules.ScanRolled:
		return f.By, f.Target, true
	}
	return by, to, false
}

// between says distance, line of sight and concealment between two bases; ok is false if one is not on that board.
func (v reading) between(by, to rules.Ref) (string, draw.Line, bool) {
	from, err := v.Spots(by.String())
	if err != nil {
		return "", draw.Line{}, false
	}
	at, err := v.Spots(to.String())
	if err != nil {
		return "", draw.Line{}, false
	}
	text, line := v.distance(v.Measure(from, at))
	return text, line, true
}

// diceNumbers are the numbers that the fact's dice have among those that the reader is told of, as the seed gives them.
func (w teller) diceNumbers(facts []game.Fact, n int) string {
	stream, faces := rules.DiceOf(facts[n-1])
	if len(faces) == 0 {
		return ""
	}
	before := 0
	for _, f := range facts[:n-1] {
		if s, old := rules.DiceOf(f); s == stream {
			before += len(old)
		}
	}
	shown := strings.Trim(fmt.Sprint(faces), "[]")
	if stream == 0 {
		return w.Say("Dice %d to %d of the public ones: %s.", before+1, before+len(faces), shown)
	}
	return w.Say("Dice %[2]d to %[3]d of %[1]s's own: %[4]s.", letter(stream), before+1, before+len(faces), shown)
}

// sources say where each modifier came from.
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
	var lines []string
	for _, m := range mods {
		lines = append(lines, w.source("• %+d %s on the roll (%s)", m))
	}
	for _, m := range against {
		lines = append(lines, w.source("• %+d %s on the number to reach (%s)", m))
	}
	return strings.Join(lines, "\n")
}

func (w teller) source(format game.Text, m rules.Mod) string {
	where := w.Text("on a card")
	if m.Rule != "" {
		where = m.Rule
	}
	return w.Say(format, m.By, w.Text(m.Why), where)
}

// mostRule bounds the text of one rule on a card, in characters.
const mostRule = 320

// rulesOf are the texts of the rules that the fact follows from.
func (w teller) rulesOf(f game.Fact) string {
	var lines []string
	for _, number := range cited(f) {
		e := rulebook.Book.Numbered(number)
		text := bot.Clip(strings.TrimSpace(e.Title+" "+e.Text), mostRule)
		lines = append(lines, fmt.Sprintf("-# **%s** (%s) %s", number, w.Text(game.Text(e.Where)), text))
	}
	if s := inEnglish(w.Language); s != "" && len(lines) > 0 {
		lines = append(lines, s)
	}
	return strings.Join(lines, "\n")
}

// Disclosed shows what was disclosed to a referee: the board, and what its viewer was told last.
func (f Forms) Disclosed(o table.Opened, m table.Meta) (bot.Message, error) {
	v := reads(f, o.View, m)
	png, err := render.Draw(v.look.Scene(v.View, nil))
	if err != nil {
		return bot.Message{}, err
	}
	w := of(v)
	text := w.page().Newest(w.page().Told(o.Facts), mostLooked, maxTold-200)
	return page.Picture(or(text, w.Text("Nothing that the log tells in words.")), png, bot.Clip(v.look.Alt(v.View), draw.MaxAlt)), nil
}

// mostLooked is how many facts a look shows beside the board.
const mostLooked = 30
