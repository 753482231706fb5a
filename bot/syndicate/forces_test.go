package syndicate

import (
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/table"
)

// A challenge's card does not cut the descriptions of the starters, in any language.
func TestStartersFitBesideTheChosen(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All() {
		w := roster{Forms{Voice: bot.Voice{Language: l}}}
		for _, f := range w.Forces(nil, 1) {
			line := w.Say("-# • %s: %s", f.Name, f.Units)
			if wire.Clip(line, bot.LongestBeside) != line {
				t.Errorf("%s: %d characters, more than %d: %s", l, utf8.RuneCountInString(line), bot.LongestBeside, line)
			}
		}
	}
}

// Refusals of unfinished squads and unknown names say what is missing, and use names that a player knows.
func TestRefusedForcesNameWhatIsMissing(t *testing.T) {
	t.Parallel()
	w := roster{Forms{}}
	settings, err := lobby{w.Forms}.Settings(map[string]string{})
	if err != nil {
		t.Fatal(err)
	}
	unarmed, err := builder{w.Forms}.ChangeForce(builder{w.Forms}.NewForce(), buildOperator, []string{"lens"})
	if err != nil {
		t.Fatal(err)
	}
	for typed, says := range map[string]string{unarmed: "no weapon yet", "nobody": "Velocity, Razor, Lens, Rampart, Glitch"} {
		_, _, err := w.ReadForce(settings, 1, typed)
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "-starter") {
			t.Errorf("refused with %v, expected %q", err, says)
		}
	}
}

// A kept force has its own name where it is chosen, and is marked as the player's own in the menu.
func TestKeptForceHasItsName(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All() {
		s := newArena(t, l, nil)
		squad := cards.Starters()[0].Squad
		squad.Weapon = "longshot-m99"
		s.Slash(eve, []string{"force"}, opt("game", "syndicate"), opt("code", (Forms{}).squads().encode(squad)))
		m := s.Newest(eve)
		a := s.Click(eve, m, "forces|keep")
		s.Submit(eve, m, a.Form, map[string]string{a.Form.Fields[0].ID: "Blitz"})
		s.Slash(eve, []string{"match", "challenge"}, opt("game", "syndicate"), opt("force", "Blitz"))
		m, ok := s.Find(eve, "force|")
		if !ok {
			t.Fatal("no side card")
		}
		own := s.Say("Yours: %s", "Blitz")
		if words := bottest.Words(m.Message); !strings.Contains(words, s.Say("**Your force: %s**\n%s", "Blitz", "")) || strings.Count(words, own) != 1 {
			t.Errorf("%s: the card does not name Blitz once in the menu and once above:\n%s", l, words)
		}
	}
}

// Cards that are typed before there is an Operator are not called unfit: the player is told what to choose first.
func TestTypedCardsWantAnOperator(t *testing.T) {
	t.Parallel()
	w := builder{Forms{}}
	if _, err := w.ChangeForce(w.NewForce(), bot.BuildTyped, []string{"4 dash"}); err == nil || !strings.Contains(err.Error(), "choose an Operator first") {
		t.Errorf("refused with %v", err)
	}
}

// A starter that was played is recognised as the same starter in a rematch, and is not listed again among the others.
func TestRematchKnowsStarters(t *testing.T) {
	t.Parallel()
	s := newArena(t, lang.English, func(table.ID) game.Dice { return gametest.NewDice(7) })
	s.Play(s.reached(1, rules.Planning), nil)
	s.Draw()
	s.Click(ann, s.console(ann), "Rematch")
	s.Settle()
	m, ok := s.Find(ann, "force|")
	if !ok {
		t.Fatal("no side card")
	}
	words := bottest.Words(m.Message)
	if !strings.Contains(words, "**Your force: Razor, EchoBurst 45**") || strings.Contains(words, "• Razor, EchoBurst 45") || !strings.Contains(words, "• Lens, ") {
		t.Errorf("the card of the rematch says\n%s", words)
	}
}
