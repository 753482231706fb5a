package downsync

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
	draw "downsync/render/downsync"
)

// lost reports whether the fact is a loss or points. hit reports whether it is a shot or another result of one.
func lost(f game.Fact) bool {
	s, scored := f.(rules.Scored)
	return slices.Contains([]string{(rules.Destroyed{}).Kind(), (rules.LostAboard{}).Kind()}, f.Kind()) || scored && s.VP > 0
}

func hit(f game.Fact) bool {
	switch f.(type) {
	case rules.AttackRolled, rules.ScanRolled, rules.Stunned, rules.Stopped, rules.NoEffect, rules.CounterChecked:
		return true
	}
	return false
}

// newsOf returns the lines of news of a console or a card, which are above the question.
func newsOf(m wire.Message) []string {
	above, _, _ := strings.Cut(bottest.Words(m), "### ")
	return wording.Those(strings.Split(above, "\n"), func(line string) bool { return strings.HasPrefix(line, "• ") })
}

// tellsOf reports whether a line of news contains the text, or its beginning if the line was shortened.
func tellsOf(line, text string) bool {
	told, _, short := strings.Cut(line, "…")
	return text != "" && (strings.Contains(line, text) || short && strings.HasPrefix("• "+text, told))
}

// In matches of newcomers no console repeats a line of news. It leaves out a loss or points only to make room for others, or
// for shots of the fight since the seat's own last act, never for a move. The card of a finished Turn names its losses and
// its points. SOAK=1 plays many matches.
func TestNewsTellEachOutcome(t *testing.T) {
	consoles, told := 0, 0
	for seed := range newcomers() {
		n := newNewcomer(t, starters(t), seed)
		n.seen = func(table.Private, bot.Page) {
			for seat := game.Seat(1); seat <= 2; seat++ {
				p, err := n.hall.Private(t.Context(), "m", seat)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range lang.All() {
					consoles++
					told += checkNews(t, n, p, l)
				}
			}
		}
		n.play(1500, func(rules.View) bool { return false })
		p, err := n.hall.Public(t.Context(), "m")
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lang.All() {
			checkCards(t, wording.Reader{Voice: bot.Voice{Language: l}, Brush: blank{}}, p)
		}
	}
	if consoles < 100 || told < 100 {
		t.Errorf("%d consoles told of %d losses", consoles, told)
	}
}

// checkNews checks the news of the seat's console and returns how many losses and points they tell.
func checkNews(t *testing.T, n *newcomer, p table.Private, l lang.Language) (told int) {
	t.Helper()
	forms := n.forms
	forms.Language = l
	c, err := play{forms}.Console(p, bot.Page{})
	if err != nil {
		t.Fatal(err)
	}
	lines, v := newsOf(c.Message), wording.Read(forms, p.View, p.Meta)
	for i, line := range lines {
		if slices.Contains(lines[:i], line) {
			t.Errorf("Turn %d, seat %d: said twice: %q", v.Turn, p.Seat, line)
		}
	}
	facts := notInHead(p, wording.Standing(p.Facts))
	facts = facts[draw.SinceLook(facts, p.Seat, v.Untouched(facts)):]
	acted := 0
	for i, f := range facts {
		if a, ok := f.(rules.ActivationBegan); ok && a.Piece.Seat() == p.Seat {
			acted = i
		}
	}
	tells := func(f game.Fact) bool {
		return slices.ContainsFunc(lines, func(line string) bool { return tellsOf(line, wording.TellerOf(v).Line(f)) })
	}
	comes := func(line string, is func(game.Fact) bool) bool {
		return slices.ContainsFunc(facts, func(f game.Fact) bool { return is(f) && tellsOf(line, wording.TellerOf(v).Line(f)) })
	}
	for i, f := range facts {
		if !lost(f) {
			continue
		}
		if tells(f) {
			told++
			continue
		}
		for _, line := range lines {
			if comes(line, lost) || i < acted && comes(line, hit) {
				continue
			}
			t.Errorf("Turn %d, seat %d: %q is told instead of %q", v.Turn, p.Seat, line, wording.TellerOf(v).Line(f))
		}
	}
	return told
}

// checkCards checks that the closed card of each Turn counts its losses and its points.
func checkCards(t *testing.T, forms wording.Reader, p table.Public) {
	t.Helper()
	for turn, from := 0, 0; from < len(p.Facts); turn++ {
		to := play{forms}.Split(p.Facts, turn)
		then := p
		then.Facts = p.Facts[:to]
		card, err := play{forms}.Closed(then, turn, p.Facts[from:to], nil)
		if err != nil {
			t.Fatal(err)
		}
		said, losses := bottest.Words(card.Message), 0
		_, lost, _ := strings.Cut(said, forms.Say("**Lost** %s", ""))
		lost, _, _ = strings.Cut(lost, " · ")
		for _, f := range p.Facts[from:to] {
			switch f := f.(type) {
			case rules.Destroyed:
				losses++
				if losses < 4 && !strings.Contains(lost, f.Target.String()) {
					t.Errorf("the card of Turn %d does not name %s among its losses: %s", turn, f.Target, said)
				}
			case rules.Scored:
				if points := forms.Say("%s +%d VP", bot.SideName(f.Seat), f.VP); f.VP > 0 && !strings.Contains(said, points) {
					t.Errorf("the card of Turn %d does not say %q: %s", turn, points, said)
				}
			}
		}
		if losses == 0 && lost != "" {
			t.Errorf("the card of Turn %d names losses: %s", turn, said)
		}
		from = to
	}
}
