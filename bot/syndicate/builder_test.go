package syndicate

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/customid"
	"downsync/bot/discord"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/table"
)

// Every starter survives its share code, and obeys Discord's limits on every page of the builder.
func TestShareCodes(t *testing.T) {
	w := Forms{}
	for _, s := range cards.Starters() {
		code := Forms{}.squads().encode(s.Squad)
		again, err := Forms{}.squads().decode(strings.ToLower(" " + code + " "))
		if err != nil || again.Operator != s.Operator || again.Weapon != s.Weapon || again.Armor != s.Armor || !maps.Equal(again.Deck, s.Deck) || len(again.Mercenaries) != 2 {
			t.Errorf("%s is read back as %+v, %v", code, again, err)
		}
		if len(code) > 60 { // so that it fits a line of a phone
			t.Errorf("%s has %d characters", code, len(code))
		}
		for i := range code {
			slip := code[:i] + "7" + code[i+1:]
			if _, err := (Forms{}).squads().decode(slip); err == nil && slip != code && code[i] != '-' {
				t.Errorf("a slip in character %d of %s goes unnoticed", i, code)
			}
		}
		pages := builder{w}.deckPages(s.Operator)
		if blocks, err := (builder{w}).BuilderPage(code, bot.Built{}); err != nil || !fitsBeside(blocks) {
			t.Errorf("%s: %v", s.ID, err)
		}
		for _, p := range pages {
			if blocks, err := (builder{w}).BuilderPage(code, bot.Built{Part: buildCards, Values: []string{p.id}}); err != nil || !fitsBeside(blocks) {
				t.Errorf("%s, %s: %v", s.ID, p.id, err)
			}
		}
	}
}

// fitsBeside reports whether a page of the builder can be sent with everything that the bot may put beside it.
func fitsBeside(blocks []wire.Block) bool {
	row := func(kind string) (r wire.Row) {
		for i := range wire.MostInRow {
			r = append(r, wire.Button{ID: fmt.Sprintf("%s|%d", kind, i), Label: "x"})
		}
		return r
	}
	note := wire.Text("x")
	all := slices.Concat([]wire.Block{note}, blocks, []wire.Block{row("forces"), note, note, note, row("built")})
	return discord.Check(wire.Message{Blocks: []wire.Block{wire.Box{Blocks: all}}}) == nil
}

