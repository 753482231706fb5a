package jagged

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/jagged/worlds"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/plane"
	"downsync/game/table"
)

// silent lists the facts whose examples have no words: the line of its result includes a roll, and the head of the card says the end.
var silent = []string{"attack-rolled", "ended"}

// Every fact that anybody can be told has words in every language, or a reason to have none, and follows from an existing rule.
func TestEveryFactHasWords(t *testing.T) {
	v := view(t)
	bottest.Worded(t, rules.Facts(), "../../game/jagged/testdata/facts.jsonl", silent, func(l lang.Language, f game.Fact) string {
		return factRows.Line(reading{v, Forms{Voice: bot.Voice{Language: l}}, Forms{}.look("")}, f)
	})
	bottest.FactRows(t, factRows, reading{}, rules.Facts(), func(number string) bool { return numberedRules.Numbered(number).Number != "" })
}

// view returns a view of a battle in its first Round.
func view(t *testing.T) rules.View {
	t.Helper()
	m, st, err := rules.Rules().Start(2, worlds.Counter().Encode(), nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m.View(game.Player(1)).(rules.View)
}

// The log uses the book's terms, under which the rules can be found.
func TestLogHasTheBooksTerms(t *testing.T) {
	r := reading{view(t), Forms{Voice: bot.Voice{Language: lang.English}}, Forms{}.look("")}
	for want, f := range map[string]game.Fact{
		"A brings Colonist Rifleman (Force Rating 40, Buy Points kept: 10).":            rules.Listed{Seat: 1, List: []rules.Pick{{Unit: "colonist-rifleman"}}, Kept: 10, FR: 40},
		"🎲 Insertion: 20 + Force Rating 40 = 60, at least the Position's 50: it works.": rules.Inserted{Face: 20, FR: 40, PV: 50, Success: true},
	} {
		if got := factRows.Line(r, f); got != want {
			t.Errorf("told %q, expected %q", got, want)
		}
	}
	if found, _ := numberedRules.Find("landing"); len(found) == 0 {
		t.Error("a landing is not found")
	}
}

// An attack is described with the number that it needs, the parts of that number, and its result.
func TestAttackLines(t *testing.T) {
	r := reading{view(t), Forms{Voice: bot.Voice{Language: lang.English}}, Forms{}.look("")}
	for want, f := range map[string]game.Fact{
		"💥 A1 Colonist Rifleman at B2 Rootblade Initiate with Ballistic Rifle: 88, needing 85: **a hit**, and ☠️ **B2 Rootblade Initiate is destroyed.**": rules.AttackResolved{By: "A1", Target: "B2",
			Weapon: "ballistic-rifle", Face: 88, Need: 85, Outcome: rules.Hit, DAM: 1, W: 1, Wound: true, Destroyed: true},
		"💥 A1 Colonist Rifleman at B2 Rootblade Initiate with Ballistic Rifle: 97, needing 85: **a Critical Success**, but its DAM (1) is below W 3.": rules.AttackResolved{By: "A1", Target: "B2",
			Weapon: "ballistic-rifle", Face: 97, Need: 85, Outcome: rules.CriticalHit, DAM: 1, W: 3},
		"🎲 A1 Colonist Rifleman at B2 Rootblade Initiate with Combat Knife: 3, needing 65: a Critical Failure.": rules.AttackResolved{By: "A1", Target: "B2", Weapon: "combat-knife", Face: 3, Need: 65,
			Outcome: rules.CriticalMiss},
		"🎲 B1 Martian Shock Specialist counter-charges A1 Colonist Rifleman: a 3, 9\" in all: **it is there.**": rules.Rushed{Unit: "B1", Target: "A1", Face: 3, Max: 9000, Success: true, Counter: true},
	} {
		if got := factRows.Line(r, f); got != want {
			t.Errorf("told %q, expected %q", got, want)
		}
	}
	a := rules.Aim{By: "A1", Target: "B2", Weapon: "ballistic-rifle", Gap: 7000, Cover: "heavy", SR: 60, Parts: []rules.Part{{From: "cover", N: 20}, {From: "evade", N: 5}, {From: "specialist-aura", N: -10}}, Need: 75}
	if got := r.sum(a); got != "SR 60 + Heavy Cover 20 + EV 5 − Aura 10 = 75" {
		t.Error(got)
	}
}

// A shot that cannot take a Wound by a hit says so in its question, and the green button is not to shoot (J12.1).
func TestShotsInVain(t *testing.T) {
	for unit, vain := range map[string]bool{"tree-warden": true, "rootblade-initiate": false} {
		c := rules.Defaults()
		c.Board, c.Wounds = "spire-yard", "" // as printed
		c.Lab = &rules.Lab{Round: 1, Phase: rules.Shooting, Initiative: 1, Models: []rules.LabModel{
			{Label: "A1", Unit: "colonist-rifleman", At: plane.Point{X: 2000, Y: 2000}}, {Label: "B1", Unit: unit, At: plane.Point{X: 6000, Y: 2000}}}}
		m, st, err := rules.Rules().Start(2, c.Encode(), nil)
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		v := reading{m.View(game.Player(1)).(rules.View), Forms{Voice: bot.Voice{Language: lang.English}}, Forms{}.look("")}
		a, err := v.Aim("A1", "B1", "ballistic-rifle", rules.Aid{})
		if err != nil {
			t.Fatal(err)
		}
		if h := v.Harm(a); h.Plain == vain {
			t.Errorf("at %s: %+v, in vain expected %t", unit, h, vain)
		}
		p := table.Private{Seat: 1, View: v.View}
		for _, a := range m.Asks(1) {
			p.Asks = append(p.Asks, table.OpenAsk{Ask: a})
		}
		l, err := play{v.Forms}.Console(p, bot.Page{Ask: "shoot"})
		if err != nil {
			t.Fatal(err)
		}
		words := bottest.Words(l.Message)
		if strings.Contains(words, "but DAM 1 is below W") != vain {
			t.Errorf("at %s:\n%s", unit, words)
		}
		for _, b := range bottest.ControlsOf(l.Message).Buttons {
			if b.Style == wire.Success && strings.Contains(b.Label, "No more shots") != vain {
				t.Errorf("at %s the green button is %s", unit, b.Label)
			}
		}
	}
}

// Very long words, up to Discord's limit, are answered like any others.
func TestOverlongWords(t *testing.T) {
	t.Parallel()
	twins.Overlong(t, worlds.Pair("a deployment under seal").World[0], sketched)
}

// Hostile words have no effect wherever they are shown.
func TestHostileWords(t *testing.T) {
	t.Parallel()
	twins.Injected(t, worlds.Pair("a deployment under seal").World[0], sketched)
}

// No number of the book reads like the label of a piece.
func TestNumbersAreNoPieces(t *testing.T) {
	for _, e := range numberedRules.Entries() {
		if len(e.Number) > 1 && strings.Contains("AB", e.Number[:1]) && e.Number[1] >= '0' && e.Number[1] <= '9' {
			t.Errorf("%s reads like a piece", e.Number)
		}
	}
}
