package downsync

import (
	"cmp"
	"fmt"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/downsync/rulebook"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// The log and its ruling cards: what was done, with which dice and modifiers, by which rule, each as its reader was told it.

// Log words facts with their rules; "" for those without words.
func (f Forms) Log(v game.View, m table.Meta, facts []game.Fact) []string {
	w := of(reads(f, v, m))
	out := make([]string, len(facts))
	for i, fact := range facts {
		if out[i] = w.line(fact); out[i] != "" && len(cited(fact)) > 0 {
			out[i] += " *" + strings.Join(cited(fact), " ") + "*"
		}
	}
	return out
}

// Ruling explains the nth public fact on the board of then.
func (f Forms) Ruling(before, after table.Public, n int) (bot.Notice, error) {
	r := ruling(f, before.View, after.View, after.Meta, after.Facts, n)
	pic, err := paint(f, r.view).Public(r.view.View)
	return bot.Notice{Message: withPicture(r.text, pic.PNG)}, err
}

// RulingOwn explains the nth fact that the seat was told, on its own board of then.
func (f Forms) RulingOwn(before, after table.Private, n int) (bot.Letter, error) {
	r := ruling(f, before.View, after.View, after.Meta, after.Facts, n)
	return illustrated(overBoard(f, r.view, r.staged, r.text))
}

type ruled struct {
	view   reading
	staged *draw.Staged
	text   string
}

// ruling explains a fact. It measures on the board before the step: a target that the step destroyed still stood there.
func ruling(f Forms, before, after game.View, m table.Meta, facts []game.Fact, n int) ruled {
	fact := facts[n-1]
	r := ruled{view: reads(f, after, m)}
	w := of(r.view)
	head := w.Say("**Event %d**", n)
	if r.view.Turn > 0 {
		head = w.Say("**Event %d**, Round %d, Turn %d", n, r.view.Round, r.view.Turn)
	}
	parts := []string{head, cmp.Or(w.line(fact), w.Text("Nothing that the log tells in words.")), w.diceNumbers(facts, n), w.sources(fact)}
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
		parts = append(parts, w.Say("The way was %s\" long.", plane.Path(moved.Path).Length()))
	}
	r.text = bot.Clip(paragraph(append(parts, w.rulesOf(fact))...), maxTold)
	return r
}

// ends returns the two pieces between which a roll was made.
func ends(f game.Fact) (by, to rules.Ref, ok bool) {
	switch f := f.(type) {
	case rules.AttackRolled:
		return f.By, f.Target, true
	case rules.ScanRolled:
		return f.By, f.Target, true
	}
	return by, to, false
}

// diceNumbers gives the places of the fact's dice in their seeded stream, counting those that the reader was told of.
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

// sources says where each modifier came from.
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

// mostRule bounds the text of one rule on a card, in characters.
const mostRule = 320

// rulesOf quotes the rules that the fact follows from.
func (w teller) rulesOf(f game.Fact) string {
	lines := each(cited(f), func(number string) string {
		e := rulebook.Book.Numbered(number)
		text := bot.Clip(strings.TrimSpace(e.Title+" "+e.Text), mostRule)
		return fmt.Sprintf("-# **%s** (%s) %s", number, w.Text(game.Text(e.Where)), text)
	})
	if len(lines) == 0 {
		return ""
	}
	return paragraph(append(lines, inEnglish(w.Language))...)
}

// Looked shows what a referee's look opened: the board, and the last facts that its viewer was told.
func (f Forms) Looked(o table.Opened, m table.Meta) (bot.Message, error) {
	v := reads(f, o.View, m)
	png, err := render.Draw(v.look.Scene(v.View, nil))
	if err != nil {
		return bot.Message{}, err
	}
	w := of(v)
	var msg message
	text := w.newest(w.told(o.Facts, maxLine), mostLooked, maxTold-200)
	msg.say(cmp.Or(text, w.Text("Nothing that the log tells in words.")), maxTold)
	msg.show(msg.attach(fileName(), png), v.look.Alt(v.View))
	return msg.Message, nil
}

// mostLooked is how many facts a look shows beside the board.
const mostLooked = 30