// A squad is built from nothing by the builder's controls, counted live, and can then be played.
func TestBuilder(t *testing.T) {
	w := Forms{}
	code := builder{w}.NewForce()
	if !(builder{w}).EmptyForce(code) {
		t.Error("a new squad has something in it")
	}
	change := func(part string, values ...string) {
		t.Helper()
		var err error
		if code, err = (builder{w}).ChangeForce(code, part, values); err != nil {
			t.Fatal(err)
		}
	}
	text := func() string {
		t.Helper()
		blocks, err := builder{w}.BuilderPage(code, bot.Built{})
		if err != nil {
			t.Fatal(err)
		}
		return string(blocks[0].(wire.Text))
	}
	change(buildOperator, "rampart")
	if (builder{w}).EmptyForce(code) {
		t.Error("a squad with an Operator is empty")
	}
	change(buildWeapon, "ironclad-lmg")
	change(buildArmor, "bulwark-exo-shell")
	for _, x := range (Forms{}).squads().fitting("rampart") {
		for range cards.MostOfOne {
			if n, moves := (Forms{}).squads().tally(mustSquad(t, code), cards.Movement); n < cards.DeckSize && (x.Type == cards.Movement) == (moves < cards.LeastMovement) {
				change(buildMore, x.ID)
			}
		}
	}
	if !strings.Contains(text(), "40/40 cards · Movement 17/17+ · Load 3/3") || !strings.Contains(text(), "Ironclad") || !strings.Contains(text(), "✔️") {
		t.Error(text())
	}
	change(buildMore, "dash")
	if s := mustSquad(t, code); s.Deck["dash"] != 4 {
		t.Errorf("a fifth makes it %d", s.Deck["dash"])
	}
	for n := range cards.MostOfOne + 1 {
		change(buildLess, "dash")
		if s := mustSquad(t, code); s.Deck["dash"] != max(3-n, 0) {
			t.Errorf("%d less makes it %d", n+1, s.Deck["dash"])
		}
	}
	if !strings.Contains(text(), "36/40 cards · Movement 13/17+") || !strings.Contains(text(), "⚠️ Not yet to be played: 36 cards") {
		t.Error(text())
	}
	change(bot.BuildTyped, "4 dash, 4 advance")
	if s := mustSquad(t, code); s.Deck["dash"] != 4 || s.Deck["advance"] != 4 || !strings.Contains(text(), "✔️") {
		t.Errorf("typed, it is %v: %s", s.Deck, text())
	}
	change(buildOperator, "rampart")
	change(buildArmor, "composite-armor-rig")
	if strings.Contains(text(), "Encumbered") {
		t.Error(text())
	}
	change(buildOperator, "lens") // cards of another color go
	change(buildArmor, "bulwark-exo-shell")
	if s := mustSquad(t, code); s.Mercenaries[0] == "wall" || len(s.Deck) == 0 {
		t.Errorf("with another Operator %+v", s)
	}
	change(bot.BuildTyped, "4 dash, 4 advance, 4 slide, 4 vault, 4 withdraw, 4 predictive counter, 4 precision shot, 4 overclocked shot")
	if !strings.Contains(text(), "Load 3/1") || !strings.Contains(text(), "✔️") || !strings.Contains(text(), "**Encumbered**: The armor is heavier than LD") {
		t.Error(text())
	}
	for _, x := range [][2]string{{bot.BuildTyped, "9 dash"}, {bot.BuildTyped, "4 nothing"}} {
		if _, err := (builder{w}).ChangeForce(code, x[0], []string{x[1]}); err == nil {
			t.Errorf("%s %q is taken", x[0], x[1])
		}
	}
	settings, err := lobby{w}.Settings(map[string]string{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range cards.Starters() {
		for _, typed := range []string{s.ID, (Forms{}).squads().encode(s.Squad)} {
			force, _, err := roster{w}.ReadForce(settings, 1, typed)
			if err != nil || (roster{w}).ForceNamed(settings, force).Units == "" {
				t.Errorf("%s: %q, %v", typed, force, err)
			}
		}
	}
	if _, _, err := (roster{w}).ReadForce(settings, 1, builder{w}.NewForce()); err == nil {
		t.Error("a squad of nothing is taken")
	}
}

// Every page of the builder is on one screen of a phone with the bot's own controls, in both languages.
func TestBuilderIsOnOneScreen(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All() {
		w := Forms{Voice: bot.Voice{Language: l}}
		row := wire.Row{{Label: l.Text("Keep")}, {Label: l.Text("Share")}, {Label: l.Text("Type a list")}, {Label: l.Text("Delete")}, {Label: l.Text("All my forces")}}
		for _, s := range cards.Starters() {
			for _, p := range append(builder{w}.deckPages(s.Operator), deckPage{id: "squad"}) {
				blocks, err := builder{w}.BuilderPage(w.squads().encode(s.Squad), bot.Built{Part: buildCards, Values: []string{p.id}})
				if err != nil {
					t.Fatal(err)
				}
				screens.Whole(t, s.ID+" "+p.id+" "+l.String(), wire.Message{Blocks: []wire.Block{wire.Box{Blocks: slices.Concat([]wire.Block{wire.Text(l.Text("## A new force"))}, blocks, []wire.Block{row})}}})
			}
		}
	}
}

// A deck is built with − and + on a page of cards of one type: each press shows the same page with the new counts, from none to
// four of a card. Every card that fits the Operator is on one page.
func TestDeckPages(t *testing.T) {
	w := Forms{Voice: bot.Voice{Language: lang.Of("de")}}
	for _, o := range cards.Printed().Operators {
		pages := builder{w}.deckPages(o.ID)
		seen := map[string]int{}
		for _, p := range pages {
			for _, x := range p.cards {
				seen[x.ID]++
			}
			if len(p.cards) == 0 || len(p.cards) > pageCards || p.of > 2 {
				t.Errorf("%s: page %s has %d cards", o.ID, p.id, len(p.cards))
			}
		}
		for _, x := range w.squads().fitting(o.ID) {
			if seen[x.ID] != 1 {
				t.Errorf("%s: %s is on %d pages", o.ID, x.ID, seen[x.ID])
			}
		}
	}
	code, err := builder{w}.ChangeForce(builder{w}.NewForce(), buildOperator, []string{"glitch"})
	if err != nil {
		t.Fatal(err)
	}
	shown := func(pressed bot.Built) (text string, less, more wire.Button, read wire.Select) {
		t.Helper()
		if code, err = (builder{w}).ChangeForce(code, pressed.Part, pressed.Values); err != nil {
			t.Fatal(err)
		}
		blocks, err := builder{w}.BuilderPage(code, pressed)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range blocks {
			switch b := b.(type) {
			case wire.Row:
				if b[1].ID == customid.BuildButton(buildMore, "data-spike") {
					less, more = b[0], b[1]
				}
			case wire.Select:
				read = b
			}
		}
		return string(blocks[0].(wire.Text)), less, more, read
	}
	at := ""
	for _, p := range (builder{w}).deckPages("glitch") {
		if slices.ContainsFunc(p.cards, func(x *cards.Card) bool { return x.ID == "data-spike" }) {
			at = p.id
		}
	}
	text, less, more, read := shown(bot.Built{Part: buildCards, Values: []string{at}})
	if more.Label != "0 Data Spike +" || !less.Disabled || more.Disabled || !strings.Contains(text, "0/40 Karten · Movement 0/17+") {
		t.Errorf("%q: %+v %+v", text, less, more)
	}
	if i := slices.IndexFunc(read.Options, func(o wire.Option) bool { return o.Value == "data-spike" }); i < 0 || read.Options[i].Note == "" || read.ID != "book|card|aside|syndicate" {
		t.Errorf("cards are read by %+v", read)
	}
	for n := 1; n <= cards.MostOfOne; n++ {
		text, less, more, _ = shown(bot.Built{Part: buildMore, Values: []string{"data-spike"}})
		if more.Label != fmt.Sprintf("%d Data Spike +", n) || less.Disabled || more.Disabled != (n == cards.MostOfOne) || !strings.Contains(text, fmt.Sprintf("%d/40", n)) {
			t.Errorf("%q: %+v %+v", text, less, more)
		}
	}
	if _, _, more, _ = shown(bot.Built{Part: buildLess, Values: []string{"data-spike"}}); more.Label != "3 Data Spike +" || more.Disabled {
		t.Errorf("one less: %+v", more)
	}
	if _, _, more, _ = shown(bot.Built{Part: buildCards, Values: []string{"squad"}}); more.ID != "" {
		t.Errorf("the way back leads to %+v", more)
	}
}

func mustSquad(t *testing.T, code string) cards.Squad {
	t.Helper()
	s, err := Forms{}.squads().decode(code)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Text that is read as a share code is written back in the same form.
func FuzzCode(f *testing.F) {
	f.Add(Forms{}.squads().encode(cards.Starters()[0].Squad))
	f.Add(builder{Forms{}}.NewForce())
	f.Add("SP-1")
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := (Forms{}).squads().decode(text); err == nil {
			if again, err := (Forms{}).squads().decode(Forms{}.squads().encode(s)); err != nil || !maps.Equal(again.Deck, s.Deck) {
				t.Errorf("%q: %+v, %v", text, again, err)
			}
		}
	})
}

// Settings are read, summed up, and shown in every language; impossible ones are refused with what was expected.
func TestSettings(t *testing.T) {
	for _, l := range lang.All() {
		w := Forms{Voice: bot.Voice{Language: l}}
		for _, o := range []map[string]string{{}, {"size": "standard", "secrecy": "open", "max_rounds": "0"}, {"options": "mission=extract floor=0 lasting=off", "map": "plain"}} {
			raw, err := lobby{w}.Settings(o)
			if err != nil || (lobby{w}).Summary(raw) == "" || len(lobby{w}.Terms(raw)) < 100 || (lobby{w}).Mode(raw) == "" {
				t.Errorf("%v: %q, %q, %v", o, lobby{w}.Summary(raw), lobby{w}.Terms(raw), err)
			}
			if _, err := (lobby{w}).Preview(raw); err != nil {
				t.Error(err)
			}
			if c, err := (lobby{w}).Config(raw, []string{"razor-starter", "lens-starter"}); err != nil || len(c) == 0 {
				t.Errorf("%v: %v", o, err)
			}
		}
		for _, o := range []map[string]string{{"size": "huge"}, {"map": "nowhere"}, {"map": "district-nine"}, {"secrecy": "none"}, {"max_rounds": "x"}, {"options": "mission"}, {"options": "mission=peace"}} {
			if _, err := (lobby{w}).Settings(o); err == nil || err.Error() == "" {
				t.Errorf("%v is taken", o)
			}
		}
		for _, name := range []string{"map", "options", "force", "name", "word"} {
			if got := (lobby{w}).Suggest(name, map[string]string{}); len(got) == 0 || len(got) > wire.MostChoices {
				t.Errorf("%s: %d suggestions", name, len(got))
			}
		}
	}
}

// A match as printed is one choice of the challenge, and both its terms and its summary say so; another choice goes with it.
func TestAsPrinted(t *testing.T) {
	for l, says := range map[lang.Language]string{lang.English: "as printed", lang.Of("de"): "wie gedruckt"} {
		w := Forms{Voice: bot.Voice{Language: l}}
		for _, x := range []struct {
			options map[string]string
			want    bool
		}{{map[string]string{"size": "printed"}, true}, {map[string]string{"size": "printed", "max_rounds": "40"}, false}, {map[string]string{"size": "standard"}, false}} {
			raw, err := lobby{w}.Settings(x.options)
			if err != nil {
				t.Fatal(err)
			}
			c, _ := settled(raw)
			if c.Edge() != 24 || c.AsPrinted() != x.want {
				t.Errorf("%v: %d spaces, as printed %t", x.options, c.Edge(), c.AsPrinted())
			}
			for _, said := range []string{lobby{w}.Terms(raw), lobby{w}.Summary(raw)} {
				if strings.Contains(strings.ToLower(said), says) != x.want {
					t.Errorf("%s, %v: %s", l, x.options, said)
				}
			}
		}
		if got := (lobby{w}).Suggest("map", map[string]string{"size": "printed"}); len(got) < 2 {
			t.Errorf("maps of a match as printed: %v", got)
		}
	}
}

// The terms say in words what each choice other than the default means, whichever options are set.
func TestTermsSayWhatIsUnusual(t *testing.T) {
	for l, want := range map[lang.Language]map[string]string{
		lang.English: {"mulligan=on": "new first hand, once.", "lasting=off": "end with the round", "lasting=on": "", "floor=0": "armor may stop all damage", "max_rounds=0": "", "max_rounds=7": "**At most** 7 rounds",
			"mission=extract": "**Extract**", "mission=relay": "**Relay**", "mission=elimination": "**Elimination**", "scores_from=6": "begins in round 6", "ties=nobody": "", "ties=losses": "lost fewer HP"},
		lang.Of("de"): {"mulligan=on": "neue Starthand", "lasting=off": "enden mit der Runde", "floor=0": "allen Schaden|den ganzen Schaden"},
	} {
		w := Forms{Voice: bot.Voice{Language: l}}
		for option, say := range want {
			raw, err := lobby{w}.Settings(map[string]string{"options": option})
			if err != nil {
				t.Fatal(err)
			}
			said := lobby{w}.Terms(raw)
			if !slices.ContainsFunc(strings.Split(say, "|"), func(s string) bool { return strings.Contains(said, s) }) {
				t.Errorf("%s, %s: no %q in\n%s", l, option, say, said)
			}
			for _, raw := range []string{"mulligan on", "lasting off", "floor 0", "ties ", "scores_from"} {
				if strings.Contains(said, raw) {
					t.Errorf("%s, %s: %q in\n%s", l, option, raw, said)
				}
			}
			if strings.Contains(said, "lost fewer HP") == (option == "ties=nobody" || option == "mission=elimination") && l == lang.English {
				t.Errorf("%s: who scores with as many of both:\n%s", option, said)
			}
			if strings.Contains(said, "At most") == (option == "max_rounds=0") && l == lang.English {
				t.Errorf("%s: how long:\n%s", option, said)
			}
		}
	}
}

// Everything that has a name can be looked up by it, in every language, within Discord's limits.
func TestEntries(t *testing.T) {
	for _, l := range lang.All() {
		w := Forms{Voice: bot.Voice{Language: l}}
		for _, e := range (library{Forms{}}).entries() {
			if text := (library{w}).entryText(e.id); len(text) < len(e.name)+8 || strings.Contains(text, "\n\n") {
				t.Errorf("%s: %q", e.id, text)
			}
		}
	}
	for _, typed := range []string{"Dash", "flashbang", "quick draw", "Shielded", "blitz"} {
		m, err := library{Forms{}}.lookCard(typed)
		if err == nil {
			err = discord.Check(m)
		}
		if err != nil {
			t.Errorf("%s: %v", typed, err)
		}
	}
	m, err := library{Forms{}}.lookCard("Signal")
	if err != nil || discord.Check(m) != nil {
		t.Fatalf("%v, %v", err, discord.Check(m))
	}
	var which []string
	for _, o := range m.Blocks[1].(wire.Select).Options {
		which = append(which, o.Value)
		if one, err := (library{Forms{}}).lookCard(o.Value); err != nil || !strings.Contains(bottest.Words(one), o.Label) {
			t.Errorf("%s shows %q, %v", o.Value, bottest.Words(one), err)
		}
	}
	if len(which) != 4 || !slices.Contains(which, "signal-jam") || !slices.Contains(which, "signal-scrambler") {
		t.Errorf("for a word that fits several one may choose %q", which)
	}
	if _, err := (library{Forms{}}).lookCard("no such thing"); err == nil {
		t.Error("what there is not is shown")
	}
}

// A film of a finished match shows both hands, a still as well; a match in progress has none.
func TestFilm(t *testing.T) {
	t.Parallel()
	s := newArena(t, lang.English, func(table.ID) game.Dice { return gametest.NewDice(7) })
	s.Play(s.reached(1, rules.MercsMoving), nil)
	film := func(show func(table.Frame) error) error { return s.Hall.Film(context.Background(), s.ID, show) }
	w := films{Forms{}}
	if _, err := w.Film(film, table.Meta{}, func(int, int) error { return nil }); err == nil {
		t.Error("a match that goes on is filmed")
	}
	s.Concede(ben)
	steps := 0
	n, err := w.Film(film, table.Meta{}, func(done, of int) error { steps = of; return nil })
	if err != nil || steps < 4 || len(n.Files[0].Data) == 0 {
		t.Errorf("a film of %d steps, %v", steps, err)
	}
	sheet, err := w.ContactSheet(film, table.Meta{})
	if err != nil || len(sheet.Files[0].Data) == 0 || len(sheet.Files[0].Data) > 200<<10 {
		t.Errorf("a sheet of %d bytes, %v", len(sheet.Files[0].Data), err)
	}
	f, err := s.Hall.FrameAt(context.Background(), s.ID, steps-1)
	if err != nil {
		t.Fatal(err)
	}
	reel, err := w.Highlights(film, s.Public(), func(int, int) error { return nil })
	if err != nil || discord.Check(reel.Message) != nil {
		t.Fatalf("highlights: %v, %v", err, discord.Check(reel.Message))
	}
	end, err := w.Result(s.Public())
	if err != nil || discord.Check(end.Message) != nil {
		t.Fatalf("the result: %v, %v", err, discord.Check(end.Message))
	}
	still, err := w.Still(f, table.Meta{}, "")
	if err != nil || discord.Check(still.Message) != nil {
		t.Errorf("a still: %v", err)
	}
	if dir := os.Getenv("BOARDS_DIR"); dir != "" {
		for name, data := range map[string][]byte{"still.png": still.Files[0].Data, "sheet.png": sheet.Files[0].Data, "result.png": end.Files[0].Data, "highlights.gif": reel.Files[0].Data, "film.gif": n.Files[0].Data} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, seat := range []game.Seat{1, 2} {
		if hand := f.Truth.(rules.View).Sides.Of(seat).Hand; len(hand) < 4 {
			t.Errorf("side %d holds %v", seat, hand)
		}
	}
}

// Reactions depend on public facts (S7.5), so windows of equal length would hide nothing: a strict pace is refused.
func TestNoStrictPace(t *testing.T) {
	t.Parallel()
	for l, want := range map[lang.Language]string{lang.English: "Syndicate Protocol: 2095 has no secret reaction windows", lang.Of("de"): "hat keine geheimen Reaktionsfenster"} {
		s := newArena(t, l, func(table.ID) game.Dice { return gametest.NewDice(7) })
		before := len(s.Wire.Messages(bottest.General))
		s.Says(s.Slash(eve, []string{"match", "challenge"}, opt("opponent", string(ben)), opt("pace", "strict")), want)
		if after := len(s.Wire.Messages(bottest.General)); after != before {
			t.Errorf("%s: %d messages were posted", l, after-before)
		}
	}
}

// Every choice other than the default has words, because public cards show the settings of a match.
func TestOptionsHaveWords(t *testing.T) {
	for _, o := range rules.MatchOptions {
		bottest.SaidInWords(t, o.Values, func(value string) ([]string, error) {
			c := rules.Defaults()
			err := c.Set(o.Name, value)
			return c.Changed(), err
		}, optionWords)
	}
}
