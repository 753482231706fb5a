package syndicate

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest/screens"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/order"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
	"downsync/game/table"
)

// drafts returns the drafts that the buttons of a console continue, by the buttons' labels.
func drafts(blocks []wire.Block) map[string]string {
	out := map[string]string{}
	for _, b := range blocks {
		switch b := b.(type) {
		case wire.Box:
			for label, draft := range drafts(b.Blocks) {
				out[label] = draft
			}
		case wire.Row:
			for _, x := range b {
				if x.Does.Kind == wire.ControlDraft {
					out[x.Label] = x.Does.Draft
				}
			}
		}
	}
	return out
}

// gallery plays matches at random between the starters and keeps the longest console of every kind of question, and of every draft
// that its buttons begin.
type gallery struct {
	*screens.Gallery
	t *testing.T
}

// newGallery returns a gallery of the game's consoles.
func newGallery(t *testing.T) *gallery {
	return &gallery{screens.NewGallery(t, func(l lang.Language, p table.Private, at bot.Page) (wire.Letter, error) {
		f := sketched
		f.Language = l
		return play{f}.Console(p, at)
	}, func(l lang.Language, p table.Private, at bot.Page) (wire.Letter, error) {
		return play{Forms{Voice: bot.Voice{Language: l}}}.Console(p, at)
	}, func(l lang.Language, p table.Private, a table.OpenAsk) string {
		return play{Forms{Voice: bot.Voice{Language: l}}}.Question(p, a)
	}, play{sketched}.Press), t}
}

func (g *gallery) play(seed uint64, c rules.Config) {
	g.t.Helper()
	d := gametest.NewDice(seed)
	g.Play(rules.Rules(), c.Encode(), func(table.ID) game.Dice { return gametest.NewDice(seed) }, 250, func(hall *table.Hall, p table.Private, cause string) {
		a := p.Asks[0]
		for _, draft := range drafts(g.Keep(a.Name, p, bot.Page{Ask: a.ID}).Blocks) {
			if !strings.HasPrefix(draft, "concede") && !strings.HasPrefix(draft, "draw") {
				next := g.Keep(a.Name+" begun", p, bot.Page{Ask: a.ID, Order: draft})
				if whole, ok := drafts(next.Blocks)["Change the orders"]; ok {
					g.Keep("plan ahead", p, bot.Page{Ask: a.ID, Order: whole})
				}
			}
		}
		guess := func(d *gametest.Dice, _ game.View, _ game.Ask, _ string, _ order.Slot) string {
			return grid.Space{X: d.N(12) + 1, Y: d.N(12) + 1}.String()
		}
		r, err := rules.Parse(strings.TrimSuffix(strings.TrimSuffix(gametest.Line(d, p.View, a.Ask, guess), " usual"), " always"))
		if err == nil {
			_, err = hall.Act(g.t.Context(), "act"+cause, "m", p.Seat, a.ID, r)
		}
		if err != nil {
			if _, err := hall.Act(g.t.Context(), "lapse"+cause, "m", p.Seat, a.ID, a.Default); err != nil {
				g.t.Fatal(err)
			}
		}
	})
}

// brawl returns a match in which A is beside B and plays one card again and again.
func brawl(a cards.Squad, card string) rules.Config {
	c := rules.Defaults()
	c.Map = "plain"
	c.Squads = [2]cards.Squad{a, {Operator: "velocity", Weapon: "blitz-m7", Armor: "light-tactical-vest", Mercenaries: []string{"", ""}}}
	hand := []string{card, card, card}
	c.Lab = &rules.Lab{Round: 1, Priority: 1, Hands: [2][]string{hand, {"vault", "vault", "vault"}}, Decks: [2][]string{hand, {"vault", "vault"}},
		Units: []rules.LabUnit{{Label: "A", At: grid.Space{X: 5, Y: 5}}, {Label: "B", At: grid.Space{X: 6, Y: 5}}}}
	if a.Mercenaries[0] != "" {
		c.Lab.Units = append(c.Lab.Units, rules.LabUnit{Label: "A1", At: grid.Space{X: 4, Y: 4}})
	}
	return c
}

// Every kind of question fits one screen of a phone, and no text of a console is longer than a player reads, in both languages.
func TestOneScreen(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	g.Holds = func(order string) bool { return strings.HasSuffix(order, " always") }
	matches, brawls := 2, uint64(1)
	if gametest.Soak() {
		matches, brawls = 30, 10
	}
	for seed := range matches {
		c := rules.Defaults()
		for i := range c.Squads {
			c.Squads[i] = cards.Starters()[(seed+i)%5].Squad
		}
		if seed%2 == 0 {
			c.Mission, c.MaxRounds = "", 20
		}
		c.Mulligan, c.Squads[0].Weapon, c.Squads[1].Armor = true, cards.Printed().Weapons[seed*5%21].ID, cards.Printed().Armors[seed%3].ID
		g.play(uint64(seed), c)
	}
	for seed := range brawls {
		g.play(seed, brawl(cards.Squad{Operator: "rampart", Weapon: "ironclad-lmg", Armor: "bulwark-exo-shell", Mercenaries: []string{"", ""}}, "shield-bash"))
		g.play(seed, brawl(cards.Squad{Operator: "glitch", Weapon: "ironclad-lmg", Armor: "light-tactical-vest", Mercenaries: []string{"ping", ""}}, "vault"))
		g.play(seed, brawl(cards.Squad{Operator: "razor", Weapon: "cyclone-rotary-gun", Armor: "composite-armor-rig", Mercenaries: []string{"brick", ""}}, "vault"))
	}
	if g.Standing == 0 {
		t.Error("no button gave a standing answer")
	}
	g.Words.Report(t)
	g.One("deploy", "mulligan", "plan", "plan begun", "plan ahead", "move", "use", "push", "mercs", "attack", "relay", "jam", "reduce", "surge", "press")
}
